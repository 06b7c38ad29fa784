/* expect: D_OP_INCOMPAT 5:15 inline name is declared as "string", but its value is of type "int" */
/* expect: D_IDENT_UNDEF 4:31 failed to resolve limt */
/* expect: D_TYPE_MEMBER 8:49 nosuch is not a member of struct in */
inline int above[int n] = n > limt;
inline string name = 5;
struct in { int a; };
struct out { int b; };
translator struct out < struct in *p > { b = p->nosuch; };
BEGIN { }

/* expect: D_TYPE_MEMBER 10:49 neither is not a member of struct in */
/* expect: D_OP_INCOMPAT 6:15 inline name is declared as "string", but its value is of type "int" */
/* expect: D_IDENT_UNDEF 5:31 failed to resolve limt */
/* expect: D_TYPE_MEMBER 9:49 nosuch is not a member of struct in */
inline int above[int n] = n > limt;
inline string name = 5;
struct in { int a; };
struct out { int b; };
translator struct out < struct in *p > { b = p->nosuch; };
translator struct out < struct in **p > : (*p)->neither { };
BEGIN { }

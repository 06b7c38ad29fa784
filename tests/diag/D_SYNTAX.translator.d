struct in { int a; };
struct out { int b; };
translator struct out < struct in *p > { b = p->a; }
BEGIN { }
/* expect: D_SYNTAX 4:1 expected ';' after the translator */

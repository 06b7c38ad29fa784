/* expect: D_DECL_SCOPE 2:5 D scope operator cannot be used in declaration: a`b */
int a`b;
BEGIN { }

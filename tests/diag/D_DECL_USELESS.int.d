/* expect: D_DECL_USELESS 2:1 declaration does not declare anything */
int;
BEGIN { }

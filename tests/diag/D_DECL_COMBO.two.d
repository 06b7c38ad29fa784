/* expect: D_DECL_COMBO 2:1 invalid type combination */
int double x;
BEGIN { }

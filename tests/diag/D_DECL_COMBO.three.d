/* expect: D_DECL_COMBO 2:11 invalid type combination */
long long long x;
BEGIN { }

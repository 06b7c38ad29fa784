/* expect: D_DECL_ARRBIG 2:6 array dimension too large */
int x[0x7fffffff];
BEGIN { }

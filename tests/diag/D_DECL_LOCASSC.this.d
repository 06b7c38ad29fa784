/* expect: D_DECL_LOCASSC 2:10 cannot declare a clause-local associative array: x */
this int x[int];
BEGIN { }

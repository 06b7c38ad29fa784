/* expect: D_DECL_CLASS 2:6 only one storage class allowed in a declaration */
self this int x;
BEGIN { }

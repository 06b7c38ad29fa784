/* expect: D_DECL_BADCLASS 2:1 specified storage class not appropriate in D: static */
static int x;
BEGIN { }

/* expect: D_DECL_ARRNULL 2:5 array declaration requires array dimension or tuple signature: x */
int x[];
BEGIN { }

/* expect: D_DECL_IDENT 2:5 identifier expected in declaration */
int *;
BEGIN { }

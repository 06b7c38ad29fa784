/* expect: D_DECL_PROTO_TYPE 2:14 a parameter cannot be an associative array */
int (*x)(int y[int]);
BEGIN { }

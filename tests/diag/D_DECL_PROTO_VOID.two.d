/* expect: D_DECL_PROTO_VOID 2:14 void must be the sole parameter */
int (*x)(void, int);
BEGIN { }

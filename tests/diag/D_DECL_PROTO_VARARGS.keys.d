/* expect: D_DECL_PROTO_VARARGS 2:12 an array's keys cannot end in "..." */
int x[int, ...];
BEGIN { }

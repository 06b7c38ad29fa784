/* expect: D_DECL_PROTO_FORM 2:5 a D program cannot declare a function: x */
int x(int);
BEGIN { }

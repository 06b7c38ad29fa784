/* expect: D_DECL_PROTO_NAME 2:25 parameter name is used twice: a */
inline int x[int a, int a] = a;
BEGIN { }

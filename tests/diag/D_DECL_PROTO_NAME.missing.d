/* expect: D_DECL_PROTO_NAME 2:17 a parameter of an inline needs a name */
inline int x[int] = 1;
BEGIN { }

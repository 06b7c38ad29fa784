/* expect: D_DECL_PROTO_NAME 2:22 a parameter of type void has no name: x */
extern int none(void x);
BEGIN { }

/* expect: D_DECL_PROTO_TYPE 4:36 argument #2 of probe b is of type "double": a probe is called with integers and pointers */
/* expect: D_DECL_PROTO_TYPE 4:58 argument #1 of probe c is of type "struct s" */
struct s { int a; };
provider own { probe a(int); probe b(int, double); probe c(struct s); };
BEGIN { }

/* expect: D_DECL_MNAME 2:28 member name is used twice: x */
struct own_s { int x; char x; };
BEGIN { }

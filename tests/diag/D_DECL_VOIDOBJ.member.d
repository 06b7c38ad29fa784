/* expect: D_DECL_VOIDOBJ 2:21 cannot have void member: x */
struct own_s { void x; };
BEGIN { }

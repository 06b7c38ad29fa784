/* expect: D_DECL_VOIDOBJ 2:6 cannot have void object: x */
void x;
BEGIN { }

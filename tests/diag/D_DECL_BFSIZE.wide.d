/* expect: D_DECL_BFSIZE 2:24 bit-field size exceeds its type: int */
struct own_s { int x : 33; };
BEGIN { }

/* expect: D_DECL_BFTYPE 2:21 invalid type for bit-field: int * */
struct own_s { int *x : 3; };
BEGIN { }

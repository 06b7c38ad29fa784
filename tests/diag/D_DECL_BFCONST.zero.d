/* expect: D_DECL_BFCONST 2:24 positive integral constant expression expected as bit-field size */
struct own_s { int x : 0; };
BEGIN { }

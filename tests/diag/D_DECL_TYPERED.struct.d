/* expect: D_DECL_TYPERED 3:8 type redeclared: struct own_s */
struct own_s { int x; };
struct own_s { int x; };
BEGIN { }

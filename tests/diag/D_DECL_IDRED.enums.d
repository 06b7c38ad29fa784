/* expect: D_DECL_IDRED 3:20 identifier redeclared: RED */
enum colour { RED, GREEN };
enum wine { WHITE, RED };
BEGIN { }

/* expect: D_DECL_IDRED 2:13 identifier redeclared: A */
enum e { A, A };
BEGIN { }

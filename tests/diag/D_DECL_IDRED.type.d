/* expect: D_DECL_IDRED 3:8 identifier redeclared: x */
int x;
string x;
BEGIN { }

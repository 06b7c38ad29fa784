/* expect: D_DECL_IDRED 2:5 identifier redeclared: execname */
int execname;
BEGIN { }

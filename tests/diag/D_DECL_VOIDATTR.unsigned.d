/* expect: D_DECL_VOIDATTR 2:1 invalid attributes for void, string or a named type */
unsigned string x;
BEGIN { }

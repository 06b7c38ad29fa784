/* expect: D_DECL_VOIDATTR 2:1 invalid attributes for type void */
unsigned void *x;
BEGIN { }

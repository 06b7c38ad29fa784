/* expect: D_DECL_CHARATTR 2:1 invalid attributes for type char */
long char x;
BEGIN { }

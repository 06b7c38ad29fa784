/* expect: D_DECL_SIGNINT 2:1 signed and unsigned may be used only with an integer type, one of them */
signed unsigned x;
BEGIN { }

/* expect: D_DECL_LONGINT 2:1 short and long may be used only with an integer type, one of them */
short long x;
BEGIN { }

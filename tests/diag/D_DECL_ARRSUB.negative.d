/* expect: D_DECL_ARRSUB 2:7 positive integral constant expression or tuple signature expected as array declaration subscript */
int x[-1];
BEGIN { }

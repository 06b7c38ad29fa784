/* expect: D_DECL_ARRSUB 2:10 positive integral constant expression or tuple signature expected as array declaration subscript */
int n, x[n];
BEGIN { }

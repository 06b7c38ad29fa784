/* expect: D_DECL_PARMCLASS 2:7 storage class not allowed for a parameter */
int x[extern int];
BEGIN { }

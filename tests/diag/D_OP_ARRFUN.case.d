int a[4];
BEGIN
{
	a = 1;
}
/* expect: D_OP_ARRFUN 4:4 */

BEGIN
{
	x = trace(1);
	count();
}
/* expect: D_CG_EXPR 3:6 */
/* expect: D_CG_EXPR 4:2 */

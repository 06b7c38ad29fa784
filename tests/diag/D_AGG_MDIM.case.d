BEGIN
{
	@a[1] = count();
	trace(@a[1][2]);
}
/* expect: D_AGG_MDIM 4:13 */

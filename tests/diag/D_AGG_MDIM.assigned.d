/* expect: D_AGG_MDIM 5:6 may not be indexed twice */
/* expect: D_AGG_MDIM 6:11 may not be indexed twice */
BEGIN
{
	@[0][1] = count();
	@named[0][1] = sum(1);
}

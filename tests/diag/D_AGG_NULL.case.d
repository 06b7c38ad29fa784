BEGIN
{
	@a;
	@a = count();
}
/* expect: D_AGG_NULL 3:2 */

BEGIN
{
	speculate(1);
	@a = count();
}
/* expect: D_AGG_SPEC 4:2 */

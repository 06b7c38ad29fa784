BEGIN
{
	@a = sum(execname);
}
/* expect: D_AGG_SCALAR 3:11 */

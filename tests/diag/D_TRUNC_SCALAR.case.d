BEGIN
{
	@a = count();
	trunc(@a, "a");
}
/* expect: D_TRUNC_SCALAR 4:2 */

BEGIN
{
	@a = count();
	normalize(@a, "a");
}
/* expect: D_NORMALIZE_SCALAR 4:2 */

BEGIN
{
	@a = count();
	normalize();
}
/* expect: D_NORMALIZE_PROTO 4:2 */

BEGIN
{
	@a = count();
	trunc();
}
/* expect: D_TRUNC_PROTO 4:2 */

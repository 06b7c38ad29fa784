BEGIN
{
	@a = count();
	clear();
}
/* expect: D_CLEAR_PROTO 4:2 */

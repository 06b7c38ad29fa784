BEGIN
{
	commit(1);
	@a = count();
}
/* expect: D_AGG_COMM 4:2 */

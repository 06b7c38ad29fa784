BEGIN
{
	commit(1);
	commit(2);
}
/* expect: D_COMM_COMM 4:2 */

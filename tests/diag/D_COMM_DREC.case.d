BEGIN
{
	trace(1);
	commit(1);
}
/* expect: D_COMM_DREC 4:2 */

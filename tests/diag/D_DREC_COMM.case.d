BEGIN
{
	commit(1);
	trace(1);
}
/* expect: D_DREC_COMM 4:2 */

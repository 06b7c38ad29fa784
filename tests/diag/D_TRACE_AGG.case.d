BEGIN
{
	@a = count();
	trace(@a);
}
/* expect: D_TRACE_AGG 4:8 */

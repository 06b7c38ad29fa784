BEGIN
{
	trace(args);
}
/* expect: D_TRACE_DYN 3:8 */

BEGIN
{
	trace((void)1);
}
/* expect: D_TRACE_VOID 3:8 */

syscall:::entry
{
	trace(args[0]);
}
/* expect: D_ARGS_MULTI 3:12 */

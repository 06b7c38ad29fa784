BEGIN
{
	trace(args[0]);
}
/* expect: D_ARGS_NONE 3:12 */

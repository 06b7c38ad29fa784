syscall:x64:read:entry
{
	trace(args[9]);
}
/* expect: D_ARGS_IDX 3:12 */

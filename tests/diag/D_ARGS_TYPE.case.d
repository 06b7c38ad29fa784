syscall:x64:read:entry
{
	trace(args[pid]);
}
/* expect: D_ARGS_TYPE 3:12 */

syscall::open:return
{
	trace(copyinstr(arg0));
	trace(arg2);
}
/* expect: W_ARGS_RETURN 3:8 arg0 is the value that the call returns */
/* expect: W_ARGS_RETURN 4:8 no arg2 */

#pragma D option strsize=16
syscall::read:entry
/execname == "longer than sixteen bytes"/
{
	trace(execname);
}
/* expect: W_STR_LONG 3:14 a string here at most 16 */

syscall::open:entry
{
	trace(stringof(arg0));
	trace(*(int *)arg1);
}
/* expect: W_USER_ADDR 3:17 arg0 holds an address of the process */
/* expect: W_USER_ADDR 4:8 arg1 holds */

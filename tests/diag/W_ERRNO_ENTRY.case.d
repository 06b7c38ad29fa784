syscall::read:entry
{
	trace(errno);
}
/* expect: W_ERRNO_ENTRY 3:8 errno is not set yet */

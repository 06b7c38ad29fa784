/* flags: -c /bin/true */
pid$target:libc:read:return
{
	trace(errno);
}
/* expect: W_ERRNO_ENTRY 4:8 errno is 0 in a probe of a process */

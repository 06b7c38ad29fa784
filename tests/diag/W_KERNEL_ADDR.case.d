syscall::read:entry
{
	trace(copyinstr((uintptr_t)curthread->comm));
}
/* expect: W_KERNEL_ADDR 3:40 this is the kernel's */

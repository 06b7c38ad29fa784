/* SPDX-License-Identifier: BSD-2-Clause */
syscall::sethostname:entry
/pid == $target/
{
	this->p = (int *)alloca(8);
	this->p[0] = 70;
	this->p[1] = 80;
	copyout(this->p, arg0 + 4, 8);
	this->n = 4;
	copyout(&this->p[1], arg0, this->n);
}

syscall::chroot:entry
/pid == $target/
{
	copyoutstr("hello", arg0, 32);
	copyoutstr("HELLO", arg1, 3);
}

syscall::sethostname:entry
/pid == $target/
{
	copyout(this->p, 16, 4);
}

ERROR
{
	printf("fault %d at %x\n", arg4, arg5);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/* Pages that are not resident are brought in where the probe may wait for that. */
pid$target:a.out:text:entry
{
	printf("%s\n", copyinstr(arg0));
}

pid$target:a.out:words:entry
{
	this->p = (uint32_t *)copyin(arg0, 8);
	printf("%d %d\n", this->p[0], this->p[1]);
}

pid$target:a.out:large:entry
{
	this->buffer = (char *)alloca(9000);
	copyinto(arg0, 9000, this->buffer);
	printf("%s, %d\n", stringof(this->buffer + 100), *(uint32_t *)(this->buffer + 8200));
}

pid$target:a.out:nowhere:entry
{
	printf("never: %s\n", copyinstr(arg0));
}

ERROR
{
	printf("fault %d\n", arg4);
}

syscall::openat:entry
/pid == $target && arg2 == O_PATH/
{
	self->path = arg1;
	printf("entry: %s\n", copyinstr(arg1));
}

syscall::openat:return
/self->path/
{
	printf("return: %s\n", copyinstr(self->path));
	self->path = 0;
}

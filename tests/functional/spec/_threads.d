/* SPDX-License-Identifier: BSD-2-Clause */
#pragma D option quiet
#pragma D option nspec=4096
syscall::dup3:entry
/pid == $target && (int)arg0 == -10/
{
	self->spec = speculation();
	self->n = arg2;
}
syscall::dup3:entry
/self->spec/
{
	speculate(self->spec);
	printf("%d %d ", arg1, arg2);
}
syscall::dup3:return
/self->spec/
{
	speculate(self->spec);
	printf("%d ", self->n);
}
syscall::flock:entry
/self->spec/
{
	speculate(self->spec);
	printf("%d\n", arg1);
}
syscall::flock:return
/self->spec && self->n % 2/
{
	commit(self->spec);
	self->spec = 0;
}
syscall::flock:return
/self->spec/
{
	discard(self->spec);
	self->spec = 0;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -c errand */
/*
 * Details of calls that fail, nothing of those that succeed (idiom: speculation() at entry,
 * commit() or discard() at return, `self->spec` freed).
 */
#pragma D option quiet
#pragma D option nspec=8

syscall::openat:entry
/pid == $target/
{
	self->spec = speculation();
	self->path = arg1;
	speculate(self->spec);
	printf("%s ", probefunc);
}

syscall::openat:return
/self->spec/
{
	speculate(self->spec);
	printf("of %s failed with %d\n", copyinstr(self->path), errno);
}

syscall::openat:return
/self->spec && errno && begun/
{
	commit(self->spec);
	self->spec = 0;
}

syscall::openat:return
/self->spec/
{
	discard(self->spec);
	self->spec = 0;
}

syscall::getppid:entry
/pid == $target/
{
	begun = 1;
}
/* output:
openat of /nonexistent/one failed with 2
openat of /nonexistent/two failed with 2

*/

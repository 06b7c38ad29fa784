/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -c errand -x compat=classic */
/*
 * Files that are opened, by the call's name of old: with compat=classic open is what programs use,
 * and arg0 the path (idiom: `self->pathp = arg0`, copyinstr() at the return probe).
 */
#pragma D option quiet

dtrace:::BEGIN
{
	printf("%3s %5s %s\n", "FD", "ERRNO", "PATH");
}

syscall::open:entry
/pid == $target/
{
	self->pathp = arg0;
	self->ok = 1;
}

syscall::open:return
/self->ok/
{
	this->path = copyinstr(self->pathp);
	this->shown = dirname(this->path) == "/nonexistent" || basename(this->path) == "zero";
	self->pathp = 0;
	self->ok = 0;
}

syscall::open:return
/this->shown/
{
	printf("%3d %5d %s\n", (int)arg0 < 0 ? -1 : 0, errno, this->path);
}
/* output:
 FD ERRNO PATH
  0     0 /dev/zero
 -1     2 /nonexistent/one
 -1     2 /nonexistent/two

*/

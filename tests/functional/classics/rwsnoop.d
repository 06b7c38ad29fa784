/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -c errand */
/*
 * Reads and writes as they happen (idiom: `self->fd = arg0; self->size = 0`, later assigned a
 * value of 64 bits; fds[] for the file).
 */
#pragma D option quiet

BEGIN
{
	printf("%-8s %1s %6s %s\n", "CMD", "D", "BYTES", "FILE");
}

syscall::read:entry, syscall::write:entry
/pid == $target && (fds[arg0].fi_name == "null" || fds[arg0].fi_name == "zero")/
{
	self->fd = arg0;
	self->rwsnoop = 1;
}

syscall::read:return
/self->rwsnoop/
{
	self->dir = "R";
}

syscall::write:return
/self->rwsnoop/
{
	self->dir = "W";
}

syscall::read:return, syscall::write:return
/self->rwsnoop/
{
	printf("%-8s %1s %6d %s\n", execname, self->dir, (int)arg0, fds[self->fd].fi_pathname);
	self->rwsnoop = 0;
	self->dir = 0;
	self->fd = 0;
}
/* output:
CMD      D  BYTES FILE
errand   W      1 /dev/null
errand   W     10 /dev/null
errand   W    100 /dev/null
errand   W   1000 /dev/null
errand   R    512 /dev/zero
errand   R    512 /dev/zero
errand   R    512 /dev/zero

*/

/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -c errand -Z */
/*
 * Calls with their arguments and results (idiom: a clause for each form of arguments, self->arg0
 * freed after the print, `probefunc == "read" ? … : …` for the text).
 */
#pragma D option quiet

syscall::getppid:entry
/pid == $target/
{
	self->traced = 1;
}

syscall:::entry
/self->traced/
{
	self->start = timestamp;
	self->arg0 = arg0;
	self->arg1 = arg1;
	self->arg2 = arg2;
}

syscall::openat:return, syscall::chdir:return
/self->start && errno/
{
	this->path = copyinstr(probefunc == "openat" ? self->arg1 : self->arg0);
	printf("%s(\"%S\") = %d Err#%d\n", probefunc, this->path, (int)arg0, errno);
}

syscall::read:return, syscall::write:return, syscall::*lseek*:return
/self->start/
{
	printf("%s(0x%X, .., 0x%X) = %d %d\n", probefunc, self->arg0, self->arg2, (int)arg0, errno);
}

syscall:::return
/self->start/
{
	self->start = 0;
	self->arg0 = 0;
	self->arg1 = 0;
	self->arg2 = 0;
}
/* output:
write(0x3, .., 0x1) = 1 0
write(0x3, .., 0xA) = 10 0
write(0x3, .., 0x64) = 100 0
write(0x3, .., 0x3E8) = 1000 0
read(0x4, .., 0x200) = 512 0
read(0x4, .., 0x200) = 512 0
read(0x4, .., 0x200) = 512 0
openat("/nonexistent/one") = -1 Err#2
openat("/nonexistent/two") = -1 Err#2
chdir("/nonexistent/one") = -1 Err#2

*/

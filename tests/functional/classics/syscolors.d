/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -c errand */
/*
 * System calls coloured by topic, each followed by its result (idiom: strings of escapes in
 * inlines, `/self->start/`, probefunc as the name of the call).
 */
#pragma D option quiet

inline string RED = "\033[31m";
inline string GREEN = "\033[32m";
inline string PLAIN = "\033[0m";

syscall::getppid:entry
/pid == $target && !self->start/
{
	self->start = timestamp;
}

syscall::read:entry, syscall::write:entry
/self->start/
{
	self->colour = GREEN;
	self->size = arg2;
}

syscall::read:return, syscall::write:return
/self->colour != NULL/
{
	printf("%s%-6s %4d = %d%s\n", self->colour, probefunc, self->size, arg0, PLAIN);
	self->colour = 0;
	self->size = 0;
}

syscall::chdir:return
/self->start && errno != 0/
{
	printf("%s%-6s errno %d%s\n", RED, probefunc, errno, PLAIN);
}
/* output:
[32mwrite     1 = 1[0m
[32mwrite    10 = 10[0m
[32mwrite   100 = 100[0m
[32mwrite  1000 = 1000[0m
[32mread    512 = 512[0m
[32mread    512 = 512[0m
[32mread    512 = 512[0m
[31mchdir  errno 2[0m

*/

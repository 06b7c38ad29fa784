/* SPDX-License-Identifier: BSD-2-Clause */
/* A number that names no call fires nothing, and disturbs nothing. */
/* flags: -q -c $WORKLOAD */

syscall::getppid:entry
/pid == $target/
{
	self->on = 1;
}

syscall:::entry, syscall:::return
/self->on/
{
	printf("%s:%s:%s\n", probemod, probefunc, probename);
}

syscall::getpgid:return
/self->on/
{
	self->on = 0;
}
/* output:
x64:getppid:entry
x64:getppid:return
x64:getpgid:entry
x64:getpgid:return

*/

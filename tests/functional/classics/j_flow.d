/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -Z -e */
/*
 * Java methods as a tree (idiom: names copied with their lengths, as they have no end; depth by
 * thread, which wraps never; `hotspot*` for every JVM).
 */
#pragma D option quiet
#pragma D option switchrate=10

self int depth;

dtrace:::BEGIN
{
	printf("%3s %6s %-16s -- %s\n", "C", "PID", "TIME(us)", "CLASS.METHOD");
}

hotspot*:::method-entry
{
	this->class = (char *)copyin(arg1, arg2 + 1);
	this->class[arg2] = '\0';
	this->method = (char *)copyin(arg3, arg4 + 1);
	this->method[arg4] = '\0';
	printf("%3d %6d %-16d %*s-> %s.%s\n", cpu, pid, timestamp / 1000, self->depth * 2, "",
	    stringof(this->class), stringof(this->method));
	self->depth++;
}

hotspot*:::method-return
{
	this->class = (char *)copyin(arg1, arg2 + 1);
	this->class[arg2] = '\0';
	self->depth -= self->depth > 0 ? 1 : 0;
	printf("%3d %6d %-16d %*s<- %s\n", cpu, pid, timestamp / 1000, self->depth * 2, "",
	    stringof(this->class));
}
/* output:
*/

/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -Z -e */
/*
 * Threads that wait for a Java monitor (idiom: an array by monitor and thread, `this` strings as
 * keys).
 */
#pragma D option quiet

hotspot*:::monitor-contended-enter
{
	waits[pid, arg0, arg1] = timestamp;
}

hotspot*:::monitor-contended-entered
/waits[pid, arg0, arg1]/
{
	this->ns = timestamp - waits[pid, arg0, arg1];
	this->class = stringof(copyin(arg2, arg3));
	@count[this->class] = count();
	@ns[this->class] = max(this->ns);
	waits[pid, arg0, arg1] = 0;
}

dtrace:::END
{
	printa("%-40s %@8d %@12d\n", @count, @ns);
}
/* output:
*/

/* engine: in the kernel, as its probes */
/*
 * Elements of self-> arrays are freed with the thread: an array for some dozens has no dynamic
 * drops, and a living thread keeps its elements.
 */
/* flags: -q -x dynvarsize=16k -c $WORKLOAD */

syscall::getppid:entry
/pid == $target/
{
	self->number[1]++;
	self->name[pid, 2] = "a thread";
	self->count[3]++;
	@n = count();
	@threads[self->number[1], self->name[pid, 2], self->count[3]] = count();
}

END
{
	printa("%d %s %d: %@d\n", @threads);
	printa("%@d\n", @n);
}
/* output:
2 a thread 2: 1
1 a thread 1: 20001
20002

*/

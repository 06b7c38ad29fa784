/* What self-> arrays hold is freed with the thread: no dynamic drops in an array for some dozens, and
 * the thread that is still there keeps its own. */
/* flags: -q -x dynvarsize=16k -c $WORKLOAD */
/* timeout: 120 */

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

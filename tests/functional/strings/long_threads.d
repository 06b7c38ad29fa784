/* engine: in the kernel, as its probes */
/* Long self-> strings are freed with their thread: 201 threads, one after the other, in room for 16,
 * and the first thread keeps its own. So are large arrays, and what small ones exceed a thread's
 * memory by. */
/* flags: -q -x strsize=64k -c $WORKLOAD */

struct large {
	int first;
	char bytes[40000];
	int last;
};
self struct large large;

syscall::truncate:entry
/pid == $target && arg1 == 0/
{
	self->name = copyinstr(arg0);
	self->large.first++;
	self->large.last += 2;
	self->large.bytes[arg1 + 39999] = 'x';
}

syscall::truncate:entry
/pid == $target && arg1 == 1/
{
	@same = sum(self->name == copyinstr(arg0));
	@large = sum(self->large.first + self->large.last);
	@bytes = sum(self->large.bytes[39999] == 'x');
}

END
{
	printa("%@d %@d %@d\n", @same, @large, @bytes);
}
/* output:
201 603 201

*/

/* flags: -q -c $WORKLOAD */
/* args: $CALLS */
/* engine: in the kernel, as its probes */
/*
 * A part of the probe's name as a key of an array is its text: other probes that share it find the
 * element, probes of other groups and providers among them.
 */
syscall::getppid:entry, syscall::getuid:entry
/pid == $target/
{
	self->start[probefunc] = timestamp;
	calls[probemod, probefunc, probename]++;
}

syscall::getppid:return
/self->start[probefunc]/
{
	@alone[probefunc] = count();
	self->start[probefunc] = 0;
}

syscall:::return
/self->start[probefunc]/
{
	@found[probefunc] = count();
	self->start[probefunc] = 0;
}

syscall::exit_group:entry
/pid == $target/
{
	/* one use is another string */
	named[probefunc] = 1;
	printf("%d %d\n", calls[$$1, "getppid", "entry"], calls[$$1, "getuid", "entry"]);
}

pid$target:a.out:twice:entry
{
	depth[probefunc] += 1;
}

pid$target:a.out:twice:return
/depth[probefunc]/
{
	@depths[probefunc] = count();
	depth[probefunc] -= 1;
}

END
{
	printa("alone %s %@d\n", @alone);
	printa("found %s %@d\n", @found);
	printa("depths %s %@d\n", @depths);
	printf("%d\n", named["exit_group"]);
}
/* output:
5 7
alone getppid 5
found getuid 7
depths twice 2
1

*/

/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q -c $WORKLOAD */
/* engine: in the kernel, as its probes */
/* Each thread has its own self->; an associative array under self-> as well. */
syscall::write:entry
/pid == $target && (int)arg0 == -1/
{
	self->number = arg2;
	self->name = strjoin("thread ", lltostr(arg2));
}

syscall::getppid:entry
/self->number/
{
	self->calls++;
	self->by[self->number, probefunc] += 2;
}

syscall::write:entry
/pid == $target && (int)arg0 == -2/
{
	@calls[self->name, self->number] = sum(self->calls);
	@twice[self->name, self->number] = sum(self->by[arg2, "getppid"]);
	self->number = 0;
	self->name = NULL;
	@left[self->name == "" && !self->number] = count();
}

END
{
	printa("%s %d: %@d %@d\n", @calls, @twice);
	printa("%d: %@d\n", @left);
}
/* output:
thread 1 1: 100 200
thread 2 2: 200 400
thread 3 3: 300 600
thread 4 4: 400 800
thread 5 5: 500 1000
thread 6 6: 600 1200
thread 7 7: 700 1400
thread 8 8: 800 1600
1: 8

*/

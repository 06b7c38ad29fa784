/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q -c $WORKLOAD */
/* engine: in the kernel, for vtimestamp */
/* Between any two firings in a thread the CPU time is at least 0, and at most the elapsed time: across exec, migration,
   the first switch, switches themselves, and probes that interrupt programs. A thread that is interrupted between
   its reading and its noting may note the earlier of two times: that pair is passed over. */
syscall:::entry
/(pid == $target || progenyof($target)) && !self->t/
{
	self->v = vtimestamp;
	self->t = timestamp;
}

syscall:::entry, syscall:::return, sched:::off-cpu, sched:::on-cpu, profile-997hz
/self->t/
{
	this->v = vtimestamp;
	this->t = timestamp;
	this->cpu = (int64_t)(this->v - self->v);
	this->elapsed = (int64_t)(this->t - self->t);
	@backwards = sum(this->elapsed >= 0 && this->cpu < 0);
	@beyond = sum(this->elapsed >= 0 && this->cpu > this->elapsed);
	@firings = count();
	self->v = this->v;
	self->t = this->t;
}

/* One interval, from the first call of a new program. */
syscall::brk:entry
/(pid == $target || progenyof($target)) && !self->brk/
{
	self->brk = vtimestamp;
	self->since = timestamp;
}

syscall::brk:return
/self->brk/
{
	@backwards = sum((int64_t)(vtimestamp - self->brk) < 0);
	@beyond = sum(vtimestamp - self->brk > timestamp - self->since);
	self->brk = 0;
}

END
{
	printa("backwards %@d, beyond %@d\n", @backwards, @beyond);
	clear(@backwards);
	clear(@beyond);
	trunc(@firings);
}
/* output:
backwards 0, beyond 0

*/

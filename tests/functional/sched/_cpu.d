/* SPDX-License-Identifier: BSD-2-Clause */
/* A thread gets its CPU before it loses it. Kernels before 6.15 do not tell. */
sched:::on-cpu
/pid == $target/
{
	wrong += self->on != 0;
	self->on = timestamp;
	got++;
}

sched:::off-cpu
/pid == $target/
{
	wrong += self->first && !self->on;
	self->first = 1;
	self->on = 0;
}

sched:::remain-cpu
/pid == $target/
{
	wrong += self->first && !self->on;
}

sched:::surrender
/args[1]->pr_pid == $target/
{
	told++;
}


END
{
	printf("%d wrong; %s %s\n", wrong, got >= 1000 ? "got" : "-", told > 0 ? "told" : "-");
}

/* SPDX-License-Identifier: BSD-2-Clause */
/* A thread that remains has its CPU. Kernels before 6.15 do not expose this. */
sched:::on-cpu
/pid == $target/
{
	self->on = 1;
}

sched:::off-cpu
/pid == $target/
{
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
	printf("%d wrong; %s\n", wrong, told > 0 ? "told" : "-");
}

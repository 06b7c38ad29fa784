/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q -c $WORKLOAD */
/*
 * Values that a provider keeps between two probes: its own variables of every scope, though the
 * program has some of the same names.
 */
provider reading {
	syscall::read:entry
	/pid == $target && arg2 < 100/
	{
		self->asked = arg2;
		asked[tid] = arg2;
		total += arg2;
		this->half = arg2 / 2;
	}

	probe begun(long half) = syscall::read:entry /self->asked/ { this->half };
	probe done(long got, long asked, long sum) =
	    syscall::read:return /self->asked && asked[tid] == self->asked/
		{ arg1, self->asked, total };

	syscall::read:return /self->asked/ { self->asked = 0; asked[tid] = 0; }
};

syscall::read:entry
/pid == $target/
{
	self->asked = 1000;
	asked[tid] = 2000;
	total = 3000;
	this->half = 4000;
}

reading:::begun
{
	self->begun = args[0];
	halves += arg0;
}

reading:::done
/self->asked == 1000 && asked[tid] == 2000 && total == 3000 && this->half == 0/
{
	printf("%d: %d of %d\n", tid == $target ? 1 : 2, args[0], args[1]);
	wrong += self->begun != args[1] / 2;
	last = args[2];
}

END
{
	printf("%d %d %d\n", halves, last, wrong);
}
/* output:
1: 11 of 11
1: 21 of 21
1: 31 of 31
1: -1 of 7
2: 12 of 12
2: 22 of 22
2: 32 of 32
2: -1 of 7
69 143 0

*/

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The probes of the soak: each of the workload's calls fires entry and return; some of the calls
 * also print, speculate, take stacks or change associative arrays. tests/soak/run knows the
 * expected numbers. Small buffers, so that losses happen: of records in bursts, of speculations, of
 * array elements.
 */
#pragma D option quiet
#pragma D option bufsize=512k
#pragma D option nspec=32
#pragma D option dynvarsize=512k

/* ---- every call ---- */
syscall::getppid:entry
/pid == $target/
{
	@n["entry"] = count();
	@total = sum(arg0);
	@spread[arg1] = lquantize(arg0 % 100, 0, 100, 10);
	self->n = arg0;
}
syscall::getppid:return
/self->n/
{
	@n["return"] = count();
}

/* ---- records: every 64th call, and bursts ---- */
syscall::getppid:entry
/pid == $target && (arg0 % 64 == 1 || arg0 % 4000000 < 20000)/
{
	printf("P %d %d %s\n", arg1, arg0, execname);
	@n["printed"] = count();
}

/* ---- associative arrays: elements come and go, and one array that becomes full ---- */
syscall::getppid:entry
/pid == $target && arg0 % 8 == 2/
{
	pending[tid, arg0 % 61] = arg0;
	self->pending = 1;
}
syscall::getppid:return
/self->pending/
{
	@pending[pending[tid, self->n % 61] == self->n ? "right" : "wrong"] = count();
	pending[tid, self->n % 61] = 0;
	self->pending = 0;
}
syscall::getppid:entry
/pid == $target && arg0 % 1024 == 0/
{
	kept[arg1, arg0] = arg0;
}
syscall::getpgid:entry
/pid == $target/
{
	@kept[kept[arg1, arg0] == arg0 ? "kept" : kept[arg1, arg0] ? "wrong" : "lost"] = count();
}

/* ---- stacks: as keys, and in records ---- */
syscall::getppid:entry
/pid == $target && arg0 % 256 == 3/
{
	@kernel_stacks[stack()] = count();
	@user_stacks[ustack()] = count();
}
syscall::getppid:entry
/pid == $target && arg0 % 4096 == 4/
{
	printf("K %d %d", arg1, arg0);
	stack(2);
	ustack(2);
	@n["stacks"] = count();
}

/* ---- speculations: two records each; every other one is committed ---- */
syscall::getppid:entry
/pid == $target && arg0 % 512 == 5/
{
	self->spec = speculation();
	@spec[self->spec ? "begun" : "refused"] = count();
}
syscall::getppid:entry
/self->spec/
{
	speculate(self->spec);
	printf("S %d %d 1\n", arg1, arg0);
	self->part1 = 1;
}
syscall::getppid:return
/self->spec/
{
	speculate(self->spec);
	printf("S %d 2\n", self->n);
	self->part2 = 1;
}
syscall::getppid:return
/self->part1/
{
	@parts[self->n % 1024 == 5 ? "commit" : "discard"] = count();
	self->part1 = 0;
}
syscall::getppid:return
/self->part2/
{
	@parts[self->n % 1024 == 5 ? "commit" : "discard"] = count();
	self->part2 = 0;
}
syscall::getppid:return
/self->spec && self->n % 1024 == 5/
{
	commit(self->spec);
	self->spec = 0;
}
syscall::getppid:return
/self->spec/
{
	discard(self->spec);
	self->spec = 0;
}

END
{
	printa("= %s %@d\n", @n);
	printa("= total %@d\n", @total);
	printa("= pending-%s %@d\n", @pending);
	printa("= kept-%s %@d\n", @kept);
	printa("= spec-%s %@d\n", @spec);
	printa("= parts-%s %@d\n", @parts);
	printa("%k= kernel-stack %@d\n", @kernel_stacks);
	printa("%k= user-stack %@d\n", @user_stacks);
	printa("= thread-%d\n%@d", @spread);
}

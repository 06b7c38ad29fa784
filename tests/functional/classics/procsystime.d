/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -c errand */
/*
 * Elapsed time and number of system calls by name; times are not printed, only that each name has
 * some (idiom: self->start in the predicate of the return probe, trunc() of a total, normalize()).
 */
#pragma D option quiet

self int ok;

dtrace:::BEGIN
{
	start = timestamp;
}

syscall::getppid:entry
/pid == $target/
{
	self->ok = 1;
}

syscall::getppid:entry, syscall::read:entry, syscall::write:entry
/self->ok && pid == $target/
{
	@Counts[probefunc] = count();
	@Counts["TOTAL:"] = count();
	self->start = timestamp;
}

syscall::getppid:return, syscall::read:return, syscall::write:return
/self->start/
{
	this->elapsed = timestamp - self->start;
	@Times[probefunc] = sum(this->elapsed);
	self->start = 0;
}

syscall::nanosleep:entry, syscall::clock_nanosleep:entry
/self->ok/
{
	@Naps["naps"] = count();
}

dtrace:::END
{
	printf("%s\n", timestamp > start ? "time has passed" : "no time has passed");
	normalize(@Naps, 2);
	printa("%s %@d\n", @Naps);
	trunc(@Times);
	printa("%s %@d\n", @Times);
	trunc(@Counts, 1);
	printa("%s %@d\n", @Counts);
}
/* output:
time has passed
naps 1
TOTAL: 14

*/

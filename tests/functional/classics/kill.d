/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -c errand */
/*
 * Senders, signals and receivers (idiom: the arguments kept for the return probe,
 * `/self->target/`).
 */
#pragma D option quiet

dtrace:::BEGIN
{
	printf("%-8s %4s %-8s %s\n", "FROM", "SIG", "TO", "RESULT");
}

syscall::kill:entry
/pid == $target/
{
	self->target = (int)arg0;
	self->signal = arg1;
}

syscall::kill:return
/self->target/
{
	printf("%-8s %4d %-8s %d\n", execname, self->signal, self->target == pid ? "itself" : "other", (int)arg0);
	self->target = 0;
	self->signal = 0;
}
/* output:
FROM      SIG TO       RESULT
errand     10 itself   0

*/

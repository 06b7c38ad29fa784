/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * forbidden WAY: calls take() 1,000 times, forbids itself to read the processor's counter, and
 * calls take() 100,000 times more, at once.
 *
 *	prctl	 forbids it by prctl()
 *	syscall	 by syscall()
 *	child	 the same, and a child calls take()
 *	strict	 forbids all system calls, too, but read(), write(), exit() and sigreturn()
 *	seccomp	 the same by syscall()
 *	before	 forbids it first, and then waits for a line of input
 */
#include <linux/seccomp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile long n_taken;
void take(void);

__attribute__((noipa)) void take(void)
{
	n_taken++;
}

static void take_many(int n)
{
	for (int i = 0; i < n; i++)
		take();
}

static long by_prctl(void)
{
	return prctl(PR_SET_TSC, PR_TSC_SIGSEGV, 0, 0, 0);
}

static long by_syscall(void)
{
	return syscall(SYS_prctl, PR_SET_TSC, PR_TSC_SIGSEGV, 0, 0, 0);
}

static long by_child(void)
{
	int status = 1;

	if (by_prctl())
		return 1;
	if (!fork()) {
		take_many(1000);
		_exit(0);
	}
	wait(&status);
	return status;
}

static long by_strict(void)
{
	return prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT);
}

static long by_seccomp(void)
{
	return syscall(SYS_seccomp, SECCOMP_SET_MODE_STRICT, 0, NULL);
}

static long by_waiting(void)
{
	char line[16];

	if (by_prctl())
		return 1;
	puts("ready");
	fflush(stdout);
	return !fgets(line, sizeof(line), stdin);
}

static const struct {
	const char *name;
	long (*forbid)(void);
} ways[] = {
    {"prctl", by_prctl},   {"syscall", by_syscall}, {"child", by_child},
    {"strict", by_strict}, {"seccomp", by_seccomp}, {"before", by_waiting},
};

int main(int argc, char **argv)
{
	prctl(PR_SET_TSC, PR_TSC_ENABLE, 0, 0, 0); // forbids nothing
	take_many(1000);
	for (size_t i = 0; argc > 1 && i < sizeof(ways) / sizeof(*ways); i++)
		if (!strcmp(ways[i].name, argv[1]) && ways[i].forbid())
			abort();
	take_many(100000);
	if (write(STDOUT_FILENO, "alive\n", 6) != 6)
		abort();
	syscall(SYS_exit, 0);
}

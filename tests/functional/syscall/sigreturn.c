/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Five signals, each of which interrupts a call that then fails with EINTR: sigreturn puts -EINTR
 * into the result register, which is not its own result.
 */
#include <signal.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

static void handle(int signal)
{
}

int main(void)
{
	struct sigaction action = {.sa_handler = handle};

	sigaction(SIGALRM, &action, NULL);
	for (int i = 0; i < 5; i++) {
		struct itimerval soon = {.it_value.tv_usec = 10000};

		setitimer(ITIMER_REAL, &soon, NULL);
		syscall(SYS_ppoll, NULL, 0, NULL, NULL, 0);
	}
	return 0;
}

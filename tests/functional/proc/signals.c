// SPDX-License-Identifier: BSD-2-Clause
// Signals: handled, ignored, waited for by processes and threads, caused by the processor, and
// deadly. Prints what the trace must say.
#define _GNU_SOURCE
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static sigjmp_buf back;
static char *volatile unmapped = (char *)0x1234, *volatile forbidden, *volatile beyond;
static sigset_t blocked;
static int tid;

static void send(int sig, int pid, int to)
{
	printf("send %d to %d/%d\n", sig, pid, to);
}

static void handler(int sig, siginfo_t *info, void *context)
{
	(void)sig, (void)info, (void)context;
}

static void recover(int sig)
{
	siglongjmp(back, sig);
}

static void handle_and_ignore(void)
{
	struct sigaction a = {.sa_sigaction = handler, .sa_flags = SA_SIGINFO};
	int pid = getpid();

	sigaction(SIGUSR1, &a, NULL);
	sigqueue(pid, SIGUSR1, (union sigval){.sival_int = 4711});
	send(SIGUSR1, pid, pid);
	printf("handle %d code -1 by %d value 4711 at 0 with %lx\n", SIGUSR1, pid, (long)handler);
	signal(SIGUSR2, SIG_IGN);
	kill(pid, SIGUSR2);
	send(SIGUSR2, pid, pid);
	printf("discard %d to %d/%d\n", SIGUSR2, pid, pid);
	kill(pid, SIGURG);
	send(SIGURG, pid, pid);
	printf("discard %d to %d/%d\n", SIGURG, pid, pid);
}

static void *wait_for(void *tell)
{
	int sig;

	tid = (int)syscall(SYS_gettid);
	if (tell)
		raise(SIGTERM);
	sigwait(&blocked, &sig);
	return NULL;
}

static void wait_in_threads(void)
{
	pthread_t t;
	int pid = getpid();

	sigemptyset(&blocked);
	sigaddset(&blocked, SIGTERM);
	sigprocmask(SIG_BLOCK, &blocked, NULL);
	kill(pid, SIGTERM);
	send(SIGTERM, pid, pid);
	pthread_create(&t, NULL, wait_for, NULL);
	pthread_join(t, NULL);
	printf("clear %d in %d\n", SIGTERM, tid);
	pthread_create(&t, NULL, wait_for, &t);
	pthread_join(t, NULL);
	send(SIGTERM, pid, tid);
	printf("clear %d in %d\n", SIGTERM, tid);
}

static void fault(int number, int sig, int code, const void *at)
{
	int pid = getpid();

	printf("fault %d by %d at %lx\n", number, sig, (long)at);
	send(sig, pid, pid);
	printf("handle %d code %d by 0 value 0 at %lx with %lx\n", sig, code, (long)at,
	       (long)recover);
}

static void faults(void)
{
	int fd = memfd_create("empty", 0);

	signal(SIGSEGV, recover);
	signal(SIGBUS, recover);
	forbidden = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	beyond = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0);
	if (!sigsetjmp(back, 1))
		*unmapped = 1;
	fault(6, SIGSEGV, SEGV_MAPERR, unmapped);
	if (!sigsetjmp(back, 1))
		*forbidden = 1;
	fault(5, SIGSEGV, SEGV_ACCERR, forbidden);
	if (!sigsetjmp(back, 1))
		*forbidden = *beyond;
	fault(11, SIGBUS, BUS_ADRERR, beyond);
}

static void no_fault(void)
{
	int pid = getpid();
	struct sigaction a = {.sa_sigaction = handler};

	sigaction(SIGSEGV, &a, NULL);
	kill(pid, SIGSEGV);
	send(SIGSEGV, pid, pid);
	printf("handle %d code 0 by %d value 0 at 0 with %lx\n", SIGSEGV, pid, (long)handler);
}

static void kill_a_child(void)
{
	int pid = getpid(), child;

	child = fork();
	if (!child)
		for (;;)
			pause();
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
	send(SIGKILL, child, child);
	send(SIGCHLD, pid, pid);
	printf("discard %d to %d/%d\n", SIGCHLD, pid, pid);
}

int main(void)
{
	handle_and_ignore();
	wait_in_threads();
	faults();
	no_fault();
	kill_a_child();
	return 0;
}

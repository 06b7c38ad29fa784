/* SPDX-License-Identifier: BSD-2-Clause */
/* unusual MODE: does something that programs rarely do, while its functions are called. Prints
 * results that a trace must not change, and ends with status 7. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PAGE = 4096 };

__attribute__((noinline)) long first(long a)
{
	volatile long sum = a;

	return sum + 1;
}

__attribute__((noinline)) long second(long a)
{
	volatile long sum = a;

	return sum + 2;
}

static long work(int n)
{
	long sum = 0;

	for (int i = 0; i < n; i++) {
		sum += first(i) + second(i);
		free(malloc((size_t)i % 500 + 1));
	}
	return sum;
}

static void say(const char *what, long n)
{
	printf("%s %ld\n", what, n);
}

// ---- threads that end early

static void note(void *n)
{
	++*(long *)n;
}

static void *cancelled_later(void *n)
{
	pthread_cleanup_push(note, n);
	for (;;) {
		first(1);
		usleep(100);
	}
	pthread_cleanup_pop(0);
}

static void *cancelled_anywhere(void *n)
{
	pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
	for (;;)
		first(second(1));
	return n;
}

__attribute__((noinline)) static void leave(int depth, void *n)
{
	pthread_cleanup_push(note, n);
	if (depth)
		leave(depth - 1, n);
	pthread_exit(NULL);
	pthread_cleanup_pop(0);
}

static void *exiting(void *n)
{
	leave(20, n);
	return NULL;
}

static void *exiting_raw(void *n)
{
	note(n);
	syscall(SYS_exit, first(0));
	return NULL;
}

static void run_threads(void *(*body)(void *), int cancel_after)
{
	long n = 0;

	for (int i = 0; i < 100; i++) {
		pthread_t t;

		pthread_create(&t, NULL, body, &n);
		if (cancel_after) {
			usleep((useconds_t)cancel_after);
			pthread_cancel(t);
		}
		pthread_join(t, NULL);
	}
	if (body == cancelled_later) // some before they had pushed the handler
		n = n > 0;
	say("noted", n);
}

static void cancel_later(void)
{
	run_threads(cancelled_later, 300);
}
static void cancel_anywhere(void)
{
	run_threads(cancelled_anywhere, 200);
}
static void exit_threads(void)
{
	run_threads(exiting, 0);
}
static void exit_raw(void)
{
	run_threads(exiting_raw, 0);
}

// ---- system calls and rights

/** Any system call of a placer or a stub would kill the process. */
static void filter(void)
{
	struct sock_filter code[] = {
	    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
	    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_process_vm_readv, 2, 0),
	    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_memfd_create, 1, 0),
	    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
	};
	struct sock_fprog program = {sizeof(code) / sizeof(*code), code};

	work(1000);
	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	say("filter", prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program));
	say("sum", work(10000));
}

static void hide(void)
{
	prctl(PR_SET_DUMPABLE, 0);
	say("sum", work(100000));
}

static void forbid_counter(void)
{
	prctl(PR_SET_TSC, PR_TSC_SIGSEGV, 0, 0, 0);
	say("sum", work(100000));
}

static void read_implies_exec(void)
{
	personality(READ_IMPLIES_EXEC);
	say("sum", work(100000));
}

static void close_all(void)
{
	syscall(SYS_close_range, 3, ~0U, 0);
	say("sum", work(100000));
}

static void limit(void)
{
	static const struct rlimit none = {0, 0}, small = {64 << 20, 64 << 20};

	setrlimit(RLIMIT_NPROC, &none);
	setrlimit(RLIMIT_FSIZE, &none);
	setrlimit(RLIMIT_MEMLOCK, &none);
	setrlimit(RLIMIT_NOFILE, &none);
	setrlimit(RLIMIT_AS, &small);
	say("sum", work(100000));
}

// ---- processes

static void trace_child(void)
{
	pid_t child = fork();
	int status;

	if (!child) {
		ptrace(PTRACE_TRACEME, 0, 0, 0);
		raise(SIGSTOP);
		work(100);
		_exit(3);
	}
	waitpid(child, &status, 0);
	for (int i = 0; i < 3000 && WIFSTOPPED(status); i++) {
		ptrace(PTRACE_SINGLESTEP, child, 0, 0);
		waitpid(child, &status, 0);
	}
	ptrace(PTRACE_CONT, child, 0, 0);
	waitpid(child, &status, 0);
	say("child", WEXITSTATUS(status));
}

static void execute_children(void)
{
	long ended = 0;
	int status;

	for (int i = 0; i < 50; i++) {
		pid_t child = vfork();

		if (!child) {
			execl("/bin/true", "true", NULL);
			_exit(9);
		}
		waitpid(child, &status, 0);
		ended += !status;
	}
	say("children", ended);
}

// ---- signals

static volatile long n_signals;

static void handle(int sig)
{
	n_signals += sig == SIGALRM;
	first(second(n_signals));
}

static void alarm_often(int flags)
{
	static char memory[1 << 16];
	const stack_t stack = {.ss_sp = memory, .ss_size = sizeof(memory), .ss_flags = flags};
	const struct sigaction action = {.sa_handler = handle, .sa_flags = SA_ONSTACK | SA_RESTART};
	const struct itimerval often = {{0, 100}, {0, 100}}, never = {0};
	long sum = 0;

	sigaltstack(&stack, NULL);
	sigaction(SIGALRM, &action, NULL);
	setitimer(ITIMER_REAL, &often, NULL);
	while (n_signals < 3000)
		sum = work(100);
	setitimer(ITIMER_REAL, &never, NULL);
	say("sum", sum);
}

static void alarm_often_there(void)
{
	alarm_often(0);
}
static void alarm_often_disarmed(void)
{
	alarm_often((int)(1U << 31));
} // SS_AUTODISARM

// ---- text

static void change_text(int is_written)
{
	uint8_t *page = (uint8_t *)((uintptr_t)first & ~(uintptr_t)(PAGE - 1));

	say("sum", work(1000));
	for (int i = 0; i < 20; i++) {
		mprotect(page, 2 * PAGE, PROT_READ | PROT_WRITE | PROT_EXEC);
		for (int k = 0; is_written && k < 16; k++)
			((volatile uint8_t *)second)[k] = ((volatile uint8_t *)second)[k];
		first(i);
		mprotect(page, 2 * PAGE, PROT_READ | PROT_EXEC);
		second(i);
	}
	say("sum", work(1000));
}

static void protect_text(void)
{
	change_text(0);
}
static void write_text(void)
{
	change_text(1);
}

/** Moves a copy of the page over the page, with whatever is in it. */
static void move_text(void)
{
	void *page = (void *)((uintptr_t)first & ~(uintptr_t)(PAGE - 1));
	void *copy = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	say("sum", work(1000));
	memcpy(copy, page, PAGE);
	mprotect(copy, PAGE, PROT_READ | PROT_EXEC);
	say("moved", mremap(copy, PAGE, PAGE, MREMAP_MAYMOVE | MREMAP_FIXED, page) == page);
	say("sum", work(1000));
}

static volatile int is_done;

static void *work_on(void *none)
{
	while (!is_done)
		work(10);
	return none;
}

static void unload(void)
{
	pthread_t threads[2];
	long n = 0;

	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, work_on, NULL);
	for (int i = 0; i < 30; i++) {
		void *library = dlopen("libm.so.6", RTLD_NOW);

		n += library && !dlclose(library);
	}
	is_done = 1;
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	say("unloaded", n);
}

static const struct {
	const char *name;
	void (*run)(void);
} modes[] = {
    {"cancel_later", cancel_later},
    {"cancel_anywhere", cancel_anywhere},
    {"exit_threads", exit_threads},
    {"exit_raw", exit_raw},
    {"filter", filter},
    {"hide", hide},
    {"forbid_counter", forbid_counter},
    {"read_implies_exec", read_implies_exec},
    {"close_all", close_all},
    {"limit", limit},
    {"trace_child", trace_child},
    {"execute_children", execute_children},
    {"alarm_often", alarm_often_there},
    {"alarm_often_disarmed", alarm_often_disarmed},
    {"protect_text", protect_text},
    {"write_text", write_text},
    {"move_text", move_text},
    {"unload", unload},
};

int main(int argc, char **argv)
{
	for (size_t i = 0; i < sizeof(modes) / sizeof(*modes); i++) {
		if (argc < 2)
			puts(modes[i].name);
		else if (!strcmp(argv[1], modes[i].name))
			modes[i].run();
	}
	return 7;
}

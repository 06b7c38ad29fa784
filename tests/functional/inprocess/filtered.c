/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * filtered WAY: calls take() with a text of the heap 1,000 times, installs a filter that ends the
 * process for process_vm_readv(), kill() and tgkill(), and calls take() 1,000,000 times more, at
 * once.
 *
 *	prctl	   installs it by prctl()
 *	seccomp	   by syscall()
 *	own	   by an instruction of the program
 *	threads	   for all threads, while three others call take()
 *	unguarded  by generated code, and then waits for a second
 *
 * Before that, makes calls that install nothing.
 */
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { OTHERS = 3 };

static volatile long n_taken;
static atomic_int n_begun, has_filter;
static const char *text;
long take(const char *text);

__attribute__((noipa)) long take(const char *text)
{
	n_taken += 3;
	return n_taken + (text != NULL);
}

static struct sock_filter code[] = {
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_process_vm_readv, 2, 0),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_kill, 1, 0),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_tgkill, 0, 1),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
};
static struct sock_fprog program = {sizeof(code) / sizeof(*code), code};

static long by_prctl(void)
{
	return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

static long by_seccomp(void)
{
	return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program);
}

/** Makes the call with its number and arguments in other registers at first. */
static long by_own(void)
{
	long ret;

	__asm__ volatile("mov %1, %%r8d\n\t"
			 "mov %2, %%r9d\n\t"
			 "xor %%esi, %%esi\n\t"
			 "mov %3, %%rdx\n\t"
			 "mov %%r9d, %%edi\n\t"
			 "mov %%r8d, %%eax\n\t"
			 "syscall"
			 : "=a"(ret)
			 : "r"((int)SYS_seccomp), "r"((int)SECCOMP_SET_MODE_FILTER), "r"(&program)
			 : "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r11", "memory");
	return ret;
}

static void *take_on(void *unused)
{
	atomic_fetch_add(&n_begun, 1);
	while (!has_filter)
		take(text);
	return NULL;
}

static long by_threads(void)
{
	pthread_t threads[OTHERS];
	long ret;

	for (int i = 0; i < OTHERS; i++)
		if (pthread_create(&threads[i], NULL, take_on, NULL))
			abort();
	while (n_begun < OTHERS)
		;
	ret = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program);
	for (int i = 0; i < 1000000; i++)
		take(text);
	has_filter = 1;
	for (int i = 0; i < OTHERS; i++)
		pthread_join(threads[i], NULL); // the end must not leave a firing half done
	return ret;
}

static long by_generated(void)
{
	// mov %rdi,%rax; mov %rsi,%rdi; mov %rdx,%rsi; mov %rcx,%rdx; syscall; ret
	static const char bytes[] = "\x48\x89\xf8\x48\x89\xf7\x48\x89\xd6\x48\x89\xca\x0f\x05\xc3";
	long (*call)(long, long, long, void *);
	void *memory = mmap(NULL, sizeof(bytes), PROT_READ | PROT_WRITE | PROT_EXEC,
			    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	long ret;

	memcpy(memory, bytes, sizeof(bytes));
	memcpy(&call, &memory, sizeof(call));
	ret = call(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program);
	usleep(1000000); // the tracer sees that within 0.1 s
	return ret;
}

static const struct {
	const char *name;
	long (*install)(void);
} ways[] = {
    {"prctl", by_prctl},     {"seccomp", by_seccomp},	  {"own", by_own},
    {"threads", by_threads}, {"unguarded", by_generated},
};

/** Makes calls that only ask. */
static void ask(void)
{
	syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, NULL);
	prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, NULL, 0, 0);
	prctl(PR_GET_DUMPABLE, 0, 0, 0, 0);
}

int main(int argc, char **argv)
{
	text = strdup("heap");
	ask();
	for (int i = 0; i < 1000; i++)
		take(text);
	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	for (size_t i = 0; argc > 1 && i < sizeof(ways) / sizeof(*ways); i++)
		if (!strcmp(ways[i].name, argv[1]) && ways[i].install())
			abort();
	for (int i = 0; i < 1000000; i++)
		take(text);
	puts("alive");
	return 0;
}

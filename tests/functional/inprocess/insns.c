/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * insns THREADS ROUNDS: each thread calls work() ROUNDS times. work() has short blocks, loops,
 * adjacent calls, a switch with a table, calls by pointer, and a longjmp() from a called function.
 * narrow() and brief() have ways in without room for a patch, behind calls and at the entry.
 * The program prints a sum that does not depend on the order of threads. A timer's handler
 * interrupts the threads all the time, on an alternate stack.
 */
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>

static volatile sig_atomic_t ticks;
static unsigned rounds;

__attribute__((noinline)) static unsigned twice(unsigned x)
{
	__asm__ volatile("" : "+r"(x));
	return 2 * x;
}

__attribute__((noinline)) static unsigned odd(unsigned x)
{
	return x & 1 ? x : twice(twice(x) + 1);
}

static unsigned (*volatile chosen)(unsigned) = odd;

__attribute__((noinline)) static unsigned choose(unsigned x)
{
	switch (x % 8) {
	case 0:
		return odd(x);
	case 1:
		return twice(x) ^ 5;
	case 2:
		x = x * 7 + 1;
		break;
	case 3:
		return x >> 1;
	case 4:
		return chosen(x);
	case 5:
		x ^= 0x55;
		break;
	case 6:
		return twice(twice(x));
	default:
		return 3;
	}
	return x + odd(x + 1);
}

__attribute__((noinline)) static void leave(jmp_buf *to, unsigned x)
{
	if (x % 3 == 0)
		longjmp(*to, 1);
}

__attribute__((noinline)) static unsigned leap(unsigned x)
{
	jmp_buf here;
	volatile unsigned sum = x;

	if (setjmp(here))
		return sum + 1;
	leave(&here, x);
	return sum * 3;
}

unsigned narrow(unsigned x);
unsigned brief(unsigned x);
__asm__(".text\n"
	".type step, @function\n"
	"step: lea 1(%rax), %eax; ret\n"
	".size step, . - step\n"
	".type narrow, @function\n"
	"narrow: push %rbx; push %rbp; sub $8, %rsp\n"
	"	lea step(%rip), %rbp\n"
	"	mov %edi, %ebx; and $3, %ebx; xor %eax, %eax\n"
	"	test $4, %edi; jne 2f\n"
	"	call step\n"
	"	cltd\n"
	"1:	call *%rbp\n"
	"	cltd\n"
	"2:	add $3, %eax; dec %ebx; jg 1b\n"
	"	add $8, %rsp; pop %rbp; pop %rbx; ret\n"
	".size narrow, . - narrow\n"
	".type brief, @function\n"
	"brief: push %rbx\n"
	"1:	dec %edi; jg 1b\n"
	"	lea 5(%rdi), %eax; pop %rbx; ret\n"
	".size brief, . - brief\n");

__attribute__((noinline)) static unsigned work(unsigned x)
{
	unsigned sum = 0;

	for (unsigned i = 0; i < 20; i++) {
		sum += choose(i + x) + narrow(i + x) + brief(i);
		if (sum & 4)
			sum -= leap(i);
		while (sum % 5)
			sum++;
	}
	return sum;
}

static void *run(void *arg)
{
	unsigned long *sum = arg;

	for (unsigned i = 0; i < rounds; i++)
		*sum += work(i % 64);
	return NULL;
}

static void tick(int number)
{
	(void)number;
	ticks = ticks + 1;
}

int main(int argc, char **argv)
{
	static char stack[1 << 16];
	stack_t own = {.ss_sp = stack, .ss_size = sizeof(stack)};
	struct itimerval often = {{0, 1000}, {0, 1000}};
	struct sigaction action = {.sa_handler = tick, .sa_flags = SA_ONSTACK | SA_RESTART};
	int n = argc > 2 ? atoi(argv[1]) : 1;
	unsigned long sums[64] = {0}, sum = 0;
	pthread_t threads[64];

	rounds = argc > 2 ? (unsigned)atoi(argv[2]) : 1;
	sigaltstack(&own, NULL);
	sigaction(SIGALRM, &action, NULL);
	setitimer(ITIMER_REAL, &often, NULL);
	for (int i = 1; i < n; i++)
		pthread_create(&threads[i], NULL, run, &sums[i]);
	run(&sums[0]);
	for (int i = 1; i < n; i++)
		pthread_join(threads[i], NULL);
	for (int i = 0; i < n; i++)
		sum += sums[i];
	printf("%lu\n", sum);
	return 0;
}

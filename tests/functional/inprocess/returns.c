/* SPDX-License-Identifier: BSD-2-Clause */
/* needs: x86-64 */
/* returns THREADS CALLS: from each thread, CALLS times, functions that return in many ways. */
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

static long n_calls;

/* Two returns, at known places. */
__asm__(".globl sign, forward, narrow, steps\n"
	".type sign, @function\n"
	"sign:	test %rdi, %rdi\n"
	"	jns 1f\n"
	"	mov $-1, %eax\n"
	"	cltq\n"
	"	ret\n"
	"1:	mov $1, %eax\n"
	"	ret\n"
	"	.size sign, . - sign\n"
	"	.balign 16\n"
	/* A jump to another function. */
	".type forward, @function\n"
	"forward: add $1, %rdi\n"
	"	jmp sign\n"
	"	.size forward, . - forward\n"
	"	.balign 16\n"
	/* One block. */
	".type steps, @function\n"
	"steps:	push %rbp\n"
	"	mov %rsp, %rbp\n"
	"	lea 1(%rdi), %rax\n"
	"	pop %rbp\n"
	"	ret\n"
	"	.size steps, . - steps\n"
	"	.balign 16\n"
	/* No room at the return: a call is in front of it, another function behind it. */
	".type narrow, @function\n"
	"narrow: nopl 0x0(%rax,%rax,1)\n"
	"	call sign\n"
	"	ret\n"
	"	.size narrow, . - narrow\n"
	".type beside, @function\n"
	"beside: mov $7, %eax\n"
	"	ret\n"
	"	.size beside, . - beside\n");
long sign(long n), forward(long n), narrow(long n), steps(long n);

__attribute__((noinline)) long fibonacci(long n)
{
	return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

__attribute__((noinline)) long choose(int kind)
{
	switch (kind) {
	case 0:
		return sign(5);
	case 1:
		return fibonacci(3) * 100;
	case 2:
		return random() >= 0 ? 77 : 0;
	case 3:
		return labs(kind) - 9;
	default:
		return kind;
	}
}

static __thread jmp_buf back;

__attribute__((noinline)) void leap(int jumps)
{
	if (jumps)
		longjmp(back, 1);
	__asm__ volatile("" ::: "memory");
}

static void *run(void *arg)
{
	for (long i = 0; i < n_calls; i++) {
		sign(i - n_calls / 2);
		forward(-i);
		narrow(i);
		steps(i);
		choose((int)(i % 5));
		fibonacci(5);
		if (!setjmp(back))
			leap(i % 2);
	}
	return arg;
}

int main(int argc, char **argv)
{
	pthread_t threads[64];
	int n = atoi(argv[1]);

	n_calls = atol(argv[2]);
	for (int t = 0; t < n; t++)
		pthread_create(&threads[t], NULL, run, NULL);
	for (int t = 0; t < n; t++)
		pthread_join(threads[t], NULL);
	return 0;
}

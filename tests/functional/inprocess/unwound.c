/* SPDX-License-Identifier: BSD-2-Clause */
/* needs: x86-64 */
/*
 * unwound step ROUNDS: a handler runs behind each instruction of work() and what it calls, by the
 * trap flag, and unwinds. unwound timer ROUNDS: a timer's handler does, 10,000 times a second of
 * CPU time. Each stack must contain work(), if it is called, and main(), with the registers that
 * main() has set.
 */
#define _GNU_SOURCE
#include <execinfo.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>
#include <unwind.h>

enum { DEPTH = 64, TRAP_FLAG = 0x100, RBX = 3, R12 = 12, R15 = 15 };

/** Words that main() keeps in these registers during its call of work(). */
static const uint64_t marks[] = {0x1111222233334444, 0x5555666677778888, 0x99990000aaaabbbb};

static volatile unsigned long n, n_short, n_wrong, n_twice, n_elsewhere;
static volatile int is_timed, looks; // only in work()
static uintptr_t text, text_end, first_short;
extern char call_begin[], call_end[], work_end[];
extern const char __executable_start, etext;

struct walk {
	int frames, in_call;
	int wrong;
	int in_work;
};

static _Unwind_Reason_Code take_frame(struct _Unwind_Context *c, void *arg)
{
	struct walk *w = arg;
	uintptr_t pc = _Unwind_GetIP(c);

	w->frames++;
	if (pc > (uintptr_t)call_begin && pc <= (uintptr_t)call_end) {
		w->in_call++;
		w->wrong = _Unwind_GetGR(c, RBX) != marks[0] || _Unwind_GetGR(c, R12) != marks[1] ||
			   _Unwind_GetGR(c, R15) != marks[2];
	}
	return w->frames < DEPTH ? _URC_NO_REASON : _URC_NORMAL_STOP;
}

static void unwind(int sig, siginfo_t *info, void *context)
{
	uintptr_t pc = (uintptr_t)((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
	struct walk w = {0};
	void *list[DEPTH];
	int depth, i;

	(void)sig;
	(void)info;
	if (!looks)
		return;
	_Unwind_Backtrace(take_frame, &w);
	n++;
	n_short += w.in_call == 0;
	n_twice += w.in_call > 1;
	n_wrong += w.wrong;
	n_elsewhere += pc < text || pc >= text_end;
	if (!w.in_call && !first_short)
		first_short = pc;
	depth = backtrace(list, DEPTH);
	for (i = 0; i < depth; i++)
		if ((char *)list[i] > call_begin && (char *)list[i] <= call_end)
			break;
	n_short += i == depth && w.in_call;
}

__attribute__((noinline)) unsigned leaf(unsigned x)
{
	volatile unsigned in_red_zone[4] = {x, x + 1, x + 2, x + 3};

	return in_red_zone[x & 3] ^ x << 3;
}

__attribute__((noinline)) unsigned many(unsigned a, unsigned b, unsigned c, unsigned d)
{
	unsigned s[8] = {a, b, c, d, a ^ b, b ^ c, c ^ d, d ^ a};

	for (unsigned k = 0; k < 8; k += 3)
		s[k] += leaf(s[(k + 1) & 7]);
	return s[0] + s[1] * 3 + s[7];
}

__attribute__((noinline)) unsigned choose(unsigned x)
{
	switch (x & 7) {
	case 0:
		return leaf(x);
	case 1:
		return leaf(x) + leaf(x + 1);
	case 2:
		return many(x, 2, 3, 4);
	case 3:
		return x * 3;
	case 4:
		return many(1, x, 1, x) + leaf(x);
	case 5:
		return x ^ 5;
	default:
		return leaf(x >> 3) - 1;
	}
}

__attribute__((noinline)) unsigned work(unsigned rounds)
{
	unsigned sum = 0;

	if (is_timed)
		looks = 1;
	for (unsigned i = 0; i < rounds; i++)
		sum += choose(i) + leaf(sum);
	if (is_timed)
		looks = 0;
	return sum;
}

/** Calls work() with the marks in registers that functions preserve. With the trap flag if `step`.
 */
unsigned call(unsigned rounds, unsigned step);
__asm__(".text\n"
	".globl call\n"
	".type call, @function\n"
	"call:\n"
	".cfi_startproc\n"
	"	push %rbp\n"
	".cfi_adjust_cfa_offset 8\n"
	"	push %rbx\n"
	".cfi_adjust_cfa_offset 8\n"
	".cfi_rel_offset %rbx, 0\n"
	"	push %r12\n"
	".cfi_adjust_cfa_offset 8\n"
	".cfi_rel_offset %r12, 0\n"
	"	push %r15\n"
	".cfi_adjust_cfa_offset 8\n"
	".cfi_rel_offset %r15, 0\n"
	"	movabs $0x1111222233334444, %rbx\n"
	"	movabs $0x5555666677778888, %r12\n"
	"	movabs $0x99990000aaaabbbb, %r15\n"
	"	pushf\n"
	".cfi_adjust_cfa_offset 8\n"
	"	pushf\n"
	".cfi_adjust_cfa_offset 8\n"
	"	or %esi, (%rsp)\n"
	".globl call_begin\n"
	"call_begin:\n"
	"	popf\n"
	".cfi_adjust_cfa_offset -8\n"
	"	call work\n"
	"	popf\n"
	".globl call_end\n"
	"call_end:\n"
	".cfi_adjust_cfa_offset -8\n"
	"	pop %r15\n"
	".cfi_adjust_cfa_offset -8\n"
	".cfi_restore %r15\n"
	"	pop %r12\n"
	".cfi_adjust_cfa_offset -8\n"
	".cfi_restore %r12\n"
	"	pop %rbx\n"
	".cfi_adjust_cfa_offset -8\n"
	".cfi_restore %rbx\n"
	"	pop %rbp\n"
	".cfi_adjust_cfa_offset -8\n"
	"	ret\n"
	".cfi_endproc\n"
	".size call, . - call\n");

static void handle(int sig)
{
	struct sigaction sa = {.sa_sigaction = unwind, .sa_flags = SA_SIGINFO | SA_RESTART};

	sigaction(sig, &sa, NULL);
}

int main(int argc, char **argv)
{
	unsigned rounds = argc > 2 ? (unsigned)atoi(argv[2]) : 3;
	int steps = argc > 1 && !strcmp(argv[1], "step");
	struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGPROF};
	struct itimerspec period = {.it_value.tv_nsec = 100000, .it_interval.tv_nsec = 100000};
	unsigned sum = 0;
	timer_t timer;

	text = (uintptr_t)&__executable_start;
	text_end = (uintptr_t)&etext;
	handle(steps ? SIGTRAP : SIGPROF);
	if (steps) {
		looks = 1;
		sum = call(rounds, TRAP_FLAG);
	} else {
		is_timed = 1;
		timer_create(CLOCK_PROCESS_CPUTIME_ID, &event, &timer);
		timer_settime(timer, 0, &period, NULL);
		while (n < rounds)
			sum = call(20, 0);
		timer_delete(timer);
	}
	fprintf(stderr, "%s: %lu stacks, %lu outside the program\n", argv[1], n, n_elsewhere);
	printf("sum %u, %lu without their caller, %lu twice, %lu with wrong registers%s\n",
	       steps ? sum : 0, n_short, n_twice, n_wrong, n ? "" : ", none at all");
	if (n_short)
		fprintf(stderr, "first at %#lx\n", (unsigned long)first_short);
	return 0;
}

/* SPDX-License-Identifier: (BSD-2-Clause OR GPL-2.0-only) */
/**
 * Runs in front of a system call of the target that may install a filter of system calls, or may
 * forbid the thread to read the processor's counter. If it does, notes that, so that no program
 * makes a system call or reads the counter from now on. Then it waits for the calls under way in
 * other threads, because a filter may apply to these, too. A call whose arguments cannot install a
 * filter is ignored: libraries make such calls to learn what the kernel offers. The kernel never
 * loads this function.
 *
 * Decision: docs/dev/decisions/0137-guards-in-front-of-system-calls.md
 */
#include "../runtime.h"
#include "abi/native.h"

enum {
	X32 = 1 << 30,	  // of a number: the call follows another ABI
	CALL_PRCTL = 157, // of x86-64
	CALL_SECCOMP = 317,
	CALL_EXECVE = 59,
	CALL_EXECVEAT = 322,
	PRCTL_SET_SECCOMP = 22,
	PRCTL_SET_TSC = 26,
	MODE_STRICT = 1, // of prctl
	MODE_FILTER = 2,
	TSC_SIGSEGV = 2,
	SET_STRICT = 0, // of seccomp
	SET_FILTER = 1,
	WAIT_NS = 100000000,
	ROUNDS = 1 << 20,
};

/** Actions that a call forbids to its thread. */
enum { NOTHING = 0, CALLS = 1, COUNTER = 2 };

static __always_inline u64 operand(const struct dt_native_level *l, u32 k)
{
	u64 o = l->cookie >> k * DT_NATIVE_OPERAND & ((1 << DT_NATIVE_OPERAND) - 1);

	if (o & DT_NATIVE_CONSTANT)
		return o & (DT_NATIVE_CONSTANT - 1);
	return l->regs[o < DT_NATIVE_REGS ? o : 0];
}

static __always_inline u32 forbidden_by_prctl(u32 option, u64 second, u64 third)
{
	if (option == PRCTL_SET_TSC)
		return second == TSC_SIGSEGV ? COUNTER : NOTHING;
	if (option != PRCTL_SET_SECCOMP)
		return NOTHING;
	if (second == MODE_STRICT)
		return CALLS | COUNTER;
	return second != MODE_FILTER || third ? CALLS : NOTHING;
}

static __always_inline u32 forbidden_by_seccomp(u32 operation, u64 third)
{
	if (operation == SET_STRICT)
		return CALLS | COUNTER;
	return operation == SET_FILTER && third ? CALLS : NOTHING;
}

static __always_inline u32 forbidden(const struct dt_native_level *l)
{
	u32 number = (u32)operand(l, 0) & ~X32, first = (u32)operand(l, 1);
	u64 second = operand(l, 2), third = operand(l, 3);

	if (number == CALL_PRCTL)
		return forbidden_by_prctl(first, second, third);
	return number == CALL_SECCOMP ? forbidden_by_seccomp(first, third) : NOTHING;
}

/** Reports whether the call at which the program runs executes a program. */
u64 dt_native_executes(u64 level, u64 head)
{
	u32 number = (u32)operand((const struct dt_native_level *)level, 0) & ~X32;

	return number == CALL_EXECVE || number == CALL_EXECVEAT;
}

struct watch {
	const struct dt_native_level *other;
	u64 until;
};

/** Ends the loop once the level makes no call, or it is too late. */
static long watch_step(u32 i, struct watch *w)
{
	return !*(const volatile u64 *)&w->other->calls || bpf_ktime_get_ns() >= w->until;
}

/** Waits for the calls of other slots. One that a jump out of a signal handler has left never ends.
 */
static __always_inline void wait_for_calls(const struct dt_native_level *own,
					   const struct dt_native_head *head)
{
	struct watch w = {.until = bpf_ktime_get_ns() + WAIT_NS};

	for (u64 k = 0; k < head->n_levels; k++) {
		w.other = (const struct dt_native_level *)((u64)head + head->levels +
							   k * head->level_size);
		if (w.other->slot != own->slot)
			bpf_loop(ROUNDS, watch_step, &w, 0);
	}
}

u64 dt_native_guard(u64 level, u64 head)
{
	const struct dt_native_level *l = (const struct dt_native_level *)level;
	struct dt_native_head *h = (struct dt_native_head *)head;

	u32 what = forbidden(l);

	if (what)
		h->coarse = bpf_ktime_get_ns();
	if (what & CALLS) {
		__sync_lock_test_and_set(&h->is_filtered, 1); // before the loads of others' calls
		wait_for_calls(l, h);
	}
	if (what & COUNTER)
		h->counter_is_off = 1;
	return 0;
}

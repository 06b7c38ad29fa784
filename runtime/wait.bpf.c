/* SPDX-License-Identifier: (BSD-2-Clause OR GPL-2.0-only) */
/**
 * Waits for a time, for pages of a process that are not resident, or for the consumer (the latter
 * two in sleepable programs). The clock ends the wait for a time. The number of rounds must only
 * suffice for half a second of reading the clock; the kernel allows 2^23 rounds in a loop.
 *
 * Decision: docs/dev/decisions/0076-targets-wait-in-a-program.md
 */
#include "runtime.h"

enum { ROUNDS = 1 << 20, TURNS = 64, PAGE = 4096, PAGES_MAX = 65536 / PAGE + 1 };

struct wait {
	u64 begin, ns;
};

static long wait_step(u32 i, struct wait *w)
{
	return bpf_ktime_get_ns() - w->begin >= w->ns;
}

static long wait_rounds(u32 i, struct wait *w)
{
	return bpf_loop(ROUNDS, wait_step, w, 0) < ROUNDS;
}

/** Waits `ns` nanoseconds. */
u64 dt_chill(u64 ns)
{
	struct wait w = {bpf_ktime_get_ns(), ns};

	bpf_loop(TURNS, wait_rounds, &w, 0);
	return 0;
}

/** Touches the pages of `size` bytes at `addr`, up to the first page that does not exist. The
 * smallest pages have PAGE bytes. */
u64 dt_page_in(u64 addr, u64 size)
{
	u64 end = addr + size;
	char byte;

	for (u32 i = 0; i < PAGES_MAX && addr < end; i++) {
		if (bpf_copy_from_user(&byte, 1, (const void *)addr))
			break;
		addr = (addr | (PAGE - 1)) + 1;
	}
	return 0;
}

struct answer {
	struct dt_gate *gate;
	u64 number, stack, begin;
};

/** Reading the process's own memory, as a debugger would, lets others have the CPU on any kernel,
 *  and fails when the thread is being killed. */
static long answer_step(u32 i, struct answer *a)
{
	volatile struct dt_gate *gate = a->gate;
	u64 now = bpf_ktime_get_ns(), beat = gate->beat;
	char byte;

	if (gate->answered > a->number)
		return 1;
	if (beat < a->begin)
		beat = a->begin;
	if ((now <= beat || now - beat < DT_GATE_PATIENCE) && now - a->begin < DT_GATE_LIMIT &&
	    !bpf_copy_from_user_task(&byte, 1, (const void *)a->stack, bpf_get_current_task_btf(),
				     0))
		return 0;
	__sync_fetch_and_add(&a->gate->expired, 1);
	return 1;
}

static long answer_rounds(u32 i, struct answer *a)
{
	return bpf_loop(ROUNDS, answer_step, a, 0) < ROUNDS;
}

/** Return when the consumer has answered that arrival at the gate, or is not expected to. `stack`
 *  is an address of the thread's stack. */
u64 dt_await_answer(struct dt_gate *gate, u64 number, u64 stack)
{
	struct answer a = {gate, number, stack, bpf_ktime_get_ns()};

	if (!gate)
		return 0;
	if (*(volatile u64 *)&gate->expired != *(volatile u64 *)&gate->noticed) {
		__sync_fetch_and_add(&gate->expired, 1);
		return 0;
	}
	bpf_loop(TURNS, answer_rounds, &a, 0);
	return 0;
}

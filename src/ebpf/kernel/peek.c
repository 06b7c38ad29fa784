/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads kernel memory with a program that runs on request (BPF_PROG_TYPE_SYSCALL). The program is
 * loaded on first use and never unloaded.
 *
 * Decision: docs/dev/decisions/0056-overlay-layers-from-kernel-memory.md
 */
#include "ebpf/ebpf.h"

#include "ebpf/kernel/insn.h"
#include "ebpf/kernel/sys.h"

#include <pthread.h>
#include <stddef.h>

/** The program's context: the input address and the result. */
struct question {
	uint64_t address, answer;
};

enum { SLOT = -8 }; // offset on the stack

static int program; // -1: the kernel refused it

static void load_reader(void)
{
	const struct bpf_insn insns[] = {
	    insn_copy(6, 1),
	    insn_load(3, 6, offsetof(struct question, address)),
	    {.code = BPF_JMP | BPF_JNE | BPF_K, .dst_reg = 3, .off = 4},
	    insn_call(BPF_FUNC_get_current_task),
	    insn_store(6, offsetof(struct question, answer), 0),
	    insn_mov(0, 0),
	    EXIT_INSN,
	    insn_copy(1, 10),
	    insn_add(1, SLOT),
	    insn_mov(2, 8),
	    insn_call(BPF_FUNC_probe_read_kernel),
	    insn_load(1, 10, SLOT),
	    insn_store(6, offsetof(struct question, answer), 1),
	    EXIT_INSN,
	};
	union bpf_attr attr = {.prog_type = BPF_PROG_TYPE_SYSCALL,
			       .prog_flags = BPF_F_SLEEPABLE,
			       .insn_cnt = dt_array_len(insns)};

	attr.insns = (uint64_t)(uintptr_t)insns;
	attr.license = (uint64_t)(uintptr_t) "Dual BSD/GPL";
	dt_sys_name(attr.prog_name, "peek");
	program = dt_sys_bpf(BPF_PROG_LOAD, &attr);
}

bool dt_bpf_peek(uint64_t address, uint64_t *ret)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	struct question q = {.address = address};
	union bpf_attr attr = {.test.ctx_size_in = sizeof(q)};

	pthread_once(&once, load_reader);
	attr.test.prog_fd = (uint32_t)program;
	attr.test.ctx_in = (uint64_t)(uintptr_t)&q;
	if (program < 0 || dt_sys_bpf(BPF_PROG_TEST_RUN, &attr) < 0 || attr.test.retval)
		return false;
	*ret = q.answer;
	return true;
}

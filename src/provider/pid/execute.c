/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Instructions that the program executes itself: ret, and endbr64 at a function's entry. Programs
 * of uprobes may write to registers since Linux 6.19 (7384893d970e); the kernel single-steps no
 * instruction that the program counter has left (4363264111e1), which saves a trap.
 *
 * Whatever is not as expected is left to the kernel. Above all, the instruction must not be
 * executed twice: the kernel calls several programs of one place one after the other, and another
 * one may have been quicker. A breakpoint at the program counter says that none was, unless the ret
 * has led to one; then the word that it has taken off the stack is its address.
 */
#include "provider/pid/internal.h"

#include "types/btf_offsets.h"

#include <linux/bpf.h>
#include <stddef.h>
#include <sys/user.h>

enum {
	IP = offsetof(struct user_regs_struct, rip),
	SP = offsetof(struct user_regs_struct, rsp),
	FLAGS = offsetof(struct user_regs_struct, eflags),
	SINGLE_STEP = 0x100, // of the flags: a debugger wants the trap behind the instruction
	BREAKPOINT = 0xcc,
	ENDBR64_SIZE = 4,
	USER_BITS = 47, // of an address
	SHADOW_STACK = 1,
};
static const int64_t broken_endbr64 = 0xfa1e0f00 | BREAKPOINT;

static void try_it(struct dt_registry *r, void *state)
{
	const struct bpf_insn code[] = {
	    {.code = BPF_ALU64 | BPF_MOV | BPF_K},
	    {.code = BPF_STX | BPF_MEM | BPF_DW, .dst_reg = 1, .src_reg = 0, .off = IP},
	    {.code = BPF_JMP | BPF_EXIT}};

	*(bool *)state = dt_uprobe_multi(r) && dt_uprobe_accepts(code, dt_array_len(code));
}

bool dt_pid_executes(struct dt_registry *r)
{
	static const struct dt_state executes = {.size = sizeof(bool), .init = try_it};

	return *(bool *)dt_registry_state(r, &executes);
}

/** `size` bytes of the process's memory, as a number; jump to `end` if they cannot be read. */
static dt_reg user_bytes(struct dt_ir_func *f, unsigned size, dt_reg address, dt_label end)
{
	dt_reg slot = dt_ir_slot_addr(f, dt_ir_slot(f, 8, 8));

	dt_ir_branchi(f, DT_IR_NE,
		      dt_ir_env(f, DT_ENV_READ_USER, slot, dt_ir_const(f, size), address), 0, end);
	return dt_ir_load(f, size, slot, 0);
}

/** To `end` unless the instruction at the place may be executed. */
static void check_place(struct dt_ir_func *f, dt_label end)
{
	dt_reg flags = dt_ir_load(f, 8, dt_ir_ctx(f), FLAGS);

	dt_ir_branchi(f, DT_IR_EQ, dt_uprobe_site_executed(f), 0, end);
	dt_ir_branchi(f, DT_IR_SET, flags, SINGLE_STEP, end);
}

/** A ret would have to take a word off the shadow stack, too. */
static void check_shadow_stack(struct dt_ir_func *f, dt_label end)
{
	uint32_t thread, features;
	dt_reg task;

	if (!dt_btf_member_offset("task_struct", "thread", &thread) ||
	    !dt_btf_member_offset("thread_struct", "features", &features))
		return;
	task = dt_ir_env(f, DT_ENV_TASK);
	dt_ir_branchi(f, DT_IR_SET, dt_ir_load(f, 8, task, thread + features), SHADOW_STACK, end);
}

void dt_pid_execute_ret(const struct dt_context *self, struct dt_ir_func *f)
{
	unsigned word = dt_pid_machine(self)->calls.word;
	dt_label end = dt_ir_label(f);
	dt_reg ip, sp, to;

	check_place(f, end);
	check_shadow_stack(f, end);
	ip = dt_ir_load(f, 8, dt_ir_ctx(f), IP);
	sp = dt_ir_load(f, 8, dt_ir_ctx(f), SP);
	dt_ir_branchi(f, DT_IR_NE, user_bytes(f, 1, ip, end), BREAKPOINT, end);
	dt_ir_branch(f, DT_IR_EQ, user_bytes(f, word, dt_ir_bini(f, DT_IR_SUB, sp, word), end), ip,
		     end);
	to = user_bytes(f, word, sp, end);
	// What is no address of a process faults; so does the instruction.
	dt_ir_branchi(f, DT_IR_NE, dt_ir_bini(f, DT_IR_SHR, to, USER_BITS), 0, end);
	dt_ir_store(f, 8, dt_ir_ctx(f), IP, to);
	dt_ir_store(f, 8, dt_ir_ctx(f), SP, dt_ir_bini(f, DT_IR_ADD, sp, word));
	dt_ir_place(f, end);
}

void dt_pid_execute_endbr(const struct dt_context *self, struct dt_ir_func *f)
{
	dt_label end = dt_ir_label(f);
	dt_reg ip;

	check_place(f, end);
	ip = dt_ir_load(f, 8, dt_ir_ctx(f), IP);
	dt_ir_branchi(f, DT_IR_NE, user_bytes(f, ENDBR64_SIZE, ip, end), broken_endbr64, end);
	dt_ir_store(f, 8, dt_ir_ctx(f), IP, dt_ir_bini(f, DT_IR_ADD, ip, ENDBR64_SIZE));
	dt_ir_place(f, end);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The kernel's unwinder follows frame pointers. Since commit cfa7f3d2c526 (Linux 6.12) it examines
 * the probed instruction: at `push %rbp`, and at `endbr64` if the kernel was built with IBT, it
 * takes the top word of the stack as the caller.
 *
 * BPF programs can execute ret, and endbr64 of 64-bit code. An instruction must not be executed
 * twice: the kernel runs the programs of an address one after another, and an earlier program may
 * have executed the instruction. None has if the program counter is still at a breakpoint, unless a
 * ret has jumped to another breakpoint. In that case the word below the stack pointer, which the
 * ret popped, is that breakpoint's address.
 *
 * Decision: docs/dev/decisions/0030-return-probes-on-ret.md
 * Decision: docs/dev/decisions/0036-caller-from-eh-frame.md
 */
#include "arch/uprobe.h"

#include "types/btf/offsets.h"

#include <stddef.h>
#include <string.h>
#include <sys/user.h>

enum {
	IP = offsetof(struct user_regs_struct, rip),
	SP = offsetof(struct user_regs_struct, rsp),
	FLAGS = offsetof(struct user_regs_struct, eflags),
	SINGLE_STEP = 0x100, // in the flags: a debugger expects a trap after the instruction
	BREAKPOINT = 0xcc,
	ENDBR64_SIZE = 4,
	USER_BITS = 47, // bits of a user address
	SHADOW_STACK = 1,
	JMP_REL32 = 0xe9,
	JMP_REL8 = 0xeb,
	JMP_REL8_SIZE = 2,
};
static const int64_t broken_endbr64 = 0xfa1e0f00 | BREAKPOINT;

const bool dt_kernel_emulates[DT_N_INSN_KINDS] = {
    [DT_INSN_NOP] = true, [DT_INSN_PUSH] = true, [DT_INSN_PUSH_FP] = true, [DT_INSN_BRANCH] = true};

bool dt_unwinder_knows_entry(enum dt_insn_kind kind)
{
	uint32_t offset;

	if (kind != DT_INSN_PUSH_FP && kind != DT_INSN_LANDING)
		return false;
	return dt_btf_member_offset("uprobe_task", "auprobe", &offset) &&
	       (kind == DT_INSN_PUSH_FP || dt_btf_function("ibt_save") != 0);
}

/** Appends a read of `size` bytes of user memory as a number; jumps to `end` if it fails. */
static dt_reg user_bytes(struct dt_ir_func *f, unsigned size, dt_reg address, dt_label end)
{
	dt_reg slot = dt_ir_slot_addr(f, dt_ir_slot(f, 8, 8));

	dt_ir_branchi(f, DT_IR_NE,
		      dt_ir_env(f, DT_ENV_READ_USER, slot, dt_ir_const(f, size), address), 0, end);
	return dt_ir_load(f, size, slot, 0);
}

/** Appends a jump to `end` if the thread has a shadow stack, from which a ret would have to pop. */
static void check_shadow_stack(struct dt_ir_func *f, dt_label end)
{
	uint32_t thread, features;
	dt_reg task;

	if (!dt_btf_member_offset("task_struct", "thread", &thread) ||
	    !dt_btf_member_offset("thread_struct", "features", &features))
		return;
	task = dt_ir_env(f, DT_ENV_TASK);
	dt_ir_branchi(f, DT_IR_SET, dt_ir_load_kernel(f, 8, task, thread + features), SHADOW_STACK,
		      end);
}

static void execute_ret(const struct dt_machine *m, struct dt_ir_func *f, dt_label end)
{
	unsigned word = m->calls.word;
	dt_reg ip, sp, to;

	check_shadow_stack(f, end);
	ip = dt_ir_load(f, 8, dt_ir_ctx(f), IP);
	sp = dt_ir_load(f, 8, dt_ir_ctx(f), SP);
	dt_ir_branchi(f, DT_IR_NE, user_bytes(f, 1, ip, end), BREAKPOINT, end);
	dt_ir_branch(f, DT_IR_EQ, user_bytes(f, word, dt_ir_bini(f, DT_IR_SUB, sp, word), end), ip,
		     end);
	to = user_bytes(f, word, sp, end);
	// An address outside user space faults: the kernel executes the ret and reports the fault.
	dt_ir_branchi(f, DT_IR_NE, dt_ir_bini(f, DT_IR_SHR, to, USER_BITS), 0, end);
	dt_ir_store(f, 8, dt_ir_ctx(f), IP, to);
	dt_ir_store(f, 8, dt_ir_ctx(f), SP, dt_ir_bini(f, DT_IR_ADD, sp, word));
}

static void execute_endbr64(struct dt_ir_func *f, dt_label end)
{
	dt_reg ip = dt_ir_load(f, 8, dt_ir_ctx(f), IP);

	dt_ir_branchi(f, DT_IR_NE, user_bytes(f, ENDBR64_SIZE, ip, end), broken_endbr64, end);
	dt_ir_store(f, 8, dt_ir_ctx(f), IP, dt_ir_bini(f, DT_IR_ADD, ip, ENDBR64_SIZE));
}

bool dt_can_execute(const struct dt_machine *m, enum dt_insn_kind kind)
{
	return kind == DT_INSN_RETURN || (kind == DT_INSN_LANDING && m == &dt_arch.native);
}

void dt_execute(const struct dt_machine *m, struct dt_ir_func *f, enum dt_insn_kind kind,
		dt_label end)
{
	dt_ir_branchi(f, DT_IR_SET, dt_ir_load(f, 8, dt_ir_ctx(f), FLAGS), SINGLE_STEP, end);
	if (kind == DT_INSN_RETURN)
		execute_ret(m, f, end);
	else
		execute_endbr64(f, end);
}

/** Returns the size of the jump with this first byte, or 0. */
static size_t jump_size(uint8_t opcode)
{
	return opcode == JMP_REL32 ? DT_UPROBE_JUMP : opcode == JMP_REL8 ? JMP_REL8_SIZE : 0;
}

/** Returns the index of the first byte in [i, end) that differs, or `end`. */
static size_t find_change(const uint8_t *now, const uint8_t *file, size_t i, size_t end)
{
	while (i < end && (now[i] == file[i] || now[i] == BREAKPOINT))
		i++;
	return i;
}

size_t dt_uprobe_jump(const uint8_t *now, const uint8_t *file, size_t n)
{
	size_t size = jump_size(*now), first, end;

	if (!size || size > n)
		return 0;
	first = find_change(now, file, 0, size);
	if (!first || first == size)
		return first ? 0 : size;
	// The first byte is the file's. It may end an instruction, before one with a jump.
	end = first + jump_size(now[first]);
	if (end == first || end > n || (end < size && find_change(now, file, end, size) < size))
		return size;
	return find_change(now, file, size, end) < end ? 0 : end > size ? end : size;
}

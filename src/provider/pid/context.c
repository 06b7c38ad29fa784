/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What programs of pid probes read from struct pt_regs: arguments at entry, the value at return.
 * A 32-bit program has its arguments on the stack, behind the return address; a 64-bit one those
 * behind the sixth.
 */
#include "provider/pid/internal.h"

#include <stddef.h>
#include <sys/user.h>

static dt_reg load_reg(struct dt_ir_func *f, int64_t offset)
{
	return dt_ir_load(f, 8, dt_ir_ctx(f), offset);
}

/** A word of the stack; 0 if it cannot be read. */
static dt_reg stack_word(struct dt_ir_func *f, unsigned size, int64_t offset)
{
	dt_reg sp = load_reg(f, offsetof(struct user_regs_struct, rsp));

	return dt_pid_user_word(f, size, dt_ir_bini(f, DT_IR_ADD, sp, offset));
}

static dt_reg entry_arg(const struct dt_context *self, struct dt_ir_func *f,
			const struct dt_probe_set *set, unsigned n)
{
	static const int64_t regs[] = {
	    offsetof(struct user_regs_struct, rdi), offsetof(struct user_regs_struct, rsi),
	    offsetof(struct user_regs_struct, rdx), offsetof(struct user_regs_struct, rcx),
	    offsetof(struct user_regs_struct, r8),  offsetof(struct user_regs_struct, r9),
	};
	unsigned word = dt_pid_word(self), in_regs = word == 8 ? dt_array_len(regs) : 0;

	return n < in_regs ? load_reg(f, regs[n])
			   : stack_word(f, word, (int64_t)word * (n - in_regs + 1));
}

/** arg0 is the offset; arg1 the value, 0 at a jump to another function, which has yet to run. */
static dt_reg return_arg(const struct dt_context *self, struct dt_ir_func *f,
			 const struct dt_probe_set *set, unsigned n)
{
	dt_reg value, is_ret;

	if (n == 0)
		return dt_uprobe_site_value(f);
	if (n > 1)
		return dt_ir_const(f, 0);
	value = load_reg(f, offsetof(struct user_regs_struct, rax));
	// The flag is 1 at a jump: minus one makes a mask.
	is_ret = dt_ir_bini(f, DT_IR_SUB, dt_uprobe_site_flag(f), 1);
	value = dt_ir_bin(f, DT_IR_AND, value, is_ret);
	return dt_pid_word(self) == 8 ? value : dt_ir_bini(f, DT_IR_AND, value, UINT32_MAX);
}

/** An entry probe may lie behind the function's first instruction. */
static dt_reg moved(const struct dt_context *self, struct dt_ir_func *f)
{
	return dt_uprobe_site_value(f);
}

unsigned dt_pid_word(const struct dt_context *self)
{
	return ((const struct dt_pid_context *)self)->word;
}

#define COMMON .probe_id = dt_uprobe_probe_id, .may_sleep = true, .uregs = dt_uprobe_uregs

static const struct dt_context kinds[DT_N_PID_KINDS] = {
    [DT_PID_ENTRY] = {.name = "function entry",
		      COMMON,
		      .arg = entry_arg,
		      .moved = moved,
		      .caller = dt_pid_top_caller,
		      .caller_missed = dt_pid_entry_caller_missed},
    [DT_PID_RETURN] = {.name = "function return",
		       COMMON,
		       .arg = return_arg,
		       .caller = dt_pid_top_caller,
		       .caller_missed = dt_pid_return_caller_missed},
    [DT_PID_OFFSET] = {.name = "instruction",
		       COMMON,
		       .caller = dt_pid_place_caller,
		       .caller_missed = dt_pid_place_missed},
};

/** What a program ends with that may execute the instruction; endbr64 is of 64-bit code. */
static void (*finish_of(enum dt_pid_kind kind, bool is_32bit))(const struct dt_context *self,
							       struct dt_ir_func *f)
{
	if (kind == DT_PID_RETURN)
		return dt_pid_execute_ret;
	return kind == DT_PID_ENTRY && !is_32bit ? dt_pid_execute_endbr : NULL;
}

const struct dt_context *dt_pid_context(struct dt_registry *r, enum dt_pid_kind kind, bool is_32bit,
					bool executed)
{
	bool executes = (kind == DT_PID_RETURN || executed) && dt_pid_executes(r);
	struct dt_pid_context *c = &dt_pid_of(r)->contexts[kind][is_32bit][executes];

	if (c->base.name)
		return &c->base;
	*c = (struct dt_pid_context){.base = kinds[kind], .word = is_32bit ? 4 : 8};
	c->base.attach = dt_uprobe_multi(r) ? DT_ATTACH_UPROBES : DT_ATTACH_UPROBE;
	if (executes)
		c->base.finish = finish_of(kind, is_32bit);
	return &c->base;
}

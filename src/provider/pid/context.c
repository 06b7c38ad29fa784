/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What programs of pid probes read from struct pt_regs: arguments at entry, the value at return.
 * A 32-bit program has its arguments on the stack, behind the return address; a 64-bit one those
 * behind the sixth.
 */
#include "provider/pid/internal.h"

#include <linux/bpf.h>
#include <stddef.h>
#include <sys/user.h>

enum { N_ARG_REGS = 6 };

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

static dt_reg entry_arg(struct dt_ir_func *f, unsigned n)
{
	static const int64_t regs[N_ARG_REGS] = {
	    offsetof(struct user_regs_struct, rdi), offsetof(struct user_regs_struct, rsi),
	    offsetof(struct user_regs_struct, rdx), offsetof(struct user_regs_struct, rcx),
	    offsetof(struct user_regs_struct, r8),  offsetof(struct user_regs_struct, r9),
	};

	return n < N_ARG_REGS ? load_reg(f, regs[n])
			      : stack_word(f, 8, 8 * (int64_t)(n - N_ARG_REGS + 1));
}

static dt_reg entry_arg_32bit(struct dt_ir_func *f, unsigned n)
{
	return stack_word(f, 4, 4 * (int64_t)(n + 1));
}

/** arg0 is the offset; arg1 the value, 0 at a jump to another function, which has yet to run. */
static dt_reg return_arg(struct dt_ir_func *f, unsigned n)
{
	dt_reg value, is_ret;

	if (n == 0)
		return dt_uprobe_cookie_value(f);
	if (n > 1)
		return dt_ir_const(f, 0);
	value = load_reg(f, offsetof(struct user_regs_struct, rax));
	// The flag is 1 at a jump: minus one makes a mask.
	is_ret = dt_ir_bini(f, DT_IR_SUB, dt_uprobe_cookie_flag(f), 1);
	return dt_ir_bin(f, DT_IR_AND, value, is_ret);
}

static dt_reg return_arg_32bit(struct dt_ir_func *f, unsigned n)
{
	return dt_ir_bini(f, DT_IR_AND, return_arg(f, n), UINT32_MAX);
}

#define CONTEXT(name_, attach_type_, arg_, moved_, caller_, missed_, finish_)                    \
	{                                                                                        \
		.name = name_, .bpf_type = BPF_PROG_TYPE_KPROBE, .attach_type = attach_type_,    \
		.probe_id = dt_uprobe_probe_id, .arg = arg_, .uregs = dt_uprobe_uregs,           \
		.moved = moved_, .caller = caller_, .caller_missed = missed_, .finish = finish_, \
		.may_sleep = true                                                                \
	}

/** Of one way of attaching and one width of words, by the kind of probe. */
#define KINDS(attach_type_, bits_, execute_endbr_, execute_ret_)                                  \
	{                                                                                         \
		[DT_PID_ENTRY] = CONTEXT("function entry", attach_type_, entry_arg##bits_,        \
					 dt_uprobe_cookie_value, dt_pid_top_caller##bits_,        \
					 dt_uprobe_cookie_flag, execute_endbr_),                  \
		[DT_PID_RETURN] =                                                                 \
		    CONTEXT("function return", attach_type_, return_arg##bits_, NULL,             \
			    dt_pid_top_caller##bits_, dt_pid_always_missed, execute_ret_),        \
		[DT_PID_OFFSET] = CONTEXT("instruction", attach_type_, NULL, NULL,                \
					  dt_pid_place_caller##bits_, dt_pid_place_missed, NULL), \
	}

enum way { EVENTS, MULTI, MULTI_EXECUTING, N_WAYS };

/** By the way of attaching, and 64 or 32 bits. */
static const struct dt_context contexts[N_WAYS][2][DT_N_PID_KINDS] = {
    [EVENTS] = {KINDS(0, , NULL, NULL), KINDS(0, _32bit, NULL, NULL)},
    [MULTI] = {KINDS(DT_UPROBE_MULTI, , NULL, NULL), KINDS(DT_UPROBE_MULTI, _32bit, NULL, NULL)},
    [MULTI_EXECUTING] = {KINDS(DT_UPROBE_MULTI, , dt_pid_execute_endbr, dt_pid_execute_ret),
			 KINDS(DT_UPROBE_MULTI, _32bit, NULL, dt_pid_execute_ret_32bit)},
};

const struct dt_context *dt_pid_context(struct dt_registry *r, enum dt_pid_kind kind, bool is_32bit,
					bool executed)
{
	enum way way = dt_uprobe_multi(r) ? MULTI : EVENTS;

	if ((kind == DT_PID_RETURN || executed) && dt_pid_executes(r))
		way = MULTI_EXECUTING;

	return &contexts[way][is_32bit][kind];
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Finds the caller of the probed function. At entry and at return, the machine's convention
 * determines the location of the return address; at other instructions, .eh_frame has it. The
 * kernel's unwinder follows frame pointers. It misses the caller where the frame is not set up,
 * except at some instructions (dt_unwinder_knows_entry()).
 *
 * Decision: docs/dev/decisions/0036-caller-from-eh-frame.md
 */
#include "provider/pid/internal.h"

#include "arch/uprobe.h"

/** Answers of dt_unwinder_knows_entry(), by kind of instruction. */
enum answer { UNASKED, NO, YES };
struct answers {
	enum answer by_kind[DT_N_INSN_KINDS];
};

bool dt_pid_entry_missed(struct dt_registry *r, const struct dt_insn *in)
{
	static const struct dt_state unwinder = {.size = sizeof(struct answers)};
	struct answers *answers = dt_registry_state(r, &unwinder);
	enum answer *known = &answers->by_kind[in->kind];

	if (*known == UNASKED)
		*known = dt_unwinder_knows_entry(in->kind) ? YES : NO;
	return *known == NO;
}

uint32_t dt_pid_insn_frame(struct dt_registry *r, struct dt_functions *file,
			   const struct dt_function *fn, const struct dt_insn *in)
{
	struct dt_frame_rule rule = {0};
	uint32_t missed = dt_pid_entry_missed(r, in) ? DT_FRAME_MISSED : 0;

	if (!dt_frames_rule(&file->frames, fn->addr + in->offset, &rule)) {
		if (in->offset && !in->is_return)
			return 0;
		rule = (struct dt_frame_rule){0}; // on top of the stack
	}
	if (rule.return_at < 0 || rule.return_at >= 1 << 28)
		return 0;
	return DT_FRAME_KNOWN | (rule.from_bp ? DT_FRAME_BP : missed) |
	       (uint32_t)rule.return_at << DT_FRAME_SHIFT;
}

// ---- accessors

dt_reg dt_pid_top_caller(const struct dt_context *self, struct dt_ir_func *f)
{
	return dt_register_return_address(dt_pid_machine(self), f);
}

dt_reg dt_pid_entry_caller_missed(const struct dt_context *self, struct dt_ir_func *f)
{
	return dt_uprobe_site_flag(f);
}

/** Returns true: at a return, the frame is always removed. */
dt_reg dt_pid_return_caller_missed(const struct dt_context *self, struct dt_ir_func *f)
{
	return dt_ir_const(f, 1);
}

dt_reg dt_pid_insn_caller(const struct dt_context *self, struct dt_ir_func *f)
{
	const struct dt_machine *m = dt_pid_machine(self);
	dt_reg sp = dt_register(f, m->sp), bp = dt_register(f, m->fp);
	dt_reg frame = dt_uprobe_site_value(f);
	dt_reg from_bp = dt_ir_bini(f, DT_IR_AND, dt_ir_bini(f, DT_IR_SHR, frame, 1), 1);
	dt_reg known = dt_ir_bini(f, DT_IR_AND, frame, DT_FRAME_KNOWN);
	dt_reg base, word;

	// base = from_bp ? bp : sp
	base = dt_ir_bin(f, DT_IR_AND, dt_ir_bin(f, DT_IR_XOR, sp, bp),
			 dt_ir_un(f, DT_IR_NEG, 8, from_bp));
	base = dt_ir_bin(f, DT_IR_XOR, base, sp);
	word = dt_register_word(
	    m, f, dt_ir_bin(f, DT_IR_ADD, base, dt_ir_bini(f, DT_IR_SHR, frame, DT_FRAME_SHIFT)));
	return dt_ir_bin(f, DT_IR_AND, word, dt_ir_un(f, DT_IR_NEG, 8, known));
}

dt_reg dt_pid_insn_missed(const struct dt_context *self, struct dt_ir_func *f)
{
	return dt_ir_bini(f, DT_IR_AND, dt_uprobe_site_value(f), DT_FRAME_MISSED);
}

const struct dt_machine *dt_pid_machine(const struct dt_context *self)
{
	return ((const struct dt_pid_context *)self)->machine;
}

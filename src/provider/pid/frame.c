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
	const struct dt_machine *m = dt_machine_of(file->is_32bit);
	uint32_t flags = DT_FRAME_KNOWN | (dt_pid_entry_missed(r, in) ? DT_FRAME_MISSED : 0);
	struct dt_frame_rule rule;

	if (!dt_frames_rule(&file->frames, fn->addr + in->offset, &rule)) {
		if (in->offset && !in->is_return)
			return 0;
		rule = (struct dt_frame_rule){.in_link = m->link != DT_NO_REG};
	}
	if (rule.return_at < 0 || rule.return_at >= 1 << 28)
		return 0;
	return flags | (rule.from_bp ? DT_FRAME_BP : 0) | (rule.in_link ? DT_FRAME_LINK : 0) |
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

/** Returns the address at which the function keeps the return address, if not in the link register.
 */
static dt_reg return_slot(const struct dt_machine *m, struct dt_ir_func *f, dt_reg frame)
{
	dt_reg sp = dt_register(f, m->sp), fp = dt_register(f, m->fp);
	dt_reg from_fp = dt_ir_bini(f, DT_IR_AND, dt_ir_bini(f, DT_IR_SHR, frame, 1), 1);
	dt_reg base; // from_fp ? fp : sp

	base = dt_ir_bin(f, DT_IR_AND, dt_ir_bin(f, DT_IR_XOR, sp, fp),
			 dt_ir_un(f, DT_IR_NEG, 8, from_fp));
	base = dt_ir_bin(f, DT_IR_XOR, base, sp);
	return dt_ir_bin(f, DT_IR_ADD, base, dt_ir_bini(f, DT_IR_SHR, frame, DT_FRAME_SHIFT));
}

dt_reg dt_pid_insn_caller(const struct dt_context *self, struct dt_ir_func *f)
{
	const struct dt_machine *m = dt_pid_machine(self);
	dt_reg frame = dt_uprobe_site_value(f), caller = dt_ir_const(f, 0);
	dt_label end = dt_ir_label(f);

	dt_ir_branchi(f, DT_IR_EQ, frame, 0, end);
	if (m->link != DT_NO_REG) {
		dt_ir_mov_to(f, caller, dt_register_return_address(m, f));
		dt_ir_branchi(f, DT_IR_SET, frame, DT_FRAME_LINK, end);
	}
	dt_ir_mov_to(f, caller,
		     dt_register_strip(f, dt_register_word(m, f, return_slot(m, f, frame))));
	dt_ir_place(f, end);
	return caller;
}

/** If the frame pointer points below the return address, the frame is set up. */
dt_reg dt_pid_insn_missed(const struct dt_context *self, struct dt_ir_func *f)
{
	const struct dt_machine *m = dt_pid_machine(self);
	dt_reg frame = dt_uprobe_site_value(f);
	dt_reg missed = dt_ir_bini(f, DT_IR_AND, frame, DT_FRAME_MISSED);
	dt_label end = dt_ir_label(f);

	dt_ir_branchi(f, DT_IR_SET, frame, DT_FRAME_LINK, end);
	dt_ir_branch(f, DT_IR_NE, dt_ir_bini(f, DT_IR_ADD, dt_register(f, m->fp), m->calls.word),
		     return_slot(m, f, frame), end);
	dt_ir_const_to(f, missed, 0);
	dt_ir_place(f, end);
	return missed;
}

const struct dt_machine *dt_pid_machine(const struct dt_context *self)
{
	return ((const struct dt_pid_context *)self)->machine;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Generates code by which programs of pid probes read arguments at entry and the result at return,
 * by the conventions of the process's machine.
 */
#include "provider/pid/internal.h"

#include "arch/uprobe.h"
#include "ebpf/feature.h"

static dt_reg pid_entry_arg(const struct dt_context *self, struct dt_ir_func *f,
			    const struct dt_probe_set *set, unsigned n)
{
	return dt_register_arg(dt_pid_machine(self), f, n);
}

/** Reads arg0, the offset, or arg1, the result. At a jump to another function, arg1 is 0, because
 *  that function has not run yet. */
static dt_reg pid_return_arg(const struct dt_context *self, struct dt_ir_func *f,
			     const struct dt_probe_set *set, unsigned n)
{
	dt_reg value, is_ret;

	if (n == 0)
		return dt_uprobe_site_value(f);
	if (n > 1)
		return dt_ir_const(f, 0);
	value = dt_register_result(dt_pid_machine(self), f);
	// The flag is 1 at a jump: minus one makes a mask.
	is_ret = dt_ir_bini(f, DT_IR_SUB, dt_uprobe_site_flag(f), 1);
	return dt_ir_bin(f, DT_IR_AND, value, is_ret);
}

/** Reads the offset of the entry probe, which may be after the function's first instruction. */
static dt_reg read_entry_offset(const struct dt_context *self, struct dt_ir_func *f)
{
	return dt_uprobe_site_value(f);
}

#define COMMON .probe_id = dt_uprobe_probe_id, .may_sleep = true, .uregs = dt_register_user

static const struct dt_context kinds[DT_N_PID_KINDS] = {
    [DT_PID_ENTRY] = {.name = "function entry",
		      COMMON,
		      .arg = pid_entry_arg,
		      .moved = read_entry_offset,
		      .caller = dt_pid_top_caller,
		      .caller_missed = dt_pid_entry_caller_missed},
    [DT_PID_RETURN] = {.name = "function return",
		       COMMON,
		       .arg = pid_return_arg,
		       .caller = dt_pid_top_caller,
		       .caller_missed = dt_pid_return_caller_missed},
    [DT_PID_OFFSET] = {.name = "instruction",
		       COMMON,
		       .caller = dt_pid_insn_caller,
		       .caller_missed = dt_pid_insn_missed},
};

/** The kind of instruction that a program may execute at such a site. */
static const enum dt_insn_kind executed_at[DT_N_PID_KINDS] = {
    [DT_PID_ENTRY] = DT_INSN_LANDING, [DT_PID_RETURN] = DT_INSN_RETURN};

/** Returns the context of programs inside a process, where the registers at an entry are those of
 *  the first instruction. */
static const struct dt_context *context_in_target(struct dt_registry *r, enum dt_pid_kind kind)
{
	struct dt_pid_context *c = &dt_pid_of(r)->in_target[kind];

	*c = (struct dt_pid_context){.base = kinds[kind], .machine = &dt_arch.native};
	c->base.attach = DT_ATTACH_SITE;
	c->base.may_sleep = false;
	c->base.moved = NULL;
	return &c->base;
}

const struct dt_context *dt_pid_context(struct dt_registry *r, enum dt_pid_kind kind,
					const struct dt_machine *m, enum dt_attach attach,
					bool executed)
{
	bool is_multi = attach == DT_ATTACH_UPROBES;
	bool executes =
	    (kind == DT_PID_RETURN || executed) && is_multi && dt_feature(DT_FEAT_REGISTERS);
	struct dt_pid_context *c =
	    &dt_pid_of(r)->contexts[kind][m == &dt_arch.compat][executes][is_multi];

	if (c->machine)
		return &c->base;
	*c = (struct dt_pid_context){.base = kinds[kind], .machine = m};
	c->base.attach = attach;
	if (m == &dt_arch.native)
		c->base.in_target = context_in_target(r, kind);
	if (executes && dt_can_execute(m, executed_at[kind])) {
		c->executes = executed_at[kind];
		c->base.finish = dt_pid_execute;
	}
	return &c->base;
}

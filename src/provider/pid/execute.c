/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Instructions at a function's return or entry that the BPF program executes itself. Since Linux
 * 6.19, programs of uprobes may write to registers (7384893d970e), and the kernel does not
 * single-step an instruction if the program has changed the program counter (4363264111e1). This
 * saves a trap. The architecture generates the code (arch/uprobe.h).
 *
 * Decision: docs/dev/decisions/0030-return-probes-on-ret.md
 */
#include "provider/pid/internal.h"

#include "arch/uprobe.h"

void dt_pid_execute(const struct dt_context *self, struct dt_ir_func *f)
{
	const struct dt_pid_context *c = (const struct dt_pid_context *)self;
	dt_label end = dt_ir_label(f);

	dt_ir_branchi(f, DT_IR_EQ, dt_uprobe_site_executed(f), 0, end);
	dt_execute(c->machine, f, c->executes, end);
	dt_ir_place(f, end);
}

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

#include <linux/bpf.h>

static void try_it(struct dt_registry *r, void *state)
{
	const struct bpf_insn code[] = {{.code = BPF_ALU64 | BPF_MOV | BPF_K},
					{.code = BPF_STX | BPF_MEM | BPF_DW,
					 .dst_reg = 1,
					 .src_reg = 0,
					 .off = (int16_t)dt_arch.native.pc},
					{.code = BPF_JMP | BPF_EXIT}};

	*(bool *)state = dt_uprobe_multi(r) && dt_uprobe_accepts(code, dt_array_len(code));
}

bool dt_pid_executes(struct dt_registry *r)
{
	static const struct dt_state executes = {.size = sizeof(bool), .init = try_it};

	return *(bool *)dt_registry_state(r, &executes);
}

void dt_pid_execute(const struct dt_context *self, struct dt_ir_func *f)
{
	const struct dt_pid_context *c = (const struct dt_pid_context *)self;
	dt_label end = dt_ir_label(f);

	dt_ir_branchi(f, DT_IR_EQ, dt_uprobe_site_executed(f), 0, end);
	dt_execute(c->machine, f, c->executes, end);
	dt_ir_place(f, end);
}

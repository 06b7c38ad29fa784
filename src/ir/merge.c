/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Calls of helpers that give the same answer throughout one firing (who runs, where) are made once:
 * a later call becomes a copy of the first one's result, if that lies on every way there.
 *
 * Control only goes forward, so a way around an instruction is a jump from before it to a label
 * behind it. Walking through the code, a label takes back all calls behind the first jump to it.
 */
#include "ir/ops.h"

#include <linux/bpf.h>
#include <stdlib.h>

enum { MAX_KNOWN = 32 };

struct known {
	size_t at;
	int64_t helper;
	dt_reg arg, result;
};

struct merger {
	struct dt_ir_func *f;
	unsigned *defs;		       // by register: assignments
	size_t *jumped_from;	       // by label: its first jump; SIZE_MAX: none yet
	struct known known[MAX_KNOWN]; // by position
	unsigned n;
};

static bool is_lasting(int64_t helper)
{
	switch (helper) {
	case BPF_FUNC_get_current_task_btf:
	case BPF_FUNC_task_pt_regs:
	case BPF_FUNC_get_current_pid_tgid:
	case BPF_FUNC_get_current_uid_gid:
	case BPF_FUNC_get_smp_processor_id:
		return true;
	default:
		return false;
	}
}

static dt_reg find(const struct merger *m, int64_t helper, dt_reg arg)
{
	for (unsigned i = 0; i < m->n; i++)
		if (m->known[i].helper == helper && m->known[i].arg == arg)
			return m->known[i].result;
	return 0;
}

static void merge(struct merger *m, struct dt_ir_insn *i, size_t at)
{
	dt_reg arg = i->n_args ? i->args[0] : 0, known;

	if (!is_lasting(i->imm) || !i->dst || m->defs[i->dst] != 1 || (arg && m->defs[arg] != 1))
		return;
	known = find(m, i->imm, arg);
	if (known)
		*i = (struct dt_ir_insn){.op = DT_IR_MOV, .dst = i->dst, .a = known, .loc = i->loc};
	else if (m->n < MAX_KNOWN)
		m->known[m->n++] = (struct known){at, i->imm, arg, i->dst};
}

static void walk(struct merger *m)
{
	for (size_t at = 0; at < m->f->code.len; at++) {
		struct dt_ir_insn *i = &m->f->code.data[at];

		if (i->op == DT_IR_HELPER)
			merge(m, i, at);
		if ((i->op == DT_IR_JUMP || i->op == DT_IR_BRANCH) &&
		    m->jumped_from[i->imm] == SIZE_MAX)
			m->jumped_from[i->imm] = at;
		if (i->op == DT_IR_LABEL)
			while (m->n && m->known[m->n - 1].at > m->jumped_from[i->imm])
				m->n--;
	}
}

void dt_ir_merge_calls(struct dt_ir_func *f)
{
	struct merger m = {.f = f};

	m.defs = dt_zalloc(((size_t)f->n_regs + 1) * sizeof(*m.defs));
	m.jumped_from = dt_malloc(((size_t)f->n_labels + 1) * sizeof(*m.jumped_from));
	for (dt_label l = 0; l <= f->n_labels; l++)
		m.jumped_from[l] = SIZE_MAX;
	for (unsigned r = 1; r <= f->n_params; r++)
		m.defs[r] = 1;
	dt_vec_foreach (&f->code, i)
		m.defs[dt_ir_def(i)]++;
	walk(&m);
	free(m.defs);
	free(m.jumped_from);
}

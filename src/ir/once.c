/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What has one answer throughout a firing (who runs, where) is asked once: a later question becomes
 * a copy of the first one's result, if that lies on every way there.
 *
 * Control only goes forward, so a way around an instruction is a jump from before it to a label
 * behind it. On a walk through the code, a label forgets all answers that came after the first jump
 * to it.
 */
#include "ir/ops.h"

#include <stdlib.h>

enum { MAX_KNOWN = 32 };

struct answer {
	size_t at;
	int64_t word;
	dt_reg arg, result;
};

struct asker {
	struct dt_ir_func *f;
	unsigned *defs;			// by register: assignments
	size_t *jumped_from;		// by label: its first jump; SIZE_MAX: none yet
	struct answer known[MAX_KNOWN]; // by position
	unsigned n;
};

static dt_reg find(const struct asker *a, int64_t word, dt_reg arg)
{
	for (unsigned i = 0; i < a->n; i++)
		if (a->known[i].word == word && a->known[i].arg == arg)
			return a->known[i].result;
	return 0;
}

static void ask(struct asker *a, struct dt_ir_insn *i, size_t at)
{
	dt_reg arg = i->n_args ? i->args[0] : 0, known;

	if (!(dt_env_table[i->imm].flags & DT_ENV_F_LASTING) || a->defs[i->dst] != 1 ||
	    (arg && a->defs[arg] != 1))
		return;
	known = find(a, i->imm, arg);
	if (known)
		*i = (struct dt_ir_insn){.op = DT_IR_MOV, .dst = i->dst, .a = known, .loc = i->loc};
	else if (a->n < MAX_KNOWN)
		a->known[a->n++] = (struct answer){at, i->imm, arg, i->dst};
}

static void walk(struct asker *a)
{
	for (size_t at = 0; at < a->f->code.len; at++) {
		struct dt_ir_insn *i = &a->f->code.data[at];

		if (i->op == DT_IR_ENV)
			ask(a, i, at);
		if ((i->op == DT_IR_JUMP || i->op == DT_IR_BRANCH) &&
		    a->jumped_from[i->imm] == SIZE_MAX)
			a->jumped_from[i->imm] = at;
		if (i->op == DT_IR_LABEL)
			while (a->n && a->known[a->n - 1].at > a->jumped_from[i->imm])
				a->n--;
	}
}

void dt_ir_ask_once(struct dt_ir_func *f)
{
	struct asker a = {.f = f};

	a.defs = dt_zalloc(((size_t)f->n_regs + 1) * sizeof(*a.defs));
	a.jumped_from = dt_malloc(((size_t)f->n_labels + 1) * sizeof(*a.jumped_from));
	for (dt_label l = 0; l <= f->n_labels; l++)
		a.jumped_from[l] = SIZE_MAX;
	for (unsigned r = 1; r <= f->n_params; r++)
		a.defs[r] = 1;
	dt_vec_foreach (&f->code, i)
		a.defs[dt_ir_def(i)]++;
	walk(&a);
	free(a.defs);
	free(a.jumped_from);
}

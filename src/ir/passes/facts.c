/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One walk over the code collects the facts. dt_ir_read_at() matches the shape of a read on demand.
 */
#include "ir/passes/facts.h"

#include "ir/ops.h"

#include <stdlib.h>

void dt_ir_facts_init(struct dt_ir_facts *k, struct dt_ir_func *f)
{
	size_t n = (size_t)f->n_regs + 1;
	dt_reg *uses[DT_IR_MAX_USES];

	*k = (struct dt_ir_facts){
	    .f = f,
	    .defs = dt_zalloc(n * sizeof(*k->defs)),
	    .uses = dt_zalloc(n * sizeof(*k->uses)),
	    .def = dt_zalloc(n * sizeof(*k->def)),
	    .jumped_from = dt_malloc(((size_t)f->n_labels + 1) * sizeof(*k->jumped_from)),
	};
	for (dt_label l = 0; l <= f->n_labels; l++)
		k->jumped_from[l] = SIZE_MAX;
	for (unsigned r = 1; r <= f->n_params; r++)
		k->defs[r] = 1;
	for (size_t at = 0; at < f->code.len; at++) {
		struct dt_ir_insn *i = &f->code.data[at];

		k->defs[dt_ir_def(i)]++;
		k->def[dt_ir_def(i)] = i;
		for (unsigned m = dt_ir_uses(i, uses), u = 0; u < m; u++)
			k->uses[*uses[u]]++;
		if ((i->op == DT_IR_JUMP || i->op == DT_IR_BRANCH) &&
		    k->jumped_from[i->imm] == SIZE_MAX)
			k->jumped_from[i->imm] = at;
	}
}

void dt_ir_facts_deinit(struct dt_ir_facts *k)
{
	free(k->defs);
	free(k->uses);
	free(k->def);
	free(k->jumped_from);
}

/** Returns the only assignment of a register if it is the operation `op`, else NULL. */
static const struct dt_ir_insn *only_definition(const struct dt_ir_facts *k, dt_reg r,
						enum dt_ir_op op)
{
	const struct dt_ir_insn *def = k->def[r];

	return k->defs[r] == 1 && def && def->op == op ? def : NULL;
}

/** Returns the stack object whose address the register holds, if the register has one use; else 0.
 */
static int64_t object_of(const struct dt_ir_facts *k, dt_reg r)
{
	const struct dt_ir_insn *def =
	    k->uses[r] == 1 ? only_definition(k, r, DT_IR_STACK_ADDR) : NULL;

	return def ? def->imm : 0;
}

/** Returns the index of the label, searching from `at` on; the length of the code if absent. */
static size_t label_from(const struct dt_ir_func *f, size_t at, int64_t label)
{
	while (at < f->code.len &&
	       (f->code.data[at].op != DT_IR_LABEL || f->code.data[at].imm != label))
		at++;
	return at;
}

static bool is_silent(const struct dt_ir_insn *i)
{
	return i->op == DT_IR_STACK_ADDR || i->op == DT_IR_COMMENT || i->op == DT_IR_NOP;
}

bool dt_ir_read_at(const struct dt_ir_facts *k, size_t at, struct dt_ir_read *ret)
{
	const struct dt_ir_insn *code = k->f->code.data, *read = &code[at], *check = read + 1,
				*load;
	const struct dt_ir_insn *size = only_definition(k, read->args[1], DT_IR_CONST);
	int64_t object = object_of(k, read->args[0]);
	size_t end = k->f->code.len, l;

	if (!size || !object || at + 1 >= end || check->op != DT_IR_BRANCH ||
	    check->cond != DT_IR_SGE || check->a != read->dst || check->b || check->off ||
	    k->uses[read->dst] != 1)
		return false;
	l = label_from(k->f, at, check->imm) + 1;
	while (l < end && is_silent(&code[l]))
		l++;
	if (l >= end)
		return false;
	load = &code[l];
	if (load->op != DT_IR_LOAD || load->width != size->imm || load->off ||
	    object_of(k, load->a) != object)
		return false;
	*ret = (struct dt_ir_read){at, l, read->args[2], load->width};
	return true;
}

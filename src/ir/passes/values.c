/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Value numbering. Operations on equal values have equal results anywhere in the function, because
 * a register with one assignment has the same value at every use. Two registers with equal values
 * are not always interchangeable: that depends on the paths between them (once.c).
 *
 * Data from other sources, such as D's variables, gets no value number, because the D program may
 * change it.
 *
 * Decision: docs/dev/decisions/0024-neighbouring-reads-merged.md
 */
#include "ir/passes/values.h"

#include "ir/ops.h"

#include <stdlib.h>

void dt_ir_values_init(struct dt_ir_values *v, const struct dt_ir_func *f, const unsigned *defs)
{
	v->defs = defs;
	v->first = dt_zalloc(((size_t)f->n_regs + 1) * sizeof(*v->first));
	v->ctx = 0;
	v->n = 0;
}

void dt_ir_values_deinit(struct dt_ir_values *v)
{
	free(v->first);
}

static bool is_same_value(const struct dt_ir_value *x, const struct dt_ir_value *y)
{
	return x->op == y->op && x->width == y->width && x->a == y->a && x->b == y->b &&
	       x->imm == y->imm && x->off == y->off;
}

/** Returns the first register with this value, which may be that of this instruction. */
static dt_reg first_of(struct dt_ir_values *v, const struct dt_ir_value *value)
{
	for (unsigned k = 0; k < v->n; k++)
		if (is_same_value(&v->known[k], value))
			return v->known[k].first;
	if (v->n == DT_IR_MAX_VALUES)
		return 0;
	v->known[v->n++] = *value;
	return value->first;
}

/** Reports whether all operands have value numbers or point into the context itself. */
static bool has_value(const struct dt_ir_values *v, const struct dt_ir_insn *i)
{
	unsigned flags = dt_ir_op_table[i->op].flags;

	if (i->op == DT_IR_LOAD)
		return v->ctx && v->first[i->a] == v->ctx;
	return flags & (DT_IR_F_BIN | DT_IR_F_UN) && v->first[i->a] && (!i->b || v->first[i->b]);
}

void dt_ir_values_pass(struct dt_ir_values *v, const struct dt_ir_insn *i)
{
	dt_reg dst = dt_ir_def(i);

	if (!dst || v->defs[dst] != 1)
		return;
	if (i->op == DT_IR_MOV)
		v->first[dst] = v->first[i->a];
	else if (i->op == DT_IR_CTX)
		v->first[dst] = v->ctx = v->ctx ? v->ctx : dst;
	else if (has_value(v, i))
		v->first[dst] = first_of(v, &(struct dt_ir_value){
						.op = i->op,
						.width = i->width,
						.a = v->first[i->a],
						.b = v->first[i->b],
						.imm = i->imm,
						.off = i->off,
						.first = dst,
					    });
}

void dt_ir_values_read(struct dt_ir_values *v, dt_reg r)
{
	if (v->defs[r] == 1 && !v->first[r])
		v->first[r] = r;
}

static const struct dt_ir_value *find_value(const struct dt_ir_values *v, dt_reg first)
{
	for (unsigned k = 0; k < v->n; k++)
		if (v->known[k].first == first)
			return &v->known[k];
	return NULL;
}

dt_reg dt_ir_values_base(const struct dt_ir_values *v, dt_reg r, int64_t *off)
{
	const struct dt_ir_value *value;

	r = v->first[r];
	while ((value = find_value(v, r)) && value->op == DT_IR_ADD && !value->b) {
		*off += value->imm;
		r = value->a;
	}
	return r;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Small passes that clean up the code of a simple-minded lowering: they fold constants, propagate
 * copies and constant offsets, remove needless extensions, and remove code that is unused or
 * unreachable.
 *
 * All passes rely on one fact: a register with exactly one assignment has the same value at every
 * use, because every register is assigned on all paths to its uses and control never goes back.
 * The passes ignore registers with several assignments. They never reorder instructions, never
 * move loads, and keep all instructions with side effects except the repetitions that once.c finds.
 */
#include "ir/ops.h"
#include "ir/passes/passes.h"

#include <string.h>

struct optimizer {
	struct dt_ir_func *f;
	unsigned *defs;		 // by register: number of assignments
	struct dt_ir_insn **def; // by register: its only assignment, if already visited; else NULL
};

static const struct dt_ir_insn *def_of(const struct optimizer *o, dt_reg r)
{
	return r ? o->def[r] : NULL;
}

static bool const_of(const struct optimizer *o, dt_reg r, int64_t *value)
{
	const struct dt_ir_insn *d = def_of(o, r);

	if (!d || d->op != DT_IR_CONST)
		return false;
	*value = d->imm;
	return true;
}

static void become_const(struct dt_ir_insn *i, int64_t value)
{
	*i = (struct dt_ir_insn){.op = DT_IR_CONST, .dst = i->dst, .imm = value, .loc = i->loc};
}

static void become_mov(struct dt_ir_insn *i)
{
	*i = (struct dt_ir_insn){.op = DT_IR_MOV, .dst = i->dst, .a = i->a, .loc = i->loc};
}

/** Replaces a register whose only assignment is a copy by the original. */
static void propagate_copies(struct optimizer *o, struct dt_ir_insn *i)
{
	dt_reg *uses[DT_IR_MAX_USES];
	unsigned n = dt_ir_uses(i, uses);

	for (unsigned k = 0; k < n; k++) {
		const struct dt_ir_insn *d = def_of(o, *uses[k]);

		if (d && d->op == DT_IR_MOV && o->defs[d->a] == 1)
			*uses[k] = d->a;
	}
}

/** Replaces operand b by an immediate if it is a small constant. */
static void propagate_imm(struct optimizer *o, struct dt_ir_insn *i)
{
	unsigned flags = dt_ir_op_table[i->op].flags;
	int64_t value;

	if (flags & DT_IR_F_COMM && i->b && const_of(o, i->a, &value) &&
	    !const_of(o, i->b, &value)) {
		dt_reg a = i->a;

		i->a = i->b;
		i->b = a;
	}
	if (!i->b || !const_of(o, i->b, &value) || !dt_ir_fits_imm(value))
		return;
	if (flags & DT_IR_F_IMM) {
		i->b = 0;
		i->imm = value;
	} else if (i->op == DT_IR_BRANCH) {
		i->b = 0;
		i->off = value;
	}
}

/** Adds up constant offsets: *(p + 8) with p = q + 16 becomes *(q + 24). */
static void propagate_offset(struct optimizer *o, struct dt_ir_insn *i)
{
	for (;;) {
		const struct dt_ir_insn *d = def_of(o, i->a);
		int64_t off;

		if (!d || d->op != DT_IR_ADD || d->b || o->defs[d->a] != 1)
			return;
		off = i->off + d->imm;
		if (off != (int16_t)off)
			return;
		i->off = off;
		i->a = d->a;
	}
}

/** Simplifies x OP imm to x, to a constant, or to a cheaper operation. */
static void reduce_bin(struct dt_ir_insn *i)
{
	int64_t imm = i->imm;
	bool power = imm > 0 && !(imm & (imm - 1));

	if (i->b)
		return;
	switch (i->op) {
	case DT_IR_ADD:
	case DT_IR_SUB:
	case DT_IR_OR:
	case DT_IR_XOR:
	case DT_IR_SHL:
	case DT_IR_SHR:
	case DT_IR_SAR:
		if (imm == 0)
			become_mov(i);
		break;
	case DT_IR_AND:
		if (imm == 0)
			become_const(i, 0);
		else if (imm == -1)
			become_mov(i);
		break;
	case DT_IR_MUL:
	case DT_IR_DIV:
		if (imm == 1) {
			become_mov(i);
		} else if (power) {
			i->op = i->op == DT_IR_MUL ? DT_IR_SHL : DT_IR_SHR;
			i->imm = __builtin_ctzll((uint64_t)imm);
		} else if (imm == 0 && i->op == DT_IR_MUL) {
			become_const(i, 0);
		}
		break;
	case DT_IR_MOD:
		if (power) {
			i->op = DT_IR_AND;
			i->imm = imm - 1;
			reduce_bin(i);
		}
		break;
	case DT_IR_SDIV:
		if (imm == 1)
			become_mov(i);
		break;
	default:
		break;
	}
}

/** Removes an extension whose operand is already that narrow. */
static void reduce_un(struct optimizer *o, struct dt_ir_insn *i)
{
	const struct dt_ir_insn *d = def_of(o, i->a);

	if (i->op != DT_IR_ZEXT && i->op != DT_IR_SEXT)
		return;
	if (i->width == 8) {
		become_mov(i);
		return;
	}
	if (!d)
		return;
	bool zeros = d->op == DT_IR_LOAD || d->op == DT_IR_ZEXT || d->op == DT_IR_BSWAP;
	if ((zeros && d->width < i->width) ||
	    (zeros && d->width == i->width && i->op == DT_IR_ZEXT) ||
	    (d->op == DT_IR_SEXT && d->width <= i->width && i->op == DT_IR_SEXT))
		become_mov(i);
}

/** Skips the extension of an operand of which only the low `width` bytes are used. */
static void skip_extensions(struct optimizer *o, dt_reg *field, unsigned width)
{
	for (;;) {
		const struct dt_ir_insn *d = def_of(o, *field);

		if (!d || (d->op != DT_IR_SEXT && d->op != DT_IR_ZEXT) || d->width < width ||
		    o->defs[d->a] != 1)
			return;
		*field = d->a;
	}
}

static void fold_branch(struct optimizer *o, struct dt_ir_insn *i)
{
	int64_t a, b = i->off;

	if (!const_of(o, i->a, &a) || (i->b && !const_of(o, i->b, &b)))
		return;
	if (dt_ir_eval_cond(i->cond, (uint64_t)a, (uint64_t)b))
		*i = (struct dt_ir_insn){.op = DT_IR_JUMP, .imm = i->imm, .loc = i->loc};
	else
		*i = (struct dt_ir_insn){.op = DT_IR_NOP, .loc = i->loc};
}

static void simplify_insn(struct optimizer *o, struct dt_ir_insn *i)
{
	unsigned flags = dt_ir_op_table[i->op].flags;
	int64_t a, b;
	uint64_t value;

	propagate_copies(o, i);
	propagate_imm(o, i);
	b = i->imm;
	if (flags & DT_IR_F_MEM)
		propagate_offset(o, i);
	if (flags & DT_IR_F_MEM && flags & DT_IR_F_IMM)
		skip_extensions(o, &i->b, i->width);
	if (i->op == DT_IR_SEXT || i->op == DT_IR_ZEXT)
		skip_extensions(o, &i->a, i->width);
	if (i->op == DT_IR_BRANCH)
		fold_branch(o, i);
	if (i->op == DT_IR_MOV && const_of(o, i->a, &a))
		become_const(i, a);
	if (flags & DT_IR_F_BIN) {
		if (const_of(o, i->a, &a) && (!i->b || const_of(o, i->b, &b)) &&
		    dt_ir_eval_bin(i->op, (uint64_t)a, (uint64_t)b, &value))
			become_const(i, (int64_t)value);
		else
			reduce_bin(i);
	} else if (flags & DT_IR_F_UN) {
		if (const_of(o, i->a, &a) && dt_ir_eval_un(i->op, i->width, (uint64_t)a, &value))
			become_const(i, (int64_t)value);
		else
			reduce_un(o, i);
	}
}

static void simplify_code(struct optimizer *o)
{
	size_t n = (size_t)o->f->n_regs + 1;

	memset(o->defs, 0, n * sizeof(*o->defs));
	memset(o->def, 0, n * sizeof(*o->def));
	for (unsigned r = 1; r <= o->f->n_params; r++)
		o->defs[r] = 1;
	dt_vec_foreach (&o->f->code, i)
		o->defs[dt_ir_def(i)]++;
	dt_vec_foreach (&o->f->code, i) {
		simplify_insn(o, i);
		dt_reg dst = dt_ir_def(i);
		if (dst && o->defs[dst] == 1)
			o->def[dst] = i;
	}
}

/** Removes instructions whose result is unused. Goes backwards, so that one walk also removes the
 *  instructions that computed operands of removed ones. */
static void drop_unread(struct optimizer *o)
{
	unsigned *reads = o->defs; // reuses the counters of simplify_code()
	dt_reg *uses[DT_IR_MAX_USES];

	memset(reads, 0, ((size_t)o->f->n_regs + 1) * sizeof(*reads));
	dt_vec_foreach (&o->f->code, i) {
		for (unsigned n = dt_ir_uses(i, uses), k = 0; k < n; k++)
			reads[*uses[k]]++;
	}
	for (size_t at = o->f->code.len; at-- > 0;) {
		struct dt_ir_insn *i = &o->f->code.data[at];

		if (!dt_ir_is_pure(i) || reads[i->dst])
			continue;
		for (unsigned n = dt_ir_uses(i, uses), k = 0; k < n; k++)
			reads[*uses[k]]--;
		i->op = DT_IR_NOP;
	}
}

/** Reports whether only labels and NOPs stand between instruction `at` and the label. */
static bool leads_to(const struct dt_ir_func *f, size_t at, int64_t label)
{
	while (++at < f->code.len) {
		const struct dt_ir_insn *next = &f->code.data[at];

		if (next->op == DT_IR_LABEL && next->imm == label)
			return true;
		if (next->op != DT_IR_LABEL && next->op != DT_IR_NOP && next->op != DT_IR_COMMENT)
			return false;
	}
	return false;
}

/** Inverts a branch around a jump: the branch then goes to the jump's label. */
static void turn_around(struct dt_ir_func *f, struct dt_ir_insn *branch)
{
	static const enum dt_ir_cond opposite[] = {
	    [DT_IR_EQ] = DT_IR_NE,   [DT_IR_NE] = DT_IR_EQ,   [DT_IR_LT] = DT_IR_GE,
	    [DT_IR_LE] = DT_IR_GT,   [DT_IR_GT] = DT_IR_LE,   [DT_IR_GE] = DT_IR_LT,
	    [DT_IR_SLT] = DT_IR_SGE, [DT_IR_SLE] = DT_IR_SGT, [DT_IR_SGT] = DT_IR_SLE,
	    [DT_IR_SGE] = DT_IR_SLT,
	};
	struct dt_ir_insn *jump = branch + 1;

	if (branch->cond == DT_IR_SET || jump == f->code.data + f->code.len ||
	    jump->op != DT_IR_JUMP || !leads_to(f, (size_t)(jump - f->code.data), branch->imm))
		return;
	branch->cond = opposite[branch->cond];
	branch->imm = jump->imm;
	jump->op = DT_IR_NOP;
}

/** Redirects jumps to jumps. Goes backwards, so that final targets are already known. */
static void thread_jumps(struct dt_ir_func *f)
{
	dt_cleanup(dt_free_p) int64_t *leads =
	    dt_malloc(((size_t)f->n_labels + 1) * sizeof(*leads));
	const struct dt_ir_insn *next = NULL;

	for (size_t at = f->code.len; at-- > 0;) {
		struct dt_ir_insn *i = &f->code.data[at];

		if (i->op == DT_IR_NOP || i->op == DT_IR_COMMENT)
			continue;
		if (i->op == DT_IR_LABEL) {
			leads[i->imm] = next && next->op == DT_IR_JUMP ? next->imm : i->imm;
			continue;
		}
		if (i->op == DT_IR_BRANCH)
			turn_around(f, i);
		if (i->op == DT_IR_JUMP || i->op == DT_IR_BRANCH)
			i->imm = leads[i->imm];
		next = i;
	}
}

/** Removes jumps to the next instruction, labels without a jump, and the NOPs of other passes. */
static void compact_code(struct dt_ir_func *f)
{
	thread_jumps(f);
	for (size_t at = 0; at < f->code.len; at++) {
		struct dt_ir_insn *i = &f->code.data[at];

		if ((i->op == DT_IR_JUMP || i->op == DT_IR_BRANCH) && leads_to(f, at, i->imm))
			i->op = DT_IR_NOP;
	}
	dt_cleanup(dt_free_p) unsigned *refs = dt_ir_label_refs(f);
	size_t kept = 0;
	dt_vec_foreach (&f->code, i) {
		if (i->op == DT_IR_NOP || (i->op == DT_IR_LABEL && !refs[i->imm]))
			continue;
		f->code.data[kept++] = *i;
	}
	f->code.len = kept;
}

/** Turns t = …; x = t into x = … if t has no other use. */
static void join_moves(struct optimizer *o)
{
	dt_cleanup(dt_free_p) unsigned *reads =
	    dt_zalloc(((size_t)o->f->n_regs + 1) * sizeof(*reads));
	dt_reg *uses[DT_IR_MAX_USES];

	memset(o->defs, 0, ((size_t)o->f->n_regs + 1) * sizeof(*o->defs));
	dt_vec_foreach (&o->f->code, i) {
		o->defs[dt_ir_def(i)]++;
		for (unsigned n = dt_ir_uses(i, uses), k = 0; k < n; k++)
			reads[*uses[k]]++;
	}
	for (size_t at = 0; at + 1 < o->f->code.len; at++) {
		struct dt_ir_insn *i = &o->f->code.data[at], *mov = i + 1;
		dt_reg dst = dt_ir_def(i);

		if (!dst || mov->op != DT_IR_MOV || mov->a != dst || o->defs[dst] != 1 ||
		    reads[dst] != 1 || dst <= (dt_reg)o->f->n_params)
			continue;
		i->dst = mov->dst;
		mov->op = DT_IR_NOP;
	}
	compact_code(o->f);
}

void dt_ir_optimize(struct dt_ir_func *f)
{
	size_t n = (size_t)f->n_regs + 1;
	struct optimizer o = {
	    .f = f,
	    .defs = dt_malloc(n * sizeof(*o.defs)),
	    .def = dt_malloc(n * sizeof(*o.def)),
	};

	dt_vec_foreach (&f->code, i) {
		if (i->late)
			i->imm = *i->late;
		i->late = NULL;
	}
	// Several rounds: removed code may leave registers with one assignment, shared results may
	// be arguments of other requests, and new copies can be propagated.
	for (int round = 0; round < 3; round++) {
		simplify_code(&o);
		dt_ir_merge_requests(f);
		dt_ir_drop_unreachable(f);
		drop_unread(&o);
		compact_code(f);
	}
	join_moves(&o);
	free(o.defs);
	free(o.def);
	if (f->views)
		dt_ir_read_views(f);
	else
		dt_ir_read_wide(f);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Rewrites operations that BPF lacks before its fourth version. Signed division becomes unsigned
 * division of absolute values. PUBLISH becomes an exchange, unless the processor keeps stores in
 * order. Words of the environment and tail calls get all arguments of their helpers. The context
 * becomes a register assigned at the start of the function, so that register allocation knows its
 * lifetime. ir/alloc.c assigns registers, emit.c encodes.
 */
#include "ebpf/code/legalize.h"

#include "ebpf/code/env.h"
#include "ir/ops.h"

#include <assert.h>
#include <string.h>

struct legalizer {
	struct dt_ir_func *f; // the result
	const struct dt_ir_loc *loc;
	unsigned *defs; // by register of the source: number of assignments
	bool *is_ctx;	// by register of the source: it is an alias of the context
	dt_reg ctx;
	bool ordered;
};

static void put_insn(struct legalizer *l, struct dt_ir_insn i)
{
	i.loc = l->loc;
	dt_vec_push(&l->f->code, i);
}

/** Appends `a OP imm` and returns the new register of the result. */
static dt_reg put_bini(struct legalizer *l, enum dt_ir_op op, dt_reg a, int64_t imm)
{
	dt_reg dst = ++l->f->n_regs;

	put_insn(l, (struct dt_ir_insn){.op = op, .dst = dst, .a = a, .imm = imm});
	return dst;
}

static dt_reg put_bin(struct legalizer *l, enum dt_ir_op op, dt_reg a, dt_reg b)
{
	dt_reg dst = ++l->f->n_regs;

	put_insn(l, (struct dt_ir_insn){.op = op, .dst = dst, .a = a, .b = b});
	return dst;
}

static dt_reg put_const(struct legalizer *l, int64_t value)
{
	dt_reg dst = ++l->f->n_regs;

	put_insn(l, (struct dt_ir_insn){.op = DT_IR_CONST, .dst = dst, .imm = value});
	return dst;
}

/** Appends |a| as an unsigned number, 2^63 for INT64_MIN. `sign` is the register of a's sign, 0 or
 *  -1. */
static dt_reg put_abs(struct legalizer *l, dt_reg a, dt_reg sign)
{
	return put_bin(l, DT_IR_SUB, put_bin(l, DT_IR_XOR, a, sign), sign);
}

/** Appends dst = ±(|a| / |b|), negative if the signs differ, or ±(|a| % |b|) with the sign of a. */
static void put_signed_division(struct legalizer *l, const struct dt_ir_insn *i)
{
	bool div = i->op == DT_IR_SDIV;
	enum dt_ir_op op = div ? DT_IR_DIV : DT_IR_MOD;
	dt_reg sign = put_bini(l, DT_IR_SAR, i->a, 63);
	dt_reg a = put_abs(l, i->a, sign), q;

	if (i->b) {
		dt_reg sign_b = put_bini(l, DT_IR_SAR, i->b, 63);

		q = put_bin(l, op, a, put_abs(l, i->b, sign_b));
		if (div)
			sign = put_bin(l, DT_IR_XOR, sign, sign_b);
	} else {
		int64_t imm = i->imm < 0 ? -i->imm : i->imm;

		if (dt_ir_fits_imm(imm))
			q = put_bini(l, op, a, imm);
		else
			q = put_bin(l, op, a, put_const(l, imm));
		if (div && i->imm < 0)
			sign = put_bini(l, DT_IR_XOR, sign, -1);
	}
	q = put_bin(l, DT_IR_XOR, q, sign);
	put_insn(l, (struct dt_ir_insn){.op = DT_IR_SUB, .dst = i->dst, .a = q, .b = sign});
}

static void put_tail_call(struct legalizer *l, const struct dt_ir_insn *i)
{
	dt_reg map = ++l->f->n_regs;

	put_insn(l, (struct dt_ir_insn){.op = DT_IR_MAP, .dst = map, .imm = i->imm});
	put_insn(l, (struct dt_ir_insn){
			.op = DT_IR_TAIL_CALL, .n_args = 3, .args = {l->ctx, map, i->a}});
}

static void add_arg(struct dt_ir_insn *i, dt_reg arg)
{
	assert(i->n_args < DT_BPF_MAX_ARGS);
	i->args[i->n_args++] = arg;
}

static void put_env(struct legalizer *l, const struct dt_ir_insn *i)
{
	const struct dt_bpf_env *served = &dt_bpf_env_table[i->imm];
	struct dt_ir_insn call = {.op = DT_IR_ENV, .imm = i->imm, .dst = i->dst};

	if (dt_env_table[i->imm].flags & DT_ENV_F_CONTEXT)
		add_arg(&call, l->ctx);
	for (unsigned k = 0; k < i->n_args; k++)
		add_arg(&call, i->args[k]);
	for (unsigned k = 0; k < served->n_constants; k++)
		add_arg(&call, put_const(l, served->constants[k]));
	put_insn(l, call);
}

/** Moves immediates and offsets that are too large into registers. */
static void fit_operands(struct legalizer *l, struct dt_ir_insn *i)
{
	unsigned flags = dt_ir_op_table[i->op].flags;

	if (flags & DT_IR_F_MEM && i->off != (int16_t)i->off) {
		i->a = dt_ir_fits_imm(i->off) ? put_bini(l, DT_IR_ADD, i->a, i->off)
					      : put_bin(l, DT_IR_ADD, i->a, put_const(l, i->off));
		i->off = 0;
	}
	if (flags & DT_IR_F_MEM && flags & DT_IR_F_IMM && !i->b && i->width < 8)
		i->imm = (int64_t)((uint64_t)i->imm << (64 - 8 * i->width)) >> (64 - 8 * i->width);
	if (i->op >= DT_IR_SHL && i->op <= DT_IR_SAR && !i->b)
		i->imm &= 63;
	// The verifier rejects an immediate divisor of 0 even in unreachable code.
	bool zero_divisor = i->op >= DT_IR_DIV && i->op <= DT_IR_SMOD && !i->imm;
	if (flags & DT_IR_F_IMM && !i->b && (zero_divisor || !dt_ir_fits_imm(i->imm)))
		i->b = put_const(l, i->imm);
	if (i->op == DT_IR_BRANCH && !i->b && !dt_ir_fits_imm(i->off))
		i->b = put_const(l, i->off);
	if (i->op == DT_IR_RET && !i->a && !dt_ir_fits_imm(i->imm))
		i->a = put_const(l, i->imm);
}

static void put_publication(struct legalizer *l, struct dt_ir_insn i)
{
	fit_operands(l, &i);
	if (l->ordered) {
		i.op = DT_IR_STORE;
	} else {
		i.op = DT_IR_XCHG;
		i.b = i.b ? i.b : put_const(l, i.imm);
		i.dst = ++l->f->n_regs;
	}
	put_insn(l, i);
}

static void legalize_insn(struct legalizer *l, struct dt_ir_insn i)
{
	dt_reg *uses[DT_IR_MAX_USES];

	l->loc = i.loc;
	for (unsigned n = dt_ir_uses(&i, uses), k = 0; k < n; k++) {
		if (l->is_ctx[*uses[k]])
			*uses[k] = l->ctx;
	}
	switch (i.op) {
	case DT_IR_NOP:
		break;
	case DT_IR_CTX:
		if (!l->is_ctx[i.dst])
			put_insn(l,
				 (struct dt_ir_insn){.op = DT_IR_MOV, .dst = i.dst, .a = l->ctx});
		break;
	case DT_IR_TAIL_CALL:
		put_tail_call(l, &i);
		break;
	case DT_IR_ENV:
		put_env(l, &i);
		break;
	case DT_IR_PUBLISH:
		put_publication(l, i);
		break;
	case DT_IR_SDIV:
	case DT_IR_SMOD:
		fit_operands(l, &i);
		put_signed_division(l, &i);
		break;
	default:
		fit_operands(l, &i);
		put_insn(l, i);
	}
}

void dt_legalize(const struct dt_ir_func *f, bool ordered, struct dt_ir_func *ret, dt_reg *ctx)
{
	size_t n_regs = (size_t)f->n_regs + 1;
	struct dt_ir_func source = *f;
	dt_cleanup(dt_free_p) unsigned *defs = dt_zalloc(n_regs * sizeof(*defs));
	dt_cleanup(dt_free_p) bool *is_ctx = dt_zalloc(n_regs * sizeof(*is_ctx));
	struct legalizer l = {.f = ret, .defs = defs, .is_ctx = is_ctx, .ordered = ordered};

	// Works on a copy of the code, because the source must not change.
	source.code.cap = 0;
	source.code.data = NULL;
	dt_vec_reserve(&source.code, f->code.len);
	if (f->code.len)
		memcpy(source.code.data, f->code.data, f->code.len * sizeof(*f->code.data));
	dt_ir_drop_unreachable(&source);

	*ret = source;
	ret->code.data = NULL;
	ret->code.len = ret->code.cap = 0;
	l.ctx = ++ret->n_regs;
	dt_vec_foreach (&source.code, i)
		defs[dt_ir_def(i)]++;
	dt_vec_foreach (&source.code, i)
		if (i->op == DT_IR_CTX && defs[i->dst] == 1)
			is_ctx[i->dst] = true;
	dt_vec_foreach (&source.code, i)
		legalize_insn(&l, *i);
	dt_vec_deinit(&source.code);
	*ctx = l.ctx;
}

void dt_legalize_deinit(struct dt_ir_func *f)
{
	dt_vec_deinit(&f->code); // the source owns the slots
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The table of operations, and the queries about an instruction that all passes share, such as the
 * result of an operation on constants. Only dt_ir_drop_unreachable() changes instructions.
 */
#include "ir/ops.h"

#include <string.h>

#define D	DT_IR_F_D
#define A	DT_IR_F_A
#define B	DT_IR_F_B
#define C	DT_IR_F_C
#define ARGS	DT_IR_F_ARGS
#define PURE	DT_IR_F_PURE
#define BIN	(DT_IR_F_BIN | DT_IR_F_IMM)
#define COMM	DT_IR_F_COMM
#define UN	DT_IR_F_UN
#define MEM	DT_IR_F_MEM
#define CLOBBER DT_IR_F_CLOBBER
#define IMM	DT_IR_F_IMM

const struct dt_ir_op_info dt_ir_op_table[DT_N_IR_OPS] = {
#define DT_IR_OP(op, word, what) [DT_IR_##op] = {.name = #op, .text = word, .flags = what},
#include "ir/ops.def"
#undef DT_IR_OP
};

const char *const dt_ir_cond_text[] = {
    [DT_IR_EQ] = "==",	[DT_IR_NE] = "!=",   [DT_IR_LT] = "<",	 [DT_IR_LE] = "<=",
    [DT_IR_GT] = ">",	[DT_IR_GE] = ">=",   [DT_IR_SLT] = "s<", [DT_IR_SLE] = "s<=",
    [DT_IR_SGT] = "s>", [DT_IR_SGE] = "s>=", [DT_IR_SET] = "&",
};

unsigned dt_ir_uses(struct dt_ir_insn *i, dt_reg *uses[DT_IR_MAX_USES])
{
	unsigned flags = dt_ir_op_table[i->op].flags, n = 0;

	if (flags & A && i->a)
		uses[n++] = &i->a;
	if (flags & B && i->b)
		uses[n++] = &i->b;
	if (flags & C && i->c)
		uses[n++] = &i->c;
	for (unsigned k = 0; flags & ARGS && k < i->n_args; k++)
		uses[n++] = &i->args[k];
	return n;
}

dt_reg dt_ir_def(const struct dt_ir_insn *i)
{
	return dt_ir_op_table[i->op].flags & D ? i->dst : 0;
}

bool dt_ir_is_pure(const struct dt_ir_insn *i)
{
	return dt_ir_op_table[i->op].flags & DT_IR_F_PURE ||
	       (i->op == DT_IR_ENV && dt_env_table[i->imm].flags & DT_ENV_F_PURE);
}

bool dt_ir_ends(const struct dt_ir_insn *i)
{
	return i->op == DT_IR_JUMP || i->op == DT_IR_RET;
}

unsigned *dt_ir_label_refs(const struct dt_ir_func *f)
{
	unsigned *refs = dt_zalloc(sizeof(*refs) * ((size_t)f->n_labels + 1));

	dt_vec_foreach (&f->code, i) {
		if (i->op == DT_IR_JUMP || i->op == DT_IR_BRANCH)
			refs[i->imm]++;
	}
	return refs;
}

void dt_ir_drop_unreachable(struct dt_ir_func *f)
{
	dt_cleanup(dt_free_p) bool *reached = dt_zalloc(sizeof(bool) * ((size_t)f->n_labels + 1));
	bool live = true;

	dt_vec_foreach (&f->code, i) {
		if (i->op == DT_IR_LABEL)
			live = live || reached[i->imm];
		if (!live) {
			*i = (struct dt_ir_insn){.op = DT_IR_NOP, .loc = i->loc};
			continue;
		}
		if (i->op == DT_IR_JUMP || i->op == DT_IR_BRANCH)
			reached[i->imm] = true;
		if (dt_ir_ends(i))
			live = false;
	}
}

bool dt_ir_eval_bin(enum dt_ir_op op, uint64_t a, uint64_t b, uint64_t *ret)
{
	int64_t sa = (int64_t)a, sb = (int64_t)b;

	if (!b && op >= DT_IR_DIV && op <= DT_IR_SMOD)
		return false;
	switch (op) {
	case DT_IR_ADD:
		*ret = a + b;
		return true;
	case DT_IR_SUB:
		*ret = a - b;
		return true;
	case DT_IR_MUL:
		*ret = a * b;
		return true;
	case DT_IR_DIV:
		*ret = a / b;
		return true;
	case DT_IR_MOD:
		*ret = a % b;
		return true;
	case DT_IR_SDIV: // INT64_MIN / -1 overflows: the result wraps
		*ret = sb == -1 ? -a : (uint64_t)(sa / sb);
		return true;
	case DT_IR_SMOD:
		*ret = sb == -1 ? 0 : (uint64_t)(sa % sb);
		return true;
	case DT_IR_AND:
		*ret = a & b;
		return true;
	case DT_IR_OR:
		*ret = a | b;
		return true;
	case DT_IR_XOR:
		*ret = a ^ b;
		return true;
	case DT_IR_SHL:
		*ret = a << (b & 63);
		return true;
	case DT_IR_SHR:
		*ret = a >> (b & 63);
		return true;
	case DT_IR_SAR:
		*ret = (uint64_t)(sa >> (b & 63));
		return true;
	default:
		return false;
	}
}

bool dt_ir_eval_un(enum dt_ir_op op, unsigned width, uint64_t a, uint64_t *ret)
{
	unsigned unused = 64 - 8 * width; // number of high bits outside `width`

	switch (op) {
	case DT_IR_NEG:
		*ret = -a;
		return true;
	case DT_IR_SEXT:
		*ret = (uint64_t)((int64_t)(a << unused) >> unused);
		return true;
	case DT_IR_ZEXT:
		*ret = a << unused >> unused;
		return true;
	case DT_IR_BSWAP:
		*ret = __builtin_bswap64(a << unused >> unused) >> unused;
		return true;
	default:
		return false;
	}
}

bool dt_ir_eval_cond(enum dt_ir_cond c, uint64_t a, uint64_t b)
{
	int64_t sa = (int64_t)a, sb = (int64_t)b;

	switch (c) {
	case DT_IR_EQ:
		return a == b;
	case DT_IR_NE:
		return a != b;
	case DT_IR_LT:
		return a < b;
	case DT_IR_LE:
		return a <= b;
	case DT_IR_GT:
		return a > b;
	case DT_IR_GE:
		return a >= b;
	case DT_IR_SLT:
		return sa < sb;
	case DT_IR_SLE:
		return sa <= sb;
	case DT_IR_SGT:
		return sa > sb;
	case DT_IR_SGE:
		return sa >= sb;
	case DT_IR_SET:
		return (a & b) != 0;
	}
	return false;
}

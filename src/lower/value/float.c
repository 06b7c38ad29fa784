/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Floating-point numbers. A register contains their bits: 64 for a double, the low 32 for a float.
 * The runtime does all arithmetic, with doubles (runtime/floats.bpf.c).
 */
#include "lower/value/value.h"

dt_reg dt_gen_float_negate(struct dt_gen *g, dt_reg r)
{
	return dt_ir_bin(g->f, DT_IR_XOR, r, dt_ir_const(g->f, INT64_MIN));
}

dt_reg dt_gen_float_arith(struct dt_gen *g, enum dt_op op, dt_reg a, dt_reg b)
{
	static const char *const functions[DT_N_OPS] = {[DT_OP_ADD] = "dt_double_add",
							[DT_OP_SUB] = "dt_double_add",
							[DT_OP_MUL] = "dt_double_multiply",
							[DT_OP_DIV] = "dt_double_divide"};

	if (op == DT_OP_SUB)
		b = dt_gen_float_negate(g, b);
	return dt_ir_call(g->f, functions[op], 2, a, b);
}

dt_reg dt_gen_float_compare(struct dt_gen *g, enum dt_op op, dt_reg a, dt_reg b)
{
	// results of dt_double_compare(); a comparison with a NaN is UNORDERED
	enum { LESS = 1, EQUAL = 2, GREATER = 4, UNORDERED = 8 };
	static const uint8_t truths[DT_N_OPS] = {
	    [DT_OP_EQ] = EQUAL,	  [DT_OP_NE] = LESS | GREATER | UNORDERED,
	    [DT_OP_LT] = LESS,	  [DT_OP_LE] = LESS | EQUAL,
	    [DT_OP_GT] = GREATER, [DT_OP_GE] = GREATER | EQUAL};

	return dt_ir_bini(g->f, DT_IR_AND, dt_ir_call(g->f, "dt_double_compare", 2, a, b),
			  truths[op]);
}

static dt_reg to_double(struct dt_gen *g, dt_reg r, const struct dt_type *from)
{
	if (!dt_type_is_float(from))
		return dt_ir_call(
		    g->f, dt_type_is_signed(from) ? "dt_double_of_signed" : "dt_double_of_unsigned",
		    1, r);
	return from->size == sizeof(double) ? r : dt_ir_call(g->f, "dt_double_of_float", 1, r);
}

/** Replaces a value that an integer of fewer than 8 bytes cannot hold by the nearest one. */
static dt_reg saturate_value(struct dt_gen *g, dt_reg r, const struct dt_type *to)
{
	bool is_signed = dt_type_is_signed(to);
	int64_t most = (int64_t)(UINT64_MAX >> (64 - 8 * to->size + is_signed));
	dt_label under = dt_ir_label(g->f), done = dt_ir_label(g->f);

	if (to->size >= sizeof(most))
		return r;
	r = dt_ir_mov(g->f, r);
	dt_ir_branchi(g->f, is_signed ? DT_IR_SLE : DT_IR_LE, r, most, under);
	dt_ir_const_to(g->f, r, most);
	dt_ir_place(g->f, under);
	if (is_signed) {
		dt_ir_branchi(g->f, DT_IR_SGE, r, -most - 1, done);
		dt_ir_const_to(g->f, r, -most - 1);
	}
	dt_ir_place(g->f, done);
	return r;
}

/** Converts a double to an integer. Values beyond its type become the nearest one, a NaN becomes 0.
 */
static dt_reg to_integer(struct dt_gen *g, dt_reg r, const struct dt_type *to)
{
	bool is_bool = to->kind == DT_TYPE_INT && to->is_bool;

	if (is_bool)
		r = dt_gen_float_compare(g, DT_OP_NE, r, dt_ir_const(g->f, 0));
	else
		r = saturate_value(g,
				   dt_ir_call(g->f,
					      dt_type_is_signed(to) ? "dt_signed_of_double"
								    : "dt_unsigned_of_double",
					      1, r),
				   to);
	return dt_gen_normalize(g, r, to);
}

dt_reg dt_gen_float_cast(struct dt_gen *g, dt_reg r, const struct dt_type *from,
			 const struct dt_type *to)
{
	from = dt_type_resolve(from);
	to = dt_type_resolve(to);
	r = to_double(g, r, from);
	if (!dt_type_is_float(to))
		return to_integer(g, r, to);
	return to->size == sizeof(double) ? r : dt_ir_call(g->f, "dt_float_of_double", 1, r);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Aggregating functions: each updates the value words of one CPU (abi/aggs.h) in place.
 *
 * Another firing on the same CPU can preempt a program and update the same words. So every update
 * is an atomic addition or a bounded compare-and-swap, never a load and a store. Bucket indices are
 * computed without loops.
 */
#include "abi/buckets.h"
#include "builtin/args.h"
#include "builtin/builtin.h"
#include "lang/check/checks.h"

static void count_aggregate(struct dt_gen *g, const struct dt_node *call,
			    const struct dt_ident *agg, dt_reg slot)
{
	struct dt_ir_func *f = dt_gen_func(g);

	dt_ir_atomic_add(f, 8, slot, 0, dt_ir_const(f, 1));
}

static void sum_aggregate(struct dt_gen *g, const struct dt_node *call, const struct dt_ident *agg,
			  dt_reg slot)
{
	dt_ir_atomic_add(dt_gen_func(g), 8, slot, 0, dt_arg_value(g, call, 0, 0));
}

static void avg_aggregate(struct dt_gen *g, const struct dt_node *call, const struct dt_ident *agg,
			  dt_reg slot)
{
	struct dt_ir_func *f = dt_gen_func(g);
	dt_reg value = dt_arg_value(g, call, 0, 0);

	dt_ir_atomic_add(f, 8, slot, 0, dt_ir_const(f, 1));
	dt_ir_atomic_add(f, 8, slot, 8, value);
}

/** Raises the word at `slot` to `code`. Usually it is already as large, which costs a single load.
 * The smallest code equals the initial value, so a second word notes its occurrence. */
static void raise_word(struct dt_gen *g, dt_reg slot, dt_reg code)
{
	struct dt_ir_func *f = dt_gen_func(g);
	dt_label done = dt_ir_label(f), larger = dt_ir_label(f);

	dt_ir_branchi(f, DT_IR_NE, code, 0, larger);
	dt_ir_storei(f, 8, slot, 8, 1);
	dt_ir_jump(f, done);
	dt_ir_place(f, larger);
	dt_ir_branch(f, DT_IR_GE, dt_ir_load(f, 8, slot, 0), code, done);
	dt_ir_branchi(f, DT_IR_NE, dt_ir_call(f, "dt_agg_grow", 2, slot, code), 0, done);
	dt_gen_drop(g, DT_DROP_AGGREGATION);
	dt_ir_place(f, done);
}

static void min_aggregate(struct dt_gen *g, const struct dt_node *call, const struct dt_ident *agg,
			  dt_reg slot)
{
	dt_reg value = dt_arg_value(g, call, 0, 0);

	raise_word(g, slot,
		   dt_ir_bini(dt_gen_func(g), DT_IR_XOR, value, INT64_MAX)); // ~(v ^ sign bit)
}

static void max_aggregate(struct dt_gen *g, const struct dt_node *call, const struct dt_ident *agg,
			  dt_reg slot)
{
	dt_reg value = dt_arg_value(g, call, 0, 0);

	raise_word(g, slot, dt_ir_bini(dt_gen_func(g), DT_IR_XOR, value, INT64_MIN));
}

static void stddev_aggregate(struct dt_gen *g, const struct dt_node *call,
			     const struct dt_ident *agg, dt_reg slot)
{
	dt_ir_call(dt_gen_func(g), "dt_agg_stddev", 2, slot, dt_arg_value(g, call, 0, 0));
}

/** Generates words[index] += increment. The caller has bounded the index. */
static void add_at(struct dt_gen *g, dt_reg slot, dt_reg index, dt_reg increment)
{
	struct dt_ir_func *f = dt_gen_func(g);
	dt_reg offset = dt_ir_bini(f, DT_IR_SHL, index, 3);

	dt_ir_atomic_add(f, 8, dt_ir_bin(f, DT_IR_ADD, slot, offset), 0, increment);
}

/** Adds the increment, argument 1, to the bucket that a function of the runtime finds. */
static void add_to_bucket(struct dt_gen *g, const struct dt_node *call, dt_reg slot,
			  const char *finds_bucket, uint32_t n_buckets)
{
	struct dt_ir_func *f = dt_gen_func(g);
	dt_reg value = dt_arg_value(g, call, 0, 0), increment = dt_arg_value(g, call, 1, 1);
	dt_reg bucket = dt_ir_call(f, finds_bucket, 1, value);
	dt_label never = dt_ir_label(f);

	dt_gen_at_most(g, bucket, n_buckets - 1, never);
	add_at(g, slot, bucket, increment);
	dt_ir_place(f, never);
}

static void quantize_aggregate(struct dt_gen *g, const struct dt_node *call,
			       const struct dt_ident *agg, dt_reg slot)
{
	add_to_bucket(g, call, slot, "dt_quantize_bucket", DT_QUANTIZE_BUCKETS);
}

static void percentile_aggregate(struct dt_gen *g, const struct dt_node *call,
				 const struct dt_ident *agg, dt_reg slot)
{
	add_to_bucket(g, call, slot, "dt_percentile_bucket", DT_PERCENTILE_BUCKETS);
}

static void lquantize_aggregate(struct dt_gen *g, const struct dt_node *call,
				const struct dt_ident *agg, dt_reg slot)
{
	int64_t base = agg->agg_params[0], step = agg->agg_params[2];
	uint32_t levels = dt_lquantize_levels(base, agg->agg_params[1], step);
	struct dt_ir_func *f = dt_gen_func(g);
	dt_reg value = dt_arg_value(g, call, 0, 0), increment = dt_arg_value(g, call, 4, 1);
	dt_reg bucket = dt_ir_reg(f), level;
	dt_label add = dt_ir_label(f), never = dt_ir_label(f);

	dt_ir_const_to(f, bucket, 0);
	dt_ir_branchi(f, DT_IR_SLT, value, base, add);
	level = dt_ir_bini(f, DT_IR_SUB, value, base);
	if (step != 1)
		level = dt_ir_bini(f, DT_IR_DIV, level, step);
	dt_ir_const_to(f, bucket, (int64_t)levels + 1);
	dt_ir_branchi(f, DT_IR_GE, level, levels, add);
	level = dt_gen_copy_at_most(g, level, (int64_t)levels - 1, never);
	dt_ir_mov_to(f, bucket, dt_ir_bini(f, DT_IR_ADD, level, 1));
	dt_ir_place(f, add);
	add_at(g, slot, bucket, increment);
	dt_ir_place(f, never);
}

/** Input for generating the code of an llquantize(). */
struct llquantize {
	const struct dt_llq_order *orders;
	dt_reg value, bucket; // input, output
	dt_label done;
};

/** Generates a binary search that sets `bucket`. `value` is in the orders from … to-1. */
static void llquantize_search(struct dt_ir_func *f, const struct llquantize *q, size_t from,
			      size_t to)
{
	const struct dt_llq_order *o = &q->orders[from];
	dt_label upper;
	size_t middle;
	dt_reg at;

	if (to - from > 1) {
		middle = (from + to) / 2;
		upper = dt_ir_label(f);
		dt_ir_branchi(f, DT_IR_SGE, q->value, q->orders[middle].from, upper);
		llquantize_search(f, q, from, middle);
		dt_ir_place(f, upper);
		llquantize_search(f, q, middle, to);
		return;
	}
	at = dt_ir_bini(f, DT_IR_SUB, q->value, o->from);
	if (o->width != 1)
		at = dt_ir_bini(f, DT_IR_DIV, at, o->width);
	dt_ir_mov_to(f, q->bucket, dt_ir_bini(f, DT_IR_ADD, at, o->first));
	dt_ir_jump(f, q->done);
}

static void llquantize_aggregate(struct dt_gen *g, const struct dt_node *call,
				 const struct dt_ident *agg, dt_reg slot)
{
	struct dt_ir_func *f = dt_gen_func(g);
	struct dt_llq_order orders[64], o = {0};
	struct llquantize q = {.orders = orders, .done = dt_ir_label(f)};
	dt_reg increment = dt_arg_value(g, call, 5, 1);
	dt_label never = dt_ir_label(f);
	size_t n = 0;

	while (n < dt_array_len(orders) && dt_llq_next(&o, agg->agg_params[0], agg->agg_params[1],
						       agg->agg_params[2], agg->agg_params[3]))
		orders[n++] = o;
	q.value = dt_arg_value(g, call, 0, 0);
	q.bucket = dt_ir_reg(f);
	dt_ir_const_to(f, q.bucket, 0);
	if (n) {
		dt_ir_branchi(f, DT_IR_SLT, q.value, orders[0].from, q.done);
		dt_ir_const_to(f, q.bucket, o.first);
		dt_ir_branchi(f, DT_IR_SGE, q.value, orders[n - 1].to, q.done);
		llquantize_search(f, &q, 0, n);
	}
	dt_ir_place(f, q.done);
	dt_gen_at_most(g, q.bucket, o.first, never);
	add_at(g, slot, q.bucket, increment);
	dt_ir_place(f, never);
}

const struct dt_builtin dt_builtin_count = {
    .name = "count",
    .kind = DT_BUILTIN_AGGREGATION,
    .measure = DT_MEASURE_EVENTS,
    .proto = "void ()",
    .lowering = &(const struct dt_lowering){.aggregate = count_aggregate},
    .doc = "How often it was called.",
    .example = "syscall:::entry { @[probefunc] = count(); }",
};

const struct dt_builtin dt_builtin_sum = {
    .name = "sum",
    .kind = DT_BUILTIN_AGGREGATION,
    .measure = DT_MEASURE_SUM,
    .proto = "void (@)",
    .check = dt_check_agg_scalar,
    .lowering = &(const struct dt_lowering){.aggregate = sum_aggregate, .adds = 1},
    .doc = "Sum of the values, signed 64 bits.",
    .example = "syscall::write:return /arg0 > 0/ { @[execname] = sum(arg0); }",
};

const struct dt_builtin dt_builtin_avg = {
    .name = "avg",
    .kind = DT_BUILTIN_AGGREGATION,
    .measure = DT_MEASURE_MOMENTS,
    .proto = "void (@)",
    .check = dt_check_agg_scalar,
    .lowering = &(const struct dt_lowering){.aggregate = avg_aggregate},
    .doc = "Arithmetic mean of the values, rounded towards zero.",
    .example = "syscall::read:entry { @[execname] = avg(arg2); }",
};

const struct dt_builtin dt_builtin_min = {
    .name = "min",
    .kind = DT_BUILTIN_AGGREGATION,
    .measure = DT_MEASURE_EXTREME,
    .proto = "void (@)",
    .check = dt_check_agg_scalar,
    .lowering = &(const struct dt_lowering){.aggregate = min_aggregate},
    .doc = "Smallest of the values, compared as signed numbers.",
    .example = "syscall::read:entry { @[execname] = min(arg2); }",
};

const struct dt_builtin dt_builtin_max = {
    .name = "max",
    .kind = DT_BUILTIN_AGGREGATION,
    .measure = DT_MEASURE_EXTREME,
    .proto = "void (@)",
    .check = dt_check_agg_scalar,
    .lowering = &(const struct dt_lowering){.aggregate = max_aggregate},
    .doc = "Largest of the values, compared as signed numbers.",
    .example = "syscall::read:entry { @[execname] = max(arg2); }",
};

const struct dt_builtin dt_builtin_stddev = {
    .name = "stddev",
    .since = "1.6",
    .kind = DT_BUILTIN_AGGREGATION,
    .measure = DT_MEASURE_MOMENTS,
    .proto = "void (@)",
    .check = dt_check_agg_scalar,
    .lowering = &(const struct dt_lowering){.aggregate = stddev_aggregate},
    .doc = "Standard deviation of the values, rounded down.",
    .example = "syscall::read:entry { @[execname] = stddev(arg2); }",
};

const struct dt_builtin dt_builtin_quantize = {
    .name = "quantize",
    .kind = DT_BUILTIN_AGGREGATION,
    .measure = DT_MEASURE_BUCKETS,
    .proto = "void (@, ...)",
    .check = dt_check_quantize,
    .lowering = &(const struct dt_lowering){.aggregate = quantize_aggregate, .adds = 2},
    .doc = "Distribution of the values over powers of two.",
    .example = "syscall::read:entry { @ = quantize(arg2); }",
};

const struct dt_builtin dt_builtin_lquantize = {
    .name = "lquantize",
    .kind = DT_BUILTIN_AGGREGATION,
    .measure = DT_MEASURE_BUCKETS,
    .proto = "void (@, ...)",
    .check = dt_check_lquantize,
    .lowering = &(const struct dt_lowering){.aggregate = lquantize_aggregate, .adds = 5},
    .doc = "Distribution of the values over ranges of equal width: base, limit, width.",
    .example = "syscall::read:entry { @ = lquantize(arg2, 0, 1000, 100); }",
};

const struct dt_builtin dt_builtin_llquantize = {
    .name = "llquantize",
    .since = "1.7",
    .kind = DT_BUILTIN_AGGREGATION,
    .measure = DT_MEASURE_BUCKETS,
    .proto = "void (@, ...)",
    .check = dt_check_llquantize,
    .lowering = &(const struct dt_lowering){.aggregate = llquantize_aggregate, .adds = 6},
    .doc = "Distribution of the values over powers of a factor, each divided into equal steps: "
	   "factor, lowest and highest power, steps.",
    .example = "syscall::read:entry { @ = llquantize(arg2, 10, 0, 6, 20); }",
};

const struct dt_builtin dt_builtin_percentile = {
    .name = "percentile",
    .kind = DT_BUILTIN_AGGREGATION,
    .measure = DT_MEASURE_BUCKETS,
    .proto = "void (@, ...)",
    .check = dt_check_percentile,
    .lowering = &(const struct dt_lowering){.aggregate = percentile_aggregate, .adds = 2},
    .doc = "Count, percentiles and maximum of the values, within 1/32 of the true ones.",
    .example = "syscall::read:entry { @[execname] = percentile(arg2); }",
};

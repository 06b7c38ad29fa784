/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Checks of the aggregating functions and of the actions on aggregations.
 *
 * The parameters of lquantize() and llquantize() are constants and must be the same at all uses of
 * an aggregation. The first use stores them in the identifier; others are compared with it.
 */
#include "lang/check/checks.h"
#include "lang/sema/internal.h"

#include <string.h>

static const struct dt_node *nth_node(const struct dt_node *list, size_t n)
{
	while (list && n--)
		list = list->next;
	return list;
}

static bool is_scalar(const struct dt_node *n)
{
	return dt_type_is_scalar(n->type) || dt_type_is_pointer(n->type);
}

void dt_check_agg_scalar(struct dt_sema *s, struct dt_node *call)
{
	if (is_scalar(call->list))
		return;
	dt_sema_poison_at(s, call, call->list->loc, D_AGG_SCALAR,
			  "%s( ) argument #1 must be of scalar type, not \"%s\"", call->name,
			  dt_sema_spell(s, call->list->type));
	dt_sema_hint_float(s, call->list);
}

/** Checks the increment, the optional argument number `at` (from 0). */
static void check_increment(struct dt_sema *s, struct dt_node *call, size_t at)
{
	const struct dt_node *incr = nth_node(call->list, at);

	if (incr && !is_scalar(incr))
		dt_sema_poison_at(s, call, incr->loc, D_PROTO_ARG,
				  "%s( ) increment value (argument #%zu) must be of scalar type",
				  call->name, at + 1);
}

/** Checks that there are `min` to `max` arguments and the first is a scalar. */
static bool check_shape(struct dt_sema *s, struct dt_node *call, enum dt_tag tag, size_t min,
			size_t max)
{
	size_t n = dt_node_count(call->list);

	if (n < min || n > max) {
		dt_sema_poison(s, call, tag,
			       "%s( ) prototype mismatch: %zu arg%s passed, %zu to %zu expected",
			       call->name, n, n == 1 ? "" : "s", min, max);
		return false;
	}
	dt_check_agg_scalar(s, call);
	return !dt_sema_is_poison(call);
}

void dt_check_quantize(struct dt_sema *s, struct dt_node *call)
{
	if (check_shape(s, call, D_QUANT_PROTO, 1, 2))
		check_increment(s, call, 1);
}

void dt_check_percentile(struct dt_sema *s, struct dt_node *call)
{
	if (check_shape(s, call, D_PERCENT_PROTO, 1, 2))
		check_increment(s, call, 1);
}

// ---- constant parameters

struct param_rule {
	const char *name;
	bool is_positive; // other values have the wrong type
	int64_t min, max;
	enum dt_tag type, value, match;
};

/** Reads the parameter in argument number `at`. Returns false after a report. */
static bool read_param(struct dt_sema *s, struct dt_node *call, const struct param_rule *r,
		       size_t at, int64_t *ret)
{
	const struct dt_node *n = nth_node(call->list, at);

	if (n->kind != DT_NODE_INT || (r->is_positive && (int64_t)n->value <= 0)) {
		dt_sema_poison_at(s, call, n->loc, r->type,
				  "%s( ) argument #%zu (%s) must be %s integer constant",
				  call->name, at + 1, r->name,
				  r->is_positive ? "a positive" : "an");
		return false;
	}
	// A constant above INT64_MAX is negative here, thus out of every range, as intended.
	*ret = (int64_t)n->value;
	if (*ret < r->min || *ret > r->max) {
		dt_sema_poison_at(s, call, n->loc, r->value,
				  "%s( ) argument #%zu (%s) must be between %lld and %lld",
				  call->name, at + 1, r->name, (long long)r->min,
				  (long long)r->max);
		return false;
	}
	return true;
}

/** Stores the parameters at the first use of the aggregation and compares them at others. */
static void fix_params(struct dt_sema *s, struct dt_node *call, const struct param_rule *rules,
		       const int64_t *params, unsigned n)
{
	struct dt_ident *agg = s->agg;

	if (!agg->n_agg_params) {
		memcpy(agg->agg_params, params, n * sizeof(*params));
		agg->n_agg_params = n;
		return;
	}
	for (unsigned i = 0; i < n; i++) {
		const struct dt_node *given = nth_node(call->list, i + 1); // NULL: default

		if (agg->agg_params[i] == params[i])
			continue;
		dt_sema_poison_at(
		    s, call, given ? given->loc : call->loc, rules[i].match,
		    "%s( ) %s (argument #%u) doesn't match the one used before: %lld, not %lld",
		    call->name, rules[i].name, i + 2, (long long)params[i],
		    (long long)agg->agg_params[i]);
		return;
	}
}

static const struct param_rule lquantize_rules[] = {
    {"base", false, INT32_MIN, INT32_MAX, D_LQUANT_BASETYPE, D_LQUANT_BASEVAL, D_LQUANT_MATCHBASE},
    {"limit", false, INT32_MIN, INT32_MAX, D_LQUANT_LIMTYPE, D_LQUANT_LIMVAL, D_LQUANT_MATCHLIM},
    {"step", true, 1, UINT16_MAX, D_LQUANT_STEPTYPE, D_LQUANT_STEPVAL, D_LQUANT_MATCHSTEP},
};

void dt_check_lquantize(struct dt_sema *s, struct dt_node *call)
{
	int64_t p[3] = {0, 0, 1};

	if (!check_shape(s, call, D_PROTO_LEN, 3, 5))
		return;
	for (size_t i = 0; i < 3; i++)
		if (nth_node(call->list, i + 1) &&
		    !read_param(s, call, &lquantize_rules[i], i + 1, &p[i]))
			return;
	int64_t range = p[1] - p[0];
	if (range <= 0)
		dt_sema_poison(
		    s, call, D_LQUANT_MISMATCH,
		    "lquantize( ) base (argument #2) must be less than limit (argument #3)");
	else if (p[2] > range)
		dt_sema_poison(s, call, D_LQUANT_STEPLARGE,
			       "lquantize( ) step (argument #4) is larger than the whole range");
	else if (range / p[2] > UINT16_MAX)
		dt_sema_poison(s, call, D_LQUANT_STEPSMALL,
			       "lquantize( ) step (argument #4) too small: %lld levels, at most %d",
			       (long long)(range / p[2]), UINT16_MAX);
	else
		fix_params(s, call, lquantize_rules, p, 3);
	if (!dt_sema_is_poison(call))
		check_increment(s, call, 4);
}

static const struct param_rule llquantize_rules[] = {
    {"factor", false, 0, UINT16_MAX, D_LLQUANT_FACTORTYPE, D_LLQUANT_FACTORVAL,
     D_LLQUANT_FACTORMATCH},
    {"low magnitude", false, 0, UINT16_MAX, D_LLQUANT_LOWTYPE, D_LLQUANT_LOWVAL,
     D_LLQUANT_LOWMATCH},
    {"high magnitude", false, 0, UINT16_MAX, D_LLQUANT_HIGHTYPE, D_LLQUANT_HIGHVAL,
     D_LLQUANT_HIGHMATCH},
    {"linear steps", false, 1, UINT16_MAX, D_LLQUANT_NSTEPTYPE, D_LLQUANT_NSTEPVAL,
     D_LLQUANT_NSTEPMATCH},
};

/** Reports whether `steps` is a multiple of the factor and divides one of its powers. */
static bool steps_are_even(int64_t factor, int64_t steps)
{
	int64_t power = factor;

	if (steps % factor)
		return false;
	while (power < steps)
		power *= factor;
	// If the factor has all prime factors of steps, a high enough power of it is a multiple of
	// steps.
	for (int i = 0; i < 16 && power % steps && power <= INT64_MAX / factor; i++)
		power *= factor;
	return power % steps == 0;
}

/** Reports whether factor^(high + 1), the end of the range, fits into 63 bits. */
static bool fits_magnitude(int64_t factor, int64_t high)
{
	int64_t value = 1;

	for (int64_t i = 0; i <= high; i++) {
		if (value > INT64_MAX / factor)
			return false;
		value *= factor;
	}
	return true;
}

void dt_check_llquantize(struct dt_sema *s, struct dt_node *call)
{
	int64_t p[4];

	if (!check_shape(s, call, D_PROTO_LEN, 5, 6))
		return;
	for (size_t i = 0; i < 4; i++)
		if (!read_param(s, call, &llquantize_rules[i], i + 1, &p[i]))
			return;
	if (p[0] < 2)
		dt_sema_poison(s, call, D_LLQUANT_FACTORSMALL,
			       "llquantize( ) factor (argument #2) must be two or more");
	else if (p[1] >= p[2])
		dt_sema_poison(
		    s, call, D_LLQUANT_MAGRANGE,
		    "llquantize( ) high magnitude (argument #4) must be greater than low "
		    "magnitude (argument #3)");
	else if (p[0] > p[3])
		dt_sema_poison(
		    s, call, D_LLQUANT_FACTORNSTEPS,
		    "llquantize( ) factor (argument #2) must be less than or equal to the "
		    "number of linear steps (argument #5)");
	else if (!steps_are_even(p[0], p[3]))
		dt_sema_poison(
		    s, call, D_LLQUANT_FACTOREVEN,
		    "llquantize( ) linear steps (argument #5) must be a multiple of the factor "
		    "and divide a power of it evenly");
	else if (!fits_magnitude(p[0], p[2]))
		dt_sema_poison(
		    s, call, D_LLQUANT_MAGTOOBIG,
		    "llquantize( ) factor (%lld) raised to the power of the high magnitude "
		    "(%lld) overflows 64 bits",
		    (long long)p[0], (long long)p[2]);
	else
		fix_params(s, call, llquantize_rules, p, 4);
	if (!dt_sema_is_poison(call))
		check_increment(s, call, 5);
}

// ---- actions on aggregations

struct action_rule {
	size_t min, max;
	enum dt_tag proto, arg, bad;
};

/** Checks the action's aggregation. Returns false after a report. */
static bool check_action(struct dt_sema *s, struct dt_node *call, const struct action_rule *r)
{
	size_t n = dt_node_count(call->list);
	struct dt_node *agg = call->list;

	if (n < r->min || n > r->max)
		dt_sema_poison(s, call, r->proto,
			       "%s( ) prototype mismatch: %zu arg%s passed, %s%zu expected",
			       call->name, n, n == 1 ? "" : "s",
			       r->min == r->max ? ""
			       : n < r->min	? "at least "
						: "at most ",
			       n < r->min ? r->min : r->max);
	else if (agg->kind != DT_NODE_AGG || agg->list)
		dt_sema_poison_at(s, call, agg->loc, r->arg,
				  "%s( ) argument #1 must be an aggregation, named without keys",
				  call->name);
	else if (!dt_sema_agg_ident(s, agg))
		dt_sema_poison_at(s, call, agg->loc, r->bad, "undefined aggregation: %s",
				  dt_sema_agg_text(s, agg->name));
	return !dt_sema_is_poison(call);
}

void dt_check_clear(struct dt_sema *s, struct dt_node *call)
{
	check_action(s, call,
		     &(struct action_rule){1, 1, D_CLEAR_PROTO, D_CLEAR_AGGARG, D_CLEAR_AGGBAD});
}

void dt_check_denormalize(struct dt_sema *s, struct dt_node *call)
{
	check_action(
	    s, call,
	    &(struct action_rule){1, 1, D_NORMALIZE_PROTO, D_NORMALIZE_AGGARG, D_NORMALIZE_AGGBAD});
}

void dt_check_trunc(struct dt_sema *s, struct dt_node *call)
{
	const struct action_rule r = {1, 2, D_TRUNC_PROTO, D_TRUNC_AGGARG, D_TRUNC_AGGBAD};

	if (!check_action(s, call, &r))
		return;
	call->list->ident->is_truncated = true;
	if (call->list->next && !is_scalar(call->list->next))
		dt_sema_poison(s, call, D_TRUNC_SCALAR,
			       "trunc( ) argument #2 must be of scalar type");
}

void dt_check_normalize(struct dt_sema *s, struct dt_node *call)
{
	const struct action_rule r = {2, 2, D_NORMALIZE_PROTO, D_NORMALIZE_AGGARG,
				      D_NORMALIZE_AGGBAD};

	if (check_action(s, call, &r) && !is_scalar(call->list->next))
		dt_sema_poison(s, call, D_NORMALIZE_SCALAR,
			       "normalize( ) argument #2 must be of scalar type");
}

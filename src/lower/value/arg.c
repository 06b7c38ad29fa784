/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The arguments of the firing probe, as the clause sees them: those of the group's probe, of a
 * static probe, or of ERROR.
 */
#include "lower/value/value.h"

#include "lower/verifier/verifier.h"

/** Returns an argument of ERROR from parameters 1 to 4 of its function, the fault. */
static dt_reg error_arg(struct dt_gen *g, unsigned n)
{
	switch (n) {
	case 1: // EPID
		return dt_ir_bini(g->f, DT_IR_SHR, 4, 32);
	case 2: // action
		return dt_ir_bini(g->f, DT_IR_SHR, 1, 32);
	case 3: // offset
		return dt_ir_un(g->f, DT_IR_ZEXT, 4, 2);
	case 4: // code
		return dt_ir_bini(g->f, DT_IR_SHR, 2, 32);
	case 5:
		return dt_ir_mov(g->f, 3);
	default:
		return dt_ir_const(g->f, 0);
	}
}

/** Evaluates an argument of a static probe: an expression of its origin, over the arguments of the
 * probe underneath. */
static dt_reg static_arg(struct dt_gen *g, unsigned n)
{
	const struct dt_fired *fired = g->clause.fired;
	const struct dt_node *arg = fired->origin->body;
	dt_reg r;

	while (arg && n--)
		arg = arg->next;
	if (!arg)
		return dt_ir_const(g->f, 0);
	g->clause.fired = fired->by;
	dt_verifier_name_maps(g, arg);
	r = dt_gen_value(g, arg);
	g->clause.fired = fired;
	return r;
}

/** Returns the number of static probes between the clause and the group's probe. */
static unsigned static_depth(const struct dt_gen *g)
{
	unsigned n = 0;

	for (const struct dt_fired *f = g->clause.fired; f; f = f->by)
		n++;
	return n;
}

dt_reg dt_gen_arg(struct dt_gen *g, unsigned n)
{
	unsigned key = n + static_depth(g) * DT_GEN_ARGS;
	dt_reg r;

	if (dt_cache_find(&g->cache, DT_CACHE_ARG, key, &r))
		return r;
	if (g->in_error)
		r = error_arg(g, n);
	else if (g->clause.fired)
		r = static_arg(g, n);
	else
		r = dt_gen_probe_arg(g, n);
	return dt_cache_add(&g->cache, DT_CACHE_ARG, key, r);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Data of a firing, and the cache of registers that contain them.
 *
 * A register is cached while all following code is reached through its assignment. So
 * dt_gen_branch_end() discards registers cached inside a branch. Each clause discards the registers
 * that it cached, because a fault may have skipped any part of it.
 */
#include "lower/firing/gen.h"

#include <assert.h>

struct dt_ir_func *dt_gen_func(struct dt_gen *g)
{
	return g->f;
}

bool dt_gen_has_firing(const struct dt_gen *g)
{
	return !g->in_error;
}

bool dt_gen_is_inside(const struct dt_gen *g)
{
	return g->l->executor->serves(DT_ENV_UNWIND);
}

bool dt_gen_reads_kernel(const struct dt_gen *g)
{
	return g->l->executor->reads_kernel;
}

enum dt_stack_top dt_gen_stack_top(const struct dt_gen *g)
{
	const struct dt_executor *x = g->l->executor;

	return x->stack_top ? x->stack_top(g->context->attach) : DT_TOP_PROBED;
}

const struct dt_options *dt_gen_options(const struct dt_gen *g)
{
	return g->l->setup.options;
}

const struct dt_context *dt_gen_context(const struct dt_gen *g)
{
	return g->context;
}

uint32_t dt_gen_strsize(const struct dt_gen *g)
{
	return g->l->strsize;
}

unsigned dt_gen_branch_begin(struct dt_gen *g)
{
	return g->cache.n;
}

void dt_gen_branch_end(struct dt_gen *g, unsigned begin)
{
	if (g->cache.n > begin)
		g->cache.n = begin;
}

bool dt_cache_find(const struct dt_gen_cache *c, enum dt_cache_kind kind, unsigned n, dt_reg *reg)
{
	for (unsigned i = 0; i < c->n; i++) {
		if (c->entries[i].kind == kind && c->entries[i].n == n) {
			*reg = c->entries[i].reg;
			return true;
		}
	}
	return false;
}

dt_reg dt_cache_add(struct dt_gen_cache *c, enum dt_cache_kind kind, unsigned n, dt_reg reg)
{
	if (c->n < DT_GEN_CACHE) {
		c->entries[c->n].kind = kind;
		c->entries[c->n].n = n;
		c->entries[c->n++].reg = reg;
	}
	return reg;
}

bool dt_gen_lasts(const struct dt_gen *g, dt_reg r)
{
	for (unsigned i = 0; i < g->cache.n; i++)
		if (g->cache.entries[i].reg == r)
			return true;
	return g->clause.time_read && r == g->clause.time;
}

dt_reg dt_gen_errno(struct dt_gen *g)
{
	const struct dt_context *c = g->context;
	dt_reg r;

	if (dt_cache_find(&g->cache, DT_CACHE_ERRNO, 0, &r))
		return r;
	r = c->errno_ ? c->errno_(c, g->f) : dt_ir_const(g->f, 0);
	return dt_cache_add(&g->cache, DT_CACHE_ERRNO, 0, r);
}

dt_reg dt_gen_timestamp(struct dt_gen *g)
{
	const struct dt_clause_facts *facts = dt_lower_facts(g->l, g->clause.ast);

	assert((g->clause.reads_clock || facts->records) && "its lowering says `reads_clock`");
	g->clause.time_read = true;
	return g->clause.time;
}

void dt_gen_timestamp_renew(struct dt_gen *g)
{
	dt_reg time = dt_gen_timestamp(g);

	dt_ir_mov_to(g->f, time, dt_ir_env(g->f, DT_ENV_TIME));
}

void dt_gen_end_early(struct dt_gen *g)
{
	if (g->program.finish)
		dt_ir_jump(g->f, g->program.finish);
	else
		dt_ir_ret(g->f, 0);
}

bool dt_gen_sleeps(struct dt_gen *g)
{
	if (!g->context->may_sleep || !g->chain || g->chain->part || g->chain->must_be_cut ||
	    g->group->dispatched || g->l->setup.careful)
		return false;
	g->program.sleeps = true;
	return true;
}

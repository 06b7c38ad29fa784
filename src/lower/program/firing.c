/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Data of a firing: cached context data, per-CPU elements of maps, literals.
 *
 * A register is cached while all following code is reached through its assignment. So
 * dt_gen_branch_end() discards registers cached inside a branch. Each clause discards the registers
 * that it cached, because a fault may have skipped any part of it.
 */
#include "lower/program/gen.h"
#include "lower/value/value.h"
#include "lower/verifier/verifier.h"

#include <assert.h>
#include <string.h>

struct dt_ir_func *dt_gen_func(struct dt_gen *g)
{
	return g->f;
}

bool dt_gen_has_firing(const struct dt_gen *g)
{
	return !g->in_error;
}

const struct dt_options *dt_gen_options(const struct dt_gen *g)
{
	return g->l->options;
}

const struct dt_context *dt_gen_context(const struct dt_gen *g)
{
	return g->context;
}

uint32_t dt_gen_strsize(const struct dt_gen *g)
{
	return g->l->strsize;
}

unsigned dt_gen_map(struct dt_gen *g, const struct dt_map_desc *desc)
{
	return dt_lower_map_of(g->l, desc);
}

unsigned dt_gen_spec_map(struct dt_gen *g)
{
	return dt_lower_spec_map(g->l);
}

unsigned dt_gen_branch_begin(struct dt_gen *g)
{
	return g->n_cached;
}

void dt_gen_branch_end(struct dt_gen *g, unsigned begin)
{
	if (g->n_cached > begin)
		g->n_cached = begin;
}

bool dt_gen_cached(const struct dt_gen *g, enum dt_cache_kind kind, unsigned n, dt_reg *reg)
{
	for (unsigned i = 0; i < g->n_cached; i++) {
		if (g->cache[i].kind == kind && g->cache[i].n == n) {
			*reg = g->cache[i].reg;
			return true;
		}
	}
	return false;
}

dt_reg dt_gen_cache(struct dt_gen *g, enum dt_cache_kind kind, unsigned n, dt_reg reg)
{
	if (g->n_cached < DT_GEN_CACHE) {
		g->cache[g->n_cached].kind = kind;
		g->cache[g->n_cached].n = n;
		g->cache[g->n_cached++].reg = reg;
	}
	return reg;
}

bool dt_gen_lasts(const struct dt_gen *g, dt_reg r)
{
	for (unsigned i = 0; i < g->n_cached; i++)
		if (g->cache[i].reg == r)
			return true;
	return g->time_read && r == g->time;
}

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
	const struct dt_fired *fired = g->fired;
	const struct dt_node *arg = fired->origin->body;
	dt_reg r;

	while (arg && n--)
		arg = arg->next;
	if (!arg)
		return dt_ir_const(g->f, 0);
	g->fired = fired->by;
	dt_verifier_name_maps(g, arg);
	r = dt_gen_value(g, arg);
	g->fired = fired;
	return r;
}

/** Returns the number of static probes between the clause and the group's probe. */
static unsigned depth(const struct dt_gen *g)
{
	unsigned n = 0;

	for (const struct dt_fired *f = g->fired; f; f = f->by)
		n++;
	return n;
}

dt_reg dt_gen_arg(struct dt_gen *g, unsigned n)
{
	unsigned key = n + depth(g) * DT_GEN_ARGS;
	dt_reg r;

	if (dt_gen_cached(g, DT_CACHE_ARG, key, &r))
		return r;
	if (g->in_error)
		r = error_arg(g, n);
	else if (g->fired)
		r = static_arg(g, n);
	else
		r = dt_gen_probe_arg(g, n);
	return dt_gen_cache(g, DT_CACHE_ARG, key, r);
}

dt_reg dt_gen_errno(struct dt_gen *g)
{
	const struct dt_context *c = g->context;
	dt_reg r;

	if (dt_gen_cached(g, DT_CACHE_ERRNO, 0, &r))
		return r;
	r = c->errno_ ? c->errno_(c, g->f) : dt_ir_const(g->f, 0);
	return dt_gen_cache(g, DT_CACHE_ERRNO, 0, r);
}

dt_reg dt_gen_timestamp(struct dt_gen *g)
{
	const struct dt_clause_facts *facts = dt_lower_facts(g->l, g->clause);

	assert((g->reads_clock || facts->records) && "its lowering says `reads_clock`");
	g->time_read = true;
	return g->time;
}

void dt_gen_timestamp_renew(struct dt_gen *g)
{
	dt_reg time = dt_gen_timestamp(g);

	dt_ir_mov_to(g->f, time, dt_ir_env(g->f, DT_ENV_TIME));
}

dt_reg dt_gen_lookup(struct dt_gen *g, unsigned map, dt_reg key)
{
	return dt_ir_env(g->f, DT_ENV_MAP_FIND, dt_ir_map(g->f, map), key);
}

dt_reg dt_gen_cpu_elem(struct dt_gen *g, unsigned map)
{
	unsigned taken = dt_gen_stack_take(g, 8);
	dt_reg cpu = dt_ir_env(g->f, DT_ENV_CPU);
	dt_reg key = dt_gen_stack_addr(g, taken), elem;

	dt_ir_store(g->f, 4, key, 0, cpu);
	elem = dt_gen_lookup(g, map, key);
	dt_gen_stack_release(g, taken);
	return elem;
}

dt_reg dt_gen_table(struct dt_gen *g, const void *data, uint32_t size)
{
	uint32_t at = dt_lower_rodata(g->l, data, size, true);

	return dt_ir_map_value(g->f, g->l->rodata_map, at);
}

dt_reg dt_gen_literal(struct dt_gen *g, const char *text, size_t len)
{
	char *copy;
	uint32_t at;

	if (len >= g->l->strsize)
		len = g->l->strsize - 1;
	copy = dt_arena_strndup(g->l->arena, text, len);
	at = dt_lower_rodata(g->l, copy, len + 1, true);
	return dt_ir_map_value(g->f, g->l->rodata_map, at);
}

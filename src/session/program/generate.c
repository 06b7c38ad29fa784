/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * From clauses with their matched probes to eBPF: turns the enabling around (which clauses fires
 * each probe), puts probes with one context and one list of clauses into a group, and has each
 * group lowered and translated. The kernel is not asked for anything here.
 */
#include "session/session.h"

#include "base/cpus.h"

#include <string.h>

enum { ERROR_PROBE_ID = 3 }; // dtrace:::ERROR (provider/dtrace.c)

static struct dt_enabled *enabled_of(struct dtrace *d, struct dt_probe *p)
{
	struct dt_enabled *e = dt_map_get(&d->enabled_by_id, &p->id, sizeof(p->id));

	if (e)
		return e;
	e = dt_arena_new(d->compile->arena, struct dt_enabled);
	e->probe = p;
	dt_map_put(&d->enabled_by_id, &p->id, sizeof(p->id), e);
	dt_vec_push(&d->enabled, e);
	return e;
}

static int compare_enabled(const void *a, const void *b)
{
	struct dt_enabled *const *x = a, *const *y = b;

	return (*x)->probe->id < (*y)->probe->id ? -1 : (*x)->probe->id > (*y)->probe->id;
}

static void collect_enabled(struct dtrace *d)
{
	for (const struct dt_clause *c = d->compile->program.clauses; c; c = c->next) {
		const struct dt_match *m = c->matched;

		if (!m)
			continue;
		dt_vec_foreach (&m->probes, p) {
			if ((*p)->id == ERROR_PROBE_ID)
				dt_vec_push(&d->error_clauses, c);
			else
				dt_vec_push(&enabled_of(d, *p)->clauses, c);
		}
	}
	if (d->enabled.len)
		qsort(d->enabled.data, d->enabled.len, sizeof(*d->enabled.data), compare_enabled);
}

/** Groups by (context, clauses), in the order of their first probe; where the context cannot tell
 *  probes apart, by (probe, clauses). */
static void make_groups(struct dtrace *d)
{
	struct dt_map by_key = {0};

	dt_vec_foreach (&d->enabled, ep) {
		struct dt_enabled *e = *ep;
		size_t size = (e->clauses.len + 1) * sizeof(void *);
		dt_cleanup(dt_free_p) void *key = dt_malloc(size);
		const void *whose =
		    e->probe->context->is_single ? (const void *)e->probe : e->probe->context;
		struct dt_group *g;

		memcpy(key, &whose, sizeof(void *));
		memcpy((char *)key + sizeof(void *), e->clauses.data, size - sizeof(void *));
		g = dt_map_get(&by_key, key, size);
		if (!g) {
			g = dt_arena_new(d->compile->arena, struct dt_group);
			g->context = e->probe->context;
			g->clauses = e->clauses.data;
			g->n_clauses = e->clauses.len;
			g->prog_fd = -1;
			dt_map_put(&by_key, key, size, g);
			dt_vec_push(&d->groups, g);
		}
		dt_vec_push(&g->probes, e->probe);
	}
	dt_map_deinit(&by_key);
}

static size_t groups_of_context(const struct dtrace *d, const struct dt_context *ctx)
{
	size_t n = 0;

	dt_vec_foreach (&d->groups, g)
		n += (*g)->context == ctx;
	return n;
}

/** A dispatcher for each context that several groups share, if it offers one. */
static void make_dispatchers(struct dtrace *d)
{
	dt_vec_foreach (&d->groups, gp) {
		const struct dt_context *ctx = (*gp)->context;
		struct dt_dispatcher *x = NULL;

		if (!ctx->dispatch || groups_of_context(d, ctx) < 2)
			continue;
		dt_vec_foreach (&d->dispatchers, xp) {
			if ((*xp)->context == ctx)
				x = *xp;
		}
		if (!x) {
			x = dt_arena_new(d->compile->arena, struct dt_dispatcher);
			x->context = ctx;
			x->prog_fd = -1;
			dt_vec_push(&d->dispatchers, x);
		}
		dt_vec_foreach (&(*gp)->probes, p)
			dt_vec_push(&x->probes, *p);
	}
}

static bool is_dispatched(const struct dtrace *d, const struct dt_group *g)
{
	dt_vec_foreach (&d->dispatchers, x) {
		if ((*x)->context == g->context)
			return true;
	}
	return false;
}

static uint32_t epid_of(const void *self, uint32_t clause, uint32_t probe)
{
	return dt_session_epid(self, clause, probe);
}

/** Of one process, not of all as pid* is. */
static bool is_of_process(const struct dt_probe *p)
{
	return !strncmp(p->prov, "pid", 3) && p->prov[3] != '*';
}

static void lower_group(struct dtrace *d, struct dt_group *g)
{
	struct dt_arena *a = d->compile->arena;
	struct dt_lower_probe *probes = dt_arena_array(a, struct dt_lower_probe, g->probes.len);
	struct dt_lower_group group = {.context = g->context,
				       .name =
					   dt_arena_printf(a, "dt_%.12s", g->probes.data[0]->prov),
				       .probes = probes,
				       .n_probes = g->probes.len,
				       .clauses = g->clauses,
				       .n_clauses = g->n_clauses,
				       .epid = epid_of,
				       .self = d,
				       .dispatched = is_dispatched(d, g)};

	for (size_t i = 0; i < g->probes.len; i++) {
		const struct dt_probe *p = g->probes.data[i];

		probes[i] = (struct dt_lower_probe){p->id, p->prov, p->mod, p->func, p->name};
		group.grows = group.grows || p->is_retained;
		group.followed = d->registry.pid_follow && is_of_process(p);
	}
	g->ir = dt_lower_group(d->lower, &group);
	for (struct dt_ir_prog *next = g->ir->next; next; next = next->next)
		dt_vec_push(&g->parts, (struct dt_part){.ir = next, .prog_fd = -1});
}

/** EPIDs are dense over (clause, probe), clause by clause, probes by id. */
static void assign_epids(struct dtrace *d)
{
	uint32_t next = 1;

	for (struct dt_clause *c = d->compile->program.clauses; c; c = c->next) {
		const struct dt_match *m = c->matched;

		dt_lower_set_epid_base(d->lower, c, next);
		next += m ? m->probes.len : 0;
	}
}

uint32_t dt_session_epid(const struct dtrace *d, uint32_t clause, uint32_t probe)
{
	for (const struct dt_clause *c = d->compile->program.clauses; c; c = c->next) {
		const struct dt_match *m = c->matched;

		if (c->index != clause || !m)
			continue;
		for (size_t low = 0, high = m->probes.len; low < high;) {
			size_t middle = (low + high) / 2;
			uint32_t id = m->probes.data[middle]->id;

			if (id == probe)
				return d->desc->clauses[clause].epid_base + middle;
			if (id < probe)
				low = middle + 1;
			else
				high = middle;
		}
	}
	return 0;
}

static struct dt_error *translate(struct dtrace *d)
{
	size_t strsize = d->options.v[DT_OPT_strsize];

	dt_vec_foreach (&d->groups, g) {
		DT_TRY(dt_bpf_compile((*g)->ir, strsize, &(*g)->code));
		dt_vec_foreach (&(*g)->parts, part)
			DT_TRY(dt_bpf_compile(part->ir, strsize, &part->code));
	}
	dt_vec_foreach (&d->dispatchers, x)
		DT_TRY(dt_bpf_compile((*x)->ir, strsize, &(*x)->code));
	if (d->vtime.ir)
		DT_TRY(dt_bpf_compile(d->vtime.ir, strsize, &d->vtime.code));
	if (d->thread_exit.ir)
		DT_TRY(dt_bpf_compile(d->thread_exit.ir, strsize, &d->thread_exit.code));
	return dt_session_follow_translate(d);
}

static struct dt_error *generate(struct dtrace *d)
{
	DT_TRY(dt_session_fit_buffers(d));
	collect_enabled(d);
	make_groups(d);
	make_dispatchers(d);
	d->lower = dt_lower_create(d->compile, &d->options, d->error_clauses.data,
				   d->error_clauses.len, ERROR_PROBE_ID);
	if (d->careful)
		dt_lower_carefully(d->lower);
	assign_epids(d);
	d->desc = dt_lower_desc(d->lower);
	dt_vec_foreach (&d->groups, g)
		lower_group(d, *g);
	dt_vec_foreach (&d->dispatchers, x)
		(*x)->ir = dt_lower_dispatcher(d->lower, (*x)->context, &(*x)->map);
	d->vtime.ir = dt_lower_vtime(d->lower);
	d->vtime.prog_fd = -1;
	d->thread_exit.ir = dt_lower_thread_exit(d->lower);
	DT_TRY(dt_session_follow_generate(d));
	if (d->compile->diags.n_errors)
		return dt_session_compile_error(d);
	dt_lower_desc(d->lower); // now with all maps
	DT_TRY(dt_session_fit_maps(d));
	return translate(d);
}

struct dt_error *dt_session_generate_carefully(struct dtrace *d)
{
	dt_session_generate_deinit(d);
	dt_lower_undo(d->lower);
	d->careful = true;
	return generate(d);
}

/** -x cpu */
static struct dt_error *check_cpu(const struct dtrace *d)
{
	int64_t cpu = d->options.v[DT_OPT_cpu];

	if (!d->options.set[DT_OPT_cpu] || cpu < dt_cpus_end("online"))
		return NULL;
	return dt_error_new(DT_ERR_USAGE, "-x cpu=%lld: the machine has no such CPU online",
			    (long long)cpu);
}

struct dt_error *dt_session_generate(struct dtrace *d)
{
	struct dt_error *err;

	if (d->lower)
		return NULL;
	DT_TRY(check_cpu(d));
	err = generate(d);
	if (err && err->code == DT_ERR_UNSUPPORTED && !d->careful) { // too large
		dt_error_destroy(err);
		err = dt_session_generate_carefully(d);
	}
	return err;
}

struct dt_error *dtrace_generate(struct dtrace *d, FILE *listing)
{
	struct dt_str text = {0};

	DT_TRY(dt_session_generate(d));
	if (!listing)
		return NULL;
	dt_vec_foreach (&d->groups, g) {
		dt_bpf_disasm(&text, &(*g)->code);
		dt_vec_foreach (&(*g)->parts, part)
			dt_bpf_disasm(&text, &part->code);
	}
	dt_vec_foreach (&d->dispatchers, x)
		dt_bpf_disasm(&text, &(*x)->code);
	if (d->thread_exit.ir)
		dt_bpf_disasm(&text, &d->thread_exit.code);
	fputs(dt_str_text(&text), listing);
	dt_str_deinit(&text);
	return NULL;
}

void dt_session_part_deinit(struct dt_part *part)
{
	dt_bpf_code_deinit(&part->code);
	if (part->ir)
		dt_ir_prog_deinit(part->ir);
	if (part->prog_fd >= 0)
		dt_close_p(&part->prog_fd);
}

static void group_deinit(struct dt_group *g)
{
	dt_bpf_code_deinit(&g->code);
	if (g->ir)
		dt_ir_prog_deinit(g->ir);
	if (g->prog_fd >= 0)
		dt_close_p(&g->prog_fd);
	dt_vec_foreach (&g->parts, part)
		dt_session_part_deinit(part);
	dt_vec_deinit(&g->parts);
	dt_vec_deinit(&g->probes);
}

static void dispatcher_deinit(struct dt_dispatcher *x)
{
	dt_bpf_code_deinit(&x->code);
	if (x->ir)
		dt_ir_prog_deinit(x->ir);
	if (x->prog_fd >= 0)
		dt_close_p(&x->prog_fd);
	dt_vec_deinit(&x->probes);
}

void dt_session_generate_deinit(struct dtrace *d)
{
	dt_vec_foreach (&d->groups, g)
		group_deinit(*g);
	dt_vec_foreach (&d->dispatchers, x)
		dispatcher_deinit(*x);
	if (d->vtime.ir)
		group_deinit(&d->vtime);
	dt_session_part_deinit(&d->thread_exit);
	dt_session_follow_deinit(d);
	dt_vec_foreach (&d->enabled, e)
		dt_vec_deinit(&(*e)->clauses);
	dt_vec_deinit(&d->groups);
	dt_vec_deinit(&d->dispatchers);
	dt_vec_deinit(&d->error_clauses);
	dt_vec_deinit(&d->enabled);
	dt_map_deinit(&d->enabled_by_id);
}

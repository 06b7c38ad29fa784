/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Loads maps and programs into the kernel, and queries loaded programs.
 */
#include "session/program/body/body.h"
#include "types/btf/offsets.h"

#include <string.h>

/** Sends the verifier's log, a message for each line. */
static void send_log(struct dtrace *d, char *log)
{
	for (char *line; (line = strsep(&log, "\n"));)
		if (*line)
			dt_session_message(d, "%s", line);
}

static struct dt_error *load_one(struct dtrace *d, struct dt_prog *p)
{
	bool want_log = d->options.v[DT_OPT_bpflog];
	dt_cleanup(dt_free_p) char *log = NULL;
	struct dt_error *err = dt_bpf_load(p->ir, &p->code, &d->loaded->maps, want_log,
					   !d->programs->careful, &p->loaded.fd, &log);

	dt_session_debug(d, "program %s: %zu instructions, %s", p->ir->name, p->code.n,
			 err ? "refused" : "loaded");
	if (log)
		send_log(d, log);
	return err;
}

/** Enters the program into the maps through which others tail-call it. */
static struct dt_error *link_one(struct dtrace *d, const struct dt_prog *p)
{
	const struct dt_group *g = p->group;
	uint32_t last = 0; // all probes may share a slot

	if (p->before)
		return dt_maps_set_prog(&d->loaded->maps, p->before->next_map, p->before->next_slot,
					p->loaded.fd);
	if (!g || !g->dispatcher)
		return NULL;
	dt_vec_foreach (&g->probes, probe) {
		uint32_t slot = g->context->dispatch_slot(g->context, (*probe)->id);

		if (probe == g->probes.data || slot != last)
			DT_TRY(dt_maps_set_prog(&d->loaded->maps, g->dispatcher->jumps, slot,
						p->loaded.fd));
		last = slot;
	}
	return NULL;
}

static struct dt_error *load_into_kernel(struct dtrace *d)
{
	DT_TRY(dt_maps_create(d->programs->desc->maps, d->programs->desc->n_maps,
			      dt_options_string_bytes(&d->options), &d->loaded->maps));
	d->loaded->maps.function = dt_btf_function;
	dt_session_debug(d, "%zu maps, %u of %u CPUs present", d->programs->desc->n_maps,
			 d->loaded->maps.store.n_present, d->loaded->maps.store.n_cpus);
	dt_vec_foreach (&d->programs->list, p)
		if (!(*p)->native)
			DT_TRY(load_one(d, *p));
	dt_vec_foreach (&d->programs->list, p)
		if (!(*p)->native)
			DT_TRY(link_one(d, *p));
	return NULL;
}

static struct dt_error *load_all(struct dtrace *d)
{
	if (d->programs->in_region)
		DT_TRY(dt_session_host_load(d));
	return d->programs->in_kernel ? load_into_kernel(d) : NULL;
}

/** If the kernel refuses for lack of privilege, says what needs the kernel. */
static struct dt_error *say_why(const struct dtrace *d, struct dt_error *err)
{
	if (!err || err->code != DT_ERR_PRIVILEGE ||
	    d->options.v[DT_OPT_engine] == DT_ENGINE_KERNEL)
		return err;
	dt_vec_foreach (&d->programs->groups, g)
		if ((*g)->why)
			return dt_error_wrap(err, "%s", (*g)->why);
	return err;
}

/** Loads all, and generates carefully if need be. */
static struct dt_error *load_simply(struct dtrace *d)
{
	struct dt_error *err = load_all(d);

	if (!err || err->code != DT_ERR_TOO_COMPLEX || d->programs->careful)
		return err;
	dt_error_destroy(err);
	dt_maps_deinit(&d->loaded->maps);
	DT_TRY(dt_session_generate_carefully(d));
	return load_all(d);
}

struct dt_error *dt_session_load(struct dtrace *d)
{
	struct dt_error *err;

	for (;;) {
		err = load_simply(d);
		if (!err)
			err = dt_session_inside_attach(d);
		if (!dt_session_inside_retreats(d, &err))
			break;
		dt_maps_deinit(&d->loaded->maps);
		DT_TRY(dt_session_generate_again(d));
	}
	dt_session_note_executors(d);
	return say_why(d, err);
}

void dt_session_list_stores(struct dtrace *d)
{
	d->loaded->n_stores = 0;
	if (d->programs->in_kernel)
		d->loaded->stores[d->loaded->n_stores++] = &d->loaded->maps.store;
	if (d->programs->in_region)
		d->loaded->stores[d->loaded->n_stores++] = &d->loaded->region.store;
}

static struct dt_ctl *control(const struct dtrace *d, size_t store)
{
	return d->loaded->stores[store]->memory[DT_MAP_CTL];
}

bool dt_session_has_exited(const struct dtrace *d)
{
	bool has = false;

	for (size_t i = 0; i < d->loaded->n_stores; i++)
		has |= __atomic_load_n(&control(d, i)->exited, __ATOMIC_ACQUIRE) != 0;
	return has;
}

void dt_session_set_active(struct dtrace *d, bool active)
{
	dt_session_counts_begin(d, active);
	for (size_t i = 0; i < d->loaded->n_stores; i++)
		__atomic_store_n(&control(d, i)->active, active, __ATOMIC_SEQ_CST);
}

void dt_session_set_clock(struct dtrace *d, uint64_t wall_offset)
{
	for (size_t i = 0; i < d->loaded->n_stores; i++)
		control(d, i)->wall_offset = wall_offset;
}

/** Returns the store whose tables programs read. Without the kernel, programs inside a target do.
 */
static struct dt_store *store_of_tables(const struct dtrace *d)
{
	return d->programs->in_kernel ? &d->loaded->maps.store : &d->loaded->region.store;
}

void dt_session_table_put(const struct dtrace *d, enum dt_table table, const void *key,
			  const void *value)
{
	struct dt_store *s = store_of_tables(d);
	unsigned map = d->programs->desc->tables[table];

	if (map)
		s->type->put(s, map, key, value, DT_PUT_ANY);
}

void dt_session_table_remove(const struct dtrace *d, enum dt_table table, const void *key)
{
	struct dt_store *s = store_of_tables(d);
	unsigned map = d->programs->desc->tables[table];

	if (map)
		s->type->take(s, map, key, NULL);
}

bool dt_session_table_find(const struct dtrace *d, enum dt_table table, const void *key,
			   void *value)
{
	struct dt_store *s = store_of_tables(d);
	unsigned map = d->programs->desc->tables[table];

	return map && s->type->find(s, map, key, value);
}

uint64_t dt_session_misses(const struct dtrace *d)
{
	uint64_t n = d->loaded->skipped + dt_session_inside_drops(d);

	dt_vec_foreach (&d->programs->list, p)
		if ((*p)->group && !(*p)->native)
			n += dt_bpf_misses((*p)->loaded.fd);
	return n;
}

static struct dt_error *run_group(struct dtrace *d, const struct dt_group *g)
{
	if (g->why)
		return dt_bpf_run(g->prog->loaded.fd);
	dt_session_host_run(d, g->prog);
	return NULL;
}

struct dt_error *dt_session_run_probe(struct dtrace *d, uint32_t id)
{
	dt_vec_foreach (&d->programs->groups, g)
		if ((*g)->context->in_consumer && (*g)->probes.data[0]->id == id)
			return run_group(d, *g);
	return NULL;
}

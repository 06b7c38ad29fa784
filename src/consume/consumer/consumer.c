/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The consumer's life cycle, its times of work, and draining.
 *
 * The consumer never waits for records: its caller waits for its descriptor and its next time of
 * work (dt_consumer_due()). Before that, the consumer sets dt_ctl.waiting and checks the rings
 * again. A program that finds the word set clears it and wakes the consumer. No program wakes a
 * busy consumer, so a flood costs no wake-ups: after the first record the consumer leaves a few
 * milliseconds for more, then prints all of them.
 *
 * Records younger than the merge window wait for the next drain, because another CPU's ring may
 * still receive an older record.
 *
 * Decision: docs/dev/decisions/0082-deadlines-in-one-descriptor.md
 */
#include "consume/consumer/consumer.h"
#include "consume/agg/snapshot.h"
#include "consume/sink/batch.h"
#include "consume/sink/handler.h"
#include "base/text/visible.h"
#include "base/time.h"

#include <stdlib.h>
#include <time.h>

enum {
	MS = 1000000,
	MERGE_WINDOW = 1 * MS,
	BATCH = 2 * MS,	       // time for more records after the first one
	FLOOD_BATCH = 10 * MS, // the same after a drain of more than FLOOD records
	FLOOD = 1000,	       // records
	NAP = 1000 * MS,       // longest time without checking the rings
	POLL = 20 * MS,	       // the same if a store's programs do not wake it,
	POLL_BUSY = 1 * MS,    // and if records came
	BUSY = 100 * MS,       // within this time
	REST = 50 * MS,	       // bufpolicy=fill and ring: no second wake-up within this time
	LAST_WAIT = 50 * MS,   // at the end, for records still being written
	PATIENCE = 100 * MS,   // longest wait for a firing that was interrupted
};

static struct dt_error *take_failure(struct dt_consumer *c)
{
	struct dt_error *err = c->failed;

	c->failed = NULL;
	return err;
}

static void add_rings(struct dt_consumer *c, const struct dt_source *s)
{
	const struct dt_map_desc *map = &c->config.program->maps[DT_MAP_RINGS];
	uint64_t size = (uint64_t)map->value_size * map->elems_per_cpu;
	uint8_t *memory = s->store->memory[DT_MAP_RINGS];

	if (s->store->pool.n_chunks) {
		dt_timeline_add_pool(&c->timeline, &s->store->pool, memory, s->cpus);
		return;
	}
	for (unsigned cpu = 0; cpu < s->store->n_present; cpu++) {
		struct dt_ring ring;

		dt_ring_init(&ring, &s->cpus[cpu], memory + cpu * size, size, map->value_size);
		ring.overwrite = c->policy == DT_BUFPOLICY_RING;
		ring.names_cpu = s->store->is_of_slots;
		if (s->store->is_foreign)
			ring.mirror = dt_malloc(size);
		dt_timeline_add(&c->timeline, cpu, &ring);
	}
}

static void init_sources(struct dt_consumer *c)
{
	size_t n = c->config.n_stores, n_rings = 0;

	c->sources = dt_zalloc((n + 1) * sizeof(*c->sources));
	for (size_t i = 0; i < n; i++) {
		struct dt_store *store = c->config.stores[i];

		c->sources[i] = (struct dt_source){
		    .store = store,
		    .ctl = store->memory[DT_MAP_CTL],
		    .cpus = store->memory[DT_MAP_CPUS],
		    .reported = dt_zalloc((store->n_cpus + 1) * sizeof(struct dt_cpu)),
		};
		n_rings += store->pool.n_chunks ? store->pool.n_lanes : store->n_present;
	}
	dt_timeline_init(&c->timeline, n_rings);
	for (size_t i = 0; i < n; i++)
		add_rings(c, &c->sources[i]);
}

static const struct dt_sink_type *const sinks[] = {
    [DT_OFORMAT_TEXT] = &dt_sink_text,
    [DT_OFORMAT_JSON] = &dt_sink_json,
    [DT_OFORMAT_FOLDED] = &dt_sink_folded,
};

static const struct dt_sink_type *sink_type(const struct dt_consume_config *config)
{
	const struct dt_options *options = config->options;

	if (config->handlers && (config->handlers->record || config->handlers->effect))
		return &dt_sink_handler;
	if (config->batch_rows)
		return &dt_sink_batch;
	return options->s[DT_OPT_flame] ? &dt_sink_flame : sinks[options->v[DT_OPT_oformat]];
}

static void pass_message(void *self, const char *text)
{
	dt_consumer_message(self, "%s", text);
}

static void pass_failure(void *self, struct dt_error *err)
{
	dt_consumer_fail(self, err);
}

static bool is_enough(const void *arg)
{
	return dt_consumer_is_full(arg);
}

static struct dt_error *init_consumer(struct dt_consumer *c)
{
	const struct dt_consume_config *config = &c->config;

	c->policy = (enum dt_bufpolicy)config->options->v[DT_OPT_bufpolicy];
	c->deferred = c->policy != DT_BUFPOLICY_SWITCH;
	dt_out_init(&c->out, config->out);
	c->out.colors = dt_color_is_on(config->options, config->out);
	c->host = (struct dt_sink_host){
	    .options = config->options,
	    .out = &c->out,
	    .names = &c->names,
	    .aggs = &c->aggs,
	    .handlers = config->handlers,
	    .batch_rows = config->batch_rows,
	    .has_notices = config->has_notices,
	    .self = c,
	    .message = pass_message,
	    .fail = pass_failure,
	};
	c->sink = dt_sink_create(sink_type(config), &c->host);
	DT_TRY(take_failure(c)); // the sink's output file cannot be created
	DT_TRY(dt_names_init(&c->names, &c->config, c->sink->type->probe));
	init_sources(c);
	c->timeline.is_enough = is_enough;
	c->timeline.by_ring = !config->options->v[DT_OPT_temporal];
	DT_TRY(dt_aggs_init(&c->aggs, &c->config, &c->names));
	DT_TRY(dt_record_init(c));
	dt_spec_init(c);
	c->last_status = c->last_drain = c->last_clean = dt_now();
	return NULL;
}

struct dt_error *dt_consumer_create(const struct dt_consume_config *config,
				    struct dt_consumer **ret)
{
	struct dt_consumer *c = dt_zalloc(sizeof(*c));

	c->config = *config;
	struct dt_error *err = init_consumer(c);
	if (err)
		dt_consumer_destroy(c);
	else
		*ret = c;
	return err;
}

void dt_consumer_destroy(struct dt_consumer *c)
{
	if (!c)
		return;
	dt_spec_deinit(c);
	dt_record_deinit(c);
	dt_aggs_deinit(&c->aggs);
	dt_timeline_deinit(&c->timeline);
	dt_names_deinit(&c->names);
	dt_frame_deinit(&c->frame);
	dt_sink_destroy(c->sink);
	dt_out_deinit(&c->out);
	dt_error_destroy(c->failed);
	dt_vec_deinit(&c->drops);
	if (c->reopened)
		fclose(c->reopened);
	for (size_t i = 0; c->sources && i < c->config.n_stores; i++)
		free(c->sources[i].reported);
	free(c->sources);
	free(c);
}

/** bufpolicy=fill: reports whether a ring is full. */
static bool has_filled(const struct dt_consumer *c)
{
	bool full = false;

	for (size_t i = 0; c->policy == DT_BUFPOLICY_FILL && i < c->timeline.n; i++)
		full |= __atomic_load_n(&c->timeline.lanes[i].ring.cpu->full, __ATOMIC_RELAXED);
	return full;
}

/** Returns the state of the first store in which a program called exit(), or NULL. */
static const struct dt_ctl *find_exited(const struct dt_consumer *c)
{
	for (size_t i = 0; i < c->config.n_stores; i++)
		if (__atomic_load_n(&c->sources[i].ctl->exited, __ATOMIC_ACQUIRE))
			return c->sources[i].ctl;
	return NULL;
}

static bool has_exited(const struct dt_consumer *c)
{
	return c->exited || c->filled || find_exited(c);
}

static bool is_time_to_clean(const struct dt_consumer *c)
{
	return dt_spec_closed(c) &&
	       dt_now() - c->last_clean >= (uint64_t)c->config.options->v[DT_OPT_cleanrate];
}

/** Frees speculations that have ended, at cleanrate. */
static void clean_speculations(struct dt_consumer *c, uint64_t limit)
{
	if (!is_time_to_clean(c))
		return;
	dt_spec_clean(c, limit);
	c->last_clean = dt_now();
}

/** Returns the time at which pending records are due. */
static uint64_t drain_due(const struct dt_consumer *c)
{
	const struct dt_options *o = c->config.options;

	if (has_exited(c) || dt_timeline_filling(&c->timeline, 4))
		return 0;
	if (o->set[DT_OPT_switchrate])
		return c->last_drain + (uint64_t)o->v[DT_OPT_switchrate];
	return c->pending_since + (c->last_count > FLOOD ? FLOOD_BATCH : BATCH);
}

/** Reports whether records are pending, and since when. */
static bool is_pending(struct dt_consumer *c)
{
	if (!dt_timeline_pending(&c->timeline))
		return false;
	if (!c->pending_since)
		c->pending_since = dt_now();
	return true;
}

static bool is_time_to_drain(struct dt_consumer *c)
{
	// switchrate unset: records are printed as they arrive.
	c->deferred = c->config.options->set[DT_OPT_switchrate];
	return is_pending(c) ? dt_now() >= drain_due(c) : is_time_to_clean(c);
}

/** bufpolicy=ring: prepares reading the remaining records. First waits briefly for programs that
 *  still write. */
static void rewind_rings(struct dt_consumer *c)
{
	static const struct timespec pause = {0, MS};
	uint64_t start = dt_now();
	bool busy = true;

	while (busy && dt_now() - start < LAST_WAIT) {
		busy = false;
		for (size_t i = 0; i < c->timeline.n; i++)
			busy |= dt_ring_is_written(&c->timeline.lanes[i].ring);
		if (busy)
			nanosleep(&pause, NULL);
	}
	for (size_t i = 0; i < c->timeline.n; i++)
		dt_ring_rewind(&c->timeline.lanes[i].ring);
}

/** Returns a time before that of the oldest firing for whose record others wait; UINT64_MAX: there
 * is none. A firing is waited for until PATIENCE has passed since its time, so records are late by
 * that much at most, whatever another process writes. */
static uint64_t oldest_firing(const struct dt_consumer *c)
{
	uint64_t now = dt_now(), ret = UINT64_MAX;

	for (size_t i = 0; i < c->config.n_stores; i++) {
		struct dt_store *s = c->config.stores[i];

		if (s->type->oldest)
			ret = dt_earlier(ret, s->type->oldest(s, now - PATIENCE, now));
	}
	return ret;
}

static void drain_rings(struct dt_consumer *c, bool all)
{
	static const struct timespec pause = {0, MS};
	uint64_t start = dt_now();
	bool busy = true;

	dt_symbols_refresh(&c->names.symbols);
	if (all)
		dt_symbols_may_wait(&c->names.symbols);
	if (c->policy == DT_BUFPOLICY_RING)
		rewind_rings(c);
	if (!all) {
		c->timeline.under_way = oldest_firing(c);
		c->last_count = dt_timeline_drain(&c->timeline, start - MERGE_WINDOW,
						  dt_record_process, c, NULL);
		if (dt_consumer_is_full(c))
			return; // older records may be left
		c->last_drain = start;
		c->pending_since = 0;
		clean_speculations(c, start - MERGE_WINDOW);
		return;
	}
	while (busy && dt_now() - start < LAST_WAIT) {
		busy = false;
		c->timeline.under_way = oldest_firing(c);
		dt_timeline_drain(&c->timeline, DT_TIMELINE_READY, dt_record_process, c, &busy);
		busy |= c->timeline.under_way != UINT64_MAX;
		if (busy)
			nanosleep(&pause, NULL);
	}
	dt_timeline_drain(&c->timeline, DT_TIMELINE_ALL, dt_record_process, c, NULL);
	dt_spec_clean(c, UINT64_MAX);
	for (size_t i = 0; i < c->timeline.n; i++)
		c->timeline.lanes[i].ring.cpu->full = 0; // END may record again
}

/** Reports whether rings are emptied while tracing. With bufpolicy=fill and ring, they are not. */
static bool is_emptied(const struct dt_consumer *c)
{
	return c->policy == DT_BUFPOLICY_SWITCH && !dt_consumer_is_full(c);
}

/** Notes that the consumer no longer sleeps. */
static void wake_up(struct dt_consumer *c)
{
	for (size_t i = 0; i < c->config.n_stores; i++) {
		const struct dt_source *s = &c->sources[i];

		if (!__atomic_exchange_n(&s->ctl->waiting, 0, __ATOMIC_SEQ_CST))
			c->woken = dt_now();
		if (s->store->type->clear_wake)
			s->store->type->clear_wake(s->store);
	}
}

/** Lets programs know whether the consumer sleeps, so that they wake it. */
static void set_waiting(struct dt_consumer *c, dt_u32 waiting)
{
	for (size_t i = 0; i < c->config.n_stores; i++)
		__atomic_store_n(&c->sources[i].ctl->waiting, waiting, __ATOMIC_SEQ_CST);
}

struct dt_error *dt_consumer_work(struct dt_consumer *c, bool all)
{
	wake_up(c);
	dt_symbols_refresh(&c->names.symbols);
	if (all || (is_emptied(c) && is_time_to_drain(c))) {
		drain_rings(c, all);
	} else {
		clean_speculations(c, is_emptied(c) ? c->last_drain - MERGE_WINDOW : 0);
		c->filled |= has_filled(c);
	}
	dt_consumer_fail(c, dt_aggs_sweep(&c->aggs));
	if (dt_now() - c->last_status >= (uint64_t)c->config.options->v[DT_OPT_statusrate]) {
		dt_drops_report(c);
		c->last_status = dt_now();
	}
	if (!c->config.options->v[DT_OPT_buffered])
		dt_consumer_fail(c, dt_out_flush(&c->out));
	return take_failure(c);
}

bool dt_consumer_is_held(const struct dt_consumer *c)
{
	return dt_timeline_open(&c->timeline) > 0;
}

/** Returns how long the consumer may sleep at most. */
static uint64_t longest_sleep(const struct dt_consumer *c)
{
	for (size_t i = 0; i < c->config.n_stores; i++)
		if (c->config.stores[i]->is_foreign)
			return dt_now() - c->last_drain < BUSY ? POLL_BUSY : POLL;
	return NAP;
}

uint64_t dt_consumer_due(struct dt_consumer *c)
{
	const struct dt_options *o = c->config.options;
	uint64_t now = dt_now(),
		 due = dt_earlier(c->last_status + (uint64_t)o->v[DT_OPT_statusrate],
				  now + longest_sleep(c));

	due = dt_earlier(due, dt_aggs_sweep_due(&c->aggs));
	if (dt_spec_closed(c))
		due = dt_earlier(due, c->last_clean + (uint64_t)o->v[DT_OPT_cleanrate]);
	if (has_exited(c))
		return 0;
	if (dt_consumer_is_full(c))
		return due;
	if (!is_emptied(c) && now - c->woken < REST)
		return dt_earlier(due, c->woken + REST);
	set_waiting(c, 1);
	if (!is_emptied(c) || !is_pending(c))
		return due;
	set_waiting(c, 0);
	return dt_earlier(due, dt_earlier(drain_due(c), now + FLOOD_BATCH));
}

int dt_consumer_fd(const struct dt_consumer *c, size_t i)
{
	for (size_t k = 0; k < c->config.n_stores; k++)
		if (c->config.stores[k]->wake_fd >= 0 && !i--)
			return c->config.stores[k]->wake_fd;
	return -1;
}

bool dt_consumer_exited(const struct dt_consumer *c, int *status)
{
	const struct dt_ctl *exited = find_exited(c);

	if (!has_exited(c))
		return false;
	if (status)
		*status = c->exited ? c->exit_status : exited ? (int)exited->exit_status : 0;
	return true;
}

const struct dt_drop_total *dt_consumer_drops(const struct dt_consumer *c, size_t i)
{
	return i < c->drops.len ? &c->drops.data[i] : NULL;
}

uint64_t dt_consumer_faults(const struct dt_consumer *c)
{
	return c->faults;
}

uint64_t dt_consumer_lag(const struct dt_consumer *c)
{
	return c->pending_since ? dt_now() - c->pending_since : 0;
}

bool dt_consumer_is_silent(const struct dt_consumer *c)
{
	bool has_data = false;

	for (size_t i = 0; i < c->aggs.n; i++) {
		dt_vec_foreach (&c->aggs.v[i].elems.v, e)
			has_data |= (*e)->present;
	}
	return !c->recorded && !has_data;
}

/** Returns the aggregation with this name, or NULL. */
static struct dt_agg *find_agg(struct dt_consumer *c, const char *name)
{
	for (size_t i = 0; i < c->aggs.n; i++)
		if (!strcmp(c->aggs.v[i].desc->name, name))
			return &c->aggs.v[i];
	return NULL;
}

struct dt_error *dt_consumer_snapshot(struct dt_consumer *c, const char *name, bool is_total,
				      struct dt_agg_snapshot **ret)
{
	struct dt_agg *g = find_agg(c, name);

	*ret = NULL;
	if (!g)
		return NULL;
	DT_TRY(dt_agg_read(&c->aggs, g, UINT64_MAX));
	*ret = dt_agg_snapshot_create(&c->aggs, g, is_total);
	return NULL;
}

struct dt_error *dt_consumer_take(struct dt_consumer *c, const char *name, uint64_t idle,
				  struct dt_agg_snapshot **ret, size_t *expired)
{
	struct dt_agg *g = find_agg(c, name);

	*ret = NULL;
	if (!g)
		return NULL;
	DT_TRY(dt_agg_read(&c->aggs, g, UINT64_MAX));
	*ret = dt_agg_snapshot_take(&c->aggs, g);
	return dt_agg_expire(&c->aggs, g, idle, expired);
}

/** Reports whether the aggregation is in a profile that the caller writes (option pprof). */
static bool is_profile(const struct dt_consumer *c, const struct dt_agg *g)
{
	for (size_t i = 0; c->config.options->s[DT_OPT_pprof] && i < g->desc->n_keys; i++)
		if (dt_datum_kind(&g->desc->keys[i]) == DT_DATUM_STACK)
			return true;
	return false;
}

/** Shows the aggregations that no printa() named. */
static struct dt_error *print_aggs_at_end(struct dt_consumer *c)
{
	dt_vec(struct dt_agg *) rest = {0};
	struct dt_error *err = NULL;

	for (size_t i = 0; i < c->aggs.n && !err; i++) {
		struct dt_agg *g = &c->aggs.v[i];

		if (g->printed || is_profile(c, g))
			continue;
		err = dt_agg_read(&c->aggs, g, UINT64_MAX);
		dt_vec_push(&rest, g);
	}
	if (!err)
		c->sink->type->aggregations(c->sink, rest.data, rest.len);
	dt_vec_deinit(&rest);
	return err;
}

static void report_unread(struct dt_consumer *c)
{
	struct dt_str text = {0};

	dt_symbols_complain(&c->names.symbols, &text);
	if (text.len)
		dt_consumer_message(c, "%s", dt_str_text(&text));
	dt_str_deinit(&text);
}

bool dt_consumer_is_full(const struct dt_consumer *c)
{
	return c->sink->type->is_full && c->sink->type->is_full(c->sink);
}

struct dt_batch *dt_consumer_take_batch(struct dt_consumer *c, size_t min_rows)
{
	return dt_batch_take(c->sink, min_rows);
}

struct dt_processes *dt_consumer_processes(struct dt_consumer *c)
{
	struct dt_symbols *s = &c->names.symbols;

	return s->watch ? &s->processes : NULL;
}

const struct dt_frame *dt_consumer_frame(struct dt_consumer *c, int pid, uint64_t addr, size_t i)
{
	int64_t space = pid ? pid : DT_KERNEL;

	return dt_frame_find(&c->names.symbols, space, addr, i, &c->frame) ? &c->frame : NULL;
}

void dt_consumer_note_module(struct dt_consumer *c)
{
	dt_kernel_symbols_deinit(&c->names.symbols.kernel);
}

void dt_consumer_salvage(struct dt_consumer *c)
{
	dt_out_salvage(&c->out);
}

struct dt_error *dt_consumer_finish(struct dt_consumer *c, bool print_aggs)
{
	int status;

	dt_symbols_refresh(&c->names.symbols);
	if (print_aggs)
		dt_consumer_fail(c, print_aggs_at_end(c));
	dt_drops_report(c);
	dt_drops_report_open(c);
	report_unread(c);
	if (dt_consumer_exited(c, &status))
		c->sink->type->exit(c->sink, status);
	dt_consumer_fail(c, dt_out_flush(&c->out));
	return take_failure(c);
}

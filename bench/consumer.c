/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Measures the speed of the consumer alone: records per second from the rings to /dev/null, in each
 * form of output, to a handler, and to batches of columns; the time to read, sort and print an
 * aggregation of many keys from a real map, or to truncate it first; and the time and memory of
 * snapshots. No BPF program runs: this program fills the rings and the map.
 *
 * Times of records are CPU time of this thread, so that other load on the machine disturbs less.
 * The forms take turns, so that it disturbs all alike.
 *
 *	bench-consumer [RECORDS [KEYS]]		5,000,000 and 1,000,000 by default
 */
#include "../tests/unit/consume_fixture.h"

#include "base/time.h"
#include "consume/agg/snapshot.h"
#include "consume/sink/batch.h"
#include "consume/sink/handler.h"
#include "ebpf/ebpf.h"
#include "measure.h"

#include <malloc.h>

enum { RING = 8 << 20, BATCH = 50000, ROWS = 10000, TURNS = 5 };

struct payload {
	int32_t pid, cpu;
	char name[16];
	uint64_t size;
};

static const struct dt_field fields[] = {
    {.kind = DT_FIELD_INT, .size = 4},
    {.kind = DT_FIELD_INT, .offset = 4, .size = 4},
    {.kind = DT_FIELD_STRING, .offset = 8, .size = 16},
    {.kind = DT_FIELD_INT, .offset = 24, .size = 8},
};

static void start_consumer(struct fixture *f)
{
	fclose(f->out);
	f->out = fopen("/dev/null", "w");
	fixture_start(f);
}

static uint64_t sum; // of what the handler reads, so that it is not optimized away

static void read_fields(void *self, const struct dt_shown_record *r)
{
	size_t len;

	for (size_t i = 0; i < r->shape->n_fields; i++) {
		if (!dt_shown_has(r, i))
			continue;
		if (r->shape->fields[i].kind == DT_DATUM_INTEGER)
			sum += (uint64_t)dt_field_int(r->shape->fields[i].field, r->r->payload);
		else if (dt_shown_bytes(r, i, &len))
			sum += len;
	}
}

static void take_batches(struct dt_consumer *c)
{
	struct dt_batch *b;

	while ((b = dt_consumer_take_batch(c, 1))) {
		sum += b->n_rows;
		dt_batch_destroy(b);
	}
}

enum result { TEXT, JSON, HANDLER, BATCHES };

/** Measures records of one clause with these actions: ns per record, for each batch. */
static void measure_records(int n_batches, const struct dt_action_desc *actions, size_t n_actions,
			    enum result form, bool quiet, double *spent)
{
	static const struct dt_handlers handlers = {.record = read_fields};
	struct fixture f;
	uint64_t time = 1000;

	fixture_init(&f, RING);
	f.options.v[DT_OPT_oformat] = form == JSON ? DT_OFORMAT_JSON : DT_OFORMAT_TEXT;
	if (form == HANDLER)
		f.handlers = &handlers;
	f.batch_rows = form == BATCHES ? ROWS : 0;
	f.options.v[DT_OPT_quiet] = quiet;
	f.clauses[0] = (struct dt_clause_desc){
	    .actions = actions, .n_actions = n_actions, .payload = sizeof(struct payload)};
	f.program.n_clauses = 1;
	start_consumer(&f);
	for (int b = 0; b < n_batches; b++) {
		for (uint64_t i = 0; i < BATCH; i++) {
			struct payload p = {.pid = 1234 + (int)(i % 100), .size = i * 77};

			snprintf(p.name, sizeof(p.name), "bench-%d", (int)(i % 1000));
			fixture_record(&f, i % FIXTURE_CPUS, time += 100, 0, 2, &p, sizeof(p));
		}
		double begin = now(CLOCK_THREAD_CPUTIME_ID);
		dt_timeline_drain(&f.consumer->timeline, UINT64_MAX, dt_record_process, f.consumer,
				  NULL);
		dt_error_destroy(dt_out_flush(&f.consumer->out));
		if (form == BATCHES)
			take_batches(f.consumer);
		spent[b] = (now(CLOCK_THREAD_CPUTIME_ID) - begin) / BATCH;
	}
	fixture_deinit(&f);
}

static void bench_records(uint64_t n)
{
	static const struct dt_action_desc printf_action = {.act = "printf",
							    .format = "%d %d %s %d\n",
							    .fields = fields,
							    .n_fields = dt_array_len(fields),
							    .guard = -1};
	static const struct {
		const char *name;
		size_t n_actions;
		enum result form;
		bool quiet;
	} kinds[] = {
	    {"default action, text", 0, TEXT, false},
	    {"default action, json", 0, JSON, false},
	    {"printf of 4 values, text", 1, TEXT, true},
	    {"printf of 4 values, json", 1, JSON, true},
	    {"4 values to a handler", 1, HANDLER, true},
	    {"4 values in batches", 1, BATCHES, true},
	};

	int each = (int)((n + TURNS * BATCH - 1) / (TURNS * BATCH)), all = TURNS * each;
	double *spent[dt_array_len(kinds)];

	for (size_t i = 0; i < dt_array_len(kinds); i++)
		spent[i] = dt_zalloc((size_t)all * sizeof(*spent[i]));
	for (int turn = 0; turn < TURNS; turn++)
		for (size_t i = 0; i < dt_array_len(kinds); i++)
			measure_records(each, &printf_action, kinds[i].n_actions, kinds[i].form,
					kinds[i].quiet, spent[i] + turn * each);
	for (size_t i = 0; i < dt_array_len(kinds); i++) {
		double ns = median(spent[i], all);

		printf("%-28s %8.1f ns  %10.0f a second\n", kinds[i].name, ns, 1e9 / ns);
		free(spent[i]);
	}
	fflush(stdout);
}

static double ms_since(uint64_t *t)
{
	uint64_t now = dt_now(), before = *t;

	*t = now;
	return (double)(now - before) / 1e6;
}

static void exit_on_error(struct dt_error *err)
{
	if (!err)
		return;
	fprintf(stderr, "%s\n", err->message);
	exit(1);
}

enum { HASH = 0 }; // the only map in the kernel; the others are the fixture's

/** Creates a hash of `n` keys { number, text } with a count each. */
static void make_map(struct dt_maps *maps, uint32_t n, uint32_t key_size)
{
	static struct dt_map_desc desc;
	struct {
		uint64_t number;
		char text[16];
	} key = {0};

	desc = (struct dt_map_desc){.name = "bench",
				    .kind = DT_MAPK_HASH,
				    .key_size = key_size,
				    .value_size = 8,
				    .max_entries = n};
	exit_on_error(dt_maps_create(&desc, 1, 0, maps));
	for (uint32_t i = 0; i < n; i++) {
		key.number = i;
		snprintf(key.text, sizeof(key.text), "key-%u", i % 1000);
		uint64_t value = i * 2654435761u % 1000003;
		maps->store.type->put(&maps->store, HASH, &key, &value, DT_PUT_ANY);
	}
}

/** Starts a consumer with an aggregation of `n` keys. */
static struct dt_agg *start_keys(struct fixture *f, struct dt_maps *maps, uint32_t n)
{
	static const struct dt_field keys[] = {
	    {.kind = DT_FIELD_INT, .size = 8},
	    {.kind = DT_FIELD_STRING, .offset = 8, .size = 16},
	};
	struct dt_agg_desc *d;

	fixture_init(f, 1 << 16);
	d = &f->aggs[f->program.n_aggs++];
	*d = (struct dt_agg_desc){.name = "a",
				  .func = dt_agg_function("count"),
				  .keys = keys,
				  .n_keys = dt_array_len(keys),
				  .key_size = 24,
				  .value_size = 8,
				  .map = HASH};
	make_map(maps, n, d->key_size);
	maps->store.memory = f->memory;
	f->stores[0] = &maps->store;
	start_consumer(f);
	return &f->consumer->aggs.v[0];
}

static void end_keys(struct fixture *f, struct dt_maps *maps)
{
	fixture_deinit(f);
	dt_maps_deinit(maps);
}

/** Returns the bytes of the heap that are in use. */
static size_t used_memory(void)
{
	const struct mallinfo2 m = mallinfo2();

	return m.uordblks + m.hblkhd;
}

static void bench_keys(uint32_t n, bool truncate)
{
	struct dt_maps maps;
	struct fixture f;
	struct dt_agg *g = start_keys(&f, &maps, n);

	malloc_trim(0);
	size_t before = used_memory();
	uint64_t t = dt_now(), whole = t;
	exit_on_error(dt_agg_read(&f.consumer->aggs, g, UINT64_MAX));
	printf("%u keys: read %.0f ms", n, ms_since(&t));
	if (truncate) {
		exit_on_error(dt_agg_trunc(&f.consumer->aggs, g, 20));
		printf(", trunc(@, 20) %.0f ms", ms_since(&t));
	}
	dt_agg_print(&f.consumer->aggs, &f.consumer->out, &g, 1, NULL);
	exit_on_error(dt_out_flush(&f.consumer->out));
	printf(", sort and print %.0f ms, together %.0f ms", ms_since(&t), ms_since(&whole));
	printf(", %zu bytes a key\n", (used_memory() - before) / n);
	end_keys(&f, &maps);
}

enum { SNAPSHOTS = 11 };

/** Measures a snapshot of `n` keys, and its merging with another one: medians in ns of CPU time
 *  a key, and the bytes of a snapshot. */
static void bench_snapshot(uint32_t n)
{
	double read[SNAPSHOTS], copy[SNAPSHOTS], merge[SNAPSHOTS];
	struct dt_agg_snapshot *all = NULL, *s;
	struct dt_maps maps;
	struct fixture f;
	struct dt_agg *g = start_keys(&f, &maps, n);
	size_t before, bytes = 0;
	double t;

	for (int i = 0; i < SNAPSHOTS; i++) {
		t = now(CLOCK_THREAD_CPUTIME_ID);
		exit_on_error(dt_agg_read(&f.consumer->aggs, g, UINT64_MAX));
		read[i] = (now(CLOCK_THREAD_CPUTIME_ID) - t) / n;
		before = used_memory();
		t = now(CLOCK_THREAD_CPUTIME_ID);
		s = dt_agg_snapshot_create(&f.consumer->aggs, g, false);
		copy[i] = (now(CLOCK_THREAD_CPUTIME_ID) - t) / n;
		bytes = used_memory() - before;
		all = all ? all : dt_snapshot_like(s);
		t = now(CLOCK_THREAD_CPUTIME_ID);
		exit_on_error(dt_snapshot_merge(all, s));
		merge[i] = (now(CLOCK_THREAD_CPUTIME_ID) - t) / n;
		dt_agg_snapshot_destroy(s);
	}
	printf("snapshot of %6u keys: read %.0f, copy %.0f, merge %.0f ns and %zu bytes a key\n", n,
	       median(read, SNAPSHOTS), median(copy, SNAPSHOTS), median(merge, SNAPSHOTS),
	       bytes / n);
	dt_agg_snapshot_destroy(all);
	end_keys(&f, &maps);
}

int main(int argc, char **argv)
{
	uint64_t n_records = argc > 1 ? strtoull(argv[1], NULL, 0) : 5000000;
	uint32_t n_keys = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 0) : 1000000;

	if (n_records)
		bench_records(n_records);
	bench_keys(n_keys, false);
	bench_keys(n_keys, true);
	for (uint32_t n = 4096; n <= 65536; n *= 4)
		bench_snapshot(n);
	return 0;
}

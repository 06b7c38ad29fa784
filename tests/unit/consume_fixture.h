/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * A consumer over test memory: rings that the test writes, maps that are plain arrays, output and
 * messages that are kept as text. For the tests, the fuzzer and the benchmark of src/consume.
 *
 * A test fills `clauses` and `aggs`, calls fixture_start(), puts records and calls fixture_text().
 */
#ifndef DT_TESTS_CONSUME_FIXTURE_H
#define DT_TESTS_CONSUME_FIXTURE_H

#include "base/map.h"
#include "base/str.h"
#include "consume/consumer/consumer.h"
#include "types/types.h"

#include <errno.h>
#include <stdlib.h>

enum {
	FIXTURE_CPUS = 2,
	FIXTURE_CLAUSES = 8,
	FIXTURE_AGGS = 4,
	FIXTURE_WORDS = 256,			      // of an aggregation on one CPU
	FIXTURE_SPECS = DT_N_STD_MAPS + FIXTURE_AGGS, // map of the speculations
	FIXTURE_MAPS,
	FIXTURE_BUSY = 1, // a record that is claimed but not complete
};

struct fixture {
	struct dt_arena *arena;
	struct dt_universe *types;
	struct dt_clause_desc clauses[FIXTURE_CLAUSES];
	struct dt_agg_desc aggs[FIXTURE_AGGS];
	struct dt_map_desc maps[FIXTURE_MAPS];
	struct dt_program_desc program;
	struct dt_options options;
	struct dt_store store;
	struct dt_store *stores[2]; // of the consumer
	size_t n_stores, spec_store;
	struct dt_map hash; // all hashes of the store: values by key
	void *memory[FIXTURE_MAPS];
	struct dt_ctl ctl;
	struct dt_cpu cpus[FIXTURE_CPUS];
	struct dt_specs specs;
	uint64_t misses;
	uint64_t values[FIXTURE_CPUS][FIXTURE_AGGS][FIXTURE_WORDS]; // without keys
	uint64_t ring_size;					    // two chunks
	uint8_t *rings;						    // one after the other
	FILE *out;
	char *text;
	size_t text_len;
	struct dt_str messages; // one per line
	struct dt_consumer *consumer;
	const struct dt_handlers *handlers; // NULL: none
	size_t batch_rows;
};

/** Probes of the fixture, by id. */
static const struct dt_probe_name fixture_probes[] = {
    {0, "", "", "", "", false},
    {1, "dtrace", "", "", "BEGIN", false},
    {2, "syscall", "x64", "read", "entry", false},
    {3, "syscall", "x64", "read", "return", false},
    {4, "syscall", "x64", "write", "entry", false},
    {5, "pid7", "a.out", "main", "entry", false},
    {6, "pid7", "a.out", "main", "return", false},
    {7, "pid7", "a.out", "main", "4f", false},
    {8, "app", "a.out", "loop", "method-entry", false},
    {9, "app", "a.out", "loop", "carpentry", false},
};

static inline struct dt_probe_name fixture_probe(void *self, uint32_t id)
{
	struct dt_probe_name unknown = {id, "p", "m", "f", "n", false};

	return id < dt_array_len(fixture_probes) ? fixture_probes[id] : unknown;
}

static inline uint32_t fixture_epid(void *self, uint32_t clause, uint32_t probe)
{
	return 100 + clause;
}

static inline void fixture_message(void *self, const char *text)
{
	struct fixture *f = self;

	dt_str_printf(&f->messages, "%s\n", text);
}

static inline uint64_t fixture_misses(void *self)
{
	return ((struct fixture *)self)->misses;
}

static inline struct fixture *fixture_of(struct dt_store *s)
{
	return (struct fixture *)((char *)s - offsetof(struct fixture, store));
}

static inline int fixture_each(struct dt_store *s, unsigned map,
			       void (*fn)(void *arg, const void *key, const void *value), void *arg)
{
	const struct dt_map *hash = &fixture_of(s)->hash;
	const struct dt_map_entry *e;

	for (size_t pos = 0; (e = dt_map_next(hash, &pos));)
		fn(arg, e->key, e->value);
	return 0;
}

static inline bool fixture_find(struct dt_store *s, unsigned map, const void *key, void *value)
{
	const struct dt_map_desc *d = &fixture_of(s)->maps[map];
	const void *known = dt_map_get(&fixture_of(s)->hash, key, d->key_size);

	if (known)
		memcpy(value, known, d->value_size);
	return known != NULL;
}

static inline int fixture_put_key(struct dt_store *s, unsigned map, const void *key,
				  const void *value, enum dt_put how)
{
	const struct dt_map_desc *d = &fixture_of(s)->maps[map];
	void *known = dt_map_get(&fixture_of(s)->hash, key, d->key_size);

	if (known ? how == DT_PUT_NEW : how == DT_PUT_KNOWN)
		return known ? EEXIST : ENOENT;
	if (!known) {
		known = dt_malloc(d->value_size);
		dt_map_put(&fixture_of(s)->hash, key, d->key_size, known);
	}
	memcpy(known, value, d->value_size);
	return 0;
}

static inline bool fixture_take(struct dt_store *s, unsigned map, const void *key, void *value)
{
	const struct dt_map_desc *d = &fixture_of(s)->maps[map];
	void *known = dt_map_get(&fixture_of(s)->hash, key, d->key_size);

	if (!known)
		return false;
	if (value)
		memcpy(value, known, d->value_size);
	dt_map_remove(&fixture_of(s)->hash, key, d->key_size);
	free(known);
	return true;
}

static const struct dt_store_type fixture_store = {
    .each = fixture_each,
    .find = fixture_find,
    .put = fixture_put_key,
    .take = fixture_take,
};

static inline void fixture_init(struct fixture *f, uint64_t ring_size)
{
	*f = (struct fixture){.arena = dt_arena_create()};
	f->types = dt_universe_create(f->arena, dt_intern_create(f->arena), 256);
	dt_options_init(&f->options);
	f->options.v[DT_OPT_stacksymbols] = 0; // addresses are not real
	f->program.clauses = f->clauses;
	f->program.aggs = f->aggs;
	f->program.maps = f->maps;
	f->program.n_maps = FIXTURE_MAPS;
	f->memory[DT_MAP_CTL] = &f->ctl;
	f->memory[DT_MAP_CPUS] = f->cpus;
	for (int i = 0; i < FIXTURE_AGGS; i++) {
		f->aggs[i].map = DT_N_STD_MAPS + (unsigned)i;
		f->aggs[i].offset = (uint32_t)(i * sizeof(f->values[0][0]));
		f->memory[DT_N_STD_MAPS + i] = f->values;
		f->maps[DT_N_STD_MAPS + i].value_size = sizeof(f->values[0]);
	}
	f->memory[FIXTURE_SPECS] = &f->specs;
	f->ring_size = ring_size;
	f->rings = dt_zalloc(FIXTURE_CPUS * ring_size);
	f->memory[DT_MAP_RINGS] = f->rings;
	f->maps[DT_MAP_RINGS].value_size = (uint32_t)(ring_size / 2);
	f->maps[DT_MAP_RINGS].elems_per_cpu = 2;
	f->store = (struct dt_store){.type = &fixture_store,
				     .memory = f->memory,
				     .n_cpus = FIXTURE_CPUS,
				     .n_present = FIXTURE_CPUS,
				     .wake_fd = -1};
	f->stores[f->n_stores++] = &f->store;
	f->out = open_memstream(&f->text, &f->text_len);
}

static inline struct dt_error *fixture_try(struct fixture *f)
{
	const struct dt_consume_config config = {
	    .program = &f->program,
	    .options = &f->options,
	    .stores = f->stores,
	    .n_stores = f->n_stores,
	    .spec_store = f->spec_store,
	    .self = f,
	    .probe = fixture_probe,
	    .epid = fixture_epid,
	    .message = fixture_message,
	    .misses = fixture_misses,
	    .handlers = f->handlers,
	    .batch_rows = f->batch_rows,
	    .out = f->out,
	};

	return dt_consumer_create(&config, &f->consumer);
}

static inline void fixture_deinit(struct fixture *f)
{
	const struct dt_map_entry *e;

	dt_consumer_destroy(f->consumer);
	for (size_t pos = 0; (e = dt_map_next(&f->hash, &pos));)
		free(e->value);
	dt_map_deinit(&f->hash);
	fclose(f->out);
	free(f->text);
	free(f->rings);
	dt_str_deinit(&f->messages);
	dt_options_deinit(&f->options);
	dt_universe_destroy(f->types);
	dt_arena_destroy(f->arena);
}

/** Creates the consumer, or ends the program. */
static inline void fixture_start(struct fixture *f)
{
	struct dt_error *err = fixture_try(f);

	if (!err)
		return;
	fprintf(stderr, "%s\n", err->message);
	exit(1);
}

/** Sets up the fixture of a test. */
static inline int fixture_setup(void **state, uint64_t ring_size)
{
	*state = dt_malloc(sizeof(struct fixture));
	fixture_init(*state, ring_size);
	return 0;
}

static inline int fixture_teardown(void **state)
{
	fixture_deinit(*state);
	free(*state);
	return 0;
}

/** Returns the header of the record at a position of a ring. */
static inline struct dt_ring_hdr *fixture_header(struct fixture *f, unsigned cpu, uint64_t pos)
{
	return (struct dt_ring_hdr *)(f->rings + cpu * f->ring_size + (pos & (f->ring_size - 1)));
}

/**
 * Appends a record as a program would. `flags` is DT_RING_DISCARD or FIXTURE_BUSY or 0. Returns
 * false if there is no room.
 */
static inline bool fixture_put(struct fixture *f, unsigned cpu, const void *rec, uint32_t len,
			       uint32_t flags)
{
	uint32_t whole = (len + (uint32_t)sizeof(struct dt_ring_hdr) + 7) & ~7u;
	uint64_t chunk = f->ring_size / 2, head = f->cpus[cpu].head;
	uint64_t rest = chunk - (head & (chunk - 1)), skip = whole > rest ? rest : 0;

	if (whole > chunk || head + skip + whole - f->cpus[cpu].tail > f->ring_size)
		return false;
	struct dt_ring_hdr *header = fixture_header(f, cpu, head + skip);
	if (len)
		memcpy(header + 1, rec, len);
	header->skipped = (uint32_t)skip;
	header->word = flags == FIXTURE_BUSY ? 0 : whole | flags;
	f->cpus[cpu].head = head + skip + whole;
	return true;
}

/** Appends a record of a clause. */
static inline bool fixture_record(struct fixture *f, unsigned cpu, uint64_t time, uint32_t clause,
				  uint32_t probe, const void *payload, size_t size)
{
	uint8_t rec[4096];
	struct dt_rec head = {time, clause, probe};

	memcpy(rec, &head, sizeof(head));
	if (size)
		memcpy(rec + sizeof(head), payload, size);
	return fixture_put(f, cpu, rec, (uint32_t)(sizeof(head) + size), 0);
}

#endif

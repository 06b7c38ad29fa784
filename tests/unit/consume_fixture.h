/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * A consumer over made-up memory: rings that the test writes, maps that are plain arrays, output
 * and messages that are kept as text. For the tests, the fuzzer and the benchmark of src/consume.
 *
 * A test fills `clauses` and `aggs`, calls fixture_start(), puts records and calls fixture_text().
 */
#ifndef DT_TESTS_CONSUME_FIXTURE_H
#define DT_TESTS_CONSUME_FIXTURE_H

#include "base/str.h"
#include "consume/internal.h"
#include "types/types.h"

#include <linux/bpf.h>
#include <stdlib.h>

enum {
	FIXTURE_CPUS = 2,
	FIXTURE_CLAUSES = 8,
	FIXTURE_AGGS = 4,
	FIXTURE_MAPS = DT_N_STD_MAPS + FIXTURE_AGGS,
};

struct fixture_ring {
	uint64_t consumer, producer;
	uint64_t size;
	uint8_t *data;
};

struct fixture {
	struct dt_arena *arena;
	struct dt_universe *types;
	struct dt_clause_desc clauses[FIXTURE_CLAUSES];
	struct dt_agg_desc aggs[FIXTURE_AGGS];
	struct dt_map_desc maps[FIXTURE_MAPS];
	struct dt_program_desc program;
	struct dt_options options;
	int fds[FIXTURE_MAPS];
	void *memory[FIXTURE_MAPS];
	struct dt_ctl ctl;
	struct dt_cpu cpus[FIXTURE_CPUS];
	uint64_t values[FIXTURE_AGGS][FIXTURE_CPUS * 256]; // of aggregations without keys
	struct fixture_ring rings[FIXTURE_CPUS];
	FILE *out;
	char *text;
	size_t text_len;
	struct dt_str messages; // a line each
	struct dt_consumer *consumer;
};

/** Probes of the fixture, by id. */
static const struct dt_probe_name fixture_probes[] = {
    {0, "", "", "", ""},
    {1, "dtrace", "", "", "BEGIN"},
    {2, "syscall", "x64", "read", "entry"},
    {3, "syscall", "x64", "read", "return"},
    {4, "syscall", "x64", "write", "entry"},
    {5, "pid7", "a.out", "main", "entry"},
    {6, "pid7", "a.out", "main", "return"},
    {7, "pid7", "a.out", "main", "4f"},
    {8, "app", "a.out", "loop", "method-entry"},
    {9, "app", "a.out", "loop", "carpentry"},
};

static inline struct dt_probe_name fixture_probe(void *self, uint32_t id)
{
	struct dt_probe_name unknown = {id, "p", "m", "f", "n"};

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

static inline void fixture_init(struct fixture *f, uint64_t ring_size)
{
	*f = (struct fixture){.arena = dt_arena_create()};
	f->types = dt_universe_create(f->arena, dt_intern_create(f->arena), 256);
	dt_options_init(&f->options);
	f->program.clauses = f->clauses;
	f->program.aggs = f->aggs;
	f->program.maps = f->maps;
	f->program.n_maps = FIXTURE_MAPS;
	f->memory[DT_MAP_CTL] = &f->ctl;
	f->memory[DT_MAP_CPUS] = f->cpus;
	for (int i = 0; i < FIXTURE_AGGS; i++) {
		f->aggs[i].map = DT_N_STD_MAPS + (unsigned)i;
		f->memory[DT_N_STD_MAPS + i] = f->values[i];
		f->fds[DT_N_STD_MAPS + i] = -1;
	}
	for (int i = 0; i < FIXTURE_CPUS; i++) {
		f->rings[i].size = ring_size;
		f->rings[i].data = dt_zalloc(2 * ring_size);
	}
	f->out = open_memstream(&f->text, &f->text_len);
}

static inline struct dt_error *fixture_try(struct fixture *f)
{
	const struct dt_consume_config config = {
	    .program = &f->program,
	    .options = &f->options,
	    .map_fds = f->fds,
	    .map_memory = f->memory,
	    .n_cpus = FIXTURE_CPUS,
	    .self = f,
	    .probe = fixture_probe,
	    .epid = fixture_epid,
	    .message = fixture_message,
	    .out = f->out,
	};
	DT_TRY(dt_consumer_create(&config, &f->consumer));
	for (unsigned i = 0; i < FIXTURE_CPUS; i++) {
		struct dt_ring ring;

		dt_ring_init_memory(&ring, &f->rings[i].consumer, &f->rings[i].producer,
				    f->rings[i].data, f->rings[i].size);
		dt_merge_add(&f->consumer->merge, i, &ring);
	}
	return NULL;
}

static inline void fixture_deinit(struct fixture *f)
{
	dt_consumer_destroy(f->consumer);
	fclose(f->out);
	free(f->text);
	for (int i = 0; i < FIXTURE_CPUS; i++)
		free(f->rings[i].data);
	dt_str_deinit(&f->messages);
	dt_options_deinit(&f->options);
	dt_universe_destroy(f->types);
	dt_arena_destroy(f->arena);
}

/** Append a record as the kernel would; `flags` are the busy and discard bits. False: no room. */
static inline bool fixture_put(struct fixture *f, unsigned cpu, const void *rec, uint32_t len,
			       uint32_t flags)
{
	struct fixture_ring *r = &f->rings[cpu];
	uint64_t whole = (len + BPF_RINGBUF_HDR_SZ + 7ull) & ~7ull;
	uint32_t header[2] = {len | flags, 0};

	if (r->producer + whole - r->consumer > r->size)
		return false;
	for (uint64_t i = 0; i < whole; i++) {
		uint64_t at = (r->producer + i) & (r->size - 1);
		uint8_t byte = i < sizeof(header) ? ((uint8_t *)header)[i]
			       : i - sizeof(header) < len
				   ? ((const uint8_t *)rec)[i - sizeof(header)]
				   : 0;

		r->data[at] = r->data[at + r->size] = byte;
	}
	r->producer += whole;
	return true;
}

/** A record of a clause. */
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

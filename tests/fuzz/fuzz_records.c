/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Fuzzes the consumer: the input is the contents of the rings and maps that programs write. The
 * descriptions are valid and cover every kind of field and action; nothing else is trusted.
 *
 * The first byte selects framed records (CPU, flags and length before each), the raw memory of a
 * ring with any producer position, or keys and values of aggregations. Actions that would run
 * commands, open files or query name servers are not included.
 */
#include "../unit/consume_fixture.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { RING = 8192, PAYLOAD = 96 };

static const struct dt_field fields[] = {
    {.kind = DT_FIELD_INT, .offset = 8, .size = 8},
    {.kind = DT_FIELD_INT, .offset = 16, .size = 4},
    {.kind = DT_FIELD_INT, .offset = 20, .size = 2},
    {.kind = DT_FIELD_INT, .offset = 22, .size = 1},
    {.kind = DT_FIELD_STRING, .offset = 24, .size = 8},
    {.kind = DT_FIELD_BYTES, .offset = 32, .size = 13},
    {.kind = DT_FIELD_PROBE, .offset = 48, .size = 4, .part = DT_PART_NAME},
    {.kind = DT_FIELD_KSTACK, .offset = 56, .size = 24, .max_frames = 2},
    {.kind = DT_FIELD_USTACK, .offset = 56, .size = 24, .max_frames = 2},
    {.kind = DT_FIELD_SYM, .offset = 80, .size = 8},
    {.kind = DT_FIELD_USYM, .offset = 80, .size = 16},
};

static const struct dt_field printf_fields[] = {
    {.kind = DT_FIELD_INT, .offset = 16, .size = 4}, // width
    {.kind = DT_FIELD_INT, .offset = 20, .size = 2}, // precision
    {.kind = DT_FIELD_INT, .offset = 8, .size = 8},
    {.kind = DT_FIELD_STRING, .offset = 24, .size = 8},
    {.kind = DT_FIELD_BYTES, .offset = 32, .size = 13},
    {.kind = DT_FIELD_INT, .offset = 8, .size = 8},
    {.kind = DT_FIELD_INT, .offset = 8, .size = 8},
    {.kind = DT_FIELD_KSTACK, .offset = 56, .size = 24, .max_frames = 2},
    {.kind = DT_FIELD_INT, .offset = 16, .size = 4},
    {.kind = DT_FIELD_BYTES, .offset = 32, .size = 13},
};

static const struct dt_field key[] = {
    {.kind = DT_FIELD_STRING, .size = 8},
    {.kind = DT_FIELD_INT, .offset = 8, .size = 2},
    {.kind = DT_FIELD_PROBE, .offset = 12, .size = 4, .part = DT_PART_FUNCTION},
    {.kind = DT_FIELD_KSTACK, .offset = 16, .size = 16, .max_frames = 1},
    {.kind = DT_FIELD_BYTES, .offset = 32, .size = 3},
};
enum { KEY_SIZE = 40 };

static const unsigned both_aggs[] = {0, 1}, second_agg[] = {1};

static struct dt_action_desc actions[] = {
    {.act = "printf",
     .format = "%*.*d %S %ws %Y %C|%k|%#hhx %s",
     .fields = printf_fields,
     .n_fields = dt_array_len(printf_fields),
     .guard = 0},
    {.act = "tracemem", .fields = &fields[5], .n_fields = 1, .guard = 1},
    {.act = "printa", .aggs = both_aggs, .n_aggs = 2, .guard = 2},
    {.act = "printa", .aggs = second_agg, .n_aggs = 1, .format = "%s %d %s %k %@d", .guard = 3},
    {.act = "normalize",
     .aggs = both_aggs,
     .n_aggs = 1,
     .fields = fields,
     .n_fields = 1,
     .guard = 4},
    {.act = "clear", .aggs = both_aggs, .n_aggs = 1, .guard = 5},
    {.act = "trunc", .aggs = second_agg, .n_aggs = 1, .fields = fields, .n_fields = 1, .guard = 6},
    {.act = "exit", .fields = &fields[1], .n_fields = 1, .guard = 7},
    {.act = "setopt", .fields = &fields[4], .n_fields = 1, .guard = 8},
    {.act = "ftruncate", .guard = 9},
};

static void describe_program(struct fixture *f)
{
	static struct dt_action_desc traces[dt_array_len(fields)];
	static const char *const funcs[] = {"quantize", "stddev"};

	for (size_t i = 0; i < dt_array_len(fields); i++)
		traces[i] = (struct dt_action_desc){
		    .act = "trace", .fields = &fields[i], .n_fields = 1, .guard = -1};
	f->clauses[0] = (struct dt_clause_desc){
	    .actions = traces, .n_actions = dt_array_len(traces), .payload = PAYLOAD};
	f->clauses[1] = (struct dt_clause_desc){.actions = actions,
						.n_actions = dt_array_len(actions),
						.payload = PAYLOAD,
						.has_mask = true};
	f->clauses[2] = (struct dt_clause_desc){.is_default = true};
	f->program.n_clauses = 3;
	for (size_t i = 0; i < dt_array_len(funcs); i++) {
		struct dt_agg_desc *d = &f->aggs[f->program.n_aggs++];

		d->name = "a";
		d->func = dt_agg_function(funcs[i]);
		d->value_size = 8 * (uint32_t)d->func->words(d->params);
		d->keys = key;
		d->n_keys = dt_array_len(key);
		d->key_size = KEY_SIZE;
	}
}

static void put_framed(struct fixture *f, const uint8_t *data, size_t size)
{
	while (size >= 3) {
		uint32_t len = data[1] | (data[2] & 1u) << 8;
		uint32_t flags = data[2] & 2 ? DT_RING_DISCARD : data[2] & 4 ? FIXTURE_BUSY : 0;

		if (len > size - 3)
			len = (uint32_t)(size - 3);
		fixture_put(f, data[0] % FIXTURE_CPUS, data + 3, len, flags);
		data += 3 + len;
		size -= 3 + len;
	}
}

static void put_raw(struct fixture *f, const uint8_t *data, size_t size)
{
	if (size < 8)
		return;
	memcpy(&f->cpus[0].head, data, sizeof(uint64_t));
	memcpy(f->rings, data + 8, size - 8 < RING ? size - 8 : RING);
}

static void put_aggs(struct fixture *f, const uint8_t *data, size_t size)
{
	uint64_t values[DT_QUANTIZE_BUCKETS];

	for (size_t i = 0; i < 2; i++) {
		struct dt_agg *g = &f->consumer->aggs.v[i];

		dt_agg_begin(g);
		for (size_t at = 0; at + KEY_SIZE + 40 <= size; at += KEY_SIZE + 40) {
			memset(values, 0, sizeof(values));
			memcpy(values + data[at] % 100, data + at + KEY_SIZE, 40);
			dt_agg_merge(&f->consumer->aggs, g, data + at, (uint8_t *)values, 1,
				     sizeof(values));
		}
		dt_agg_end(g);
		g->taken = UINT64_MAX; // no map to read
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fixture f;
	struct dt_error *err;

	if (!size)
		return 0;
	fixture_init(&f, RING);
	describe_program(&f);
	err = fixture_try(&f);
	if (err) {
		fprintf(stderr, "%s\n", err->message);
		abort();
	}
	put_aggs(&f, data + 1, size - 1);
	f.options.v[DT_OPT_quiet] = data[0] >> 2 & 1;
	f.options.v[DT_OPT_flowindent] = data[0] >> 3 & 1;
	f.options.v[DT_OPT_aggsortkey] = data[0] >> 4 & 1;
	if (data[0] & 1)
		put_framed(&f, data + 1, size - 1);
	else
		put_raw(&f, data + 1, size - 1);
	// dt_consumer_work() would wait for busy records.
	dt_timeline_drain(&f.consumer->timeline, UINT64_MAX, dt_record_process, f.consumer, NULL);
	struct dt_agg *aggs[] = {&f.consumer->aggs.v[0], &f.consumer->aggs.v[1]};
	dt_agg_print(&f.consumer->aggs, &f.consumer->out, aggs, 2, NULL);
	dt_error_destroy(dt_consumer_finish(f.consumer, false));
	fixture_deinit(&f);
	return 0;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A snapshot as text. An aggregation with the same rows is built for the sinks' functions. In its
 * keys, strings, stacks and symbols are texts of the snapshot.
 */
#include "consume/sink/snapshot/show.h"

#include "base/mem.h"
#include "consume/agg/agg.h"
#include "consume/print/print.h"
#include "consume/sink/json.h"
#include "consume/sink/sink.h"
#include "types/types.h"

#include <stdlib.h>
#include <string.h>

struct show {
	const struct dt_agg_snapshot *snapshot;
	struct dt_arena *arena;
	struct dt_field *keys;
	struct dt_agg_desc desc;
	struct dt_agg agg;
};

/** Returns the text of a part that is a string, a symbol or a stack. */
static const char *text_of(const struct dt_agg_snapshot *s, size_t row, size_t part)
{
	size_t len;
	const char *text = dt_snapshot_part(s, row, part, &len);

	if (s->parts[part].kind == DT_DATUM_STACK)
		return dt_snapshot_row(s, row)->stacks[part];
	return s->parts[part].kind == DT_DATUM_SYMBOL ? text + sizeof(uint64_t) : text;
}

/** Returns the number of bytes of the longest datum of a part. */
static uint32_t largest_datum(const struct dt_agg_snapshot *s, size_t part)
{
	size_t largest = 1, len;

	for (size_t row = 0; row < s->map.len; row++) {
		dt_snapshot_part(s, row, part, &len);
		largest = len > largest ? len : largest;
	}
	return (uint32_t)largest;
}

static struct dt_field describe_key(struct show *s, size_t i, uint32_t offset)
{
	const struct dt_snapshot_part *p = &s->snapshot->parts[i];
	struct dt_field f = {.name = p->name, .offset = offset};

	if (p->kind == DT_DATUM_INTEGER) {
		struct dt_type *t = dt_arena_new(s->arena, struct dt_type);

		*t = (struct dt_type){.kind = DT_TYPE_INT, .name = p->type, .size = p->width};
		t->bits = 8 * p->width;
		t->is_signed = p->is_signed;
		f.type = t;
		f.size = sizeof(int64_t);
		return f;
	}
	if (p->kind == DT_DATUM_BYTES) {
		f.kind = DT_FIELD_BYTES;
		f.size = largest_datum(s->snapshot, i);
		return f;
	}
	f.kind = DT_FIELD_TEXT;
	f.size = sizeof(char *);
	f.is_data = p->shown.is_data;
	f.is_symbol = p->kind == DT_DATUM_SYMBOL;
	f.has_frames = p->kind == DT_DATUM_STACK || p->shown.has_frames;
	return f;
}

static void write_key(const struct show *s, size_t row, uint8_t *key)
{
	const struct dt_agg_snapshot *from = s->snapshot;
	const void *bytes;
	size_t len;

	memset(key, 0, s->agg.elems.key_size);
	for (size_t i = 0; i < from->n_parts; i++) {
		const char *text = text_of(from, row, i);

		bytes = dt_snapshot_part(from, row, i, &len);
		if (s->keys[i].kind == DT_FIELD_TEXT)
			memcpy(key + s->keys[i].offset, &text, sizeof(text));
		else
			memcpy(key + s->keys[i].offset, bytes, len);
	}
}

static void add_rows(struct show *s)
{
	const struct dt_agg_snapshot *from = s->snapshot;
	uint8_t *key = dt_arena_alloc(s->arena, s->agg.elems.key_size);

	for (size_t row = 0; row < from->map.len; row++) {
		write_key(s, row, key);
		struct dt_agg_elem *e = dt_elems_add(&s->agg.elems, key);
		from->func->add(e->value, dt_snapshot_row(from, row)->words, from->n_words);
		e->present = true;
	}
}

static void build(struct show *s, const struct dt_agg_snapshot *from)
{
	uint32_t size = 0;

	*s = (struct show){.snapshot = from, .arena = dt_arena_create()};
	s->keys = dt_arena_array(s->arena, struct dt_field, from->n_parts + 1);
	for (size_t i = 0; i < from->n_parts; i++) {
		s->keys[i] = describe_key(s, i, size);
		size += s->keys[i].size;
	}
	s->desc = (struct dt_agg_desc){
	    .name = from->name,
	    .func = from->func,
	    .keys = s->keys,
	    .n_keys = from->n_parts,
	    .key_size = size,
	    .value_size = (uint32_t)(8 * from->n_words),
	};
	memcpy(s->desc.params, from->params, sizeof(from->params));
	s->agg = (struct dt_agg){
	    .desc = &s->desc,
	    .func = from->func,
	    .n_words = from->n_words,
	    .normal = from->normal,
	    .lost_by_trunc = from->lost_by_trunc,
	    .lost_by_clear = from->lost_by_clear,
	};
	if (from->func->buckets)
		dt_histogram_init(&s->agg.histogram, &s->desc);
	s->agg.zeros = dt_zalloc(s->desc.value_size);
	dt_elems_init(&s->agg.elems, from->n_words, size ? size : 1);
	add_rows(s);
}

void dt_snapshot_show(const struct dt_agg_snapshot *from, struct dt_options *options, bool is_json,
		      struct dt_out *o)
{
	const struct dt_consume_config config = {.options = options};
	struct dt_names names = {.config = &config};
	struct dt_aggs aggs = {.config = &config, .names = &names};
	const struct dt_sink_host host = {.options = options, .out = o, .names = &names};
	struct dt_agg *agg;
	struct show s;

	build(&s, from);
	agg = &s.agg;
	if (is_json)
		dt_json_aggregation(&host, agg);
	else
		dt_agg_print(&aggs, o, &agg, 1, NULL);
	dt_elems_deinit(&s.agg.elems);
	dt_histogram_deinit(&s.agg.histogram);
	free(s.agg.zeros);
	dt_arena_destroy(s.arena);
}

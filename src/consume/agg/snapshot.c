/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Snapshots, without the aggregations that they were copied from: rows, merging, keys as text.
 */
#include "consume/agg/snapshot.h"

#include "base/mem.h"

#include <string.h>

void dt_agg_snapshot_destroy(struct dt_agg_snapshot *s)
{
	if (!s)
		return;
	dt_out_deinit(s->text);
	dt_map_deinit(&s->map);
	dt_arena_destroy(s->arena);
}

struct dt_agg_snapshot *dt_snapshot_like(const struct dt_agg_snapshot *like)
{
	struct dt_arena *arena = dt_arena_create();
	struct dt_agg_snapshot *s = dt_arena_new(arena, struct dt_agg_snapshot);
	struct dt_snapshot_part *parts =
	    dt_arena_array(arena, struct dt_snapshot_part, like->n_parts + 1);

	*s = *like;
	s->arena = arena;
	s->map = (struct dt_map){0};
	s->name = dt_arena_strdup(arena, like->name);
	s->time = 0;
	s->text = dt_arena_new(arena, struct dt_out);
	dt_out_init(s->text, NULL);
	for (size_t i = 0; i < like->n_parts; i++) {
		parts[i] = like->parts[i];
		parts[i].name = dt_arena_strdup(arena, parts[i].name);
		parts[i].type = dt_arena_strdup(arena, parts[i].type);
	}
	s->parts = parts;
	if (like->buckets) {
		struct dt_bucket *buckets =
		    dt_arena_array(arena, struct dt_bucket, like->n_buckets);

		memcpy(buckets, like->buckets, like->n_buckets * sizeof(*buckets));
		s->buckets = buckets;
	}
	return s;
}

static const char *const *copy_texts(struct dt_agg_snapshot *s, const char *const *texts)
{
	const char **copy = dt_arena_array(s->arena, const char *, s->n_parts);

	for (size_t i = 0; i < s->n_parts; i++)
		if (texts[i])
			copy[i] = dt_arena_strdup(s->arena, texts[i]);
	return copy;
}

struct dt_snapshot_row *dt_snapshot_add(struct dt_agg_snapshot *s, const void *key, size_t len,
					const char *const *stacks)
{
	struct dt_snapshot_row *row = dt_map_get(&s->map, key, len);

	if (row)
		return row;
	row = dt_arena_alloc(s->arena, sizeof(*row) + s->n_words * sizeof(row->words[0]));
	if (stacks)
		row->stacks = copy_texts(s, stacks);
	dt_map_put(&s->map, key, len, row);
	return row;
}

static bool have_same_keys(const struct dt_agg_snapshot *a, const struct dt_agg_snapshot *b)
{
	bool same = a->n_parts == b->n_parts;

	for (size_t i = 0; i < a->n_parts && same; i++) {
		const struct dt_snapshot_part *x = &a->parts[i], *y = &b->parts[i];

		same = x->kind == y->kind && x->is_signed == y->is_signed && x->width == y->width &&
		       !strcmp(x->type, y->type);
	}
	return same;
}

static struct dt_error *check_likeness(const struct dt_agg_snapshot *a,
				       const struct dt_agg_snapshot *b, const char *purpose)
{
	const char *difference = a->func != b->func				   ? "functions"
				 : memcmp(a->params, b->params, sizeof(a->params)) ? "parameters"
				 : a->n_words != b->n_words			   ? "sums"
				 : !have_same_keys(a, b)			   ? "types of keys"
										   : NULL;

	if (!difference)
		return NULL;
	return dt_error_new(DT_ERR_USAGE, "@%s and @%s have different %s and cannot be %s", a->name,
			    b->name, difference, purpose);
}

struct dt_error *dt_snapshot_merge(struct dt_agg_snapshot *into,
				   const struct dt_agg_snapshot *other)
{
	DT_TRY(check_likeness(into, other, "merged"));
	for (size_t i = 0; i < other->map.len; i++) {
		const struct dt_map_entry *e = &other->map.entries[i];
		const struct dt_snapshot_row *from = e->value;

		into->func->add(dt_snapshot_add(into, e->key, e->key_len, from->stacks)->words,
				from->words, into->n_words);
	}
	into->time = other->time > into->time ? other->time : into->time;
	into->lost_by_trunc |= other->lost_by_trunc;
	into->lost_by_clear |= other->lost_by_clear;
	return NULL;
}

/** Returns the number of values, or 0 if the function does not count them. */
static uint64_t count_values(const struct dt_agg_snapshot *s, const uint64_t *words)
{
	uint64_t n = s->func->at.count ? words[s->func->at.count - 1] : 0;

	for (size_t i = 0; i < s->n_buckets; i++)
		n += words[i];
	return n;
}

struct dt_error *dt_snapshot_subtract(struct dt_agg_snapshot *from,
				      const struct dt_agg_snapshot *earlier)
{
	DT_TRY(check_likeness(from, earlier, "subtracted"));
	for (size_t i = 0; i < earlier->map.len && from->func->subtract; i++) {
		const struct dt_map_entry *e = &earlier->map.entries[i];
		const struct dt_snapshot_row *old = e->value;
		struct dt_snapshot_row *row = dt_map_get(&from->map, e->key, e->key_len);

		if (row && count_values(from, row->words) >= count_values(from, old->words))
			from->func->subtract(row->words, old->words, from->n_words);
	}
	return NULL;
}

static size_t round8(size_t n)
{
	return (n + 7) & ~(size_t)7;
}

const void *dt_snapshot_part(const struct dt_agg_snapshot *s, size_t row, size_t part, size_t *len)
{
	const uint8_t *key = s->map.entries[row].key;
	const uint32_t *lens = (const uint32_t *)key;

	key += round8(s->n_parts * sizeof(*lens));
	for (size_t i = 0; i < part; i++)
		key += round8(lens[i]);
	*len = lens[part];
	return key;
}

const char *dt_snapshot_text(const struct dt_agg_snapshot *s, size_t row, size_t part)
{
	const struct dt_value_style style = {.quiet = true, .rawbytes = s->rawbytes};
	const struct dt_snapshot_part *p = &s->parts[part];
	struct dt_field f = p->shown;
	size_t len;
	const void *datum = dt_snapshot_part(s, row, part, &len);

	f.has_frames = false; // as in the text itself
	s->text->len = 0;
	switch (p->kind) {
	case DT_DATUM_STACK:
		return dt_snapshot_row(s, row)->stacks[part];
	case DT_DATUM_SYMBOL:
		return (const char *)datum + sizeof(uint64_t);
	case DT_DATUM_STRING:
	case DT_DATUM_FLOAT: // never
	case DT_DATUM_BYTES:
		f.size = (uint32_t)len;
		// fallthrough
	case DT_DATUM_INTEGER:
		dt_value_print(s->text, NULL, &f, datum, &style);
	}
	dt_out_char(s->text, '\0');
	return s->text->data;
}

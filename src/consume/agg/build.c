/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Snapshots that are built from data instead of copied. Nothing about the data is trusted.
 */
#include "consume/agg/snapshot.h"

#include "base/mem.h"
#include "base/vec.h"

#include <string.h>

enum { MOST_WORDS = 1 << 20 };

static struct dt_snapshot_part describe_part(struct dt_arena *arena,
					     const struct dt_snapshot_part *form, size_t number)
{
	static const char *const types[] = {
	    [DT_DATUM_INTEGER] = "int", [DT_DATUM_FLOAT] = "",	    [DT_DATUM_STRING] = "string",
	    [DT_DATUM_BYTES] = "bytes", [DT_DATUM_STACK] = "stack", [DT_DATUM_SYMBOL] = "symbol",
	};
	bool is_integer = form->kind == DT_DATUM_INTEGER, is_stack = form->kind == DT_DATUM_STACK;
	bool is_wide = is_integer && form->width < 4 && !form->is_signed;

	return (struct dt_snapshot_part){
	    .kind = is_stack ? DT_DATUM_STRING : form->kind,
	    .name = dt_arena_printf(arena, "key_%zu", number),
	    .type = types[form->kind],
	    .is_signed = is_integer && form->is_signed,
	    .width = is_integer ? form->width : 0,
	    .shown = {.kind = is_integer		      ? DT_FIELD_INT
			      : form->kind == DT_DATUM_BYTES  ? DT_FIELD_BYTES
			      : form->kind == DT_DATUM_SYMBOL ? DT_FIELD_USYM
							      : DT_FIELD_STRING,
		      .size = is_wide	   ? 8
			      : is_integer ? form->width
					   : 0,
		      .has_frames = is_stack},
	};
}

static bool is_possible(const struct dt_snapshot_part *p)
{
	bool is_width = p->width == 1 || p->width == 2 || p->width == 4 || p->width == 8;

	return (unsigned)p->kind <= DT_DATUM_SYMBOL && p->kind != DT_DATUM_FLOAT &&
	       (p->kind != DT_DATUM_INTEGER || is_width);
}

struct dt_error *dt_snapshot_create(const struct dt_agg_snapshot *form,
				    struct dt_agg_snapshot **ret)
{
	size_t n_words = form->func->words(form->params);
	struct dt_agg_snapshot like = *form;

	if (!n_words || n_words > MOST_WORDS)
		return dt_error_new(DT_ERR_USAGE, "%s() does not take these parameters",
				    form->func->name);
	if (!form->normal)
		return dt_error_new(DT_ERR_USAGE, "the divisor is 0");
	for (size_t i = 0; i < form->n_parts; i++)
		if (!is_possible(&form->parts[i]))
			return dt_error_new(DT_ERR_USAGE, "key %zu is of no possible kind", i);
	struct dt_arena *arena = dt_arena_create();
	struct dt_snapshot_part *parts =
	    dt_arena_array(arena, struct dt_snapshot_part, form->n_parts + 1);
	for (size_t i = 0; i < form->n_parts; i++)
		parts[i] = describe_part(arena, &form->parts[i], i);
	like.parts = parts;
	like.n_words = n_words;
	if (form->func->buckets) {
		struct dt_bucket *buckets = dt_arena_array(arena, struct dt_bucket, n_words);

		form->func->buckets(form->params, n_words, buckets);
		like.buckets = buckets;
		like.n_buckets = n_words;
	}
	*ret = dt_snapshot_like(&like);
	(*ret)->time = form->time;
	(*ret)->is_built = true;
	dt_arena_destroy(arena);
	return NULL;
}

// The encoding is that of copy.c. The process of a symbol is unknown: 0.
void dt_snapshot_combine(struct dt_agg_snapshot *s, const struct dt_snapshot_datum *key,
			 const uint64_t *words)
{
	dt_vec(uint8_t) bytes = {0};
	size_t at = (s->n_parts * sizeof(uint32_t) + 7) & ~(size_t)7, total = at;

	for (size_t i = 0; i < s->n_parts; i++)
		total += key[i].n_bytes + 24; // with a word, an end, and padding
	dt_vec_reserve(&bytes, total + 1);
	memset(bytes.data, 0, total);
	for (size_t i = 0; i < s->n_parts; i++) {
		enum dt_datum_kind kind = s->parts[i].kind;
		bool is_integer = kind == DT_DATUM_INTEGER;
		size_t head = kind == DT_DATUM_SYMBOL ? sizeof(uint64_t) : 0;
		size_t len = is_integer ? sizeof(int64_t) : key[i].n_bytes;
		size_t size = head + len + (kind == DT_DATUM_STRING || kind == DT_DATUM_SYMBOL);

		if (len)
			memcpy(bytes.data + at + head, is_integer ? &key[i].integer : key[i].bytes,
			       len);
		((uint32_t *)bytes.data)[i] = (uint32_t)size;
		at += (size + 7) & ~(size_t)7;
	}
	s->func->add(dt_snapshot_add(s, bytes.data, at, NULL)->words, words, s->n_words);
	dt_vec_deinit(&bytes);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Copies an aggregation to a snapshot. Names of addresses are found now, because the snapshot may
 * outlive the session and its processes.
 */
#include "consume/agg/snapshot.h"

#include "base/mem.h"
#include "consume/agg/agg.h"
#include "types/types.h"

#include <stdlib.h>
#include <string.h>

/** State while a snapshot is filled. */
struct copy {
	struct dt_agg_snapshot *s;
	struct dt_aggs *aggs;
	struct dt_agg *agg;
	dt_vec(uint8_t) key;	// encoded, of the current row
	dt_vec(char *) stacks;	// texts by part, on the heap
	dt_vec(uint64_t) words; // scratch of copy_total()
	bool has_stacks;	// a part is a stack
	struct dt_out text;	// scratch
};

/** Appends zeros to the key, and returns their address. */
static uint8_t *extend_key(struct copy *c, size_t n)
{
	dt_vec_reserve(&c->key, c->key.len + n + 1); // also if there is nothing
	uint8_t *at = memset(c->key.data + c->key.len, 0, n);

	c->key.len += n;
	return at;
}

/** Appends `len` bytes to the key, after a word unless it is NULL, as part number i. Terminates
 *  texts. */
static void append_part(struct copy *c, size_t i, const uint64_t *word, const void *bytes,
			size_t len)
{
	enum dt_datum_kind kind = c->s->parts[i].kind;
	size_t head = word ? sizeof(*word) : 0;
	size_t size = head + len + (kind == DT_DATUM_STRING || kind == DT_DATUM_SYMBOL);
	uint8_t *at = extend_key(c, (size + 7) & ~(size_t)7);

	if (word)
		memcpy(at, word, head);
	if (len)
		memcpy(at + head, bytes, len);
	((uint32_t *)c->key.data)[i] = (uint32_t)size;
}

/** Writes the text of an address or a stack, without the line breaks and blanks that surround it
 *  in print, to c->text. */
static const char *print_names(struct copy *c, const struct dt_field *f, const uint8_t *key)
{
	static const struct dt_value_style style = {.quiet = true};

	c->text.len = 0;
	if (dt_datum_kind(f) == DT_DATUM_STACK)
		dt_value_stack(&c->text, c->aggs->names, f, key, 0);
	else
		dt_value_print(&c->text, c->aggs->names, f, key, &style);
	while (c->text.len && strchr("\n ", c->text.data[c->text.len - 1]))
		c->text.len--;
	dt_out_char(&c->text, '\0');
	return c->text.data + strspn(c->text.data, "\n ");
}

static void append_stack(struct copy *c, size_t i, const struct dt_field *f, const uint8_t *key)
{
	uint64_t process = 0;
	const uint8_t *frames;
	bool is_limited;
	uint32_t n = dt_symbols_frames(&c->aggs->names->symbols, f, key, &frames, &is_limited);

	if (f->kind == DT_FIELD_USTACK)
		memcpy(&process, key + f->offset + 4, 4);
	append_part(c, i, &process, frames, n * sizeof(uint64_t));
	free(c->stacks.data[i]);
	c->stacks.data[i] = dt_strdup(print_names(c, f, key));
}

static void append_symbol(struct copy *c, size_t i, const struct dt_field *f, const uint8_t *key)
{
	uint64_t process = (uint64_t)dt_symbols_process(&c->aggs->names->symbols, f, key);
	const char *text = print_names(c, f, key);

	append_part(c, i, &process, text, strlen(text));
}

static void append_datum(struct copy *c, size_t i, const uint8_t *key)
{
	const struct dt_field *f = &c->agg->desc->keys[i];
	const char *text;
	size_t len;

	switch (c->s->parts[i].kind) {
	case DT_DATUM_INTEGER:
		append_part(c, i, NULL, &(int64_t){dt_field_int(f, key)}, sizeof(int64_t));
		break;
	case DT_DATUM_STRING:
		text = dt_field_text(c->aggs->names, f, key, &len);
		append_part(c, i, NULL, text, len);
		break;
	case DT_DATUM_FLOAT: // never
	case DT_DATUM_BYTES:
		append_part(c, i, NULL, key + f->offset, f->size);
		break;
	case DT_DATUM_STACK:
		append_stack(c, i, f, key);
		break;
	case DT_DATUM_SYMBOL:
		append_symbol(c, i, f, key);
		break;
	}
}

/** Returns the words of the element, with those that are hidden, in scratch memory. */
static uint64_t *copy_total(struct copy *c, const struct dt_agg_elem *e)
{
	const struct dt_agg *g = c->agg;

	dt_vec_reserve(&c->words, g->n_words);
	memcpy(c->words.data, e->value, g->n_words * sizeof(*e->value));
	if (e->base)
		g->func->add(c->words.data, e->base, g->n_words);
	return c->words.data;
}

static void copy_row(struct copy *c, const struct dt_agg_elem *e, const uint64_t *words)
{
	const struct dt_agg *g = c->agg;
	struct dt_agg_snapshot *s = c->s;

	c->key.len = 0;
	extend_key(c, (s->n_parts * sizeof(uint32_t) + 7) & ~(size_t)7);
	for (size_t i = 0; i < s->n_parts; i++)
		append_datum(c, i, dt_elem_key(&g->elems, e));
	struct dt_snapshot_row *row = dt_snapshot_add(
	    s, c->key.data, c->key.len, c->has_stacks ? (const char *const *)c->stacks.data : NULL);
	g->func->add(row->words, words, s->n_words);
}

/** Copies the elements that are shown, in the order of printing. */
static void copy_shown(struct copy *c)
{
	struct dt_agg_order order = dt_agg_order_of(c->aggs->config->options, 1);
	struct dt_agg_table t;

	dt_agg_table_init(&t, &c->agg, 1, c->aggs->names, &order);
	dt_vec_foreach (&t.rows, row)
		copy_row(c, row->elems[0], row->elems[0]->value);
	dt_agg_table_deinit(&t);
}

/** Describes the parts of keys. Their strings are in the arena, or live as long as the session. */
static void describe_parts(const struct dt_agg_desc *d, struct dt_arena *arena,
			   struct dt_snapshot_part *ret)
{
	const char **names = dt_arena_array(arena, const char *, d->n_keys + 1);

	for (size_t i = 0; i < d->n_keys; i++) {
		const struct dt_field *f = &d->keys[i];
		enum dt_datum_kind kind = dt_datum_kind(f);
		bool is_integer = kind == DT_DATUM_INTEGER;
		bool is_signed = is_integer && dt_field_is_signed(f);
		uint32_t width = is_integer ? dt_field_width(f) : 0;

		names[i] = dt_datum_name(arena, f, "key", names, i);
		ret[i] = (struct dt_snapshot_part){
		    .kind = kind,
		    .name = names[i],
		    .type = f->type ? dt_type_name(arena, f->type) : "",
		    .is_signed = is_signed,
		    .width = width,
		    .shown = {.kind = f->kind == DT_FIELD_PROBE ? DT_FIELD_STRING : f->kind,
			      // Without a type, integers are signed; small unsigned ones fit into 8
			      // bytes.
			      .size = width < 4 && !is_signed ? 8 : width,
			      .is_data = f->is_data},
		};
	}
}

/** Returns a snapshot of the aggregation without rows. */
static struct dt_agg_snapshot *create_empty(struct dt_aggs *a, const struct dt_agg *g)
{
	const struct dt_agg_desc *d = g->desc;
	struct dt_arena *arena = dt_arena_create();
	struct dt_snapshot_part *parts =
	    dt_arena_array(arena, struct dt_snapshot_part, d->n_keys + 1);
	struct dt_agg_snapshot like = {
	    .name = d->name,
	    .func = g->func,
	    .buckets = g->histogram.buckets,
	    .parts = parts,
	    .n_words = g->func->words(d->params) + (d->sum ? DT_AGG_SUM_WORDS : 0),
	    .n_buckets = g->func->buckets ? g->histogram.n : 0,
	    .n_parts = d->n_keys,
	    .normal = g->normal,
	    .rawbytes = a->config->options->v[DT_OPT_rawbytes],
	};

	describe_parts(d, arena, parts);
	memcpy(like.params, d->params, sizeof(like.params));
	struct dt_agg_snapshot *s = dt_snapshot_like(&like);
	dt_arena_destroy(arena);
	return s;
}

static void copy_init(struct copy *c, struct dt_aggs *a, struct dt_agg *g)
{
	*c = (struct copy){.s = create_empty(a, g), .aggs = a, .agg = g};
	c->s->time = g->taken;
	for (size_t i = 0; i < c->s->n_parts; i++) {
		dt_vec_push(&c->stacks, NULL);
		c->has_stacks |= c->s->parts[i].kind == DT_DATUM_STACK;
	}
	dt_out_init(&c->text, NULL);
}

static void copy_deinit(struct copy *c)
{
	dt_out_deinit(&c->text);
	dt_vec_foreach (&c->stacks, text)
		free(*text);
	dt_vec_deinit(&c->stacks);
	dt_vec_deinit(&c->key);
	dt_vec_deinit(&c->words);
}

struct dt_agg_snapshot *dt_agg_snapshot_create(struct dt_aggs *a, struct dt_agg *g, bool is_total)
{
	struct copy c;

	copy_init(&c, a, g);
	c.s->is_total = is_total;
	c.s->lost_by_trunc = is_total && g->lost_by_trunc;
	c.s->lost_by_clear = is_total && g->lost_by_clear;
	if (is_total)
		dt_vec_foreach (&g->elems.v, e)
			copy_row(&c, *e, copy_total(&c, *e));
	else
		copy_shown(&c);
	copy_deinit(&c);
	return c.s;
}

/** Reports whether the words differ from those that were given away, and writes the difference. */
static bool take_words(const struct dt_agg *g, struct dt_agg_elem *e, uint64_t *ret)
{
	bool is_new = !e->given, changed = false;

	g->func->subtract(ret, e->given ? e->given + 1 : g->zeros, g->n_words);
	for (size_t i = 0; i < g->n_words; i++)
		changed |= ret[i] != 0;
	return changed || (is_new && (e->present || !g->desc->key_size));
}

/** Copies the changes of an element. */
static void take_row(struct copy *c, struct dt_agg_elem *e)
{
	struct dt_agg *g = c->agg;
	uint64_t *words = copy_total(c, e);

	if (!take_words(g, e, words))
		return;
	copy_row(c, e, words);
	dt_elems_add_given(&g->elems, e);
	e->given[0] = g->taken;
	g->func->add(e->given + 1, words, g->n_words);
}

struct dt_agg_snapshot *dt_agg_snapshot_take(struct dt_aggs *a, struct dt_agg *g)
{
	struct copy c;

	copy_init(&c, a, g);
	dt_vec_foreach (&g->elems.v, e) {
		if (g->func->subtract)
			take_row(&c, *e);
		else if (!g->func->is_empty((*e)->value))
			copy_row(&c, *e, copy_total(&c, *e));
	}
	copy_deinit(&c);
	g->is_taken = true;
	dt_agg_drop_taken(g);
	return c.s;
}

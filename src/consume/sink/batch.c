/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The sink that collects columns. Each shape has an open batch; full ones wait in a queue.
 *
 * Decision: docs/dev/decisions/0080-columns-filled-in-place.md
 * Decision: docs/dev/decisions/0084-memory-of-batches-used-again.md
 */
#include "consume/sink/batch.h"

#include "base/text/visible.h"
#include "consume/sink/handler.h"
#include "consume/sink/text.h"
#include "types/types.h"

#include <stdlib.h>
#include <string.h>

enum {
	BYTES_MAX = 1 << 30, // of a column; its offsets have 32 bits
	QUEUE_ROWS = 100000, // with more, records stay in the rings until batches are read
	FIRST_ROWS = 64,     // room of a shape's first batch
	KEPT_MAX = 32 << 20, // bytes of released batches: a queue of rows of 300 bytes
	UTF8_GROWTH = 3,     // bytes of U+FFFD, which replaces one byte
};

/** The batch of a shape that is being filled. The next one has room for as much from the start. */
struct open {
	struct dt_batch *batch; // NULL: no row
	size_t rows, bytes;	// of its predecessor: rows, and the most of a column without width
};

struct batch_sink {
	struct dt_text_sink messages;
	struct open *open;		// by shape
	size_t n_open;			// up to the highest shape seen
	struct dt_batch *first, **last; // full ones, oldest first
	size_t n_waiting;		// rows of all
	uint64_t seq;
	struct dt_pool *pool; // of the columns
};

// ---- columns

static const char *integer_format(uint32_t size, bool is_signed)
{
	static const char *const names[2][4] = {{"C", "S", "I", "L"}, {"c", "s", "i", "l"}};

	return names[is_signed][size == 1 ? 0 : size == 2 ? 1 : size == 4 ? 2 : 3];
}

static void describe_fixed(struct dt_column *c, const char *name, uint32_t width)
{
	snprintf(c->name, sizeof(c->name), "%s", name);
	c->format = integer_format(width, false);
	c->width = width;
}

static void describe(struct dt_column *c, const struct dt_shape_field *f)
{
	const struct dt_field *field = f->field;

	snprintf(c->name, sizeof(c->name), "%s", f->name);
	switch (f->kind) {
	case DT_DATUM_INTEGER:
		c->width = field->size;
		c->format = integer_format(c->width, dt_field_is_signed(field));
		break;
	case DT_DATUM_FLOAT:
		c->width = sizeof(double);
		c->format = "g";
		break;
	case DT_DATUM_STRING:
	case DT_DATUM_SYMBOL:
		c->format = "u";
		break;
	case DT_DATUM_BYTES:
		c->format = "z";
		break;
	case DT_DATUM_STACK:
		c->format = "+l";
		break;
	}
}

/** Makes room for `rows` rows. */
static void column_grow(struct dt_column *c, size_t rows)
{
	if (c->width) {
		c->data = dt_pool_realloc(c->pool, c->data, rows * c->width);
	} else {
		c->offsets = dt_pool_realloc(c->pool, c->offsets, (rows + 1) * sizeof(*c->offsets));
		c->offsets[0] = 0;
	}
	if (c->valid)
		c->valid = dt_pool_realloc(c->pool, c->valid, rows / 8 + 1);
}

/** Returns room for `n` more bytes of varying values. */
static inline uint8_t *bytes_room(struct dt_column *c, size_t n)
{
	if (c->cap - c->used < n) {
		size_t cap = c->cap ? c->cap : 1024;

		while (cap - c->used < n)
			cap *= 2;
		c->data = dt_pool_realloc(c->pool, c->data, cap);
		c->cap = dt_pool_size(c->data);
	}
	return c->data + c->used;
}

static void append_bytes(struct dt_column *c, const void *bytes, size_t n)
{
	if (n)
		memcpy(bytes_room(c, n), bytes, n);
	c->used += n;
}

/** Marks the row as absent, or as present. Before the first absent row there are no marks. */
static void mark_row(struct dt_column *c, size_t row, size_t room, bool is_null)
{
	if (!c->valid) {
		c->valid = dt_pool_alloc(c->pool, room / 8 + 1);
		memset(c->valid, 0xff, row / 8 + 1);
	}
	if (row % 8 == 0)
		c->valid[row / 8] = 0xff;
	if (is_null)
		c->valid[row / 8] &= (uint8_t) ~(1u << row % 8);
	c->n_null += is_null;
}

/** Writes an integer at its row. A memcpy() of a variable size would be a call. */
static inline void put_integer(struct dt_column *c, size_t row, const void *from)
{
	uint8_t *to = c->data + row * c->width;

	switch (c->width) {
	case 8:
		memcpy(to, from, 8);
		break;
	case 4:
		memcpy(to, from, 4);
		break;
	case 2:
		memcpy(to, from, 2);
		break;
	default:
		memcpy(to, from, 1);
	}
}

/** Appends the text up to the first NUL, at most `max` bytes. Bytes that are no UTF-8 become
 * U+FFFD, because readers refuse them. */
static void append_text(struct dt_column *c, const char *s, size_t max)
{
	uint8_t *start = bytes_room(c, max * UTF8_GROWTH + sizeof(uint64_t)), *to = start;
	size_t i = 0;

	// Eight bytes at a time, up to a word with a NUL or a byte above 0x7f.
	for (uint64_t v; i + sizeof(v) <= max; i += sizeof(v)) {
		memcpy(&v, s + i, sizeof(v));
		uint64_t ends = (v - DT_EACH_BYTE(1)) & DT_EACH_BYTE(0x80),
			 specials = v & DT_EACH_BYTE(0x80);

		memcpy(to, &v, sizeof(v));
		if (specials)
			break;
		if (ends) { // the lowest mark is exact, since no byte is above 0x7f
			c->used += (size_t)(to - start) + (size_t)__builtin_ctzll(ends) / 8;
			return;
		}
		to += sizeof(v);
	}
	while (i < max && s[i]) {
		size_t n = (unsigned char)s[i] < 0x80 ? 1 : dt_utf8_sequence(s + i, max - i);

		memcpy(to, n ? s + i : "\xef\xbf\xbd", n ? n : UTF8_GROWTH);
		to += n ? n : UTF8_GROWTH;
		i += n ? n : 1;
	}
	c->used += (size_t)(to - start);
}

static void append_symbol(struct dt_names *names, struct dt_column *c, const struct dt_field *f,
			  const uint8_t *base)
{
	dt_cleanup(dt_str_deinit) struct dt_str text = {0};

	dt_symbols_show_field(&names->symbols, &text, f, base);
	append_text(c, dt_str_text(&text), text.len);
}

static void append_stack(struct dt_names *names, struct dt_column *c, const struct dt_field *f,
			 const uint8_t *base)
{
	const uint8_t *pcs;
	bool is_limited;
	size_t n = dt_symbols_frames(&names->symbols, f, base, &pcs, &is_limited);

	append_bytes(c, pcs, n * sizeof(uint64_t));
}

static void put_float(struct dt_column *c, size_t row, const struct dt_field *f, const uint8_t *at)
{
	long double number = 0;

	dt_value_float(f->type, at, f->size, &number);
	double v = (double)number;
	put_integer(c, row, &v);
}

/** Writes the value of a field that the record has. */
static void put_datum(struct dt_names *names, struct dt_column *c, size_t row,
		      const struct dt_record *r, const struct dt_shape_field *f)
{
	const uint8_t *at = r->payload + f->field->offset;
	const void *p;
	size_t len;

	switch (f->kind) {
	case DT_DATUM_INTEGER:
		put_integer(c, row, at);
		break;
	case DT_DATUM_FLOAT:
		put_float(c, row, f->field, at);
		break;
	case DT_DATUM_STRING:
		if (f->field->kind == DT_FIELD_PROBE) {
			p = dt_datum_bytes(names, r, f, &len);
			append_text(c, p, len);
		} else {
			append_text(c, (const char *)at, f->field->size);
		}
		break;
	case DT_DATUM_BYTES:
		p = dt_datum_bytes(names, r, f, &len);
		append_bytes(c, p, len);
		break;
	case DT_DATUM_STACK:
		append_stack(names, c, f->field, r->payload);
		break;
	case DT_DATUM_SYMBOL:
		append_symbol(names, c, f->field, r->payload);
		break;
	}
}

/** Writes the value of a field, or a null if the record does not have it. */
static inline void put_field(struct dt_names *names, struct dt_column *c, size_t row,
			     const struct dt_record *r, const struct dt_shape_field *f, bool has)
{
	static const uint64_t zero;

	if (has && f->kind == DT_DATUM_INTEGER)
		put_integer(c, row, r->payload + f->field->offset);
	else if (has)
		put_datum(names, c, row, r, f);
	else if (c->width)
		put_integer(c, row, &zero);
	if (!c->width)
		c->offsets[row + 1] =
		    (int32_t)(f->kind == DT_DATUM_STACK ? c->used / sizeof(uint64_t) : c->used);
}

// ---- batches

static void batch_grow(struct dt_batch *b, size_t rows)
{
	for (size_t i = 0; i < b->n_columns; i++)
		column_grow(&b->columns[i], rows);
	b->room = rows;
}

static struct dt_batch *create_batch(struct dt_pool *pool, const struct dt_shape *shape,
				     const struct open *open)
{
	struct dt_batch *b = dt_zalloc(sizeof(*b));

	b->shape = shape;
	b->n_columns = DT_BATCH_FIXED + shape->n_fields;
	b->columns = dt_zalloc(b->n_columns * sizeof(*b->columns));
	for (size_t i = 0; i < b->n_columns; i++)
		b->columns[i].pool = pool;
	describe_fixed(&b->columns[DT_BATCH_SEQ], "seq", 8);
	describe_fixed(&b->columns[DT_BATCH_TIME], "time", 8);
	describe_fixed(&b->columns[DT_BATCH_CPU], "cpu", 4);
	describe_fixed(&b->columns[DT_BATCH_PROBE], "probe", 4);
	for (size_t i = 0; i < shape->n_fields; i++) {
		struct dt_column *c = &b->columns[DT_BATCH_FIXED + i];

		describe(c, &shape->fields[i]);
		if (!c->width)
			bytes_room(c, open->bytes);
	}
	batch_grow(b, open->rows ? open->rows : FIRST_ROWS);
	return b;
}

void dt_batch_destroy(struct dt_batch *b)
{
	for (size_t i = 0; i < b->n_columns; i++) {
		dt_pool_free(b->columns[i].data);
		dt_pool_free(b->columns[i].offsets);
		dt_pool_free(b->columns[i].valid);
	}
	free(b->columns);
	free(b);
}

/** Moves an open batch to the queue. */
static void close_batch(struct batch_sink *b, struct open *open)
{
	struct dt_batch *batch = open->batch;

	open->rows = batch->n_rows;
	open->bytes = 0;
	for (size_t i = 0; i < batch->n_columns; i++)
		if (batch->columns[i].used > open->bytes)
			open->bytes = batch->columns[i].used;
	*b->last = batch;
	b->last = &batch->next;
	open->batch = NULL;
}

/** Appends the record. Returns false if a column has no room for another one. */
static bool append_row(struct dt_batch *b, struct dt_names *names, const struct dt_record *r,
		       uint64_t seq)
{
	const struct dt_shape *shape = b->shape;
	size_t row = b->n_rows++;
	bool has_room = true;

	((uint64_t *)b->columns[DT_BATCH_SEQ].data)[row] = seq;
	((uint64_t *)b->columns[DT_BATCH_TIME].data)[row] = r->head->time;
	((uint32_t *)b->columns[DT_BATCH_CPU].data)[row] = r->cpu;
	((uint32_t *)b->columns[DT_BATCH_PROBE].data)[row] = r->head->probe;
	for (size_t i = 0; i < shape->n_fields; i++) {
		struct dt_column *c = &b->columns[DT_BATCH_FIXED + i];
		bool has = dt_shape_has(shape, i, r->mask);

		put_field(names, c, row, r, &shape->fields[i], has);
		if (!has || c->valid)
			mark_row(c, row, b->room, !has);
		has_room &= c->used < BYTES_MAX;
	}
	return has_room;
}

static struct open *open_of(struct batch_sink *b, const struct dt_shape *shape)
{
	size_t n = shape->index + 1;

	if (n > b->n_open) {
		b->open = dt_realloc(b->open, n * sizeof(*b->open));
		memset(b->open + b->n_open, 0, (n - b->n_open) * sizeof(*b->open));
		b->n_open = n;
	}
	return &b->open[shape->index];
}

static void batch_record(struct dt_sink *s, const struct dt_record *r)
{
	struct batch_sink *b = (struct batch_sink *)s;
	struct open *open = open_of(b, r->clause->shape);

	if (!open->batch)
		open->batch = create_batch(b->pool, r->clause->shape, open);
	struct dt_batch *batch = open->batch;
	if (batch->n_rows == batch->room)
		batch_grow(batch, batch->room * 2);
	b->n_waiting++;
	if (!append_row(batch, s->host->names, r, b->seq++) || batch->n_rows >= s->host->batch_rows)
		close_batch(b, open);
}

static bool batch_is_full(const struct dt_sink *s)
{
	const struct batch_sink *b = (const struct batch_sink *)s;

	return b->n_waiting >= QUEUE_ROWS && b->n_waiting >= 2 * s->host->batch_rows;
}

/** Returns the shape whose open batch has most rows, or NULL. */
static struct open *longest(const struct batch_sink *b)
{
	struct open *found = NULL;

	for (size_t i = 0; i < b->n_open; i++)
		if (b->open[i].batch && (!found || b->open[i].batch->n_rows > found->batch->n_rows))
			found = &b->open[i];
	return found;
}

struct dt_batch *dt_batch_take(struct dt_sink *s, size_t min_rows)
{
	struct batch_sink *b = (struct batch_sink *)s;
	struct open *open = b->first ? NULL : longest(b);
	struct dt_batch *batch;

	if (open && open->batch->n_rows >= min_rows)
		close_batch(b, open);
	batch = b->first;
	if (!batch)
		return NULL;
	b->first = batch->next;
	if (!b->first)
		b->last = &b->first;
	b->n_waiting -= batch->n_rows;
	return batch;
}

// ---- the sink

static void batch_init(struct dt_sink *s)
{
	struct batch_sink *b = (struct batch_sink *)s;

	b->last = &b->first;
	b->pool = dt_pool_create(KEPT_MAX);
}

static void batch_deinit(struct dt_sink *s)
{
	struct batch_sink *b = (struct batch_sink *)s;
	struct dt_batch *batch;

	while ((batch = dt_batch_take(s, 1)))
		dt_batch_destroy(batch);
	free(b->open);
	dt_pool_release(b->pool);
	dt_text_deinit(s);
}

const struct dt_sink_type dt_sink_batch = {
    .size = sizeof(struct batch_sink),
    .init = batch_init,
    .deinit = batch_deinit,
    .probe = dt_data_probe,
    .record = batch_record,
    .effect = dt_data_effect,
    .aggregations = dt_data_aggregations,
    .is_full = batch_is_full,
    .drop = dt_text_drop,
    .error = dt_text_error,
    .report = dt_text_report,
    .exit = dt_text_exit,
};

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The sink that collects columns. Each shape has an open batch; full ones wait in a queue.
 */
#include "consume/data/batch.h"

#include "base/text/visible.h"
#include "consume/data/handler.h"
#include "consume/internal.h"
#include "consume/sink/text.h"
#include "types/types.h"

#include <stdlib.h>
#include <string.h>

enum {
	BYTES_MAX = 1 << 30, // of a column; its offsets have 32 bits
	QUEUE_ROWS = 100000, // with more, records stay in the rings until batches are read
};

struct batch_sink {
	struct dt_text_sink messages;
	struct dt_shapes shapes;
	struct dt_batch **open;		// by shape; NULL: no row
	struct dt_batch *first, **last; // full ones, oldest first
	size_t n_waiting;		// rows of all
	uint64_t seq;
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
	if (!c->width)
		dt_vec_push(&c->offsets, 0);
}

/** Appends the low bytes of a number, which are the column's width. */
static inline void append_number(struct dt_column *c, uint64_t v)
{
	dt_vec_reserve(&c->data, c->data.len + sizeof(v));
	memcpy(c->data.data + c->data.len, &v, sizeof(v));
	c->data.len += c->width;
}

static void append(struct dt_column *c, const void *bytes, size_t n)
{
	if (!n)
		return;
	dt_vec_reserve(&c->data, c->data.len + n);
	memcpy(c->data.data + c->data.len, bytes, n);
	c->data.len += n;
}

static void set_bit(struct dt_column *c, uint64_t i, bool on)
{
	while (c->valid.len <= i / 8)
		dt_vec_push(&c->valid, 0);
	c->valid.data[i / 8] |= (uint8_t)(on << i % 8);
}

/** Ends a value, whose bytes have been appended. */
static void end_value(struct dt_column *c, bool is_list, bool is_null)
{
	if (!c->width)
		dt_vec_push(&c->offsets, (int32_t)(is_list ? c->data.len / 8 : c->data.len));
	for (uint64_t i = c->n_null ? c->length : 0; is_null && i < c->length; i++)
		set_bit(c, i, true);
	c->n_null += is_null;
	if (c->n_null)
		set_bit(c, c->length, !is_null);
	c->length++;
}

static void append_null(struct dt_column *c, bool is_list)
{
	if (c->width)
		append_number(c, 0);
	end_value(c, is_list, true);
}

static void append_fixed(struct dt_column *c, uint64_t v)
{
	append_number(c, v);
	c->length++;
}

/** Appends text; bytes that are no UTF-8 become U+FFFD, because readers refuse them. */
static void append_text(struct dt_column *c, const char *s, size_t len)
{
	size_t start = 0, i = 0;

	while (i < len) {
		size_t n = (unsigned char)s[i] < 0x80 ? 1 : dt_utf8_sequence(s + i, len - i);

		if (!n) {
			append(c, s + start, i - start);
			append(c, "\xef\xbf\xbd", 3);
			start = ++i;
		} else {
			i += n;
		}
	}
	append(c, s + start, len - start);
}

static void append_symbol(struct batch_sink *b, struct dt_column *c, const struct dt_field *f,
			  const uint8_t *base)
{
	dt_cleanup(dt_str_deinit) struct dt_str text = {0};

	dt_symbols_show_field(&b->messages.sink.c->names.symbols, &text, f, base);
	append_text(c, text.data, text.len);
}

static void append_datum(struct batch_sink *b, struct dt_column *c, const struct dt_record *r,
			 const struct dt_shape_field *f)
{
	struct dt_names *names = &b->messages.sink.c->names;
	const struct dt_field *field = f->field;
	long double number = 0;
	const uint8_t *pcs;
	bool is_limited;
	size_t len;

	switch (f->kind) {
	case DT_DATUM_INTEGER:
		append_number(c, (uint64_t)dt_field_int(field, r->payload));
		break;
	case DT_DATUM_FLOAT: {
		dt_value_float(field->type, r->payload + field->offset, field->size, &number);
		double v = (double)number;
		append(c, &v, sizeof(v));
		break;
	}
	case DT_DATUM_STRING: {
		const char *s = dt_datum_bytes(names, r, f, &len);
		append_text(c, s, len);
		break;
	}
	case DT_DATUM_BYTES: {
		const void *p = dt_datum_bytes(names, r, f, &len);
		append(c, p, len);
		break;
	}
	case DT_DATUM_STACK:
		len = dt_symbols_frames(&names->symbols, field, r->payload, &pcs, &is_limited);
		append(c, pcs, len * sizeof(uint64_t));
		break;
	case DT_DATUM_SYMBOL:
		append_symbol(b, c, field, r->payload);
		break;
	}
	end_value(c, f->kind == DT_DATUM_STACK, false);
}

// ---- batches

static struct dt_batch *create_batch(const struct dt_shape *shape)
{
	struct dt_batch *b = dt_zalloc(sizeof(*b));

	b->shape = shape;
	b->n_columns = DT_BATCH_FIXED + shape->n_fields;
	b->columns = dt_zalloc(b->n_columns * sizeof(*b->columns));
	describe_fixed(&b->columns[DT_BATCH_SEQ], "seq", 8);
	describe_fixed(&b->columns[DT_BATCH_TIME], "time", 8);
	describe_fixed(&b->columns[DT_BATCH_CPU], "cpu", 4);
	describe_fixed(&b->columns[DT_BATCH_PROBE], "probe", 4);
	for (size_t i = 0; i < shape->n_fields; i++)
		describe(&b->columns[DT_BATCH_FIXED + i], &shape->fields[i]);
	return b;
}

void dt_batch_destroy(struct dt_batch *b)
{
	for (size_t i = 0; i < b->n_columns; i++) {
		dt_vec_deinit(&b->columns[i].data);
		dt_vec_deinit(&b->columns[i].offsets);
		dt_vec_deinit(&b->columns[i].valid);
	}
	free(b->columns);
	free(b);
}

/** Moves an open batch to the queue. */
static void close_batch(struct batch_sink *b, size_t shape)
{
	*b->last = b->open[shape];
	b->last = &b->open[shape]->next;
	b->open[shape] = NULL;
}

static void batch_record(struct dt_sink *s, const struct dt_record *r)
{
	struct batch_sink *b = (struct batch_sink *)s;
	struct dt_consumer *c = s->c;
	size_t clause = r->head->clause;

	if (!b->shapes.arena) {
		dt_shapes_init(&b->shapes, c->clauses, c->config.program->n_clauses);
		b->open = dt_zalloc((b->shapes.n + 1) * sizeof(*b->open));
	}
	const struct dt_shape *shape = &b->shapes.v[clause];
	uint64_t mask = dt_record_mask(r->clause->desc, r->payload);
	bool is_large = false;

	if (!b->open[clause])
		b->open[clause] = create_batch(shape);
	struct dt_batch *batch = b->open[clause];
	append_fixed(&batch->columns[DT_BATCH_SEQ], b->seq++);
	append_fixed(&batch->columns[DT_BATCH_TIME], r->head->time);
	append_fixed(&batch->columns[DT_BATCH_CPU], r->cpu);
	append_fixed(&batch->columns[DT_BATCH_PROBE], r->head->probe);
	for (size_t i = 0; i < shape->n_fields; i++) {
		const struct dt_shape_field *f = &shape->fields[i];
		struct dt_column *column = &batch->columns[DT_BATCH_FIXED + i];

		if (dt_record_has(mask, f->action))
			append_datum(b, column, r, f);
		else
			append_null(column, f->kind == DT_DATUM_STACK);
		is_large |= column->data.len >= BYTES_MAX;
	}
	batch->n_rows++;
	b->n_waiting++;
	if (batch->n_rows >= c->config.batch_rows || is_large)
		close_batch(b, clause);
}

static bool batch_is_full(const struct dt_sink *s)
{
	const struct batch_sink *b = (const struct batch_sink *)s;

	return b->n_waiting >= QUEUE_ROWS && b->n_waiting >= 2 * s->c->config.batch_rows;
}

/** Returns the open batch with most rows, or NULL. */
static struct dt_batch *longest(const struct batch_sink *b)
{
	struct dt_batch *found = NULL;

	for (size_t i = 0; b->open && i < b->shapes.n; i++)
		if (b->open[i] && (!found || b->open[i]->n_rows > found->n_rows))
			found = b->open[i];
	return found;
}

struct dt_batch *dt_batch_take(struct dt_sink *s, size_t min_rows)
{
	struct batch_sink *b = (struct batch_sink *)s;
	struct dt_batch *batch = b->first ? NULL : longest(b);

	if (batch && batch->n_rows >= min_rows)
		close_batch(b, batch->shape->index);
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
}

static void batch_deinit(struct dt_sink *s)
{
	struct batch_sink *b = (struct batch_sink *)s;
	struct dt_batch *batch;

	while ((batch = dt_batch_take(s, 1)))
		dt_batch_destroy(batch);
	free(b->open);
	dt_shapes_deinit(&b->shapes);
	dt_text_deinit(s);
}

const struct dt_sink_type dt_sink_batch = {
    .size = sizeof(struct batch_sink),
    .init = batch_init,
    .deinit = batch_deinit,
    .probe = dt_data_probe,
    .record = batch_record,
    .action = dt_data_action,
    .end_record = dt_data_end_record,
    .aggregations = dt_data_aggregations,
    .is_full = batch_is_full,
    .drop = dt_text_drop,
    .error = dt_text_error,
    .report = dt_text_report,
    .exit = dt_text_exit,
};

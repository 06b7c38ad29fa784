/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Batches of the public header: columns in the Arrow C data interface.
 */
#include "session/trace/trace.h"

#include "consume/sink/pool.h"
#include "consume/consume.h"
#include "consume/sink/batch.h"

#include <stdlib.h>
#include <string.h>

enum { BUFFERS = 3, NULLABLE = 2 }; // of an array; a flag of a schema

struct dt_error *dtrace_set_batches(struct dtrace *d, size_t rows)
{
	DT_TRY(dt_session_enter(d, d));
	DT_TRY(dt_session_check_new(d));
	if (d->output.handler.record || d->output.handler.effect)
		return dt_error_new(DT_ERR_USAGE, "a session has a handler or batches, not both");
	if (!rows || rows > INT32_MAX)
		return dt_error_new(DT_ERR_USAGE, "a batch has 1 to %d rows", INT32_MAX);
	d->output.batch_rows = rows;
	return NULL;
}

// ---- the schema

static void release_schema(struct ArrowSchema *s)
{
	for (int64_t i = 0; i < s->n_children; i++) {
		if (s->children[i]->release)
			s->children[i]->release(s->children[i]);
		free(s->children[i]);
	}
	free(s->children);
	free((char *)s->format);
	free((char *)s->name);
	s->release = NULL;
}

static void init_schema(struct ArrowSchema *s, const char *format, const char *name, size_t n)
{
	*s = (struct ArrowSchema){
	    .format = dt_strdup(format),
	    .name = dt_strdup(name),
	    .flags = NULLABLE,
	    .n_children = (int64_t)n,
	    .children = n ? dt_zalloc(n * sizeof(*s->children)) : NULL,
	    .release = release_schema,
	};
	for (size_t i = 0; i < n; i++)
		s->children[i] = dt_zalloc(sizeof(**s->children));
}

static bool is_list(const struct dt_column *c)
{
	return c->format[0] == '+';
}

static void export_schema(const struct dt_batch *b, struct ArrowSchema *s)
{
	init_schema(s, "+s", "", b->n_columns);
	for (size_t i = 0; i < b->n_columns; i++) {
		const struct dt_column *c = &b->columns[i];

		init_schema(s->children[i], c->format, c->name, is_list(c));
		if (is_list(c))
			init_schema(s->children[i]->children[0], "L", "item", 0);
	}
}

// ---- the array

/** Memory of an exported array. */
struct owned {
	const void *buffers[BUFFERS];
	void *blocks[BUFFERS]; // of a pool, to be freed
};

static void release_array(struct ArrowArray *a)
{
	struct owned *own = a->private_data;

	for (int64_t i = 0; i < a->n_children; i++) {
		if (a->children[i]->release)
			a->children[i]->release(a->children[i]);
		free(a->children[i]);
	}
	for (int i = 0; i < BUFFERS; i++)
		dt_pool_free(own->blocks[i]);
	free(a->children);
	free(own);
	a->release = NULL;
}

static struct owned *init_array(struct ArrowArray *a, uint64_t length, uint64_t n_null,
				unsigned n_buffers, size_t n_children)
{
	struct owned *own = dt_zalloc(sizeof(*own));

	*a = (struct ArrowArray){
	    .length = (int64_t)length,
	    .null_count = (int64_t)n_null,
	    .n_buffers = n_buffers,
	    .n_children = (int64_t)n_children,
	    .buffers = own->buffers,
	    .children = n_children ? dt_zalloc(n_children * sizeof(*a->children)) : NULL,
	    .release = release_array,
	    .private_data = own,
	};
	for (size_t i = 0; i < n_children; i++)
		a->children[i] = dt_zalloc(sizeof(**a->children));
	return own;
}

/** Moves memory to a buffer. */
static void move_buffer(struct owned *own, unsigned i, void *memory)
{
	own->blocks[i] = memory;
	own->buffers[i] = memory;
}

static void export_column(struct dt_column *c, uint64_t n_rows, struct ArrowArray *a)
{
	static const uint64_t nothing; // a buffer is never NULL, except for the bits of nulls
	struct owned *own =
	    init_array(a, n_rows, c->n_null, c->width || is_list(c) ? 2 : 3, is_list(c));
	unsigned data = c->width ? 1 : 2;

	move_buffer(own, 0, c->valid);
	if (!c->width)
		move_buffer(own, 1, c->offsets);
	if (is_list(c)) {
		own = init_array(a->children[0], c->used / sizeof(uint64_t), 0, 2, 0);
		data = 1;
	}
	move_buffer(own, data, c->data);
	if (!c->data)
		own->buffers[data] = &nothing;
	c->valid = c->data = NULL;
	c->offsets = NULL;
}

/** Takes a batch. When the queue has room again, records that wait in the rings are due. */
static struct dt_batch *take_batch(struct dtrace *d, size_t min_rows)
{
	struct dt_consumer *c = d->tracing.consumer;
	bool was_full = dt_consumer_is_full(c);
	struct dt_batch *b = dt_consumer_take_batch(c, min_rows ? min_rows : 1);

	if (was_full && !dt_consumer_is_full(c) && !d->tracing.stopped)
		dt_session_rearm(d);
	return b;
}

bool dtrace_read_batch(struct dtrace *d, size_t min_rows, size_t *shape, struct ArrowSchema *schema,
		       struct ArrowArray *array)
{
	if (!schema || !array || !dt_session_may_call(d, __func__))
		return false;
	struct dt_batch *b =
	    d->tracing.consumer && d->output.batch_rows ? take_batch(d, min_rows) : NULL;

	if (!b)
		return false;
	if (!d->tracing.stopped)
		dt_session_rearm(d); // there was perhaps no room for more records
	if (shape)
		*shape = b->shape->index;
	export_schema(b, schema);
	init_array(array, b->n_rows, 0, 1, b->n_columns);
	for (size_t i = 0; i < b->n_columns; i++)
		export_column(&b->columns[i], b->n_rows, array->children[i]);
	dt_batch_destroy(b);
	return true;
}

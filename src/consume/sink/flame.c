/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * -O flame=FILE: one page for a browser, with all data and the script that draws them
 * (consume/page/). What aggregations show in their default form goes to the page, each time that
 * they are shown: a shot. Everything else is printed as text. The page is written at the end.
 *
 * Frames repeat in nearly all stacks, so the data hold each name once and stacks its number.
 */
#include "consume/internal.h"
#include "consume/page/page.h"
#include "consume/sink/json.h"
#include "consume/sink/text.h"
#include "consume/value/stack.h"
#include "base/time.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>

struct flame_sink {
	struct dt_text_sink text;
	FILE *file;
	const char *path;    // of the options
	uint64_t start;	     // shots tell their time since then
	struct dt_map index; // name → its number + 1
	size_t n_names;
	struct dt_out names;
	struct dt_out *shots; // by aggregation, in the order of the program
	size_t n_aggs;
};

/** Tracing has begun: opening may not wait for who reads a FIFO. */
static struct dt_error *open_page(struct flame_sink *f)
{
	int fd =
	    open(f->path, O_WRONLY | O_CREAT | O_TRUNC | O_NONBLOCK | O_CLOEXEC | O_NOCTTY, 0666);

	if (fd < 0 && errno == ENXIO)
		return dt_error_new(DT_ERR_USAGE, "write %s: nobody reads this FIFO", f->path);
	if (fd < 0)
		return dt_error_os(errno, "write %s", f->path);
	fcntl(fd, F_SETFL, 0);
	f->file = fdopen(fd, "w");
	return NULL;
}

static void init(struct dt_sink *s)
{
	struct flame_sink *f = (struct flame_sink *)s;

	s->c->config.options->v[DT_OPT_quiet] = 1; // what is printed by itself is on the page
	f->path = s->c->config.options->s[DT_OPT_flame];
	f->start = dt_now();
	dt_out_init(&f->names, NULL);
	dt_consumer_fail(s->c, open_page(f));
}

static void deinit(struct dt_sink *s)
{
	struct flame_sink *f = (struct flame_sink *)s;

	for (size_t i = 0; i < f->n_aggs; i++)
		dt_out_deinit(&f->shots[i]);
	free(f->shots);
	dt_out_deinit(&f->names);
	dt_map_deinit(&f->index);
	if (f->file)
		fclose(f->file);
	dt_text_deinit(s);
}

// ---- what is shown

/** What separates this element of a list from the one before. */
static void separate(struct dt_out *o, size_t i)
{
	if (i)
		dt_out_char(o, ',');
}

static void show_name(struct flame_sink *f, struct dt_out *o, const char *text, size_t len)
{
	uintptr_t number = (uintptr_t)dt_map_get(&f->index, text, len);

	if (!number) {
		separate(&f->names, f->n_names);
		dt_json_string(&f->names, text, len);
		number = ++f->n_names;
		dt_map_put(&f->index, text, len, (void *)number);
	}
	dt_out_uint(o, number - 1, 0);
}

static void show_stack(struct flame_sink *f, struct dt_out *o, const struct dt_field *field,
		       const uint8_t *key)
{
	struct dt_stack_text stack = {0};

	dt_stack_text_fill(&stack, &f->text.sink.c->names.symbols, field, key, false);
	dt_stack_text_mark(&stack);
	dt_out_text(o, field->kind == DT_FIELD_KSTACK ? "{\"kernel\":[" : "{\"user\":[");
	dt_vec_foreach (&stack.lines, line) {
		separate(o, (size_t)(line - stack.lines.data));
		show_name(f, o, stack.text.data + line->start, line->len);
	}
	dt_out_text(o, "]}");
	dt_stack_text_deinit(&stack);
}

/** A part of a key other than a stack, as trace() prints it. */
static void show_text(struct flame_sink *f, struct dt_out *o, const struct dt_field *field,
		      const uint8_t *key)
{
	static const struct dt_value_style style = {.quiet = true};
	struct dt_names *names = &f->text.sink.c->names;
	struct dt_out text;

	dt_out_init(&text, NULL);
	dt_value_print(&text, names, field, key, &style);
	dt_json_string(o, text.data, text.len);
	dt_out_deinit(&text);
}

static void show_address(struct flame_sink *f, struct dt_out *o, const struct dt_field *field,
			 const uint8_t *key)
{
	dt_cleanup(dt_str_deinit) struct dt_str name = {0};

	dt_symbols_show_field(&f->text.sink.c->names.symbols, &name, field, key);
	dt_json_string(o, name.data, name.len);
}

static void show_key(struct flame_sink *f, struct dt_out *o, const struct dt_field *field,
		     const uint8_t *key)
{
	switch (field->kind) {
	case DT_FIELD_KSTACK:
	case DT_FIELD_USTACK:
		show_stack(f, o, field, key);
		break;
	case DT_FIELD_SYM:
	case DT_FIELD_USYM:
		show_address(f, o, field, key);
		break;
	default:
		show_text(f, o, field, key);
	}
}

static void show_buckets(struct dt_out *o, const struct dt_agg *g, const int64_t *counts)
{
	size_t n = 0;

	for (size_t i = 0; i < g->histogram.n; i++) {
		if (!counts[i])
			continue;
		separate(o, n++);
		dt_out_char(o, '[');
		dt_out_uint(o, i, 0);
		dt_out_char(o, ',');
		dt_out_int(o, dt_normalized(counts[i], g->normal), 0);
		dt_out_char(o, ']');
	}
}

static void show_row(struct flame_sink *f, struct dt_out *o, const struct dt_agg *g,
		     const struct dt_agg_row *row)
{
	dt_out_text(o, "{\"keys\":[");
	for (size_t i = 0; i < g->desc->n_keys; i++) {
		separate(o, i);
		show_key(f, o, &g->desc->keys[i], row->key);
	}
	if (g->func->buckets) {
		dt_out_text(o, "],\"buckets\":[");
		show_buckets(o, g, (const int64_t *)dt_agg_words(g, row->elems[0]));
		dt_out_text(o, "]}");
	} else {
		dt_out_text(o, "],\"value\":");
		dt_out_int(o, dt_agg_number(g, row->elems[0], g->normal), 0);
		dt_out_char(o, '}');
	}
}

/** The shots of an aggregation. */
static struct dt_out *shots_of(struct flame_sink *f, const struct dt_agg *g)
{
	const struct dt_aggs *aggs = &f->text.sink.c->aggs;

	if (!f->shots) {
		f->n_aggs = aggs->n;
		f->shots = dt_zalloc(f->n_aggs * sizeof(*f->shots));
		for (size_t i = 0; i < f->n_aggs; i++)
			dt_out_init(&f->shots[i], NULL);
	}
	return &f->shots[g - aggs->v];
}

static void take_shot(struct flame_sink *f, struct dt_agg *g, uint64_t time)
{
	struct dt_consumer *c = f->text.sink.c;
	struct dt_agg_order order = dt_agg_order_of(c->config.options, 1);
	struct dt_out *o = shots_of(f, g);
	uint64_t ns = time > f->start ? time - f->start : 0;
	struct dt_agg_table t;

	separate(o, o->len);
	dt_out_printf(o, "{\"time\":%.3f,\"rows\":[", (double)ns / 1e9);
	dt_agg_table_init(&t, &g, 1, &c->names, &order);
	dt_vec_foreach (&t.rows, row) {
		separate(o, (size_t)(row - t.rows.data));
		show_row(f, o, g, row);
	}
	dt_agg_table_deinit(&t);
	dt_out_text(o, "]}");
}

static void action(struct dt_sink *s, const struct dt_record *r, const struct dt_action *a)
{
	if (a->type->shows != DT_SHOW_AGGS || a->desc->format) {
		dt_text_action(s, r, a);
		return;
	}
	for (size_t i = 0; i < a->desc->n_aggs; i++)
		take_shot((struct flame_sink *)s, a->aggs[i], r->head->time);
}

// ---- the page

static void write_labels(struct dt_out *o, const struct dt_agg *g)
{
	char label[DT_BUCKET_LABEL];

	for (size_t i = 0; i < g->histogram.n; i++) {
		separate(o, i);
		dt_json_string(o, label,
			       dt_bucket_label(&g->histogram.buckets[i], DT_AGGUNITS_NONE, label));
	}
}

static void write_agg(struct dt_out *o, const struct dt_agg *g, const struct dt_out *shots)
{
	dt_out_text(o, "{\"name\":");
	dt_json_string(o, g->desc->name, strlen(g->desc->name));
	dt_out_text(o, ",\"function\":");
	dt_json_string(o, g->func->name, strlen(g->func->name));
	dt_out_text(o, ",\"labels\":[");
	write_labels(o, g);
	dt_out_text(o, "],\"shots\":[");
	dt_out_bytes(o, shots->data, shots->len);
	dt_out_text(o, "]}");
}

static void write_data(struct flame_sink *f, struct dt_out *o)
{
	size_t n = 0;

	dt_out_text(o, "{\"names\":[");
	dt_out_bytes(o, f->names.data, f->names.len);
	dt_out_text(o, "],\"aggregations\":[");
	for (size_t i = 0; i < f->n_aggs; i++) {
		if (!f->shots[i].len)
			continue;
		separate(o, n++);
		write_agg(o, &f->text.sink.c->aggs.v[i], &f->shots[i]);
	}
	dt_out_text(o, "]}");
}

/** Write it without `<`, which strings alone hold, and by which a name could end the data. */
static void write_shielded(FILE *file, const char *data, size_t len)
{
	const char *end = data + len;

	while (data < end) {
		const char *stop = memchr(data, '<', (size_t)(end - data));
		size_t n = (size_t)((stop ? stop : end) - data);

		fwrite(data, 1, n, file);
		if (stop)
			fputs("\\u003c", file);
		data += n + (stop != NULL);
	}
}

static struct dt_error *write_page(struct flame_sink *f)
{
	FILE *file = f->file;
	struct dt_out data;
	bool failed;

	f->file = NULL;
	if (!file)
		return NULL; // has been told
	dt_out_init(&data, NULL);
	write_data(f, &data);
	fwrite(dt_page_head, 1, dt_page_head_size, file);
	write_shielded(file, data.data, data.len);
	fwrite(dt_page_tail, 1, dt_page_tail_size, file);
	dt_out_deinit(&data);
	failed = ferror(file);
	if (fclose(file) || failed)
		return dt_error_os(errno, "write %s", f->path);
	return NULL;
}

static void aggregations(struct dt_sink *s, struct dt_agg *const *aggs, size_t n)
{
	struct flame_sink *f = (struct flame_sink *)s;

	for (size_t i = 0; i < n; i++)
		take_shot(f, aggs[i], dt_now());
	dt_consumer_fail(s->c, write_page(f));
}

const struct dt_sink_type dt_sink_flame = {
    .size = sizeof(struct flame_sink),
    .init = init,
    .deinit = deinit,
    .action = action,
    .aggregations = aggregations,
    DT_TEXT_SINK,
};

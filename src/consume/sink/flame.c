/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * -O flame=FILE: a page for a browser, with all data and the script that draws them
 * (consume/page/). Each time an aggregation is shown in its default form, its contents go to the
 * page; this is a shot. All other output is printed as text. The page is written at the end.
 *
 * Frames repeat in nearly all stacks, so the data hold each name once, and stacks hold its number.
 *
 * An earlier run to compare with (-x flamediff) goes into the page unchanged: the data of its page,
 * or a string of folded stacks. The script reads it, and reports if it cannot.
 */
#include "consume/page/page.h"
#include "consume/print/print.h"
#include "consume/sink/json.h"
#include "consume/sink/text.h"
#include "consume/value/stack.h"
#include "base/read/file.h"
#include "base/time.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/utsname.h>
#include <time.h>

enum { OLD_MAX = 256 << 20 }; // bytes

struct flame_sink {
	struct dt_text_sink text;
	FILE *file;
	const char *path;    // owned by the options
	uint64_t start;	     // shots hold their time since then
	time_t date;	     // of the start
	struct dt_str old;   // JSON to compare with; empty: none
	struct dt_map index; // name to its number + 1
	size_t n_names;
	struct dt_out names;
	struct dt_out *shots; // by aggregation, in the order of the program
	size_t n_aggs;
	size_t n_rows; // of all shots
};

/** Opens the page. Tracing has begun, so it must not wait for the reader of a FIFO. */
static struct dt_error *open_page(struct flame_sink *f)
{
	int fd =
	    open(f->path, O_WRONLY | O_CREAT | O_TRUNC | O_NONBLOCK | O_CLOEXEC | O_NOCTTY, 0666);

	if (fd < 0 && errno == ENXIO)
		return dt_error_new(DT_ERR_USAGE, "write %s: no process reads this FIFO", f->path);
	if (fd < 0)
		return dt_error_os(errno, "write %s", f->path);
	fcntl(fd, F_SETFL, 0);
	f->file = fdopen(fd, "w");
	return NULL;
}

static const char data_begin[] = "<script type=\"application/json\" id=\"data\">";
static const char data_end[] = "</script>";

/** Extracts the data of a page. Any other text is folded stacks, which become a string. */
static void take_old(struct dt_str *old, const char *text, size_t len)
{
	const char *begin = memmem(text, len, data_begin, strlen(data_begin)), *end = NULL;
	struct dt_out folded;

	if (begin) {
		begin += strlen(data_begin);
		end = memmem(begin, len - (size_t)(begin - text), data_end, strlen(data_end));
	}
	if (end) {
		dt_str_append_n(old, begin, (size_t)(end - begin));
		return;
	}
	dt_out_init(&folded, NULL);
	dt_json_string(&folded, text, len);
	dt_str_append_n(old, folded.data, folded.len);
	dt_out_deinit(&folded);
}

/** Reads the earlier run. Called before the page is opened, because it may be the same file. */
static struct dt_error *read_old(struct flame_sink *f, const char *path)
{
	dt_cleanup(dt_close_p) int fd = dt_file_descriptor(AT_FDCWD, path, DT_PATH_ANY);
	dt_cleanup(dt_str_deinit) struct dt_str text = {0};

	if (fd < 0 || !dt_str_read(&text, fd, OLD_MAX))
		return dt_error_os(errno, "read %s", path);
	take_old(&f->old, dt_str_text(&text), text.len);
	return NULL;
}

static void flame_init(struct dt_sink *s)
{
	struct flame_sink *f = (struct flame_sink *)s;
	const char *old = s->host->options->s[DT_OPT_flamediff];

	f->path = s->host->options->s[DT_OPT_flame];
	f->start = dt_now();
	f->date = time(NULL);
	dt_out_init(&f->names, NULL);
	if (old)
		s->host->fail(s->host->self, read_old(f, old));
	s->host->fail(s->host->self, open_page(f));
}

static void flame_deinit(struct dt_sink *s)
{
	struct flame_sink *f = (struct flame_sink *)s;

	for (size_t i = 0; i < f->n_aggs; i++)
		dt_out_deinit(&f->shots[i]);
	free(f->shots);
	dt_out_deinit(&f->names);
	dt_map_deinit(&f->index);
	dt_str_deinit(&f->old);
	if (f->file)
		fclose(f->file);
	dt_text_deinit(s);
}

// ---- shots

/** Writes the separator of a list before element `i`. */
static void write_separator(struct dt_out *o, size_t i)
{
	if (i)
		dt_out_char(o, ',');
}

static void show_name(struct flame_sink *f, struct dt_out *o, const char *text, size_t len)
{
	uintptr_t number = (uintptr_t)dt_map_get(&f->index, text, len);

	if (!number) {
		write_separator(&f->names, f->n_names);
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

	dt_stack_text_fill(&stack, &f->text.sink.host->names->symbols, field, key, false);
	dt_stack_text_mark(&stack);
	dt_out_text(o, field->kind == DT_FIELD_KSTACK ? "{\"kernel\":[" : "{\"user\":[");
	dt_vec_foreach (&stack.lines, line) {
		write_separator(o, (size_t)(line - stack.lines.data));
		show_name(f, o, stack.text.data + line->start, line->len);
	}
	dt_out_text(o, "]}");
	dt_stack_text_deinit(&stack);
}

/** Writes a part of a key other than a stack, as trace() prints it. */
static void show_text(struct flame_sink *f, struct dt_out *o, const struct dt_field *field,
		      const uint8_t *key)
{
	static const struct dt_value_style style = {.quiet = true};
	struct dt_names *names = f->text.sink.host->names;
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

	dt_symbols_show_field(&f->text.sink.host->names->symbols, &name, field, key);
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
		write_separator(o, n++);
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
	int64_t numbers[DT_SUMMARY_NUMBERS];
	size_t n = dt_agg_numbers(g, row->elems[0], numbers);

	dt_out_text(o, "{\"keys\":[");
	for (size_t i = 0; i < g->desc->n_keys; i++) {
		write_separator(o, i);
		show_key(f, o, &g->desc->keys[i], row->key);
	}
	if (g->func->is_summarized) {
		dt_out_text(o, "],\"numbers\":[");
		for (size_t i = 0; i < n; i++) {
			write_separator(o, i);
			dt_out_int(o, numbers[i], 0);
		}
		dt_out_text(o, "]}");
	} else if (n) {
		dt_out_text(o, "],\"value\":");
		dt_out_int(o, numbers[0], 0);
		dt_out_char(o, '}');
	} else {
		dt_out_text(o, "],\"buckets\":[");
		show_buckets(o, g, (const int64_t *)dt_agg_words(g, row->elems[0]));
		dt_out_text(o, "]}");
	}
}

/** Returns the shots of an aggregation. */
static struct dt_out *shots_of(struct flame_sink *f, const struct dt_agg *g)
{
	const struct dt_aggs *aggs = f->text.sink.host->aggs;

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
	const struct dt_sink_host *h = f->text.sink.host;
	struct dt_agg_order order = dt_agg_order_of(h->options, 1);
	struct dt_out *o = shots_of(f, g);
	uint64_t ns = time > f->start ? time - f->start : 0;
	struct dt_agg_table t;

	write_separator(o, o->len);
	dt_out_printf(o, "{\"time\":%.3f,\"rows\":[", (double)ns / 1e9);
	dt_agg_table_init(&t, &g, 1, h->names, &order);
	dt_vec_foreach (&t.rows, row) {
		write_separator(o, (size_t)(row - t.rows.data));
		show_row(f, o, g, row);
	}
	f->n_rows += t.rows.len;
	dt_agg_table_deinit(&t);
	dt_out_text(o, "]}");
}

static void flame_effect(struct dt_sink *s, const struct dt_record *r, size_t number, size_t n_aggs)
{
	const struct dt_action *a = &r->clause->actions[number];
	bool is_shot = a->type->shows == DT_SHOW_AGGS && !a->desc->format;

	for (size_t i = 0; is_shot && i < n_aggs; i++)
		take_shot((struct flame_sink *)s, a->aggs[i], r->head->time);
	dt_text_effect(s, r, number, is_shot ? 0 : n_aggs);
}

// ---- the page

/** Writes the names of the columns of numbers, or nothing if a row has one number or buckets. */
static void write_columns(struct dt_out *o, const struct dt_agg *g)
{
	for (size_t i = 0; g->func->is_summarized && i < DT_SUMMARY_NUMBERS; i++) {
		write_separator(o, i);
		dt_out_printf(o, "\"%s\"", dt_summary_names[i]);
	}
}

/** Writes the labels of buckets, or nothing if there are none to show. */
static void write_labels(struct dt_out *o, const struct dt_agg *g, enum dt_aggunits units)
{
	char label[DT_BUCKET_LABEL];

	for (size_t i = 0; !g->func->is_summarized && i < g->histogram.n; i++) {
		write_separator(o, i);
		dt_json_string(o, label, dt_bucket_label(&g->histogram.buckets[i], units, label));
	}
}

static void write_agg(struct dt_out *o, const struct dt_agg *g, const struct dt_out *shots,
		      enum dt_aggunits units)
{
	dt_out_text(o, "{\"name\":");
	dt_json_string(o, g->desc->name, strlen(g->desc->name));
	dt_out_text(o, ",\"function\":");
	dt_json_string(o, g->func->name, strlen(g->func->name));
	dt_out_text(o, ",\"columns\":[");
	write_columns(o, g);
	dt_out_text(o, "],\"labels\":[");
	write_labels(o, g, units);
	dt_out_text(o, "],\"shots\":[");
	dt_out_bytes(o, shots->data, shots->len);
	dt_out_text(o, "]}");
}

static void write_member(struct dt_out *o, const char *name, const char *text)
{
	dt_out_printf(o, "\"%s\":", name);
	dt_json_string(o, text, strlen(text));
	dt_out_char(o, ',');
}

/** Appends the command line of this process, with quotes around words that contain blanks. */
static void append_command(struct dt_str *out)
{
	dt_cleanup(dt_close_p) int fd = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
	dt_cleanup(dt_str_deinit) struct dt_str words = {0};
	const char *quote;
	size_t len;

	if (fd < 0 || !dt_str_read(&words, fd, OLD_MAX))
		return;
	for (size_t at = 0; at < words.len; at += len + 1) {
		const char *word = dt_str_text(&words) + at;

		len = strnlen(word, words.len - at);
		quote = !len || strpbrk(word, " \t\n$*?;&|<>(){}\"") ? "'" : "";
		dt_str_printf(out, "%s%s%.*s%s", at ? " " : "", quote, (int)len, word, quote);
	}
}

/** Writes the command, host and date of the run, and the units of values. */
static void write_run(struct flame_sink *f, struct dt_out *o)
{
	enum dt_aggunits units = f->text.sink.host->options->v[DT_OPT_aggunits];
	dt_cleanup(dt_str_deinit) struct dt_str command = {0}, host = {0};
	struct utsname system = {0};
	struct tm local;
	char date[64];

	append_command(&command);
	uname(&system);
	dt_str_printf(&host, "%s, Linux %s", system.nodename, system.release);
	strftime(date, sizeof(date), "%F %T %z", localtime_r(&f->date, &local));
	write_member(o, "command", dt_str_text(&command));
	write_member(o, "host", dt_str_text(&host));
	write_member(o, "date", date);
	write_member(o, "units", dt_option_table[DT_OPT_aggunits].values[units]);
}

static void write_data(struct flame_sink *f, struct dt_out *o)
{
	enum dt_aggunits units = f->text.sink.host->options->v[DT_OPT_aggunits];
	size_t n = 0;

	dt_out_char(o, '{');
	write_run(f, o);
	dt_out_text(o, "\"names\":[");
	dt_out_bytes(o, f->names.data, f->names.len);
	dt_out_text(o, "],\"aggregations\":[");
	for (size_t i = 0; i < f->n_aggs; i++) {
		if (!f->shots[i].len)
			continue;
		write_separator(o, n++);
		write_agg(o, &f->text.sink.host->aggs->v[i], &f->shots[i], units);
	}
	dt_out_text(o, "]}");
}

/** Writes JSON with `<` escaped, because a name with `<` could end the data. Only strings contain
 *  it. */
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
		return NULL; // the error has been reported
	dt_out_init(&data, NULL);
	write_data(f, &data);
	fwrite(dt_page_head, 1, dt_page_head_size, file);
	write_shielded(file, data.data, data.len);
	if (f->old.len) {
		fprintf(file, "%s\n<script type=\"application/json\" id=\"old\">", data_end);
		write_shielded(file, f->old.data, f->old.len);
	}
	fwrite(dt_page_tail, 1, dt_page_tail_size, file);
	dt_out_deinit(&data);
	failed = ferror(file);
	if (fclose(file) || failed)
		return dt_error_os(errno, "write %s", f->path);
	if (f->text.sink.host->has_notices)
		dt_sink_message(&f->text.sink, "wrote %s: %zu row%s", f->path, f->n_rows,
				f->n_rows == 1 ? "" : "s");
	return NULL;
}

static void flame_aggregations(struct dt_sink *s, struct dt_agg *const *aggs, size_t n)
{
	struct flame_sink *f = (struct flame_sink *)s;

	for (size_t i = 0; i < n; i++)
		take_shot(f, aggs[i], dt_now());
	s->host->fail(s->host->self, write_page(f));
}

const struct dt_sink_type dt_sink_flame = {
    .size = sizeof(struct flame_sink),
    .init = flame_init,
    .deinit = flame_deinit,
    .effect = flame_effect,
    .aggregations = flame_aggregations,
    DT_TEXT_SINK,
};

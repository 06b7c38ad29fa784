/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * -O json: an object per line. The data are written while they are decoded, without building a
 * tree. Numbers keep all 64 bits. docs/guide/json.md describes the objects for users.
 *
 * If an action of a record has an effect, the record's object goes to a separate buffer, because
 * system() and freopen() write in between.
 *
 * Decision: docs/dev/decisions/0085-lines-that-can-be-merged.md
 */
#include "consume/sink/json.h"

#include "consume/print/print.h"
#include "consume/sink/sink.h"
#include "consume/value/stack.h"
#include "types/types.h"

#include <math.h>

struct json_sink {
	struct dt_sink sink;
	struct dt_out *object; // output for the record's object
	struct dt_out aside;
	struct dt_out text; // scratch
	bool has_action;    // the object already has an action
};

static void json_init(struct dt_sink *s)
{
	struct json_sink *j = (struct json_sink *)s;

	dt_out_init(&j->aside, NULL);
	dt_out_init(&j->text, NULL);
}

static void json_deinit(struct dt_sink *s)
{
	struct json_sink *j = (struct json_sink *)s;

	dt_out_deinit(&j->aside);
	dt_out_deinit(&j->text);
}

static void write_string(struct dt_out *o, const char *s)
{
	dt_json_string(o, s, strlen(s));
}

static void named_int(struct dt_out *o, const char *name, int64_t v)
{
	dt_out_text(o, name);
	dt_out_int(o, v, 0);
}

static void named_string(struct dt_out *o, const char *name, const char *s)
{
	dt_out_text(o, name);
	write_string(o, s);
}

static void write_number(struct dt_out *o, const struct dt_field *f, const uint8_t *base)
{
	int64_t v = dt_field_int(f, base);

	if (dt_field_is_signed(f))
		dt_out_int(o, v, 0);
	else
		dt_out_uint(o, (uint64_t)v, 0);
}

static void write_frames(struct dt_out *o, struct dt_names *names, const struct dt_field *f,
			 const uint8_t *base)
{
	struct dt_stack_text stack = {0};

	dt_stack_text_fill(&stack, &names->symbols, f, base, true);
	dt_out_char(o, '[');
	dt_vec_foreach (&stack.lines, line) {
		if (line != stack.lines.data)
			dt_out_char(o, ',');
		dt_json_string(o, stack.text.data + line->start, line->len);
	}
	dt_out_char(o, ']');
	dt_stack_text_deinit(&stack);
}

/** Writes the frames of a stack's text. */
static void write_lines(struct dt_out *o, const char *text, size_t len)
{
	dt_out_char(o, '[');
	for (const char *end = text + len, *next; text < end; text = next + 1) {
		next = memchr(text, '\n', (size_t)(end - text));
		next = next ? next : end;
		dt_json_string(o, text, (size_t)(next - text));
		if (next < end)
			dt_out_char(o, ',');
	}
	dt_out_char(o, ']');
}

/** Writes the member `truncated` if one of the fields is a stack without its outer frames. */
static void write_truncated(struct dt_out *o, struct dt_names *names, const struct dt_field *fields,
			    size_t n, const uint8_t *base)
{
	bool is_truncated = false;
	const uint8_t *pcs;

	for (size_t i = 0; i < n && !is_truncated; i++)
		if (fields[i].kind == DT_FIELD_KSTACK || fields[i].kind == DT_FIELD_USTACK)
			dt_symbols_frames(&names->symbols, &fields[i], base, &pcs, &is_truncated);
	if (is_truncated)
		dt_out_text(o, ",\"truncated\":true");
}

static void write_symbol(struct dt_out *o, struct dt_names *names, const struct dt_field *f,
			 const uint8_t *base)
{
	dt_cleanup(dt_str_deinit) struct dt_str text = {0};

	dt_symbols_show_field(&names->symbols, &text, f, base);
	dt_json_string(o, text.data, text.len);
}

static void write_value(struct dt_out *o, struct dt_names *names, const struct dt_field *f,
			const uint8_t *base)
{
	const char *s;
	long double v;
	size_t len;

	if (f->kind <= DT_FIELD_BYTES && dt_value_float(f->type, base + f->offset, f->size, &v)) {
		// JSON cannot represent infinities and NaN.
		if (isfinite(v))
			dt_out_printf(o, "%.*Lg", f->size < sizeof(double) ? 9 : 17, v);
		else
			dt_out_text(o, "null");
		return;
	}

	switch (f->kind) {
	case DT_FIELD_INT:
	case DT_FIELD_NAME:
		write_number(o, f, base);
		break;
	case DT_FIELD_BYTES:
		if (!dt_field_is_chars(f)) {
			dt_json_bytes(o, base + f->offset, f->size);
			break;
		}
		// fall through
	case DT_FIELD_STRING:
	case DT_FIELD_PROBE:
	case DT_FIELD_TEXT:
		s = dt_field_text(names, f, base, &len);
		if (f->has_frames)
			write_lines(o, s, len);
		else
			dt_json_string(o, s, len);
		break;
	case DT_FIELD_KSTACK:
	case DT_FIELD_USTACK:
		write_frames(o, names, f, base);
		break;
	case DT_FIELD_SYM:
	case DT_FIELD_USYM:
		write_symbol(o, names, f, base);
		break;
	}
}

// ---- aggregations

static void write_histogram(struct dt_out *o, const struct dt_agg *g, const int64_t *counts)
{
	static const char *const kinds[] = {
	    [DT_BUCKET_VALUE] = "{\"value\":",
	    [DT_BUCKET_BELOW] = "{\"below\":",
	    [DT_BUCKET_ABOVE] = "{\"above\":",
	};
	int64_t divisor = g->func->is_summarized ? 1 : g->normal;
	bool first = true;

	dt_out_char(o, '[');
	for (size_t i = 0; i < g->histogram.n; i++) {
		const struct dt_bucket *b = &g->histogram.buckets[i];

		if (!counts[i])
			continue;
		if (!first)
			dt_out_char(o, ',');
		named_int(o, kinds[b->kind], b->value);
		named_int(o, ",\"count\":", dt_normalized(counts[i], divisor));
		if (divisor != 1)
			named_int(o, ",\"raw\":", counts[i]);
		dt_out_char(o, '}');
		first = false;
	}
	dt_out_char(o, ']');
}

static void write_summary(struct dt_out *o, const int64_t *numbers)
{
	dt_out_text(o, ",\"summary\":{");
	for (size_t i = 0; i < DT_SUMMARY_NUMBERS; i++) {
		dt_out_printf(o, "%s\"%s\":", i ? "," : "", dt_summary_names[i]);
		dt_out_int(o, numbers[i], 0);
	}
	dt_out_char(o, '}');
}

/** Writes a decimal number of 128 bits as a string. */
static void write_wide(struct dt_out *o, const uint64_t words[2])
{
	unsigned __int128 v = (unsigned __int128)words[1] << 64 | words[0];
	char digits[40], *p = digits + sizeof(digits);

	do
		*--p = (char)('0' + (int)(v % 10));
	while (v /= 10);
	dt_json_string(o, p, (size_t)(digits + sizeof(digits) - p));
}

/** Writes the numbers that `value` is computed from, as far as it does not show them, so that
 *  values of several files and machines can be combined. */
static void write_moments(struct dt_out *o, const struct dt_agg *g, const struct dt_agg_elem *e)
{
	const struct dt_agg_function *fn = g->func;
	const uint64_t *words = dt_agg_words(g, e);

	if (fn->is_empty && fn->is_empty(words)) {
		dt_out_text(o, ",\"empty\":true");
	} else if (!fn->set) {
		named_int(o, ",\"count\":", (int64_t)words[fn->at.count - 1]);
		named_int(o, ",\"sum\":", (int64_t)words[fn->at.sum - 1]);
		if (fn->at.squares) {
			dt_out_text(o, ",\"squares\":");
			write_wide(o, words + fn->at.squares - 1);
		}
	} else if (g->normal != 1) {
		named_int(o, ",\"raw\":", dt_agg_number(g, e, 1));
	}
}

static void write_row(struct dt_names *names, struct dt_out *o, const struct dt_agg *g,
		      const struct dt_agg_row *r)
{
	int64_t numbers[DT_SUMMARY_NUMBERS];
	size_t n = dt_agg_numbers(g, r->elems[0], numbers);

	dt_out_text(o, "{\"keys\":[");
	for (size_t i = 0; i < g->desc->n_keys; i++) {
		if (i)
			dt_out_char(o, ',');
		write_value(o, names, &g->desc->keys[i], r->key);
	}
	if (g->func->buckets) {
		dt_out_text(o, "],\"buckets\":");
		write_histogram(o, g, (const int64_t *)dt_agg_words(g, r->elems[0]));
		if (n)
			write_summary(o, numbers);
	} else {
		named_int(o, "],\"value\":", numbers[0]);
		write_moments(o, g, r->elems[0]);
	}
	write_truncated(o, names, g->desc->keys, g->desc->n_keys, r->key);
	dt_out_char(o, '}');
}

/** Writes the parameters of the function, if any, and the kinds of the keys. */
static void write_form(struct dt_out *o, const struct dt_agg *g)
{
	static const char *const kinds[] = {
	    [DT_DATUM_INTEGER] = "int", [DT_DATUM_STRING] = "string", [DT_DATUM_BYTES] = "bytes",
	    [DT_DATUM_STACK] = "stack", [DT_DATUM_SYMBOL] = "symbol",
	};

	for (size_t i = 0; i < g->func->n_params; i++)
		named_int(o, i ? "," : ",\"parameters\":[", g->desc->params[i]);
	dt_out_text(o, g->func->n_params ? "],\"kinds\":[" : ",\"kinds\":[");
	for (size_t i = 0; i < g->desc->n_keys; i++) {
		const struct dt_field *f = &g->desc->keys[i];
		enum dt_datum_kind kind = dt_datum_kind(f);
		bool is_unsigned = kind == DT_DATUM_INTEGER && !dt_field_is_signed(f);

		dt_out_printf(o, "%s\"%s%s", i ? "," : "", is_unsigned ? "u" : "", kinds[kind]);
		if (kind == DT_DATUM_INTEGER)
			dt_out_uint(o, 8 * dt_field_width(f), 0);
		dt_out_char(o, '"');
	}
	dt_out_char(o, ']');
}

/** Writes an aggregation's object after the opening brace, including the closing one. */
static void write_aggregation(const struct dt_sink_host *h, struct dt_out *o, struct dt_agg *g)
{
	struct dt_agg_order order = dt_agg_order_of(h->options, 1);
	struct dt_agg_table t;
	bool first = true;

	named_string(o, "\"name\":", g->desc->name);
	named_string(o, ",\"function\":", g->func->name);
	write_form(o, g);
	named_int(o, ",\"normal\":", g->normal);
	if (g->lost_by_trunc)
		dt_out_text(o, ",\"lost_by_trunc\":true");
	if (g->lost_by_clear)
		dt_out_text(o, ",\"lost_by_clear\":true");
	dt_out_text(o, ",\"entries\":[");
	dt_agg_table_init(&t, &g, 1, h->names, &order);
	dt_vec_foreach (&t.rows, r) {
		if (!first)
			dt_out_char(o, ',');
		write_row(h->names, o, g, r);
		first = false;
	}
	dt_agg_table_deinit(&t);
	dt_out_text(o, "]}");
}

void dt_json_aggregation(const struct dt_sink_host *h, struct dt_agg *g)
{
	dt_out_text(h->out, "{\"type\":\"aggregation\",");
	write_aggregation(h, h->out, g);
	dt_out_char(h->out, '\n');
}

static void json_aggregations(struct dt_sink *s, struct dt_agg *const *aggs, size_t n)
{
	for (size_t i = 0; i < n; i++)
		dt_json_aggregation(s->host, aggs[i]);
}

// ---- records

/** Writes the members from the probe's id to its name. */
static void probe_members(struct dt_out *o, const struct dt_probe_name *p)
{
	named_int(o, ",\"id\":", p->id);
	named_string(o, ",\"provider\":", p->prov);
	named_string(o, ",\"module\":", p->mod);
	named_string(o, ",\"function\":", p->func);
	named_string(o, ",\"name\":", p->name);
}

static void probe_text(const struct dt_probe_info *info, struct dt_str *ret)
{
	struct dt_out members;

	dt_out_init(&members, NULL);
	probe_members(&members, &info->name);
	dt_str_append_n(ret, members.data, members.len);
	dt_out_deinit(&members);
}

/** Writes the arguments of the conversions, without widths and precisions of `*`. */
static void write_arguments(struct json_sink *j, const struct dt_printf *format,
			    const uint8_t *base)
{
	struct dt_out *o = j->object;
	bool first = true;

	dt_out_text(o, ",\"args\":[");
	for (size_t i = 0; i < format->n; i++) {
		if (!format->items[i].conv || !format->items[i].arg)
			continue;
		if (!first)
			dt_out_char(o, ',');
		write_value(o, j->sink.host->names, format->items[i].arg, base);
		first = false;
	}
	dt_out_char(o, ']');
}

/** Writes the output of the text form as a member. */
static void text_member(struct json_sink *j)
{
	dt_out_text(j->object, ",\"text\":");
	dt_json_string(j->object, j->text.data, j->text.len);
	j->text.len = 0;
}

static void write_shown_value(struct json_sink *j, const struct dt_field *f, const uint8_t *base)
{
	dt_out_text(j->object, ",\"value\":");
	write_value(j->object, j->sink.host->names, f, base);
}

static void write_aggs(struct json_sink *j, const struct dt_action *a)
{
	const struct dt_sink_host *h = j->sink.host;

	if (a->desc->format) {
		dt_agg_print(h->aggs, &j->text, a->aggs, a->desc->n_aggs, &a->format);
		text_member(j);
	}
	dt_out_text(j->object, ",\"aggregations\":[");
	for (size_t i = 0; i < a->desc->n_aggs; i++) {
		dt_out_text(j->object, i ? ",{" : "{");
		write_aggregation(h, j->object, a->aggs[i]);
	}
	dt_out_char(j->object, ']');
}

static void write_shown(struct json_sink *j, const struct dt_record *r, const struct dt_action *a)
{
	const struct dt_field *f = a->desc->fields;

	switch (a->type->shows) {
	case DT_SHOW_NOTHING:
		break;
	case DT_SHOW_VALUE:
	case DT_SHOW_STATUS:
		write_shown_value(j, f, r->payload);
		break;
	case DT_SHOW_TYPED:
		write_shown_value(j, f, r->payload);
		if (!dt_value_has_type(f))
			break;
		dt_value_typed(&j->text, f->type, r->payload + f->offset, f->size);
		text_member(j);
		break;
	case DT_SHOW_MEMORY:
		dt_out_text(j->object, ",\"value\":");
		dt_json_bytes(j->object, r->payload + f->offset, dt_action_memory_size(a, r));
		break;
	case DT_SHOW_FORMATTED:
		dt_printf_print(&a->format, &j->text, j->sink.host->names, r->payload, NULL, NULL);
		text_member(j);
		write_arguments(j, &a->format, r->payload);
		break;
	case DT_SHOW_AGGS:
		write_aggs(j, a);
		break;
	}
}

static void write_action(struct dt_sink *s, const struct dt_record *r, const struct dt_action *a)
{
	struct json_sink *j = (struct json_sink *)s;

	dt_out_text(j->object, j->has_action ? ",{\"action\":\"" : "{\"action\":\"");
	dt_out_text(j->object, a->type->name);
	dt_out_char(j->object, '"');
	write_shown(j, r, a);
	write_truncated(j->object, j->sink.host->names, a->desc->fields, a->desc->n_fields,
			r->payload);
	dt_out_char(j->object, '}');
	j->has_action = true;
}

/** Writes the data from action number `from` on, and ends the object after the last action. */
static void write_data(struct dt_sink *s, const struct dt_record *r, size_t from)
{
	struct json_sink *j = (struct json_sink *)s;

	if (!dt_sink_show(s, r, from, write_action))
		return;
	dt_out_text(j->object, "]}\n");
	dt_out_bytes(s->host->out, j->aside.data, j->aside.len);
	j->aside.len = 0;
}

static void json_record(struct dt_sink *s, const struct dt_record *r)
{
	struct json_sink *j = (struct json_sink *)s;

	if (!r->clause->desc->n_actions && s->host->options->v[DT_OPT_quiet])
		return;
	j->has_action = false;
	j->object = r->clause->has_effects ? &j->aside : s->host->out;
	named_int(j->object, "{\"type\":\"record\",\"time\":", (int64_t)r->head->time);
	named_int(j->object, ",\"cpu\":", r->cpu);
	dt_out_bytes(j->object, r->probe->prefix.data, r->probe->prefix.len);
	dt_out_text(j->object, ",\"output\":[");
	write_data(s, r, 0);
}

static void json_effect(struct dt_sink *s, const struct dt_record *r, size_t number, size_t n_aggs)
{
	const struct dt_action *a = &r->clause->actions[number];

	if (a->type->shows && n_aggs == a->desc->n_aggs)
		write_action(s, r, a);
	write_data(s, r, number + 1);
}

// ---- the rest

static void json_drop(struct dt_sink *s, const struct dt_drop_report *d)
{
	struct dt_out *o = s->host->out;

	named_string(o, "{\"type\":\"drop\",\"kind\":", d->tag);
	named_int(o, ",\"count\":", (int64_t)d->n);
	if (d->cpu >= 0)
		named_int(o, ",\"cpu\":", d->cpu);
	named_string(o, ",\"message\":", d->message);
	dt_out_text(o, "}\n");
}

static void json_error(struct dt_sink *s, const struct dt_fault_report *f)
{
	struct dt_out *o = s->host->out;

	named_int(o, "{\"type\":\"error\",\"time\":", (int64_t)f->head->time);
	dt_out_bytes(o, f->probe->prefix.data, f->probe->prefix.len);
	named_int(o, ",\"epid\":", f->epid);
	named_string(o, ",\"fault\":", f->what);
	dt_out_text(o, ",\"address\":");
	dt_out_uint(o, f->info->addr, 0);
	named_int(o, ",\"action\":", f->info->action);
	named_int(o, ",\"offset\":", f->info->offset);
	dt_out_text(o, "}\n");
}

static void json_exited(struct dt_sink *s, int status)
{
	named_int(s->host->out, "{\"type\":\"exit\",\"status\":", status);
	dt_out_text(s->host->out, "}\n");
}

const struct dt_sink_type dt_sink_json = {
    .size = sizeof(struct json_sink),
    .init = json_init,
    .deinit = json_deinit,
    .probe = probe_text,
    .record = json_record,
    .effect = json_effect,
    .aggregations = json_aggregations,
    .drop = json_drop,
    .error = json_error,
    .exit = json_exited,
};

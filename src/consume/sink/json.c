/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * -O json: objects are written straight into the output as the data are decoded, without a tree in
 * between. An object is always whole: what can fail (reading an aggregation) happens before it is
 * begun. Numbers keep all their 64 bits.
 */
#include "consume/sink/json.h"

#include "types/types.h"

static void text(struct dt_out *o, const char *s)
{
	dt_json_string(o, s, strlen(s));
}

/** `,"name":` */
static void name(struct dt_out *o, const char *s)
{
	dt_out_char(o, ',');
	text(o, s);
	dt_out_char(o, ':');
}

static void named_text(struct dt_out *o, const char *key, const char *s)
{
	name(o, key);
	text(o, s);
}

static void named_int(struct dt_out *o, const char *key, int64_t v)
{
	name(o, key);
	dt_out_int(o, v, 0);
}

/** Length of the UTF-8 sequence at s, 0 if it is none. */
static size_t sequence(const unsigned char *s, size_t max)
{
	size_t n = *s < 0x80   ? 1
		   : *s < 0xc2 ? 0
		   : *s < 0xe0 ? 2
		   : *s < 0xf0 ? 3
		   : *s < 0xf5 ? 4
			       : 0;

	if (n > max)
		return 0;
	for (size_t i = 1; i < n; i++)
		if ((s[i] & 0xc0) != 0x80)
			return 0;
	// Overlong forms, surrogates, and what lies above U+10FFFF.
	if (n > 2 && ((*s == 0xe0 && s[1] < 0xa0) || (*s == 0xed && s[1] > 0x9f) ||
		      (*s == 0xf0 && s[1] < 0x90) || (*s == 0xf4 && s[1] > 0x8f)))
		return 0;
	return n;
}

void dt_json_string(struct dt_out *o, const char *s, size_t len)
{
	const unsigned char *p = (const unsigned char *)s, *end = p + len;

	dt_out_char(o, '"');
	while (p < end) {
		size_t n = sequence(p, (size_t)(end - p));

		if (!n)
			dt_out_text(o, "\xef\xbf\xbd");
		else if (*p < ' ')
			dt_out_printf(o, "\\u%04x", *p);
		else {
			if (*p == '"' || *p == '\\')
				dt_out_char(o, '\\');
			dt_out_bytes(o, p, n);
		}
		p += n ? n : 1;
	}
	dt_out_char(o, '"');
}

static void bytes(struct dt_out *o, const uint8_t *p, size_t n)
{
	dt_out_text(o, "{\"bytes\":\"");
	for (size_t i = 0; i < n; i++)
		dt_out_hex(o, p[i], 2);
	dt_out_text(o, "\"}");
}

static void number(struct dt_out *o, const struct dt_field *f, const uint8_t *base)
{
	int64_t v = dt_field_int(f, base);

	if (dt_field_is_signed(f))
		dt_out_int(o, v, 0);
	else
		dt_out_uint(o, (uint64_t)v, 0);
}

static bool is_chars(const struct dt_field *f)
{
	const struct dt_type *t = f->type ? dt_type_resolve(f->type) : NULL;

	return t && dt_type_is_stringlike(t);
}

static void frames(struct dt_out *o, struct dt_names *names, const struct dt_field *f,
		   const uint8_t *base)
{
	dt_cleanup(dt_str_deinit) struct dt_str frame = {0};
	const uint8_t *pcs;
	uint32_t n = dt_symbols_frames(&names->symbols, f, base, &pcs), pid;
	uint64_t pc;

	memcpy(&pid, base + f->offset + 4, sizeof(pid));
	dt_out_char(o, '[');
	for (uint32_t i = 0; i < n; i++) {
		memcpy(&pc, pcs + 8 * (size_t)i, sizeof(pc));
		if (!pc)
			break;
		dt_str_clear(&frame);
		dt_symbols_show(&names->symbols, &frame,
				f->kind == DT_FIELD_KSTACK ? DT_KERNEL : (int64_t)pid, pc,
				i ? DT_FORM_RETURN : DT_FORM_ADDRESS);
		if (i)
			dt_out_char(o, ',');
		dt_json_string(o, frame.data, frame.len);
	}
	dt_out_char(o, ']');
}

static void value(struct dt_out *o, struct dt_names *names, const struct dt_field *f,
		  const uint8_t *base)
{
	dt_cleanup(dt_str_deinit) struct dt_str symbol = {0};
	const char *s;
	size_t len;

	switch (f->kind) {
	case DT_FIELD_INT:
	case DT_FIELD_NAME:
		number(o, f, base);
		break;
	case DT_FIELD_BYTES:
		if (!is_chars(f)) {
			bytes(o, base + f->offset, f->size);
			break;
		}
		// fall through
	case DT_FIELD_STRING:
	case DT_FIELD_PROBE:
		s = dt_field_text(names, f, base, &len);
		dt_json_string(o, s, len);
		break;
	case DT_FIELD_KSTACK:
	case DT_FIELD_USTACK:
		frames(o, names, f, base);
		break;
	case DT_FIELD_SYM:
	case DT_FIELD_USYM:
		dt_symbols_show_field(&names->symbols, &symbol, f, base);
		dt_json_string(o, dt_str_text(&symbol), symbol.len);
		break;
	}
}

// ---- aggregations

static void histogram(struct dt_out *o, const struct dt_agg *g, const int64_t *counts)
{
	static const char *const kinds[] = {"value", "below", "above"};
	bool first = true;

	dt_out_char(o, '[');
	for (size_t i = 0; i < g->histogram.n; i++) {
		const struct dt_bucket *b = &g->histogram.buckets[i];

		if (!counts[i])
			continue;
		dt_out_printf(o, "%s{\"%s\":%lld,\"count\":%lld}", first ? "" : ",", kinds[b->kind],
			      (long long)b->value, (long long)dt_normalized(counts[i], g->normal));
		first = false;
	}
	dt_out_char(o, ']');
}

static void row(struct dt_consumer *c, struct dt_out *o, const struct dt_agg *g,
		const struct dt_agg_row *r)
{
	dt_out_text(o, "{\"keys\":[");
	for (size_t i = 0; i < g->desc->n_keys; i++) {
		if (i)
			dt_out_char(o, ',');
		value(o, &c->names, &g->desc->keys[i], r->key);
	}
	if (g->func->buckets) {
		dt_out_text(o, "],\"buckets\":");
		histogram(o, g, (const int64_t *)dt_agg_words(g, r->elems[0]));
	} else {
		dt_out_text(o, "],\"value\":");
		dt_out_int(o, dt_agg_number(g, r->elems[0], g->normal), 0);
	}
	dt_out_char(o, '}');
}

/** What follows the brace that opens an aggregation's object, up to the one that closes it. */
static void aggregation(struct dt_consumer *c, struct dt_out *o, struct dt_agg *g)
{
	struct dt_agg_order order = dt_agg_order_of(c->config.options, 1);
	struct dt_agg_table t;
	bool first = true;

	dt_out_text(o, "\"name\":");
	text(o, g->desc->name);
	named_text(o, "function", g->func->name);
	named_int(o, "normal", g->normal);
	name(o, "entries");
	dt_out_char(o, '[');
	dt_agg_table_init(&t, &g, 1, &c->names, &order);
	dt_vec_foreach (&t.rows, r) {
		if (!first)
			dt_out_char(o, ',');
		row(c, o, g, r);
		first = false;
	}
	dt_agg_table_deinit(&t);
	dt_out_char(o, ']');
}

void dt_json_aggs(struct dt_consumer *c)
{
	for (size_t i = 0; i < c->aggs.n; i++) {
		if (c->aggs.v[i].printed)
			continue;
		dt_out_text(&c->out, "{\"type\":\"aggregation\",");
		aggregation(c, &c->out, &c->aggs.v[i]);
		dt_out_text(&c->out, "}\n");
	}
}

// ---- records

static const char *const act_names[] = {
    [DT_ACT_TRACE] = "trace",	[DT_ACT_TRACEMEM] = "tracemem", [DT_ACT_PRINT] = "print",
    [DT_ACT_STACK] = "stack",	[DT_ACT_SYM] = "sym",		[DT_ACT_PRINTF] = "printf",
    [DT_ACT_PRINTA] = "printa", [DT_ACT_EXIT] = "exit",
};

/** Arguments that the conversions show; widths and precisions of `*` are no data. */
static void arguments(struct dt_consumer *c, struct dt_out *o, const struct dt_printf *format,
		      const uint8_t *base)
{
	bool first = true;

	name(o, "args");
	dt_out_char(o, '[');
	for (size_t i = 0; i < format->n; i++) {
		if (!format->items[i].conv || !format->items[i].arg)
			continue;
		if (!first)
			dt_out_char(o, ',');
		value(o, &c->names, format->items[i].arg, base);
		first = false;
	}
	dt_out_char(o, ']');
}

/** `,"text":…` of what the text form would print; empties the builder. */
static void text_form(struct dt_out *o, struct dt_out *made)
{
	name(o, "text");
	dt_json_string(o, made->data, made->len);
	dt_out_deinit(made);
}

static void act_printf(struct dt_consumer *c, struct dt_out *o, const struct dt_action *a,
		       const uint8_t *base)
{
	struct dt_out made;

	dt_out_init(&made, NULL);
	dt_printf_print(&a->format, &made, &c->names, base, NULL, NULL);
	text_form(o, &made);
	arguments(c, o, &a->format, base);
}

static void act_print(struct dt_consumer *c, struct dt_out *o, const struct dt_field *f,
		      const uint8_t *base)
{
	struct dt_out made;

	name(o, "value");
	value(o, &c->names, f, base);
	if (!f->type || f->kind > DT_FIELD_BYTES)
		return;
	dt_out_init(&made, NULL);
	dt_value_typed(&made, f->type, base + f->offset, f->size);
	text_form(o, &made);
}

static void act_printa(struct dt_consumer *c, struct dt_out *o, const struct dt_action *a)
{
	struct dt_out made;

	for (size_t i = 0; i < a->desc->n_aggs; i++)
		a->aggs[i]->printed = true;
	if (a->desc->format) {
		dt_out_init(&made, NULL);
		dt_agg_print(&c->aggs, &made, a->aggs, a->desc->n_aggs, &a->format);
		text_form(o, &made);
	}
	name(o, "aggregations");
	dt_out_char(o, '[');
	for (size_t i = 0; i < a->desc->n_aggs; i++) {
		dt_out_text(o, i ? ",{" : "{");
		aggregation(c, o, a->aggs[i]);
		dt_out_char(o, '}');
	}
	dt_out_char(o, ']');
}

static void act(struct dt_consumer *c, struct dt_out *o, const struct dt_action *a,
		const struct dt_record *r)
{
	const struct dt_action_desc *d = a->desc;

	switch (d->act) {
	case DT_ACT_TRACEMEM:
		name(o, "value");
		bytes(o, r->payload + d->fields[0].offset, dt_record_tracemem_size(d, r->payload));
		break;
	case DT_ACT_PRINT:
		act_print(c, o, &d->fields[0], r->payload);
		break;
	case DT_ACT_PRINTF:
		act_printf(c, o, a, r->payload);
		break;
	case DT_ACT_PRINTA:
		act_printa(c, o, a);
		break;
	case DT_ACT_TRACE:
	case DT_ACT_STACK:
	case DT_ACT_SYM:
	case DT_ACT_EXIT:
		name(o, "value");
		value(o, &c->names, &d->fields[0], r->payload);
		break;
	default:
		break;
	}
}

static void probe(struct dt_out *o, const struct dt_probe_name *p)
{
	named_int(o, "id", p->id);
	named_text(o, "provider", p->prov);
	named_text(o, "module", p->mod);
	named_text(o, "function", p->func);
	named_text(o, "name", p->name);
}

static bool is_done(const struct dt_action *a, uint64_t mask)
{
	return a->desc->guard < 0 || mask >> a->desc->guard & 1;
}

/** Does the action end up in the output? Its aggregations are read. */
static bool is_shown(struct dt_consumer *c, const struct dt_action *a, const struct dt_record *r)
{
	enum dt_act kind = a->desc->act;

	if (kind == DT_ACT_PRINTA)
		return dt_record_snapshot(c, a, r->head.time);
	return kind < DT_ACT_PRINTA || kind == DT_ACT_EXIT;
}

void dt_json_record(struct dt_consumer *c, const struct dt_record_clause *clause,
		    const struct dt_record *r, uint64_t mask)
{
	struct dt_out object; // of its own: system() and freopen() write in between
	bool first = true;

	dt_out_init(&object, NULL);
	dt_out_text(&object, "{\"type\":\"record\"");
	named_int(&object, "time", (int64_t)r->head.time);
	named_int(&object, "cpu", r->cpu);
	probe(&object, &r->probe->name);
	name(&object, "output");
	dt_out_char(&object, '[');
	for (size_t i = 0; i < clause->desc->n_actions; i++) {
		const struct dt_action *a = &clause->actions[i];

		if (!is_done(a, mask))
			continue;
		if (a->desc->act > DT_ACT_PRINTA)
			dt_record_act(c, a, r);
		if (!is_shown(c, a, r))
			continue;
		dt_out_printf(&object, "%s{\"action\":\"%s\"", first ? "" : ",",
			      act_names[a->desc->act]);
		act(c, &object, a, r);
		dt_out_char(&object, '}');
		first = false;
	}
	dt_out_text(&object, "]}\n");
	dt_out_bytes(&c->out, object.data, object.len);
	dt_out_deinit(&object);
}

// ---- the rest

void dt_json_exit(struct dt_consumer *c, int status)
{
	dt_out_printf(&c->out, "{\"type\":\"exit\",\"status\":%d}\n", status);
}

void dt_json_drop(struct dt_consumer *c, const char *tag, uint64_t n, int cpu, const char *message)
{
	dt_out_text(&c->out, "{\"type\":\"drop\"");
	named_text(&c->out, "kind", tag);
	named_int(&c->out, "count", (int64_t)n);
	if (cpu >= 0)
		named_int(&c->out, "cpu", cpu);
	named_text(&c->out, "message", message);
	dt_out_text(&c->out, "}\n");
}

void dt_json_error(struct dt_consumer *c, const struct dt_rec *head,
		   const struct dt_fault_info *fault, const char *what)
{
	dt_out_text(&c->out, "{\"type\":\"error\"");
	named_int(&c->out, "time", (int64_t)head->time);
	probe(&c->out, &dt_names_get(&c->names, head->probe)->name);
	named_int(&c->out, "epid", c->config.epid(c->config.self, fault->clause, head->probe));
	named_text(&c->out, "fault", what);
	name(&c->out, "address");
	dt_out_uint(&c->out, fault->addr, 0);
	named_int(&c->out, "action", fault->action);
	named_int(&c->out, "offset", fault->offset);
	dt_out_text(&c->out, "}\n");
}

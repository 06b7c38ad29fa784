/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The sink that calls functions. Drops and faults without a function become messages, as in text
 * output.
 */
#include "consume/sink/handler.h"

#include "consume/agg/snapshot.h"
#include "consume/print/printf.h"
#include "consume/sink/text.h"

#include <string.h>

struct handler_sink {
	struct dt_text_sink messages;
	struct dt_out text;
	dt_vec(uint64_t) frames;
	dt_vec(struct dt_agg_snapshot *) aggs;
};

static void handler_deinit(struct dt_sink *s)
{
	struct handler_sink *h = (struct handler_sink *)s;

	dt_out_deinit(&h->text);
	dt_vec_deinit(&h->frames);
	dt_vec_deinit(&h->aggs);
	dt_text_deinit(s);
}

static void handler_init(struct dt_sink *s)
{
	dt_out_init(&((struct handler_sink *)s)->text, NULL);
}

static struct dt_shown_record shown(struct handler_sink *h, const struct dt_record *r)
{
	return (struct dt_shown_record){
	    .names = h->messages.sink.host->names,
	    .r = r,
	    .shape = r->clause->shape,
	    .scratch = h,
	};
}

static void handler_record(struct dt_sink *s, const struct dt_record *r)
{
	const struct dt_handlers *fn = s->host->handlers;

	if (!fn->record)
		return;
	const struct dt_shown_record record = shown((struct handler_sink *)s, r);
	fn->record(fn->self, &record);
}

void dt_data_effect(struct dt_sink *s, const struct dt_record *r, size_t number, size_t n_aggs)
{
}

void dt_data_aggregations(struct dt_sink *s, struct dt_agg *const *aggs, size_t n)
{
}

void dt_data_probe(const struct dt_probe_info *info, struct dt_str *ret)
{
}

/** Passes an effect on with snapshots of its aggregations, which have been read. */
static void pass_on(struct handler_sink *h, const struct dt_record *r, struct dt_effect *e,
		    struct dt_agg *const *aggs, size_t n)
{
	const struct dt_sink_host *host = h->messages.sink.host;
	const struct dt_handlers *fn = host->handlers;

	h->aggs.len = 0;
	for (size_t i = 0; i < n; i++)
		dt_vec_push(&h->aggs, dt_agg_snapshot_create(host->aggs, aggs[i], false));
	e->aggs = h->aggs.data;
	e->n_aggs = n;
	if (r) {
		const struct dt_shown_record record = shown(h, r);
		fn->effect(fn->self, &record, e);
	} else {
		fn->effect(fn->self, NULL, e);
	}
	for (size_t i = 0; i < n; i++)
		dt_agg_snapshot_destroy(h->aggs.data[i]);
}

static void handler_effect(struct dt_sink *s, const struct dt_record *r, size_t number,
			   size_t n_aggs)
{
	struct handler_sink *h = (struct handler_sink *)s;
	const struct dt_action *a = &r->clause->actions[number];
	const struct dt_action_desc *d = a->desc;
	struct dt_effect e = {.action = a->type->name};

	if (!s->host->handlers->effect || n_aggs != d->n_aggs)
		return;
	if (d->format && !d->n_aggs) {
		h->text.len = 0;
		dt_printf_print(&a->format, &h->text, s->host->names, r->payload, NULL, NULL);
		dt_out_char(&h->text, '\0');
		e.text = h->text.data;
	} else if (d->n_fields) {
		e.number = dt_field_int(&d->fields[0], r->payload);
	}
	pass_on(h, r, &e, a->aggs, n_aggs);
}

static void handler_aggregations(struct dt_sink *s, struct dt_agg *const *aggs, size_t n)
{
	for (size_t i = 0; i < n && s->host->handlers->effect; i++) {
		struct dt_effect e = {.action = "printa"};

		pass_on((struct handler_sink *)s, NULL, &e, &aggs[i], 1);
	}
}

bool dt_shown_has(const struct dt_shown_record *r, size_t i)
{
	return dt_shape_has(r->shape, i, r->r->mask);
}

const void *dt_shown_bytes(const struct dt_shown_record *r, size_t i, size_t *len)
{
	return dt_datum_bytes(r->names, r->r, &r->shape->fields[i], len);
}

size_t dt_shown_stack(const struct dt_shown_record *r, size_t i, const uint64_t **ret, int *pid)
{
	const struct dt_field *f = r->shape->fields[i].field;
	struct handler_sink *h = r->scratch;
	const uint8_t *pcs;
	bool is_limited;
	uint32_t n = dt_symbols_frames(&r->names->symbols, f, r->r->payload, &pcs, &is_limited);

	*pid = 0;
	if (f->kind == DT_FIELD_USTACK)
		memcpy(pid, r->r->payload + f->offset + 4, sizeof(*pid));
	dt_vec_reserve(&h->frames, n);
	if (n)
		memcpy(h->frames.data, pcs, n * sizeof(uint64_t));
	*ret = h->frames.data;
	return n;
}

const char *dt_shown_text(const struct dt_shown_record *r, size_t i)
{
	struct handler_sink *h = r->scratch;

	h->text.len = 0;
	dt_datum_show(&h->text, r->names, r->r, &r->shape->fields[i]);
	dt_out_char(&h->text, '\0');
	return h->text.data;
}

const char *dt_shown_output(const struct dt_shown_record *r)
{
	struct handler_sink *h = r->scratch;
	const struct dt_record_clause *c = r->r->clause;

	h->text.len = 0;
	for (size_t i = 0; i < c->desc->n_actions; i++) {
		const struct dt_action *a = &c->actions[i];

		if (dt_record_has(r->r->mask, a))
			dt_text_show(&h->messages.sink, r->r, a, &h->text, true);
	}
	dt_out_char(&h->text, '\0');
	return h->text.data;
}

const struct dt_sink_type dt_sink_handler = {
    .size = sizeof(struct handler_sink),
    .init = handler_init,
    .deinit = handler_deinit,
    .probe = dt_data_probe,
    .record = handler_record,
    .effect = handler_effect,
    .aggregations = handler_aggregations,
    .drop = dt_text_drop,
    .error = dt_text_error,
    .report = dt_text_report,
    .exit = dt_text_exit,
};

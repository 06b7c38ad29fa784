/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Records as data, of the public header.
 */
#include "session/core/session.h"

#include "consume/agg/snapshot.h"
#include "consume/consume.h"
#include "consume/sink/handler.h"

// ---- the handler

static void pass_record(void *self, const struct dt_shown_record *r)
{
	struct dtrace *d = self;

	dt_session_notify(d, record, r);
}

static void pass_effect(void *self, const struct dt_shown_record *r, const struct dt_effect *e)
{
	struct dtrace *d = self;
	const struct dtrace_effect effect = {
	    .size = sizeof(effect),
	    .action = e->action,
	    .number = e->number,
	    .text = e->text,
	    .aggregations = (const struct dt_agg_snapshot *const *)e->aggs,
	    .n_aggregations = e->n_aggs,
	};

	dt_session_notify(d, effect, r, &effect);
}

static void pass_drop(void *self, const struct dt_drop_report *report)
{
	struct dtrace *d = self;
	const struct dtrace_drop drop = {
	    .size = sizeof(drop),
	    .kind = report->tag,
	    .count = report->n,
	    .cpu = report->cpu,
	    .message = report->message,
	};

	dt_session_notify(d, drop, &drop);
}

static void pass_fault(void *self, const struct dt_fault_report *report)
{
	struct dtrace *d = self;
	const struct dtrace_fault fault = {
	    .size = sizeof(fault),
	    .time = report->head->time,
	    .probe = report->head->probe,
	    .kind = report->what,
	    .address = report->has_address ? report->info->addr : 0,
	    .has_address = report->has_address,
	    .action = report->info->action,
	};

	dt_session_notify(d, fault, &fault);
}

bool dtrace_drops(const struct dtrace *d, size_t i, struct dtrace_drop *ret)
{
	const struct dt_drop_total *total =
	    d && ret && d->tracing.consumer ? dt_consumer_drops(d->tracing.consumer, i) : NULL;

	if (!total)
		return false;
	const struct dtrace_drop drop = {
	    .size = sizeof(drop), .kind = total->tag, .count = total->n, .cpu = -1, .message = ""};
	dt_api_copy(ret, &drop, sizeof(drop));
	return true;
}

struct dt_error *dtrace_set_handler(struct dtrace *d, const struct dtrace_handler *handler)
{
	DT_TRY(dt_session_enter(d, handler));
	struct dtrace_handler known = {.size = sizeof(known)}, *h;

	DT_TRY(dt_session_check_new(d));
	if (!handler || handler->size <= offsetof(struct dtrace_handler, record))
		return dt_error_new(DT_ERR_USAGE, "the handler's size is not set");
	known.size = handler->size < sizeof(known) ? handler->size : sizeof(known);
	dt_api_copy(&known, handler, sizeof(known));
	if (d->output.batch_rows && (known.record || known.effect))
		return dt_error_new(DT_ERR_USAGE, "a session has a handler or batches, not both");
	h = &d->output.handler;
	*h = known;
	d->output.handlers = (struct dt_handlers){
	    .self = d,
	    .record = h->record ? pass_record : NULL,
	    .effect = h->effect ? pass_effect : NULL,
	    .drop = h->drop ? pass_drop : NULL,
	    .fault = h->fault ? pass_fault : NULL,
	};
	return NULL;
}

// ---- shapes

size_t dtrace_shape_index(const struct dt_shape *s)
{
	if (!s)
		return 0;
	return s->index;
}

size_t dtrace_shape_fields(const struct dt_shape *s)
{
	return s ? s->n_fields : 0;
}

bool dtrace_shape_field(const struct dt_shape *s, size_t i, struct dtrace_field *ret)
{
	if (!ret || i >= dtrace_shape_fields(s))
		return false;
	const struct dt_shape_field *f = &s->fields[i];
	const struct dtrace_field field = {
	    .size = sizeof(field),
	    .name = f->name,
	    .type = f->type,
	    .action = f->action->type->name,
	    .format = f->action->desc->format,
	    .number = f->action_index,
	    .kind = dt_api_kind(f->kind),
	    .is_signed = f->kind == DT_DATUM_INTEGER && dt_field_is_signed(f->field),
	    .width = f->kind == DT_DATUM_INTEGER ? dt_field_width(f->field) : 0,
	};
	dt_api_copy(ret, &field, sizeof(field));
	return true;
}

// ---- records

const struct dt_shape *dtrace_record_shape(const struct dt_shown_record *r)
{
	return r ? r->shape : NULL;
}

uint64_t dtrace_record_time(const struct dt_shown_record *r)
{
	return r ? r->r->head->time : 0;
}

unsigned dtrace_record_cpu(const struct dt_shown_record *r)
{
	return r ? r->r->cpu : 0;
}

uint32_t dtrace_record_probe(const struct dt_shown_record *r)
{
	return r ? r->r->head->probe : 0;
}

pid_t dtrace_record_process(const struct dt_shown_record *r, pid_t *thread)
{
	if (!r)
		return 0;
	if (thread)
		*thread = (pid_t)r->r->thread;
	return (pid_t)r->r->process;
}

bool dtrace_record_has(const struct dt_shown_record *r, size_t i)
{
	return r && i < r->shape->n_fields && dt_shown_has(r, i);
}

/** Returns the field if the record has it and it is of this kind, else NULL. */
static const struct dt_shape_field *field_of(const struct dt_shown_record *r, size_t i,
					     enum dt_datum_kind kind)
{
	return dtrace_record_has(r, i) && r->shape->fields[i].kind == kind ? &r->shape->fields[i]
									   : NULL;
}

int64_t dtrace_record_integer(const struct dt_shown_record *r, size_t i)
{
	const struct dt_shape_field *f = field_of(r, i, DT_DATUM_INTEGER);

	return f ? dt_field_int(f->field, r->r->payload) : 0;
}

double dtrace_record_float(const struct dt_shown_record *r, size_t i)
{
	const struct dt_shape_field *f = field_of(r, i, DT_DATUM_FLOAT);
	long double v = 0;

	if (f)
		dt_value_float(f->field->type, r->r->payload + f->field->offset, f->field->size,
			       &v);
	return (double)v;
}

const void *dtrace_record_bytes(const struct dt_shown_record *r, size_t i, size_t *len)
{
	bool has = field_of(r, i, DT_DATUM_STRING) || field_of(r, i, DT_DATUM_BYTES);

	if (!len)
		return NULL;
	*len = 0;
	return has ? dt_shown_bytes(r, i, len) : NULL;
}

size_t dtrace_record_stack(const struct dt_shown_record *r, size_t i, const uint64_t **frames,
			   pid_t *process)
{
	if (!frames || !process)
		return 0;
	*frames = NULL;
	*process = 0;
	return field_of(r, i, DT_DATUM_STACK) ? dt_shown_stack(r, i, frames, process) : 0;
}

const char *dtrace_record_text(const struct dt_shown_record *r, size_t i)
{
	return dtrace_record_has(r, i) ? dt_shown_text(r, i) : "";
}

const char *dtrace_record_output(const struct dt_shown_record *r)
{
	return r ? dt_shown_output(r) : "";
}

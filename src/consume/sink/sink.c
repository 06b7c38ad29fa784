/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Creates and destroys sinks; what several of them need of a record.
 */
#include "consume/sink/sink.h"

#include <stdarg.h>
#include <stdlib.h>

struct dt_sink *dt_sink_create(const struct dt_sink_type *type, const struct dt_sink_host *host)
{
	struct dt_sink *s = dt_zalloc(type->size);

	*s = (struct dt_sink){type, host};
	if (type->init)
		type->init(s);
	return s;
}

void dt_sink_destroy(struct dt_sink *s)
{
	if (!s)
		return;
	if (s->type->deinit)
		s->type->deinit(s);
	free(s);
}

void dt_sink_message(struct dt_sink *s, const char *fmt, ...)
{
	dt_cleanup(dt_free_p) char *text = NULL;
	va_list ap;

	va_start(ap, fmt);
	text = dt_vasprintf(fmt, ap);
	va_end(ap);
	s->host->message(s->host->self, text);
}

bool dt_sink_show(struct dt_sink *s, const struct dt_record *r, size_t from,
		  void (*show)(struct dt_sink *s, const struct dt_record *r,
			       const struct dt_action *a))
{
	// An effect may have been shown as of another time.
	dt_symbols_as_of(&s->host->names->symbols, r->head->time);
	for (size_t i = from; i < r->clause->desc->n_actions; i++) {
		const struct dt_action *a = &r->clause->actions[i];

		if (!dt_record_has(r->mask, a))
			continue;
		if (a->is_event)
			return false;
		if (a->type->shows)
			show(s, r, a);
	}
	return true;
}

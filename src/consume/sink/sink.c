/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Creates and destroys sinks.
 */
#include "consume/sink/sink.h"

#include <stdlib.h>

struct dt_sink *dt_sink_create(const struct dt_sink_type *type, struct dt_consumer *c)
{
	struct dt_sink *s = dt_zalloc(type->size);

	*s = (struct dt_sink){type, c};
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

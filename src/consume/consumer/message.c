/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reports of the consumer: messages for stderr, and the first failure of its work.
 */
#include "consume/consumer/consumer.h"

void dt_consumer_message(struct dt_consumer *c, const char *fmt, ...)
{
	dt_cleanup(dt_free_p) char *text = NULL;
	va_list ap;

	dt_consumer_fail(c, dt_out_flush(&c->out));
	va_start(ap, fmt);
	text = dt_vasprintf(fmt, ap);
	va_end(ap);
	c->config.message(c->config.self, text);
}

void dt_consumer_fail(struct dt_consumer *c, struct dt_error *err)
{
	if (c->failed)
		dt_error_destroy(err);
	else
		c->failed = err;
}

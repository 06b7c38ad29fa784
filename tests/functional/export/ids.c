/* SPDX-License-Identifier: BSD-2-Clause */
/* Publishes a trace context, and calls getppid() with 1 before and 2 after. */
/* cflags: -rdynamic */
#include "../vars/_traceid.h"

_Thread_local struct context *otel_thread_ctx_v1;

int main(void)
{
	struct context own;

	mark(1);
	fill(&own, 0xa0);
	otel_thread_ctx_v1 = &own;
	mark(2);
	return 0;
}

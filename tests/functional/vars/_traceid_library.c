/* SPDX-License-Identifier: BSD-2-Clause */
/* A library that publishes the context of the calling thread. With LARGE, its variables do not fit
 * into static memory. */
#include "_traceid.h"

_Thread_local char other[LARGE + 8];
_Thread_local struct context *otel_thread_ctx_v1;

void publish(struct context *c)
{
	other[LARGE] = 1;
	otel_thread_ctx_v1 = c;
}

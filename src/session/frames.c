/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Frames of stacks, of the public header.
 */
#include "session/core/session.h"

#include "consume/consume.h"
#include "consume/value/frame.h"

bool dtrace_frame(struct dtrace *d, pid_t process, uint64_t address, size_t i,
		  struct dtrace_frame *ret)
{
	if (!d || !d->tracing.consumer || process < 0 || !ret)
		return false;
	DT_SESSION_CALL(d);
	const struct dt_frame *f = dt_consumer_frame(d->tracing.consumer, process, address, i);

	if (!f)
		return false;
	const struct dtrace_frame frame = {
	    .size = sizeof(frame),
	    .function = dt_str_text(&f->function),
	    .linked = dt_str_text(&f->linked),
	    .module = f->module,
	    .source = f->source,
	    .line = f->line,
	    .is_inlined = f->is_inlined,
	    .file = f->file,
	    .build_id = dt_str_text(&f->build_id),
	    .map_start = f->map_start,
	    .map_end = f->map_end,
	    .map_offset = f->map_offset,
	};
	dt_api_copy(ret, &frame, sizeof(frame));
	return true;
}

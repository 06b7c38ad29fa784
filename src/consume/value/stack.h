/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * A stack as lines of text, the innermost frame first. All forms of output use it.
 */
#ifndef DT_CONSUME_VALUE_STACK_H
#define DT_CONSUME_VALUE_STACK_H

#include "base/vec.h"
#include "consume/value/symbols.h"

struct dt_stack_line {
	size_t start, len; // in the text
	bool is_uncertain; // dt_symbols_uncertain()
};

/** A zeroed struct is empty. It may be filled repeatedly. */
struct dt_stack_text {
	struct dt_str text;
	dt_vec(struct dt_stack_line) lines;
	bool is_truncated; // the stack has more frames than were asked for
};

/** Fills `t` with the frames of a KSTACK or USTACK field, as mod`f, or as mod`f+0x12 if `offsets`.
 *  If the stack was cut, appends a line "?". */
void dt_stack_text_fill(struct dt_stack_text *t, struct dt_symbols *s, const struct dt_field *f,
			const uint8_t *base, bool offsets);
/** Appends a line that marks a truncated stack. */
void dt_stack_text_mark(struct dt_stack_text *t);
void dt_stack_text_deinit(struct dt_stack_text *t);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * A stack as lines of text, the innermost frame first; every form of output is made of these.
 */
#ifndef DT_CONSUME_VALUE_STACK_H
#define DT_CONSUME_VALUE_STACK_H

#include "base/vec.h"
#include "consume/value/symbols.h"

struct dt_stack_line {
	size_t start, len; // in the text
	bool is_uncertain; // dt_symbols_uncertain()
};

/** A zeroed struct is empty, and may be filled again and again. */
struct dt_stack_text {
	struct dt_str text;
	dt_vec(struct dt_stack_line) lines;
	bool is_truncated; // it goes on, but as many frames were wanted
};

/** Fill it with the frames of a KSTACK or USTACK field, mod`f or (`offsets`) mod`f+0x12, "?" behind
 *  one that was cut. */
void dt_stack_text_fill(struct dt_stack_text *t, struct dt_symbols *s, const struct dt_field *f,
			const uint8_t *base, bool offsets);
/** Append a line that says so, where it is truncated. */
void dt_stack_text_mark(struct dt_stack_text *t);
void dt_stack_text_deinit(struct dt_stack_text *t);

#endif

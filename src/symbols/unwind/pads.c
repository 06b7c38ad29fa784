/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * .gcc_except_table has a table for each function that handles exceptions (the "LSDA"): the base of
 * its landing pads, a list of types, and the calls with their pads. Format: that of libgcc's
 * unwinder; LLVM writes the same.
 */
#include "symbols/unwind/internal.h"

enum {
	TABLES_MAX = 128 << 20, // bytes
	SHARED_MAX = 4,		// functions that share a table, on the average
	RELATIVE = 0x10,
};

struct tables {
	const struct dt_eh_frame *frames;
	uint8_t *data;
	uint64_t addr, size; // of the section
	uint64_t left;	     // bytes that may still be read
	void (*fn)(void *self, uint64_t addr);
	void *self;
};

/** Reports the pads of one table. `start` is its function's first address. */
static void read_table(struct tables *t, uint64_t at, uint64_t start)
{
	struct dt_cursor c = {t->data + at, t->data + t->size, false};
	uint8_t encoding = (uint8_t)dt_cursor_fixed(&c, 1);
	uint64_t base = start, length, pad;

	if (encoding != DT_EH_OMIT) {
		base = encoding & RELATIVE ? t->addr + (uint64_t)(c.at - t->data) : 0;
		base += dt_eh_frame_number(t->frames, &c, encoding);
	}
	if (dt_cursor_fixed(&c, 1) != DT_EH_OMIT)
		dt_cursor_uleb(&c); // the distance to the list of types
	encoding = (uint8_t)dt_cursor_fixed(&c, 1);
	length = dt_cursor_uleb(&c);
	if (c.bad || length > dt_cursor_left(&c) || length > t->left)
		return;
	t->left -= length;
	c.end = c.at + length;
	while (dt_cursor_left(&c) && !c.bad) {
		dt_eh_frame_number(t->frames, &c, encoding); // the calls' start
		dt_eh_frame_number(t->frames, &c, encoding); // and length
		pad = dt_eh_frame_number(t->frames, &c, encoding);
		dt_cursor_uleb(&c); // the first action
		if (pad && !c.bad)
			t->fn(t->self, base + pad);
	}
}

void dt_eh_frame_pads(const struct dt_eh_frame *f, const struct dt_elf *e,
		      void (*fn)(void *self, uint64_t addr), void *self)
{
	const struct dt_elf_section *s = dt_elf_section(e, ".gcc_except_table");
	struct dt_span span = dt_elf_span(e, s);
	dt_cleanup(dt_free_p) uint8_t *data = span.file ? dt_span_load(&span, TABLES_MAX) : NULL;
	struct dt_cie cie = {0};
	struct tables t;
	struct dt_fde fde;

	if (!data)
		return;
	t = (struct tables){f, data, s->addr, span.size, span.size * SHARED_MAX, fn, self};
	dt_vec_foreach (&f->functions, function)
		if (dt_eh_frame_fde(f, function->entry, &cie, &fde) && fde.pads &&
		    fde.pads - s->addr < span.size)
			read_table(&t, fde.pads - s->addr, fde.addr);
}

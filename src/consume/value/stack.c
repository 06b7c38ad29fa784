/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Each frame is a line. With -x stackinline, functions inlined at its address have lines before it.
 * With -x stacklines, each line ends with its position in the source.
 *
 * Decision: docs/dev/decisions/0005-tracing-frames-by-name.md
 */
#include "consume/value/stack.h"

#include <stdlib.h>
#include <string.h>

static void end_line(struct dt_stack_text *t, size_t start, bool is_uncertain)
{
	dt_vec_push(&t->lines, (struct dt_stack_line){start, t->text.len - start, is_uncertain});
}

static void add_line(const struct dt_symbols *s, struct dt_stack_text *t,
		     const struct dt_line *line)
{
	if (s->has_lines && line->file)
		dt_str_printf(&t->text, " at %s:%d", line->file, line->line);
}

/** Adds the lines of an address: first the inlined functions, then the function itself. */
static void add_frame(struct dt_stack_text *t, struct dt_symbols *s, int64_t pid, uint64_t pc,
		      enum dt_symbol_form form, bool is_uncertain)
{
	bool is_return = form == DT_FORM_RETURN || form == DT_FORM_CALLER;
	const struct dt_line *lines;
	size_t n = dt_symbols_lines(s, pid, pc - is_return, &lines), start;

	for (size_t i = 0; i + 1 < n && s->has_inlined; i++) {
		start = t->text.len;
		dt_symbols_show(s, &t->text, pid, pc - is_return, DT_FORM_OBJECT);
		dt_str_append_c(&t->text, '`');
		dt_symbols_show_name(s, &t->text, lines[i].function ? lines[i].function : "?");
		dt_str_append(&t->text, " (inlined)");
		add_line(s, t, &lines[i]);
		end_line(t, start, is_uncertain);
		is_uncertain = false;
	}
	start = t->text.len;
	dt_symbols_show(s, &t->text, pid, pc, form);
	if (n)
		add_line(s, t, &lines[s->has_inlined ? n - 1 : 0]);
	end_line(t, start, is_uncertain);
}

void dt_stack_text_fill(struct dt_stack_text *t, struct dt_symbols *s, const struct dt_field *f,
			const uint8_t *base, bool offsets)
{
	static const enum dt_symbol_form forms[2][2] = {
	    {DT_FORM_SYMBOL, DT_FORM_CALLER},
	    {DT_FORM_ADDRESS, DT_FORM_RETURN},
	};
	bool is_kernel = f->kind == DT_FIELD_KSTACK;
	const uint8_t *pcs;
	uint32_t n = dt_symbols_frames(s, f, base, &pcs, &t->is_truncated), pid;

	dt_str_clear(&t->text);
	t->lines.len = 0;
	memcpy(&pid, base + f->offset + 4, sizeof(pid));
	for (uint32_t i = 0; i < n; i++) {
		uint64_t pc;

		memcpy(&pc, pcs + 8 * (size_t)i, sizeof(pc));
		if (!pc)
			break;
		add_frame(t, s, is_kernel ? DT_KERNEL : (int64_t)pid, pc, forms[offsets][i > 0],
			  offsets && dt_symbols_uncertain(s, f, base, i));
	}
	if (dt_symbols_is_cut(f, base)) {
		dt_str_append_c(&t->text, '?');
		end_line(t, t->text.len - 1, false);
	}
}

void dt_stack_text_mark(struct dt_stack_text *t)
{
	static const char mark[] = "[truncated]";

	if (!t->is_truncated)
		return;
	dt_str_append(&t->text, mark);
	end_line(t, t->text.len - strlen(mark), false);
}

void dt_stack_text_deinit(struct dt_stack_text *t)
{
	dt_str_deinit(&t->text);
	dt_vec_deinit(&t->lines);
}

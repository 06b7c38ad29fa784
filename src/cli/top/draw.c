/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Every line is cleared and written again. Columns of numbers are as wide as the widest number. A
 * narrow window shows fewer of them, so that a part of the key remains.
 */
#include "cli/top/draw.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	FRAME = 3,	// lines other than rows
	KEY_LEAST = 16, // columns
	NUMBER = 40,	// bytes
};

/** The lines of the help. */
static const struct {
	const char *keys, *does;
} commands[] = {
    {"Tab, Shift-Tab", "next, previous aggregation"},
    {"Left, Right", "sort by another column"},
    {"r", "reverse the order"},
    {"f, Space", "freeze; continue"},
    {"/", "show keys with a text: type it, then Enter"},
    {"Escape", "show all keys"},
    {"c", "clear the view: show what is added; show all again"},
    {"Up, Down, Page Up", "move"},
    {"q, ^C", "end tracing, print the aggregations"},
    {"?", "this list"},
};

/** A line that is being written. */
struct line {
	struct dt_str *out;
	size_t left; // columns
};

static struct line begin_line(const struct dt_picture *p, struct dt_str *out, unsigned y)
{
	dt_str_printf(out, "\033[%u;1H\033[K", y + 1);
	return (struct line){out, p->width};
}

/** Writes a visible text, right-aligned to `width` if it is not 0. */
static void put(struct line *l, const char *text, size_t width)
{
	for (size_t n = strlen(text); n < width && l->left; n++, l->left--)
		dt_str_append(l->out, " ");
	l->left -= dt_text_append_columns(l->out, text, l->left);
}

static void put_name(struct line *l, const char *name)
{
	struct dt_str visible = {0};

	dt_text_append_visible(&visible, name, strlen(name));
	put(l, dt_str_text(&visible), 0);
	dt_str_deinit(&visible);
}

static void __attribute__((format(printf, 2, 3))) put_format(struct line *l, const char *fmt, ...)
{
	char text[256];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	put(l, text, 0);
}

static void draw_head(const struct dt_picture *p, struct dt_str *out)
{
	const struct dt_view *v = p->view;
	struct line l = begin_line(p, out, 0);
	struct tm local;
	char clock[16];

	strftime(clock, sizeof(clock), "%T", localtime_r(&p->now, &local));
	put_format(&l, "%s  %u:%02u  ", clock, p->seconds / 60, p->seconds % 60);
	dt_str_append(out, "\033[1m");
	put_format(&l, "@%s", strcmp(v->info.name, "_") ? v->info.name : "");
	dt_str_append(out, "\033[0m");
	put_format(&l, " %s  %zu of %zu  drops %llu  ", v->info.function, v->page + 1, v->n_pages,
		   (unsigned long long)p->drops);
	if (v->n_rows < v->n_all)
		put_format(&l, "%zu of ", v->n_rows);
	put_format(&l, "%zu key%s", v->n_all, v->n_all == 1 ? "" : "s");
	if (v->filter[0]) {
		put(&l, "  with ", 0);
		put_name(&l, v->filter);
	}
	put(&l, v->pages[v->page].base ? "  cleared" : "", 0);
	put(&l, p->is_frozen ? "  frozen" : "", 0);
}

// ---- rows

/** Writes a number of the row, or "" if it has none. */
static const char *number_text(const struct dt_view_row *row, enum dt_column c, char buf[NUMBER])
{
	long double number = row->numbers[c];
	bool is_small = c == DT_COLUMN_RATE && number > -10 && number < 10 && number != 0;

	buf[0] = '\0';
	if (row->has[c])
		snprintf(buf, NUMBER, is_small ? "%.1Lf" : "%.0Lf", number);
	return buf;
}

static const char *column_name(const struct dt_view *v, enum dt_column c)
{
	static const char *const names[] = {
	    [DT_COLUMN_RATE] = "/s",
	    [DT_COLUMN_P50] = "p50",
	    [DT_COLUMN_P99] = "p99",
	    [DT_COLUMN_KEY] = "key",
	};

	return c != DT_COLUMN_VALUE	       ? names[c]
	       : dt_view_has(v, DT_COLUMN_P50) ? "count"
					       : v->info.function;
}

/** The rows that are shown, and the columns' widths; 0: not shown. */
struct table {
	size_t first, last;
	size_t widths[DT_COLUMN_KEY];
};

static struct table lay_out(const struct dt_picture *p)
{
	const struct dt_view *v = p->view;
	struct table t = {.first = p->first, .last = p->first + dt_picture_rows(p)};
	size_t least = dt_view_has(v, DT_COLUMN_KEY) ? KEY_LEAST : 0, used = 0;
	char buf[NUMBER];

	if (t.last > v->n_rows)
		t.last = v->n_rows;
	for (enum dt_column c = 0; c < DT_COLUMN_KEY; c++) {
		size_t width = strlen(column_name(v, c)) + 2; // with the mark of the sorted one

		if (!dt_view_has(v, c))
			continue;
		for (size_t i = t.first; i < t.last; i++) {
			size_t len = strlen(number_text(&v->rows[i], c, buf));

			width = len > width ? len : width;
		}
		if (c && used + width + 2 + least > p->width)
			break;
		t.widths[c] = width;
		used += width + 2;
	}
	return t;
}

static void draw_titles(const struct dt_picture *p, const struct table *t, struct dt_str *out)
{
	const struct dt_view *v = p->view;
	struct line l = begin_line(p, out, 1);

	dt_str_append(out, "\033[7m");
	for (enum dt_column c = 0; c < DT_COLUMNS; c++) {
		char title[NUMBER];

		if (c < DT_COLUMN_KEY ? !t->widths[c] : !dt_view_has(v, c))
			continue;
		snprintf(title, sizeof(title), "%s%s", column_name(v, c),
			 c != v->sort	? ""
			 : v->ascending ? " ^"
					: " v");
		put(&l, title, c < DT_COLUMN_KEY ? t->widths[c] : 0);
		put(&l, "  ", 0);
	}
	while (l.left)
		put(&l, " ", 0);
	dt_str_append(out, "\033[0m");
}

static void draw_row(const struct dt_picture *p, const struct table *t, struct dt_view_row *row,
		     struct line *l)
{
	char buf[NUMBER];

	for (enum dt_column c = 0; c < DT_COLUMN_KEY; c++) {
		if (!t->widths[c])
			continue;
		put(l, number_text(row, c, buf), t->widths[c]);
		put(l, "  ", 0);
	}
	put(l, dt_view_key(p->view, row), 0);
}

static void draw_help(const struct dt_picture *p, struct dt_str *out)
{
	for (unsigned y = 1; y + 1 < p->height; y++) {
		struct line l = begin_line(p, out, y);

		if (y <= dt_array_len(commands))
			put_format(&l, "%-20s%s", commands[y - 1].keys, commands[y - 1].does);
	}
}

static void draw_rows(const struct dt_picture *p, struct dt_str *out)
{
	struct table t = lay_out(p);

	if (p->height > 1)
		draw_titles(p, &t, out);
	for (unsigned y = 2; y + 1 < p->height; y++) {
		struct line l = begin_line(p, out, y);
		size_t i = t.first + y - 2;

		if (i < t.last)
			draw_row(p, &t, &p->view->rows[i], &l);
	}
}

static void draw_foot(const struct dt_picture *p, struct dt_str *out)
{
	struct line l = begin_line(p, out, p->height - 1);

	if (p->types_filter) {
		put(&l, "keys with: ", 0);
		put_name(&l, p->view->filter);
		put(&l, "_", 0);
	} else if (p->message) {
		put_name(&l, p->message);
	} else {
		put(&l, "?: keys", 0);
	}
}

size_t dt_picture_rows(const struct dt_picture *p)
{
	return p->height > FRAME ? p->height - FRAME : 0;
}

void dt_picture_draw(const struct dt_picture *p, struct dt_str *ret)
{
	dt_text_begin();
	if (p->height > 2)
		draw_foot(p, ret);
	if (p->shows_help)
		draw_help(p, ret);
	else
		draw_rows(p, ret);
	draw_head(p, ret);
	dt_text_end();
}

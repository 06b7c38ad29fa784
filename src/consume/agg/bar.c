/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Bars start at an axis: at the left if no count is negative, at the right if none is positive,
 * else in the middle. Only bars from the left are drawn with blocks, in steps of an eighth of a
 * column, because no characters fill a column from the right.
 */
#include "consume/agg/bar.h"

#include <langinfo.h>
#include <locale.h>

/* The longest bar with aggzoom is this part of the column. The product and the quotient are exact
 * where a bar ends at a step, so that every floating-point format gives the same bar. */
static const unsigned zoomed_part = 19, zoomed_of = 20;

static bool is_locale_utf8(void)
{
	locale_t locale = newlocale(LC_CTYPE_MASK, "", NULL);
	bool utf8;

	if (!locale)
		return false;
	utf8 = !strcmp(nl_langinfo_l(CODESET, locale), "UTF-8");
	freelocale(locale);
	return utf8;
}

struct dt_scale dt_scale_of(const struct dt_options *options, int64_t normal)
{
	return (struct dt_scale){
	    .zoom = options->v[DT_OPT_aggzoom],
	    .utf8 = options->v[DT_OPT_encoding] == DT_ENCODING_UTF8,
	    .normal = normal,
	    .units = (enum dt_aggunits)options->v[DT_OPT_aggunits],
	};
}

struct dt_scale dt_scale_packed(const struct dt_options *options, int64_t normal)
{
	struct dt_scale s = dt_scale_of(options, normal);

	if (options->v[DT_OPT_encoding] == DT_ENCODING_AUTO)
		s.utf8 = is_locale_utf8();
	return s;
}

static long double absolute_count(int64_t v)
{
	return v < 0 ? -(long double)v : (long double)v;
}

void dt_scale_add(struct dt_scale *s, int64_t count)
{
	long double size = absolute_count(count);

	s->positives |= count > 0;
	s->negatives |= count < 0;
	if (!s->zoom)
		s->total += size;
	else if (size > s->total)
		s->total = size;
}

static long double bar_share(const struct dt_scale *s, int64_t count, unsigned width)
{
	unsigned part = s->zoom ? zoomed_part : 1, of = s->zoom ? zoomed_of : 1;

	return s->total != 0 ? absolute_count(count) * width * part / (s->total * of) : 0;
}

/** Returns the length of the bar, rounded to whole characters. */
static size_t bar_length(const struct dt_scale *s, int64_t count, unsigned width)
{
	return (size_t)(bar_share(s, count, width) + 0.5L);
}

/** Prints a bar of blocks. U+2588 is a full block, U+2589 seven eighths, … U+258F one eighth. */
static void draw_blocks(struct dt_out *o, const struct dt_scale *s, int64_t count)
{
	size_t eighths = (size_t)(bar_share(s, count, DT_BAR_WIDTH) * 8);

	if (eighths)
		dt_out_paint(o, DT_PAINT_BAR);
	for (size_t i = 0; i < eighths / 8; i++)
		dt_out_text(o, "\u2588");
	if (eighths % 8) {
		dt_out_text(o, "\xe2\x96");
		dt_out_char(o, (char)(0x90 - eighths % 8));
	}
	if (eighths)
		dt_out_paint(o, DT_PAINT_PLAIN);
	dt_out_fill(o, ' ', DT_BAR_WIDTH - (eighths + 7) / 8);
}

static void draw_bar(struct dt_out *o, size_t width, size_t n, bool from_right)
{
	if (from_right)
		dt_out_fill(o, ' ', width - n);
	if (n) {
		dt_out_paint(o, DT_PAINT_BAR);
		dt_out_fill(o, '@', n);
		dt_out_paint(o, DT_PAINT_PLAIN);
	}
	if (!from_right)
		dt_out_fill(o, ' ', width - n);
}

void dt_bar_header(struct dt_out *o)
{
	dt_out_paint(o, DT_PAINT_TITLE);
	dt_out_printf(o, " %41s %-9s", "------------- Distribution -------------", "count");
	dt_out_paint(o, DT_PAINT_PLAIN);
	dt_out_char(o, '\n');
}

void dt_bar_print(struct dt_out *o, const struct dt_scale *s, int64_t count)
{
	enum { HALF = DT_BAR_WIDTH / 2 };

	if (s->negatives && !s->positives) {
		draw_bar(o, DT_BAR_WIDTH, bar_length(s, count, DT_BAR_WIDTH), true);
		dt_out_char(o, '|');
	} else if (s->negatives) {
		draw_bar(o, HALF, count < 0 ? bar_length(s, count, HALF) : 0, true);
		dt_out_char(o, '|');
		draw_bar(o, HALF, count > 0 ? bar_length(s, count, HALF) : 0, false);
	} else {
		dt_out_char(o, '|');
		if (s->utf8)
			draw_blocks(o, s, count);
		else
			draw_bar(o, DT_BAR_WIDTH, bar_length(s, count, DT_BAR_WIDTH), false);
	}
	dt_out_printf(o, " %-9lld\n", (long long)dt_normalized(count, s->normal));
}

void dt_bar_cell(struct dt_out *o, const struct dt_scale *s, int64_t count)
{
	static const char more[] = "__xxxxXX", less[] = "vvvvVV";

	if (!count)
		dt_out_char(o, ' ');
	else if (count < 0)
		dt_out_char(o, less[bar_length(s, count, sizeof(less) - 2)]);
	else if (!s->utf8)
		dt_out_char(o, more[bar_length(s, count, sizeof(more) - 2)]);
	else { // U+2581 is the lowest eighth of a block, U+2588 a full block
		dt_out_text(o, "\xe2\x96");
		dt_out_char(o, (char)(0x81 + bar_length(s, count, 7)));
	}
}

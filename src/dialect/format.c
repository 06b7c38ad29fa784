/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The parser of printf() formats. One scan, driven by the table of conversions, splits the text
 * into items. All strings of the result lie in one buffer, which holds the text twice: as literals
 * and as conversions, each NUL-terminated.
 *
 * The parser does not check the arguments; the compiler knows their types.
 */
#include "dialect/format.h"

#include "base/vec.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>

#define INT_SIZES "h hh l ll"

const struct dt_format_conv dt_format_convs[] = {
    // clang-format off
    {"%a", DT_FMT_ARG_ADDR,   "l ll",    "pointer, integer or sym()", "kernel address as module`symbol+offset"},
    {"%A", DT_FMT_ARG_UADDR,  "l ll",    "pointer, integer or usym()", "user address as module`symbol+offset"},
    {"%c", DT_FMT_ARG_INT,    "l w",     "integer", "character"},
    {"%C", DT_FMT_ARG_INT,    "",        "integer", "character, C escapes for what is not printable"},
    {"%d", DT_FMT_ARG_INT,    INT_SIZES, "integer", "decimal, signed if the argument's type is"},
    {"%e", DT_FMT_ARG_FLOAT,  "l L",     "float, double or long double", "[-]d.ddde±dd"},
    {"%E", DT_FMT_ARG_FLOAT,  "l L",     "float, double or long double", "[-]d.dddE±dd"},
    {"%f", DT_FMT_ARG_FLOAT,  "l L",     "float, double or long double", "[-]ddd.ddd"},
    {"%F", DT_FMT_ARG_FLOAT,  "l L",     "float, double or long double", "[-]ddd.ddd"},
    {"%g", DT_FMT_ARG_FLOAT,  "l L",     "float, double or long double", "the shorter of %f and %e"},
    {"%G", DT_FMT_ARG_FLOAT,  "l L",     "float, double or long double", "the shorter of %f and %E"},
    {"%i", DT_FMT_ARG_INT,    INT_SIZES, "integer", "decimal, signed"},
    {"%I", DT_FMT_ARG_HOST,   "",        "string", "address text as host name"},
    {"%k", DT_FMT_ARG_STACK,  "",        "stack", "stack, one frame a line"},
    {"%o", DT_FMT_ARG_INT,    INT_SIZES, "integer", "octal"},
    {"%p", DT_FMT_ARG_SCALAR, "l ll",    "pointer or integer", "hexadecimal address"},
    {"%P", DT_FMT_ARG_PORT,   "",        "uint16_t", "port as name of a service"},
    {"%s", DT_FMT_ARG_STRING, "l w",     "char [], string or enum", "string; the name of a value of an enum, errno or a system call's flags; %ws: array of 32-bit characters"},
    {"%S", DT_FMT_ARG_STRING, "",        "char [], string or enum", "string, C escapes for what is not printable"},
    {"%T", DT_FMT_ARG_TIME,   "",        "int64_t", "nanoseconds since 1970 as a mail date; %#T: the time of day; %.3T: with milliseconds"},
    {"%u", DT_FMT_ARG_INT,    INT_SIZES, "integer", "decimal, unsigned"},
    {"%x", DT_FMT_ARG_INT,    INT_SIZES, "integer", "hexadecimal"},
    {"%X", DT_FMT_ARG_INT,    INT_SIZES, "integer", "hexadecimal, upper case"},
    {"%Y", DT_FMT_ARG_TIME,   "",        "int64_t", "nanoseconds since 1970 as year, month, day and time; %#Y: as 2026-11-22 13:20:00; %.3Y: with milliseconds"},
    // clang-format on
};
const size_t dt_n_format_convs = dt_array_len(dt_format_convs);

const struct dt_format_conv *dt_format_conv_lookup(char name)
{
	for (size_t i = 0; i < dt_array_len(dt_format_convs); i++)
		if (dt_format_convs[i].name[1] == name)
			return &dt_format_convs[i];
	return NULL;
}

struct scan {
	const char *at, *end;
	char *out;     // next free byte of the strings' buffer
	bool overflow; // a number does not fit
};

static bool next_is(const struct scan *s, char c)
{
	return s->at < s->end && *s->at == c;
}

/** Parses decimal digits. Returns -1 if there are none. */
static int scan_number(struct scan *s)
{
	int n = -1;

	for (; s->at < s->end && isdigit((unsigned char)*s->at); s->at++) {
		n = n < 0 ? 0 : n;
		s->overflow |= __builtin_mul_overflow(n, 10, &n) ||
			       __builtin_add_overflow(n, *s->at - '0', &n);
	}
	return n;
}

static void scan_flags(struct scan *s, struct dt_format_item *item)
{
	static const char letters[] = "#0-+ '";

	for (; s->at < s->end; s->at++) {
		const char *letter = *s->at ? strchr(letters, *s->at) : NULL;

		if (letter)
			item->flags |= 1u << (letter - letters);
		else if (*s->at == '@')
			item->is_agg = true;
		else
			break;
	}
}

static void scan_width(struct scan *s, struct dt_format_item *item)
{
	if (next_is(s, '?')) {
		s->at++;
		item->pointer_width = true;
		item->width = 16;
	} else if (next_is(s, '*')) {
		s->at++;
		item->star_width = true;
	} else {
		item->width = scan_number(s);
	}
	if (!next_is(s, '.'))
		return;
	s->at++;
	if (next_is(s, '*')) {
		s->at++;
		item->star_precision = true;
	} else {
		int n = scan_number(s);

		item->precision = n < 0 ? 0 : n;
	}
}

/** Reports whether the conversion accepts the size. */
static bool size_fits(const struct dt_format_conv *conv, const char *size)
{
	size_t len = strlen(size);

	for (const char *p = conv->sizes; *p;) {
		size_t n = strcspn(p, " ");

		if (n == len && memcmp(p, size, n) == 0)
			return true;
		p += n + (p[n] == ' ');
	}
	return len == 0;
}

static struct dt_error *scan_conversion(struct scan *s, struct dt_format_item *item)
{
	const char *start = s->at - 1;
	size_t n = 0;

	item->width = item->precision = -1;
	scan_flags(s, item);
	scan_width(s, item);
	if (next_is(s, '@')) {
		s->at++;
		item->is_agg = true;
	}
	while (s->at < s->end && *s->at && strchr("hlLw", *s->at) && n < 2)
		item->size[n++] = *s->at++;
	if (s->at == s->end)
		return dt_error_new(DT_ERR_USAGE,
				    "conversion without a letter at the end of the format");
	item->conv = dt_format_conv_lookup(*s->at++);
	item->text = s->out;
	memcpy(s->out, start, (size_t)(s->at - start));
	s->out += s->at - start;
	*s->out++ = '\0';
	if (!item->conv)
		return dt_error_new(DT_ERR_USAGE, "%s is not a valid conversion", item->text);
	if (s->overflow)
		return dt_error_new(DT_ERR_USAGE, "%s has a number that is too large", item->text);
	if (!size_fits(item->conv, item->size))
		return dt_error_new(DT_ERR_USAGE, "size %s does not go with conversion %%%c in %s",
				    item->size, item->conv->name[1], item->text);
	return NULL;
}

/** Parses an item: a literal up to the next conversion or the end, then the conversion. */
static struct dt_error *scan_item(struct scan *s, struct dt_format_item *item)
{
	struct dt_error *err = NULL;

	item->literal = s->out;
	while (s->at < s->end) {
		if (*s->at != '%') {
			*s->out++ = *s->at++;
		} else if (s->at + 1 < s->end && s->at[1] == '%') {
			*s->out++ = '%';
			s->at += 2;
		} else {
			break;
		}
	}
	item->literal_len = (size_t)(s->out - item->literal);
	*s->out++ = '\0';
	if (s->at < s->end) {
		s->at++;
		err = scan_conversion(s, item);
	}
	return err;
}

struct dt_error *dt_format_parse(struct dt_format *ret, const char *text, size_t len)
{
	dt_vec(struct dt_format_item) items = {0};
	// Each item adds two NULs and, except the last, consumes at least two bytes of the text.
	char *buffer = dt_malloc(2 * len + 4);
	struct scan s = {.at = text, .end = text + len, .out = buffer};
	struct dt_error *err = NULL;

	while (s.at < s.end && !err) {
		struct dt_format_item item = {.width = -1, .precision = -1};

		err = scan_item(&s, &item);
		dt_vec_push(&items, item);
	}
	struct dt_format f = {items.data, items.len, buffer};
	if (err)
		dt_format_deinit(&f);
	else
		*ret = f;
	return err;
}

void dt_format_deinit(struct dt_format *f)
{
	free(f->items);
	free(f->text);
	*f = (struct dt_format){0};
}

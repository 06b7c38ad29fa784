/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Formatted printing. Numbers without unusual flags are formatted here; for the others, a format
 * string for libc is built once. Source: the illumos DTrace guide, "Output Formatting".
 *
 * A number has the width of its field and, for %d, the sign of its type; %i is always signed. The
 * size letters h and hh cut it. A precision of 0 counts as none.
 */
#include "consume/print/printf.h"

#include "types/types.h"

#include <stdlib.h>
#include <string.h>

enum { LOOKUP_BYTES = 1100 };

/** A conversion that is being printed. */
struct cell {
	const struct dt_printf_item *item;
	struct dt_out *out;
	struct dt_names *names;
	const uint8_t *base;
	const struct dt_agg_table *table;
	const struct dt_agg_row *row;
	unsigned flags;
	int width, precision; // -1: none
	int64_t number;	      // of an aggregation
};

static void make_spec(struct dt_printf_item *item)
{
	static const char letters[] = "#0-+ '";
	const char *length = item->conv && strchr("diouxX", item->conv) ? "ll" : "";
	size_t n = 0;

	item->spec[n++] = '%';
	for (unsigned i = 0; letters[i]; i++)
		if (item->parsed->flags & (1u << i))
			item->spec[n++] = letters[i];
	snprintf(item->spec + n, sizeof(item->spec) - n, "*.*%s%c", length,
		 item->conv == 'i' ? 'd' : item->conv);
}

static struct dt_error *take_field(const struct dt_field **ret, const struct dt_field *fields,
				   size_t n, size_t *next)
{
	if (*next >= n)
		return dt_error_new(DT_ERR_OTHER, "format has more conversions than arguments");
	*ret = &fields[(*next)++];
	return NULL;
}

static void describe_item(struct dt_printf_item *item, const struct dt_format_item *f)
{
	bool typed = item->arg && item->arg->kind == DT_FIELD_INT;

	item->is_signed = f->conv->name[1] == 'i' ||
			  (f->conv->name[1] == 'd' && (!typed || dt_field_is_signed(item->arg)));
	item->bits = !strcmp(f->size, "hh") ? 8 : !strcmp(f->size, "h") ? 16 : 64;
	item->plain = strchr("diux", f->conv->name[1]) && !(f->flags & ~(unsigned)DT_FMT_LEFT) &&
		      f->precision <= 0 && !f->star_precision && !f->star_width;
	make_spec(item);
}

struct dt_error *dt_printf_init(struct dt_printf *p, const char *text,
				const struct dt_field *fields, size_t n_fields, size_t n_aggs)
{
	size_t next = 0;
	unsigned agg = 0;

	*p = (struct dt_printf){0};
	DT_TRY(dt_format_parse(&p->parsed, text, strlen(text)));
	p->n = p->parsed.n_items;
	p->items = dt_zalloc((p->n + 1) * sizeof(*p->items));
	for (size_t i = 0; i < p->n; i++) {
		const struct dt_format_item *f = &p->parsed.items[i];
		struct dt_printf_item *item = &p->items[i];

		item->parsed = f;
		if (!f->conv)
			continue;
		item->conv = f->conv->name[1];
		if (f->star_width)
			DT_TRY(take_field(&item->width, fields, n_fields, &next));
		if (f->star_precision)
			DT_TRY(take_field(&item->precision, fields, n_fields, &next));
		if (f->is_agg && n_aggs)
			item->agg = agg + 1 < n_aggs ? agg++ : agg;
		else
			DT_TRY(take_field(&item->arg, fields, n_fields, &next));
		describe_item(item, f);
	}
	return NULL;
}

void dt_printf_deinit(struct dt_printf *p)
{
	free(p->items);
	dt_format_deinit(&p->parsed);
	*p = (struct dt_printf){0};
}

static void print_padded(const struct cell *c, const char *text, size_t len)
{
	dt_out_padded(c->out, text, len, c->width > 0 ? (size_t)c->width : 0,
		      c->flags & DT_FMT_LEFT);
}

/** The same for text that is not formatted from a number. */
static void print_untrusted(const struct cell *c, const char *text, size_t len)
{
	const struct dt_field *f = c->item->arg;

	dt_out_untrusted(c->out, text, len, c->width > 0 ? (size_t)c->width : 0,
			 c->flags & DT_FMT_LEFT, !f || !f->is_data);
}

/** Returns the number of a conversion, extended by sign if `is_signed`. */
static int64_t conversion_number(const struct cell *c, bool is_signed)
{
	const struct dt_field *f = c->item->arg;
	int64_t v = 0;

	if (!f)
		return c->number;
	switch (f->kind) {
	case DT_FIELD_INT:
		v = dt_field_int_as(f, c->base, is_signed);
		break;
	case DT_FIELD_SYM:
		memcpy(&v, c->base + f->offset, sizeof(v));
		break;
	case DT_FIELD_USYM:
		memcpy(&v, c->base + f->offset + 8, sizeof(v));
		break;
	default:
		break;
	}
	if (c->item->bits < 64) {
		unsigned shift = 64 - c->item->bits;

		v = is_signed ? (int64_t)((uint64_t)v << shift) >> shift
			      : (int64_t)((uint64_t)v << shift >> shift);
	}
	return v;
}

static void print_plain(const struct cell *c)
{
	char buf[DT_OUT_NUMBER], *end = buf + sizeof(buf), *p;
	int64_t v = conversion_number(c, c->item->is_signed);

	if (c->item->conv == 'x' || c->item->conv == 'p') {
		p = end;
		for (uint64_t u = (uint64_t)v; p == end || u; u >>= 4)
			*--p = "0123456789abcdef"[u & 15];
	} else if (c->item->is_signed && v < 0) {
		p = dt_out_decimal(buf, 0 - (uint64_t)v);
		*--p = '-';
	} else {
		p = dt_out_decimal(buf, (uint64_t)v);
	}
	print_padded(c, p, (size_t)(end - p));
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"

/** Returns the width as libc takes it for `*`: negative for left-aligned. */
static int libc_width(const struct cell *c)
{
	int width = c->width < 0 ? 0 : c->width;

	return c->flags & DT_FMT_LEFT ? -width : width;
}

static void print_number(const struct cell *c)
{
	char spec[sizeof(c->item->spec)];
	int64_t v = conversion_number(c, c->item->is_signed);

	if (c->item->plain) {
		print_plain(c);
		return;
	}
	strcpy(spec, c->item->spec);
	if (spec[strlen(spec) - 1] == 'd' && !c->item->is_signed)
		spec[strlen(spec) - 1] = 'u';
	dt_out_printf(c->out, spec, libc_width(c), c->precision, (long long)v);
}

static void print_cell_float(const struct cell *c)
{
	const struct dt_field *f = c->item->arg;
	char spec[sizeof(c->item->spec) + 1];
	long double v = 0;
	size_t n = strlen(c->item->spec);

	if (f)
		(void)dt_value_float(f->type, c->base + f->offset, f->size, &v);
	memcpy(spec, c->item->spec, n - 1);
	spec[n - 1] = 'L';
	spec[n] = c->item->conv;
	spec[n + 1] = '\0';
	dt_out_printf(c->out, spec, libc_width(c), c->precision, v);
}

#pragma GCC diagnostic pop

/** Writes a character in UTF-8. Returns the length. */
static size_t encode_utf8(char *p, uint32_t c)
{
	if (c < 0x80) {
		p[0] = (char)c;
		return 1;
	}
	if (c >= 0x110000)
		c = 0xfffd;
	size_t n = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
	for (size_t i = n - 1; i; i--, c >>= 6)
		p[i] = (char)(0x80 | (c & 0x3f));
	p[0] = (char)((0xf00 >> n & 0xff) | c);
	return n;
}

static void print_char(const struct cell *c)
{
	int64_t v = conversion_number(c, false);
	struct dt_str escaped = {0};
	char text[4];

	if (c->item->conv == 'C') {
		text[0] = (char)v;
		dt_str_escape(&escaped, text, 1);
		print_padded(c, dt_str_text(&escaped), escaped.len);
		dt_str_deinit(&escaped);
	} else if (c->item->parsed->size[0]) {
		print_padded(c, text, encode_utf8(text, (uint32_t)v));
	} else {
		text[0] = (char)v;
		print_padded(c, text, 1);
	}
}

/** Appends a string of 32-bit characters in UTF-8. */
static void append_wide(struct dt_str *out, const uint8_t *bytes, size_t size)
{
	for (size_t i = 0; i + 4 <= size; i += 4) {
		uint32_t wide;
		char text[4];

		memcpy(&wide, bytes + i, sizeof(wide));
		if (!wide)
			break;
		dt_str_append_n(out, text, encode_utf8(text, wide));
	}
}

static void print_string(const struct cell *c)
{
	const struct dt_field *f = c->item->arg;
	struct dt_str made = {0};
	size_t len = 0;
	const char *text = f ? dt_field_text(c->names, f, c->base, &len) : NULL;
	bool is_wide = c->item->parsed->size[0], is_made = !text || is_wide || c->item->conv == 'S';

	if (!text && !(f && dt_value_name(&made, f->type, dt_field_int(f, c->base))))
		dt_str_printf(&made, "%lld", (long long)conversion_number(c, true));
	else if (text && c->item->conv == 'S')
		dt_str_escape(&made, text, len);
	else if (text && is_wide)
		append_wide(&made, c->base + f->offset, f->kind == DT_FIELD_PROBE ? 0 : f->size);
	if (is_made) {
		text = dt_str_text(&made);
		len = made.len;
	}
	if (c->precision >= 0 && (size_t)c->precision < len)
		len = (size_t)c->precision;
	print_untrusted(c, text, len);
	if (made.cap)
		dt_str_deinit(&made);
}

/** Prints %#p. */
static void print_prefixed(const struct cell *c)
{
	char text[32];
	int n =
	    snprintf(text, sizeof(text), "0x%llx", (unsigned long long)conversion_number(c, false));

	print_padded(c, text, (size_t)n);
}

/**
 * Prints %a and %A: kernel and user addresses. For an integer, %A is an address of the target.
 * Results of mod(), umod(), sym() … keep their form, e.g. only the object's name for umod().
 */
static void print_address(const struct cell *c)
{
	const struct dt_field *f = c->item->arg;
	bool user = c->item->conv == 'A';
	struct dt_str text = {0};

	if (f && (f->kind == DT_FIELD_SYM || f->kind == DT_FIELD_USYM))
		dt_symbols_show_field(&c->names->symbols, &text, f, c->base);
	else
		dt_symbols_show(&c->names->symbols, &text,
				user ? c->names->config->target : DT_KERNEL,
				(uint64_t)conversion_number(c, false), DT_FORM_ADDRESS);
	print_untrusted(c, dt_str_text(&text), text.len);
	dt_str_deinit(&text);
}

static void print_stack(const struct cell *c)
{
	const struct dt_field *f = c->item->arg;

	if (f && (f->kind == DT_FIELD_KSTACK || f->kind == DT_FIELD_USTACK))
		dt_value_stack(c->out, c->names, f, c->base,
			       c->width > 0
				   ? (size_t)c->width
				   : (size_t)c->names->config->options->v[DT_OPT_stackindent]);
}

/** Prints %T and %Y. With `#`, %T is the time of day and %Y has the ISO format. The precision is
 * the number of digits of the fraction. */
static size_t print_time(const struct cell *c, char *text, size_t size)
{
	static const char *const dates[2][2] = {{"%a, %d %b %Y %T", "%Y %b %e %T"},
						{"%T", "%F %T"}};
	bool is_short = c->flags & DT_FMT_ALT, is_year = c->item->conv == 'Y';

	return dt_lookup_time(text, size, conversion_number(c, true),
			      &(struct dt_time_form){.date = dates[is_short][is_year],
						     .digits = c->precision,
						     .zone = is_short || is_year ? "" : " %Z"});
}

static void print_lookup(const struct cell *c)
{
	const struct dt_field *f = c->item->arg;
	char text[LOOKUP_BYTES], address[256];
	size_t len = 0, n = 0;
	const char *from;

	switch (c->item->conv) {
	case 'T':
	case 'Y':
		n = print_time(c, text, sizeof(text));
		break;
	case 'P':
		n = dt_lookup_port(text, sizeof(text), (uint16_t)conversion_number(c, false));
		break;
	default:
		from = f ? dt_field_text(c->names, f, c->base, &len) : NULL;
		snprintf(address, sizeof(address), "%.*s", (int)len, from ? from : "");
		n = dt_lookup_host(text, sizeof(text), address);
		break;
	}
	print_untrusted(c, text, n);
}

static void print_conversion(const struct cell *c)
{
	switch (c->item->conv) {
	case 'c':
	case 'C':
		print_char(c);
		break;
	case 's':
	case 'S':
		print_string(c);
		break;
	case 'p':
		// Hexadecimal without a prefix, which `#` adds.
		if (c->flags & DT_FMT_ALT)
			print_prefixed(c);
		else
			print_plain(c);
		break;
	case 'a':
	case 'A':
		print_address(c);
		break;
	case 'k':
		print_stack(c);
		break;
	case 'T':
	case 'Y':
	case 'P':
	case 'I':
		print_lookup(c);
		break;
	case 'e':
	case 'E':
	case 'f':
	case 'F':
	case 'g':
	case 'G':
		print_cell_float(c);
		break;
	default:
		print_number(c);
		break;
	}
}

/** Prints each number of the aggregation, with blanks between; or the buckets. */
static void print_aggregation(struct cell *c)
{
	const struct dt_agg *g = c->table->aggs[c->item->agg];
	const struct dt_agg_elem *e = c->row->elems[c->item->agg];
	int64_t numbers[DT_SUMMARY_NUMBERS];
	size_t n = dt_agg_numbers(g, e, numbers);

	if (!n)
		dt_histogram_print(c->out, &g->histogram, (const int64_t *)dt_agg_words(g, e),
				   dt_scale_of(c->names->config->options, g->normal));
	for (size_t i = 0; i < n; i++) {
		if (i)
			dt_out_char(c->out, ' ');
		c->number = numbers[i];
		print_conversion(c);
	}
}

/** Limits a number of columns, which may come from a process, to a million. */
static int clamp_columns(int64_t n)
{
	enum { MOST = 1 << 20 };

	return n > MOST ? MOST : n < -MOST ? -MOST : (int)n;
}

static int star_columns(const struct cell *c, const struct dt_field *f)
{
	const struct dt_printf_item item = {.arg = f, .bits = 64};
	const struct cell argument = {.item = &item, .base = c->base};

	return clamp_columns(conversion_number(&argument, true));
}

static void resolve_columns(struct cell *c)
{
	const struct dt_printf_item *item = c->item;

	c->flags = item->parsed->flags;
	c->width = item->width ? star_columns(c, item->width) : item->parsed->width;
	c->precision = item->precision ? star_columns(c, item->precision) : item->parsed->precision;
	if (c->precision == 0)
		c->precision = -1;
	if (item->width && c->width < 0) {
		c->width = -c->width;
		c->flags |= DT_FMT_LEFT;
	}
}

void dt_printf_print(const struct dt_printf *p, struct dt_out *o, struct dt_names *names,
		     const uint8_t *base, const struct dt_agg_table *table,
		     const struct dt_agg_row *row)
{
	struct cell c = {.out = o, .names = names, .base = base, .table = table, .row = row};

	for (size_t i = 0; i < p->n; i++) {
		const struct dt_printf_item *item = &p->items[i];

		dt_out_bytes(o, item->parsed->literal, item->parsed->literal_len);
		if (!item->conv)
			continue;
		c.item = item;
		resolve_columns(&c);
		if (!item->arg)
			print_aggregation(&c);
		else if (item->plain)
			print_plain(&c);
		else
			print_conversion(&c);
	}
}

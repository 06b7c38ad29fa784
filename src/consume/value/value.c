/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads fields, and prints values in their default forms.
 */
#include "consume/value/value.h"

#include "consume/value/stack.h"
#include "types/types.h"

#include <ctype.h>
#include <float.h>
#include <string.h>

bool dt_field_check(const struct dt_field *f, uint32_t limit)
{
	if (f->offset > limit || f->size > limit - f->offset)
		return false;
	switch (f->kind) {
	case DT_FIELD_INT:
		return f->size == 1 || f->size == 2 || f->size == 4 || f->size == 8;
	case DT_FIELD_PROBE:
		return f->size >= 4 && (unsigned)f->part <= DT_PART_NAME;
	case DT_FIELD_KSTACK:
	case DT_FIELD_USTACK:
		return f->size >= 8 && (f->size - 8) / 8 >= f->max_frames;
	case DT_FIELD_SYM:
		return f->size >= 8;
	case DT_FIELD_USYM:
		return f->size >= 16;
	default:
		return true;
	}
}

bool dt_field_is_signed(const struct dt_field *f)
{
	return !f->type || dt_type_is_signed(f->type);
}

uint32_t dt_field_width(const struct dt_field *f)
{
	uint64_t size = f->size;

	if (f->type && dt_type_is_integer(f->type))
		size = dt_type_resolve(f->type)->size;
	return size < f->size ? (uint32_t)size : f->size;
}

/** Returns an integer of 1, 2, 4 or 8 bytes. A memcpy() of a variable size would be a call. */
static inline uint64_t load_int(const uint8_t *p, uint32_t size)
{
	uint64_t v = 0;

	switch (size) {
	case 8:
		memcpy(&v, p, 8);
		break;
	case 4:
		memcpy(&v, p, 4);
		break;
	case 2:
		memcpy(&v, p, 2);
		break;
	default:
		v = *p;
	}
	return v;
}

int64_t dt_field_int_as(const struct dt_field *f, const uint8_t *base, bool is_signed)
{
	uint32_t width = dt_field_width(f);
	uint64_t v = load_int(base + f->offset, f->size);

	if (width < f->size && dt_type_cut(f->type, v) != v)
		width = f->size;
	unsigned shift = 64 - 8 * width;
	return is_signed ? (int64_t)(v << shift) >> shift : (int64_t)(v << shift >> shift);
}

int64_t dt_field_int(const struct dt_field *f, const uint8_t *base)
{
	return dt_field_int_as(f, base, dt_field_is_signed(f));
}

bool dt_value_float(const struct dt_type *t, const uint8_t *bytes, size_t size, long double *ret)
{
	// Of the x87's format, ten bytes are significant; that of other processors has no padding.
	enum { BYTES = LDBL_MANT_DIG == 64 ? 10 : sizeof(*ret) };
	float single;
	double dbl;

	t = t ? dt_type_resolve(t) : NULL;
	if (!t || t->kind != DT_TYPE_FLOAT || size < t->size)
		return false;
	*ret = 0;
	if (t->size == sizeof(single)) {
		memcpy(&single, bytes, sizeof(single));
		*ret = (long double)single;
	} else if (t->size == sizeof(dbl)) {
		memcpy(&dbl, bytes, sizeof(dbl));
		*ret = (long double)dbl;
	} else {
		memcpy(ret, bytes, BYTES);
	}
	return true;
}

const char *dt_field_text(struct dt_names *names, const struct dt_field *f, const uint8_t *base,
			  size_t *len)
{
	const uint8_t *data = base + f->offset;
	const char *text = (const char *)data;
	uint32_t probe;

	switch (f->kind) {
	case DT_FIELD_STRING:
	case DT_FIELD_BYTES:
		*len = strnlen(text, f->size);
		return text;
	case DT_FIELD_TEXT:
		memcpy(&text, data, sizeof(text));
		*len = strlen(text);
		return text;
	case DT_FIELD_PROBE:
		memcpy(&probe, data, sizeof(probe));
		text = dt_names_get(names, probe)->part[f->part];
		*len = strlen(text);
		return text;
	default:
		return NULL;
	}
}

static bool is_texty(uint8_t c)
{
	return isprint(c) || isspace(c) || c == '\b' || c == '\a';
}

/** Reports whether the bytes look like a string: printable characters, then only NULs. */
static bool looks_like_text(const uint8_t *bytes, size_t n, size_t *len)
{
	size_t i = 0;

	while (i < n && is_texty(bytes[i]))
		i++;
	*len = i;
	while (i < n && !bytes[i])
		i++;
	return *len && i == n;
}

static void dump_row(struct dt_out *o, const uint8_t *bytes, size_t at, size_t n)
{
	dt_out_printf(o, "     %5zx:", at);
	for (size_t i = 0; i < 16; i++) {
		if (i < n) {
			dt_out_char(o, ' ');
			dt_out_hex(o, bytes[at + i], 2);
		} else {
			dt_out_text(o, "   ");
		}
	}
	dt_out_text(o, "  ");
	for (size_t i = 0; i < n; i++) {
		uint8_t c = bytes[at + i];

		dt_out_char(o, c < ' ' || c > '~' ? '.' : (char)c);
	}
	dt_out_char(o, '\n');
}

void dt_value_dump(struct dt_out *o, const uint8_t *bytes, size_t n)
{
	if (!n)
		return;
	dt_out_text(o, "\n           ");
	for (const char *c = "0123456789abcdef"; *c; c++) {
		dt_out_text(o, "  ");
		dt_out_char(o, *c);
	}
	dt_out_text(o, "  0123456789abcdef\n");
	for (size_t at = 0; at < n; at += 16)
		dump_row(o, bytes, at, n - at < 16 ? n - at : 16);
}

void dt_value_stack(struct dt_out *o, struct dt_names *names, const struct dt_field *f,
		    const uint8_t *base, size_t indent)
{
	struct dt_stack_text stack = {0};

	dt_stack_text_fill(&stack, &names->symbols, f, base, true);
	if (f->has_default_frames)
		dt_stack_text_mark(&stack);
	dt_out_char(o, '\n');
	dt_vec_foreach (&stack.lines, line) {
		dt_out_fill(o, ' ', line->is_uncertain && indent > 2 ? indent - 2 : indent);
		if (line->is_uncertain)
			dt_out_text(o, "? ");
		dt_out_name(o, stack.text.data + line->start, line->len, 0, true);
		dt_out_char(o, '\n');
	}
	dt_stack_text_deinit(&stack);
}

/** Prints the frames of a stack's text like dt_value_stack(). */
static void print_frames(struct dt_out *o, const char *text, size_t len, size_t indent)
{
	dt_out_char(o, '\n');
	for (const char *end = text + len, *next; text < end; text = next + 1) {
		next = memchr(text, '\n', (size_t)(end - text));
		next = next ? next : end;
		dt_out_fill(o, ' ', indent);
		dt_out_name(o, text, (size_t)(next - text), 0, true);
		dt_out_char(o, '\n');
	}
}

static void print_text(struct dt_out *o, const struct dt_field *f, const char *text, size_t len,
		       const struct dt_value_style *style)
{
	if (!style->quiet)
		dt_out_text(o, "  ");
	dt_out_untrusted(o, text, len, style->quiet ? 0 : style->text_width, true, !f->is_data);
}

/** Prints a floating-point number in the columns of an integer of that size. Returns false if the
 *  field has another type. */
static bool print_field_float(struct dt_out *o, const struct dt_field *f, const uint8_t *base,
			      bool quiet)
{
	char text[64];
	long double v;
	int n;

	if (!dt_value_float(f->type, base + f->offset, f->size, &v))
		return false;
	n = snprintf(text, sizeof(text), "%*Lg", quiet ? 0 : f->size < 8 ? 8 : 16, v);
	if (!quiet)
		dt_out_char(o, ' ');
	dt_out_bytes(o, text, (size_t)n);
	return true;
}

/** Prints an address. It is padded in quiet mode too, as DTrace always did. */
static void print_address(struct dt_out *o, struct dt_names *names, const struct dt_field *f,
			  const uint8_t *base)
{
	struct dt_str text = {0};

	dt_symbols_show_field(&names->symbols, &text, f, base);
	dt_out_text(o, "  ");
	dt_out_name(o, text.data, text.len, DT_KEY_WIDTH, true);
	dt_str_deinit(&text);
}

// Words of 4 and 8 bytes are always printed signed, as DTrace always did. Smaller ones follow their
// type, so that a uint8_t of 200 and a char of -1 keep their values.
static void print_int(struct dt_out *o, const struct dt_field *f, const uint8_t *base, bool quiet)
{
	static const size_t widths[9] = {[1] = 3, [2] = 5, [4] = 8, [8] = 16};
	uint32_t width = dt_field_width(f);
	int64_t v = dt_field_int_as(f, base, width >= 4 || dt_field_is_signed(f));

	if (!quiet)
		dt_out_char(o, ' ');
	dt_out_int(o, v, quiet ? 0 : widths[width]);
}

static void print_bytes(struct dt_out *o, const struct dt_field *f, const uint8_t *base,
			const struct dt_value_style *style)
{
	const uint8_t *bytes = base + f->offset;
	size_t len;

	if (!style->rawbytes && looks_like_text(bytes, f->size, &len))
		print_text(o, f, (const char *)bytes, len, style);
	else
		dt_value_dump(o, bytes, f->size);
}

void dt_value_print(struct dt_out *o, struct dt_names *names, const struct dt_field *f,
		    const uint8_t *base, const struct dt_value_style *style)
{
	const char *text;
	size_t len;

	if (f->kind <= DT_FIELD_BYTES && print_field_float(o, f, base, style->quiet))
		return;
	switch (f->kind) {
	case DT_FIELD_INT:
	case DT_FIELD_NAME:
		print_int(o, f, base, style->quiet);
		break;
	case DT_FIELD_STRING:
	case DT_FIELD_PROBE:
	case DT_FIELD_TEXT:
		text = dt_field_text(names, f, base, &len);
		if (f->has_frames)
			print_frames(o, text, len,
				     (size_t)names->config->options->v[DT_OPT_stackindent]);
		else if (style->rawbytes)
			dt_value_dump(o, (const uint8_t *)text, len + 1); // with the NUL
		else
			print_text(o, f, text, len, style);
		break;
	case DT_FIELD_BYTES:
		print_bytes(o, f, base, style);
		break;
	case DT_FIELD_KSTACK:
	case DT_FIELD_USTACK:
		dt_value_stack(o, names, f, base,
			       (size_t)names->config->options->v[DT_OPT_stackindent]);
		break;
	case DT_FIELD_SYM:
	case DT_FIELD_USYM:
		print_address(o, names, f, base);
		break;
	}
}

bool dt_field_is_chars(const struct dt_field *f)
{
	const struct dt_type *t = f->type ? dt_type_resolve(f->type) : NULL;

	return t && dt_type_is_stringlike(t);
}

void dt_value_print_typed(struct dt_out *o, struct dt_names *names, const struct dt_field *f,
			  const uint8_t *base)
{
	static const struct dt_value_style style = {.quiet = true, .text_width = DT_TRACE_WIDTH};

	if (dt_value_has_type(f))
		dt_value_typed(o, f->type, base + f->offset, f->size);
	else
		dt_value_print(o, names, f, base, &style);
}

enum dt_datum_kind dt_datum_kind(const struct dt_field *f)
{
	const struct dt_type *t = f->type ? dt_type_resolve(f->type) : NULL;

	switch (f->kind) {
	case DT_FIELD_INT:
	case DT_FIELD_NAME:
		return t && t->kind == DT_TYPE_FLOAT ? DT_DATUM_FLOAT : DT_DATUM_INTEGER;
	case DT_FIELD_BYTES:
		if (t && t->kind == DT_TYPE_FLOAT)
			return DT_DATUM_FLOAT;
		return dt_field_is_chars(f) ? DT_DATUM_STRING : DT_DATUM_BYTES;
	case DT_FIELD_STRING:
	case DT_FIELD_PROBE:
	case DT_FIELD_TEXT:
		return f->has_frames  ? DT_DATUM_STACK
		       : f->is_symbol ? DT_DATUM_SYMBOL
				      : DT_DATUM_STRING;
	case DT_FIELD_KSTACK:
	case DT_FIELD_USTACK:
		return DT_DATUM_STACK;
	case DT_FIELD_SYM:
	case DT_FIELD_USYM:
		break;
	}
	return DT_DATUM_SYMBOL;
}

const char *dt_datum_name(struct dt_arena *arena, const struct dt_field *f, const char *otherwise,
			  const char *const *earlier, size_t n)
{
	bool is_taken = !f->name;

	for (size_t i = 0; i < n && !is_taken; i++)
		is_taken = !strcmp(earlier[i], f->name);
	return is_taken ? dt_arena_printf(arena, "%s_%zu", f->name ? f->name : otherwise, n)
			: dt_arena_strdup(arena, f->name);
}

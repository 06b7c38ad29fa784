/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * print(): a value with its type, like a C initialiser.
 *
 *	struct timespec {
 *	    long tv_sec = 0x5
 *	    long tv_nsec = 0
 *	}
 *
 * Integers are hexadecimal. Enumerators and values of named types (src/types/named.def) are shown
 * by name, arrays in brackets, arrays of char as text. A traced program may supply the types, with
 * any nesting and any sizes. Therefore depth, bytes and members are bounded.
 */
#include "consume/value/value.h"

#include "types/named.h"
#include "types/types.h"

#include <string.h>

enum {
	MAX_DEPTH = 32,
	MAX_MEMBERS = 65536, // three times those of the kernel's largest, struct pglist_data
	INDENT = 4,
};

/** The value that is being printed. `size` bytes exist, even if the type is larger. */
struct printer {
	struct dt_out *out;
	const uint8_t *bytes;
	uint64_t size;
	unsigned members; // number that may still be printed
};

static void print_value(struct printer *p, const struct dt_type *t, uint64_t bit, unsigned width,
			unsigned depth);

/** Returns `width` bits, at most 64, from bit `at`. Bits outside the bytes are 0. */
static uint64_t bits_at(const struct printer *p, uint64_t at, unsigned width)
{
	uint64_t v = 0;

	for (unsigned i = 0; i < width; i++) {
		uint64_t bit = at + i;

		if (bit / 8 < p->size)
			v |= (uint64_t)(p->bytes[bit / 8] >> (bit % 8) & 1) << i;
	}
	return v;
}

static void print_number(struct printer *p, uint64_t v)
{
	if (v)
		dt_out_text(p->out, "0x");
	dt_out_hex(p->out, v, 1);
}

static const char *find_enumerator(const struct dt_type *t, int64_t v)
{
	for (size_t i = 0; i < t->n_enumerators; i++)
		if (t->enumerators[i].value == v)
			return t->enumerators[i].name;
	return NULL;
}

bool dt_value_name(struct dt_str *out, const struct dt_type *t, int64_t v)
{
	const struct dt_named_type *named = dt_named_type(t);
	const char *name;

	if (named) {
		dt_named_append(out, named, v);
		return true;
	}
	t = t ? dt_type_resolve(t) : NULL;
	name = t && t->kind == DT_TYPE_ENUM ? find_enumerator(t, v) : NULL;
	if (name)
		dt_str_append(out, name);
	return name;
}

static void print_enum(struct printer *p, const struct dt_type *t, uint64_t v, unsigned width)
{
	int64_t sv =
	    width && width < 64 ? (int64_t)(v << (64 - width)) >> (64 - width) : (int64_t)v;

	const char *name = find_enumerator(t, (int64_t)v);

	if (!name)
		name = find_enumerator(t, sv);
	if (name)
		dt_out_text(p->out, name);
	else
		print_number(p, v);
}

/** Reports whether the type is a character of text. unsigned char, and thus uint8_t, is a number.
 */
static bool is_text(const struct dt_type *t)
{
	return t->kind == DT_TYPE_INT && t->is_char && t->is_signed;
}

static void print_char(struct printer *p, uint64_t v)
{
	if (v >= ' ' && v <= '~')
		dt_out_printf(p->out, "'%c'", (int)v);
	else
		print_number(p, v);
}

static void print_text(struct printer *p, uint64_t byte, uint64_t n)
{
	struct dt_str escaped = {0};

	n = byte >= p->size ? 0 : n > p->size - byte ? p->size - byte : n;
	const char *text = (const char *)p->bytes + byte;
	dt_str_escape(&escaped, text, n ? strnlen(text, n) : 0);
	dt_out_char(p->out, '"');
	dt_out_text(p->out, dt_str_text(&escaped));
	dt_out_char(p->out, '"');
	dt_str_deinit(&escaped);
}

static void print_array(struct printer *p, const struct dt_type *t, uint64_t bit, unsigned depth)
{
	const struct dt_type *of = dt_type_resolve(t->ref);

	dt_out_text(p->out, "[ ");
	if (is_text(of)) {
		print_text(p, bit / 8, t->nelems);
	} else {
		uint64_t room = bit / 8 < p->size ? p->size - bit / 8 : 0;
		uint64_t n = of->size ? (room + of->size - 1) / of->size : 0;

		for (uint64_t i = 0; i < t->nelems && i < n && p->members; i++) {
			dt_out_text(p->out, i ? ", " : "");
			print_value(p, t->ref, bit + i * of->size * 8, 0, depth + 1);
		}
	}
	dt_out_text(p->out, " ]");
}

static void print_members(struct printer *p, const struct dt_type *t, uint64_t bit, unsigned depth)
{
	struct dt_str name = {0};

	dt_out_text(p->out, "{\n");
	for (size_t i = 0; i < t->n_members && p->members; i++) {
		const struct dt_member *m = &t->members[i];

		dt_str_clear(&name);
		dt_type_print(&name, m->type);
		dt_out_fill(p->out, ' ', (size_t)INDENT * (depth + 1));
		if (!--p->members) {
			dt_out_text(p->out, "...\n");
			break;
		}
		dt_out_text(p->out, dt_str_text(&name));
		if (m->name) {
			dt_out_char(p->out, ' ');
			dt_out_text(p->out, m->name);
		}
		dt_out_text(p->out, " = ");
		print_value(p, m->type, bit + m->bit_offset, m->bit_width, depth + 1);
		dt_out_char(p->out, '\n');
	}
	dt_out_fill(p->out, ' ', (size_t)INDENT * depth);
	dt_out_char(p->out, '}');
	dt_str_deinit(&name);
}

static void print_member_float(struct printer *p, const struct dt_type *t, uint64_t bit)
{
	uint8_t bytes[sizeof(long double)];
	long double v = 0;

	for (unsigned i = 0; i < sizeof(bytes); i++)
		bytes[i] = (uint8_t)bits_at(p, bit + 8 * i, 8);
	(void)dt_value_float(t, bytes, sizeof(bytes), &v);
	dt_out_printf(p->out, "%Lg", v);
}

static void print_named(struct printer *p, const struct dt_named_type *named, uint64_t v)
{
	dt_cleanup(dt_str_deinit) struct dt_str text = {0};

	dt_named_append(&text, named, (int64_t)v);
	dt_out_text(p->out, dt_str_text(&text));
}

static void print_value(struct printer *p, const struct dt_type *t, uint64_t bit, unsigned width,
			unsigned depth)
{
	const struct dt_named_type *named = dt_named_type(t);

	t = dt_type_resolve(t);
	unsigned bits = width ? width : t->size >= 8 ? 64 : (unsigned)t->size * 8;

	if (bits > 64)
		bits = 64;
	if (depth > MAX_DEPTH) {
		dt_out_text(p->out, "...");
		return;
	}
	switch (t->kind) {
	case DT_TYPE_STRUCT:
	case DT_TYPE_UNION:
		print_members(p, t, bit, depth);
		break;
	case DT_TYPE_ARRAY:
		print_array(p, t, bit, depth);
		break;
	case DT_TYPE_STRING:
		print_text(p, bit / 8, t->size);
		break;
	case DT_TYPE_FLOAT:
		print_member_float(p, t, bit);
		break;
	case DT_TYPE_ENUM:
		print_enum(p, t, bits_at(p, bit, bits), bits);
		break;
	case DT_TYPE_INT:
		if (named)
			print_named(p, named, bits_at(p, bit, bits));
		else if (is_text(t) && !width)
			print_char(p, bits_at(p, bit, 8));
		else
			print_number(p, bits_at(p, bit, bits));
		break;
	default:
		print_number(p, bits_at(p, bit, bits));
		break;
	}
}

bool dt_value_has_type(const struct dt_field *f)
{
	return f->type && f->kind <= DT_FIELD_BYTES;
}

void dt_value_typed(struct dt_out *o, const struct dt_type *t, const uint8_t *bytes, size_t size)
{
	struct printer p = {o, bytes, size, MAX_MEMBERS};
	struct dt_str name = {0};

	dt_type_print(&name, t);
	dt_out_text(o, dt_str_text(&name));
	dt_out_char(o, ' ');
	dt_str_deinit(&name);
	print_value(&p, t, 0, 0, 0);
}

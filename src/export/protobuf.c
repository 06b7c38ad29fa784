/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A message's length stands before its contents and has a variable size. dt_pb_end() knows it and
 * moves the contents to make room.
 */
#include "export/protobuf.h"

#include <assert.h>
#include <string.h>

enum wire_type { VARINT = 0, FIXED64 = 1, DELIMITED = 2 };

enum { VARINT_MAX = 10 }; // bytes

void dt_pb_deinit(struct dt_pb *p)
{
	dt_str_deinit(&p->bytes);
	*p = (struct dt_pb){0};
}

/** Writes a varint to `to` and returns its number of bytes. */
static size_t encode_varint(uint8_t to[VARINT_MAX], uint64_t value)
{
	size_t n = 0;

	for (; value >= 0x80; value >>= 7)
		to[n++] = (uint8_t)(value | 0x80);
	to[n++] = (uint8_t)value;
	return n;
}

static void append_fixed64(struct dt_pb *p, uint64_t value)
{
	char bytes[8];

	for (size_t i = 0; i < sizeof(bytes); i++)
		bytes[i] = (char)(value >> 8 * i);
	dt_str_append_n(&p->bytes, bytes, sizeof(bytes));
}

static uint64_t bits_of(double value)
{
	uint64_t bits;

	memcpy(&bits, &value, sizeof(bits));
	return bits;
}

void dt_pb_element(struct dt_pb *p, uint64_t value)
{
	uint8_t bytes[VARINT_MAX];

	dt_str_append_n(&p->bytes, (const char *)bytes, encode_varint(bytes, value));
}

void dt_pb_element_fixed64(struct dt_pb *p, uint64_t value)
{
	append_fixed64(p, value);
}

void dt_pb_element_double(struct dt_pb *p, double value)
{
	append_fixed64(p, bits_of(value));
}

static void append_tag(struct dt_pb *p, unsigned field, enum wire_type type)
{
	dt_pb_element(p, (uint64_t)field << 3 | type);
}

void dt_pb_varint_always(struct dt_pb *p, unsigned field, uint64_t value)
{
	append_tag(p, field, VARINT);
	dt_pb_element(p, value);
}

void dt_pb_varint(struct dt_pb *p, unsigned field, uint64_t value)
{
	if (value)
		dt_pb_varint_always(p, field, value);
}

void dt_pb_fixed64(struct dt_pb *p, unsigned field, uint64_t value)
{
	append_tag(p, field, FIXED64);
	append_fixed64(p, value);
}

void dt_pb_double(struct dt_pb *p, unsigned field, double value)
{
	dt_pb_fixed64(p, field, bits_of(value));
}

void dt_pb_bytes(struct dt_pb *p, unsigned field, const void *bytes, size_t len)
{
	append_tag(p, field, DELIMITED);
	dt_pb_element(p, len);
	dt_str_append_n(&p->bytes, bytes, len);
}

void dt_pb_begin(struct dt_pb *p, unsigned field)
{
	assert(p->depth < dt_array_len(p->begins));
	append_tag(p, field, DELIMITED);
	p->begins[p->depth++] = p->bytes.len;
}

void dt_pb_end(struct dt_pb *p)
{
	assert(p->depth);
	size_t begin = p->begins[--p->depth], len = p->bytes.len - begin, n;
	uint8_t bytes[VARINT_MAX];

	n = encode_varint(bytes, len);
	dt_str_append_n(&p->bytes, (const char *)bytes, n); // makes room
	memmove(p->bytes.data + begin + n, p->bytes.data + begin, len);
	memcpy(p->bytes.data + begin, bytes, n);
}

// ---- strings

size_t dt_utf8_valid(const char *text, size_t len)
{
	const uint8_t *s = (const uint8_t *)text;
	size_t n = s[0] < 0x80 ? 1 : s[0] < 0xc2 ? 0 : s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : 4;

	if (n > len || s[0] > 0xf4)
		return 0;
	for (size_t i = 1; i < n; i++)
		if ((s[i] & 0xc0) != 0x80)
			return 0;
	// longer forms of shorter characters, surrogates, and numbers beyond the last
	if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] >= 0xa0) ||
	    (s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] >= 0x90))
		return 0;
	return n;
}

void dt_pb_string_n(struct dt_pb *p, unsigned field, const char *text, size_t len)
{
	dt_pb_begin(p, field);
	for (size_t i = 0, n; i < len; i += n ? n : 1) {
		n = dt_utf8_valid(text + i, len - i);
		if (n)
			dt_str_append_n(&p->bytes, text + i, n);
		else
			dt_str_append(&p->bytes, "\xef\xbf\xbd");
	}
	dt_pb_end(p);
}

void dt_pb_string(struct dt_pb *p, unsigned field, const char *text)
{
	dt_pb_string_n(p, field, text, strlen(text));
}

// ---- reading

void dt_pb_read(struct dt_pb_reader *r, const void *bytes, size_t len)
{
	*r = (struct dt_pb_reader){.at = bytes, .end = (const uint8_t *)bytes + len};
}

static bool read_varint(struct dt_pb_reader *r, uint64_t *ret)
{
	*ret = 0;
	for (unsigned shift = 0; r->at < r->end && shift < 7 * VARINT_MAX; shift += 7) {
		*ret |= (uint64_t)(*r->at & 0x7f) << shift;
		if (*r->at++ < 0x80)
			return true;
	}
	return false;
}

static bool read_fixed64(struct dt_pb_reader *r)
{
	r->value = 0;
	if (r->end - r->at < 8)
		return false;
	for (unsigned i = 0; i < 8; i++)
		r->value |= (uint64_t)*r->at++ << 8 * i;
	return true;
}

bool dt_pb_next(struct dt_pb_reader *r)
{
	uint64_t tag, len;

	if (r->at == r->end || !read_varint(r, &tag))
		return false;
	r->field = (unsigned)(tag >> 3);
	r->bytes = NULL;
	r->len = 0;
	switch (tag & 7) {
	case VARINT:
		return read_varint(r, &r->value);
	case FIXED64:
		return read_fixed64(r);
	case DELIMITED:
		if (!read_varint(r, &len) || len > (uint64_t)(r->end - r->at))
			return false;
		r->bytes = r->at;
		r->len = len;
		r->at += len;
		return true;
	default:
		return false;
	}
}

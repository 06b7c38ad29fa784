/* SPDX-License-Identifier: BSD-2-Clause */
#include "export/metric/wire.h"

#include <string.h>

void dt_wire_deinit(struct dt_wire *w)
{
	dt_vec_deinit(w);
}

void dt_wire_number(struct dt_wire *w, uint64_t v)
{
	dt_vec_reserve(w, w->len + 10);
	for (; v >= 0x80; v >>= 7)
		w->data[w->len++] = (uint8_t)v | 0x80;
	w->data[w->len++] = (uint8_t)v;
}

void dt_wire_signed(struct dt_wire *w, int64_t v)
{
	dt_wire_number(w, (uint64_t)v << 1 ^ (uint64_t)(v >> 63));
}

void dt_wire_text(struct dt_wire *w, const void *text, size_t len)
{
	dt_wire_number(w, len);
	dt_vec_reserve(w, w->len + len + 1);
	if (len)
		memcpy(w->data + w->len, text, len);
	w->len += len;
}

void dt_wire_string(struct dt_wire *w, const char *text)
{
	dt_wire_text(w, text, strlen(text));
}

static uint64_t fail(struct dt_unwire *u)
{
	u->failed = true;
	u->at = u->end;
	return 0;
}

uint64_t dt_unwire_number(struct dt_unwire *u)
{
	uint64_t v = 0;

	for (unsigned shift = 0; shift < 64; shift += 7) {
		if (u->at == u->end)
			return fail(u);
		uint8_t byte = *u->at++;

		v |= (uint64_t)(byte & 0x7f) << shift;
		if (!(byte & 0x80))
			return v;
	}
	return fail(u);
}

size_t dt_unwire_count(struct dt_unwire *u, size_t size)
{
	uint64_t n = dt_unwire_number(u);

	return n > (size_t)(u->end - u->at) / size ? fail(u) : n;
}

int64_t dt_unwire_signed(struct dt_unwire *u)
{
	uint64_t v = dt_unwire_number(u);

	return (int64_t)(v >> 1 ^ (0 - (v & 1)));
}

const char *dt_unwire_text(struct dt_unwire *u, size_t *len)
{
	const char *text;

	*len = dt_unwire_count(u, 1);
	text = (const char *)u->at;
	u->at += *len;
	return text;
}

char *dt_unwire_string(struct dt_unwire *u)
{
	size_t len;
	const char *text = dt_unwire_text(u, &len);
	char *copy = dt_malloc(len + 1);

	if (len)
		memcpy(copy, text, len);
	copy[len] = '\0';
	return copy;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Reads consecutive little-endian data, as compilers generate it. Past the end every read returns 0
 * and marks the cursor as bad.
 */
#ifndef DT_BASE_READ_CURSOR_H
#define DT_BASE_READ_CURSOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct dt_cursor {
	const uint8_t *at, *end;
	bool bad;
};

static inline size_t dt_cursor_left(const struct dt_cursor *c)
{
	return (size_t)(c->end - c->at);
}

/** Skips `n` bytes and returns a pointer to them, or NULL if fewer are left. */
static inline const uint8_t *dt_cursor_skip(struct dt_cursor *c, uint64_t n)
{
	const uint8_t *at = c->at;

	if (n > dt_cursor_left(c)) {
		c->bad = true;
		c->at = c->end;
		return NULL;
	}
	c->at += n;
	return at;
}

/** Reads a number of `size` bytes, at most 8. */
static inline uint64_t dt_cursor_fixed(struct dt_cursor *c, unsigned size)
{
	const uint8_t *from = dt_cursor_skip(c, size);
	uint64_t value = 0;

	if (from)
		memcpy(&value, from, size);
	return value;
}

/** Reads a LEB128 number; bits beyond 64 are lost. */
static inline uint64_t dt_cursor_leb(struct dt_cursor *c, bool is_signed)
{
	enum { LONGEST = 16 }; // bytes; some compilers pad with zeros
	uint64_t value = 0;
	unsigned shift = 0;
	uint8_t byte;

	do {
		byte = (uint8_t)dt_cursor_fixed(c, 1);
		if (shift < 64)
			value |= (uint64_t)(byte & 0x7f) << shift;
		shift += 7;
		c->bad = c->bad || shift > 7 * LONGEST;
	} while (byte & 0x80 && !c->bad);
	if (is_signed && shift < 64 && byte & 0x40)
		value |= ~UINT64_C(0) << shift;
	return value;
}

static inline uint64_t dt_cursor_uleb(struct dt_cursor *c)
{
	return dt_cursor_leb(c, false);
}

static inline int64_t dt_cursor_sleb(struct dt_cursor *c)
{
	return (int64_t)dt_cursor_leb(c, true);
}

/** Reads a NUL-terminated text; returns "" if the NUL is missing. */
static inline const char *dt_cursor_text(struct dt_cursor *c)
{
	const uint8_t *nul = c->at < c->end ? memchr(c->at, '\0', dt_cursor_left(c)) : NULL;

	if (!nul) {
		c->bad = true;
		c->at = c->end;
		return "";
	}
	return (const char *)dt_cursor_skip(c, (uint64_t)(nul - c->at) + 1);
}

#endif

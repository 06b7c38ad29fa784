/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The table of interned strings: open addressing, at most half full.
 */
#include "base/map.h"
#include "base/mem.h"

#include <string.h>

struct interned {
	uint64_t hash;
	size_t len;
	const char *text; // NULL: free
	uint32_t number;
};

/* Open addressing, at most half full; a larger table leaves the old one to the arena. */
struct dt_intern {
	struct dt_arena *arena;
	struct interned *slots;
	size_t cap, len; // cap is a power of two
};

struct dt_intern *dt_intern_create(struct dt_arena *a)
{
	struct dt_intern *t = dt_arena_new(a, struct dt_intern);

	t->arena = a;
	t->cap = 256;
	t->slots = dt_arena_array(a, struct interned, t->cap);
	return t;
}

/** Returns the slot that holds the string, or the free slot where it belongs. */
static struct interned *intern_slot(const struct dt_intern *t, uint64_t hash, const char *s,
				    size_t len)
{
	size_t i = hash & (t->cap - 1);

	for (;; i = (i + 1) & (t->cap - 1)) {
		struct interned *e = &t->slots[i];

		if (!e->text || (e->hash == hash && e->len == len && !memcmp(e->text, s, len)))
			return e;
	}
}

static void intern_grow(struct dt_intern *t)
{
	struct interned *old = t->slots;
	size_t old_cap = t->cap;

	t->cap *= 2;
	t->slots = dt_arena_array(t->arena, struct interned, t->cap);
	for (size_t i = 0; i < old_cap; i++) {
		if (old[i].text)
			*intern_slot(t, old[i].hash, old[i].text, old[i].len) = old[i];
	}
}

static const struct interned *intern_text(struct dt_intern *t, const char *s, size_t len)
{
	uint64_t hash = dt_hash_bytes(s, len);
	struct interned *e = intern_slot(t, hash, s, len);

	if (e->text)
		return e;
	if (++t->len * 2 > t->cap) {
		intern_grow(t);
		e = intern_slot(t, hash, s, len);
	}
	*e = (struct interned){.hash = hash,
			       .len = len,
			       .text = dt_arena_strndup(t->arena, s, len),
			       .number = (uint32_t)t->len};
	return e;
}

const char *dt_intern_n(struct dt_intern *t, const char *s, size_t len)
{
	return intern_text(t, s, len)->text;
}

uint32_t dt_intern_number(struct dt_intern *t, const char *s)
{
	return intern_text(t, s, strlen(s))->number;
}

const char *dt_intern(struct dt_intern *t, const char *s)
{
	return dt_intern_n(t, s, strlen(s));
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The hash map: open addressing with linear probing, at most three quarters full. A removal moves
 * the entries behind it forward, so that there are no tombstones and a look-up ends at the first
 * free slot.
 */
#include "base/map.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

uint64_t dt_hash_add(uint64_t hash, const void *p, size_t len)
{
	const unsigned char *bytes = p;

	for (size_t i = 0; i < len; i++)
		hash = (hash ^ bytes[i]) * 0x100000001b3; // FNV-1a
	return hash;
}

uint64_t dt_hash_bytes(const void *p, size_t len)
{
	uint64_t h = DT_HASH_BEGIN ^ len, word;
	const unsigned char *at = p;

	// Each word is mixed down, since the low bits choose the slot.
	for (; len; len -= len < sizeof(word) ? len : sizeof(word), at += sizeof(word)) {
		word = 0;
		memcpy(&word, at, len < sizeof(word) ? len : sizeof(word));
		h = (h ^ word) * 0xd6e8feb86659fd93;
		h ^= h >> 32;
	}
	return h;
}

void dt_map_deinit(struct dt_map *m)
{
	for (size_t i = 0; i < m->cap; i++)
		free(m->slots[i].key);
	free(m->slots);
	*m = (struct dt_map){0};
}

/** The slot of the key, or the free one where it belongs; the map has slots. */
static struct dt_map_entry *find(const struct dt_map *m, uint64_t hash, const void *key,
				 size_t key_len)
{
	for (size_t i = hash & (m->cap - 1);; i = (i + 1) & (m->cap - 1)) {
		struct dt_map_entry *e = &m->slots[i];

		if (!e->key)
			return e;
		if (e->hash == hash && e->key_len == key_len &&
		    (!key_len || !memcmp(e->key, key, key_len)))
			return e;
	}
}

void *dt_map_get(const struct dt_map *m, const void *key, size_t key_len)
{
	if (!m->len)
		return NULL;
	struct dt_map_entry *e = find(m, dt_hash_bytes(key, key_len), key, key_len);
	return e->key ? e->value : NULL;
}

static void grow(struct dt_map *m)
{
	struct dt_map old = *m;

	m->cap = old.cap ? old.cap * 2 : 16;
	m->slots = dt_zalloc(m->cap * sizeof(*m->slots));
	for (size_t i = 0; i < old.cap; i++) {
		struct dt_map_entry *e = &old.slots[i];

		if (e->key)
			*find(m, e->hash, e->key, e->key_len) = *e;
	}
	free(old.slots);
}

void *dt_map_put(struct dt_map *m, const void *key, size_t key_len, void *value)
{
	if ((m->len + 1) * 4 > m->cap * 3)
		grow(m);

	uint64_t hash = dt_hash_bytes(key, key_len);
	struct dt_map_entry *e = find(m, hash, key, key_len);

	if (e->key) {
		void *was = e->value;

		e->value = value;
		return was;
	}
	// One byte more than the key: never an empty allocation, and text keys stay C strings.
	*e = (struct dt_map_entry){dt_zalloc(key_len + 1), key_len, hash, value};
	if (key_len)
		memcpy(e->key, key, key_len);
	m->len++;
	return NULL;
}

void *dt_map_remove(struct dt_map *m, const void *key, size_t key_len)
{
	if (!m->len)
		return NULL;
	struct dt_map_entry *e = find(m, dt_hash_bytes(key, key_len), key, key_len);
	if (!e->key)
		return NULL;

	void *value = e->value;
	size_t mask = m->cap - 1, hole = (size_t)(e - m->slots);

	free(e->key);
	for (size_t i = (hole + 1) & mask; m->slots[i].key; i = (i + 1) & mask) {
		size_t home = m->slots[i].hash & mask;

		// It may move into the hole if its home is not between the hole and itself.
		if (((i - home) & mask) >= ((i - hole) & mask)) {
			m->slots[hole] = m->slots[i];
			hole = i;
		}
	}
	m->slots[hole] = (struct dt_map_entry){0};
	m->len--;
	return value;
}

struct dt_map_entry *dt_map_next(const struct dt_map *m, size_t *pos)
{
	while (*pos < m->cap) {
		struct dt_map_entry *e = &m->slots[(*pos)++];

		if (e->key)
			return e;
	}
	return NULL;
}

void *dt_map_get_str(const struct dt_map *m, const char *key)
{
	return dt_map_get(m, key, strlen(key));
}

void *dt_map_put_str(struct dt_map *m, const char *key, void *value)
{
	return dt_map_put(m, key, strlen(key), value);
}

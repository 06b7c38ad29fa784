/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The hash map: an array of entries and an index with open addressing and linear probing, at most
 * three quarters full. A removal moves the following slots forward. Thus there are no tombstones,
 * and a lookup ends at the first free slot.
 *
 * Decision: docs/dev/decisions/0064-debug-information-bounded.md
 */
#include "base/map.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

uint64_t dt_hash_add(uint64_t hash, const void *p, size_t len)
{
	const unsigned char *bytes = p;

	for (size_t i = 0; i < len; i++)
		hash = (hash ^ bytes[i]) * 0x100000001b3; // FNV-1a
	return hash;
}

/** Initial value of hashes, and an odd factor; random in each process. */
static uint64_t secret[2] = {DT_HASH_BEGIN, 0xd6e8feb86659fd93};

__attribute__((constructor)) static void choose_secret(void)
{
	if (getrandom(secret, sizeof(secret), GRND_NONBLOCK) != sizeof(secret))
		secret[0] ^= (uintptr_t)&secret ^ (uint64_t)getpid() << 48; // early in a boot
	secret[1] |= 1;
}

/** Returns the XOR of both halves of the 128-bit product, which depends on all bits of a and b. */
static uint64_t fold_product(uint64_t a, uint64_t b)
{
	unsigned __int128 product = (unsigned __int128)a * b;

	return (uint64_t)(product >> 64) ^ (uint64_t)product;
}

uint64_t dt_hash_bytes(const void *p, size_t len)
{
	uint64_t h = secret[0] ^ len, word;
	const unsigned char *at = p;

	for (; len; len -= len < sizeof(word) ? len : sizeof(word), at += sizeof(word)) {
		word = 0;
		memcpy(&word, at, len < sizeof(word) ? len : sizeof(word));
		h = fold_product(h ^ word, secret[1]) + secret[0];
	}
	return h;
}

void dt_map_deinit(struct dt_map *m)
{
	for (size_t i = 0; i < m->len; i++)
		free(m->entries[i].key);
	free(m->entries);
	free(m->slots);
	*m = (struct dt_map){0};
}

/** Returns the slot of the key, or the free slot where it belongs. The map must have slots. */
static size_t find_slot(const struct dt_map *m, uint64_t hash, const void *key, size_t key_len)
{
	for (size_t i = hash & (m->cap - 1);; i = (i + 1) & (m->cap - 1)) {
		if (!m->slots[i])
			return i;
		const struct dt_map_entry *e = &m->entries[m->slots[i] - 1];
		if (e->hash == hash && e->key_len == key_len &&
		    (!key_len || !memcmp(e->key, key, key_len)))
			return i;
	}
}

/** Returns the slot of an entry. */
static size_t slot_of_entry(const struct dt_map *m, size_t entry)
{
	size_t i = m->entries[entry].hash & (m->cap - 1);

	while (m->slots[i] != entry + 1)
		i = (i + 1) & (m->cap - 1);
	return i;
}

void *dt_map_get(const struct dt_map *m, const void *key, size_t key_len)
{
	size_t slot;

	if (!m->len)
		return NULL;
	slot = find_slot(m, dt_hash_bytes(key, key_len), key, key_len);
	return m->slots[slot] ? m->entries[m->slots[slot] - 1].value : NULL;
}

static void grow_slots(struct dt_map *m)
{
	m->cap = m->cap ? m->cap * 2 : 16;
	m->entries = dt_realloc(m->entries, m->cap / 4 * 3 * sizeof(*m->entries));
	free(m->slots);
	m->slots = dt_zalloc(m->cap * sizeof(*m->slots));
	for (size_t i = 0; i < m->len; i++) {
		size_t slot = m->entries[i].hash & (m->cap - 1);

		while (m->slots[slot])
			slot = (slot + 1) & (m->cap - 1);
		m->slots[slot] = (uint32_t)(i + 1);
	}
}

void *dt_map_put(struct dt_map *m, const void *key, size_t key_len, void *value)
{
	uint64_t hash = dt_hash_bytes(key, key_len);
	struct dt_map_entry *e;
	size_t slot;

	if ((m->len + 1) * 4 > m->cap * 3)
		grow_slots(m);
	slot = find_slot(m, hash, key, key_len);
	if (m->slots[slot]) {
		void *was = m->entries[m->slots[slot] - 1].value;

		m->entries[m->slots[slot] - 1].value = value;
		return was;
	}
	e = &m->entries[m->len++];
	m->slots[slot] = (uint32_t)m->len;
	// One more byte than the key, so that the allocation is never empty and text keys are C
	// strings.
	*e = (struct dt_map_entry){dt_zalloc(key_len + 1), key_len, hash, value};
	if (key_len)
		memcpy(e->key, key, key_len);
	return NULL;
}

/** Frees a slot and moves the following slots forward. */
static void free_slot(struct dt_map *m, size_t hole)
{
	size_t mask = m->cap - 1;

	for (size_t i = (hole + 1) & mask; m->slots[i]; i = (i + 1) & mask) {
		size_t home = m->entries[m->slots[i] - 1].hash & mask;

		// It may move into the hole if its home is not between the hole and itself.
		if (((i - home) & mask) >= ((i - hole) & mask)) {
			m->slots[hole] = m->slots[i];
			hole = i;
		}
	}
	m->slots[hole] = 0;
}

void *dt_map_remove(struct dt_map *m, const void *key, size_t key_len)
{
	size_t slot, entry;
	void *value;

	if (!m->len)
		return NULL;
	slot = find_slot(m, dt_hash_bytes(key, key_len), key, key_len);
	if (!m->slots[slot])
		return NULL;
	entry = m->slots[slot] - 1;
	value = m->entries[entry].value;
	free_slot(m, slot);
	free(m->entries[entry].key);
	if (entry != --m->len) {
		m->slots[slot_of_entry(m, m->len)] = (uint32_t)(entry + 1);
		m->entries[entry] = m->entries[m->len];
	}
	return value;
}

struct dt_map_entry *dt_map_next(const struct dt_map *m, size_t *pos)
{
	return *pos < m->len ? &m->entries[(*pos)++] : NULL;
}

void *dt_map_get_str(const struct dt_map *m, const char *key)
{
	return dt_map_get(m, key, strlen(key));
}

void *dt_map_put_str(struct dt_map *m, const char *key, void *value)
{
	return dt_map_put(m, key, strlen(key), value);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * A hash map from byte strings to pointers. The map copies keys; the caller owns the values.
 */
#ifndef DT_BASE_MAP_H
#define DT_BASE_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct dt_map_entry {
	void *key;
	size_t key_len;
	uint64_t hash;
	void *value;
};

struct dt_map {
	struct dt_map_entry *entries;
	uint32_t *slots; // by hash: index of the entry plus 1; 0: free
	size_t cap, len; // number of slots and of entries
};

/** A zeroed struct dt_map is an empty map. */
void dt_map_deinit(struct dt_map *m);

/** Returns the value of the key, or NULL. */
void *dt_map_get(const struct dt_map *m, const void *key, size_t key_len);
/** Stores a value and returns the old value of the key, or NULL. */
void *dt_map_put(struct dt_map *m, const void *key, size_t key_len, void *value);
/** Removes the key and returns its value, or NULL. */
void *dt_map_remove(struct dt_map *m, const void *key, size_t key_len);
/** Iterates: start with *pos = 0; returns NULL at the end. The map must not change meanwhile.
 *  Entries come in the order in which they were stored, except that a removal moves the last entry
 *  into the gap. */
struct dt_map_entry *dt_map_next(const struct dt_map *m, size_t *pos);

void *dt_map_get_str(const struct dt_map *m, const char *key);
void *dt_map_put_str(struct dt_map *m, const char *key, void *value);

/** Returns a hash keyed by a random secret of this process, so that an attacker who chooses the
 * bytes cannot cause collisions. */
uint64_t dt_hash_bytes(const void *p, size_t len);
/** Adds bytes to a hash that is the same in every process. Start with DT_HASH_BEGIN. */
#define DT_HASH_BEGIN UINT64_C(0xcbf29ce484222325)
uint64_t dt_hash_add(uint64_t hash, const void *p, size_t len);

#endif

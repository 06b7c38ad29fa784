/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * A hash map from byte strings to pointers. Keys are copied; values are the caller's.
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
	uint32_t *slots; // open addressing: the entry's index plus 1; 0 is free
	size_t cap, len; // slots, entries
};

/** A zeroed struct dt_map is an empty map. */
void dt_map_deinit(struct dt_map *m);

/** The value stored under the key, or NULL. */
void *dt_map_get(const struct dt_map *m, const void *key, size_t key_len);
/** Store; an old value is replaced and returned, else NULL. */
void *dt_map_put(struct dt_map *m, const void *key, size_t key_len, void *value);
/** Remove; returns the value that was there, or NULL. */
void *dt_map_remove(struct dt_map *m, const void *key, size_t key_len);
/** Iterate: start with *pos = 0; NULL at the end. Do not change the map meanwhile. Entries come as
 * they were stored, but that the last takes the place of one that is removed. */
struct dt_map_entry *dt_map_next(const struct dt_map *m, size_t *pos);

void *dt_map_get_str(const struct dt_map *m, const char *key);
void *dt_map_put_str(struct dt_map *m, const char *key, void *value);

/** Another one in every process: who chooses the bytes cannot choose the hash. */
uint64_t dt_hash_bytes(const void *p, size_t len);
/** Another hash, always the same, of bytes that come in parts; begin with DT_HASH_BEGIN. */
#define DT_HASH_BEGIN UINT64_C(0xcbf29ce484222325)
uint64_t dt_hash_add(uint64_t hash, const void *p, size_t len);

#endif

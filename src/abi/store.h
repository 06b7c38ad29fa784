/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The maps of a session's programs, as the consumer and the session use them. Each executor keeps
 * the maps of its programs in a store of its own, by index of dt_program_desc.maps; several stores
 * of a session have the same descriptions.
 */
#ifndef DT_ABI_STORE_H
#define DT_ABI_STORE_H

#include "abi/native.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct dt_store;

enum dt_put {
	DT_PUT_ANY,
	DT_PUT_NEW,   // fails if the key exists
	DT_PUT_KNOWN, // fails unless the key exists
};

struct dt_store_type {
	/** Calls `fn` for each element of a hash, possibly twice for one that is inserted
	 * meanwhile. `fn` must not change the map. Returns 0, or errno. */
	int (*each)(struct dt_store *s, unsigned map,
		    void (*fn)(void *arg, const void *key, const void *value), void *arg);
	/** Copies the value of a key. Returns false, with any bytes in *value, if there is none. */
	bool (*find)(struct dt_store *s, unsigned map, const void *key, void *value);
	/** Sets the value of a key. Returns 0, or errno. */
	int (*put)(struct dt_store *s, unsigned map, const void *key, const void *value,
		   enum dt_put how);
	/** Removes a key and copies its last value, unless `value` is NULL. Returns false if there
	 *  is none. */
	bool (*take)(struct dt_store *s, unsigned map, const void *key, void *value);
	/** Returns a time that is not later than that of the oldest firing under way, whose record
	 * may still come, among those that began later than `after`; UINT64_MAX: there is none.
	 * `now` is the time. NULL: firings are not interrupted for long. */
	uint64_t (*oldest)(struct dt_store *s, uint64_t after, uint64_t now);
	/** Makes room for the next signal on wake_fd. NULL: there is none. */
	void (*clear_wake)(struct dt_store *s);
};

/** A pool of chunks for records (abi/native.h); n_chunks = 0: there are rings. */
struct dt_store_pool {
	struct dt_native_pool *head;
	uint32_t n_chunks, chunk; // chunk: bytes, a power of two
	unsigned n_lanes;
};

struct dt_store {
	const struct dt_store_type *type;
	void *const *memory; // by map: mapped maps; others are NULL
	unsigned n_cpus;     // elements of the maps with `elems_per_cpu`
	unsigned n_present;  // rings: those of the CPUs 0 … n_present - 1
	struct dt_store_pool pool;
	int wake_fd;	  // becomes readable when a program wakes the consumer; -1: none
	bool is_of_slots; // `CPUs` are slots, and headers of records have the CPU
	/** Another process runs programs, too: it never wakes the consumer, and may write anything
	 * anywhere in the memory at any time. */
	bool is_foreign;
};

/** Returns by how much a counter of a foreign store has grown since `*seen`, which becomes its
 * value. Another process may write any value: the result has a limit that no honest counter
 * reaches, so that a sum of growths neither overflows nor falls. */
static inline uint64_t dt_store_growth(uint64_t value, uint64_t *seen)
{
	const uint64_t limit = 1ULL << 40;
	uint64_t growth = value > *seen ? value - *seen : 0;

	*seen = value;
	return growth < limit ? growth : limit;
}

#endif

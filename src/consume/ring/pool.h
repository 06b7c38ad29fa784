/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The chunks of a pool (abi/native.h: struct dt_native_pool), as chains: those of each lane, in
 * order. Positions in a chain count bytes from its first chunk on, as those in a ring do.
 */
#ifndef DT_CONSUME_RING_POOL_H
#define DT_CONSUME_RING_POOL_H

#include "abi/store.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

/** The unread chunks of a lane, and the last one. */
struct dt_chain {
	struct dt_pool *pool;
	dt_vec(uint32_t) chunks;
	uint64_t base;	 // chunks before them
	uint64_t next;	 // number of the next chunk, unless it does not exist
	uint64_t beyond; // the chunk with this number was seen
};

struct dt_pool {
	struct dt_native_pool *head; // shared
	uint8_t *data;		     // shared: the chunks
	uint32_t n;
	uint64_t chunk; // bytes: 1 << shift
	unsigned shift;
	struct dt_chain *chains;
	unsigned n_chains;
	bool *taken;	 // by chunk: it belongs to a chain
	uint8_t *mirror; // private memory of the chunks' size
	size_t n_behind; // chunks behind which others stand in their chains
};

/** The caller keeps owning the store's memory, of which `data` is that of the chunks. */
void dt_pool_init(struct dt_pool *p, const struct dt_store_pool *store, void *data);
void dt_pool_deinit(struct dt_pool *p);
/** Adds the chunks that were claimed since the last call to their chains. Calls `begin` for each
 *  chain that receives its first one. */
void dt_pool_look(struct dt_pool *p, void (*begin)(void *arg, struct dt_chain *c), void *arg);

/** Returns the position behind the last chunk. */
uint64_t dt_chain_end(const struct dt_chain *c);
/** Returns the address of a position before the end. */
uint8_t *dt_chain_at(const struct dt_chain *c, uint64_t pos);
/** Empties the chunks before the one with this position, but never the last, and gives them back.
 */
void dt_chain_release(struct dt_chain *c, uint64_t pos);

#endif

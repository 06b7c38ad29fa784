/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The memory of native programs: their code, and behind it the region with the maps, the clock's
 * scales, and the levels of each slot. A slot is what a CPU is in the kernel: one writer at a time,
 * with its own ring and cells. A region must not be moved in memory.
 *
 * A region of the tracer and a target lies in both, at different addresses. The last slots are the
 * tracer's. Frames hold pointers, so the levels of these slots are memory of the tracer alone, and
 * the tracer believes nothing else that it reads in the region.
 */
#ifndef DT_NATIVE_REGION_H
#define DT_NATIVE_REGION_H

#include "abi/native.h"
#include "abi/store.h"
#include "native/native.h"

/** The pool of chunks for records (abi/native.h); n = 0: each slot has a ring. */
struct dt_native_chunks {
	uint32_t n, size; // size: bytes of a chunk, a power of two
};

struct dt_native_region {
	struct dt_store store;	    // the maps, for the consumer; usable once the region is mapped
	struct dt_native_map *maps; // by index of dt_program_desc.maps; `distance` from the start
	size_t n_maps;
	unsigned n_slots, n_own; // the last `n_own` are the tracer's, with levels of its own
	struct dt_native_chunks chunks;
	uint64_t *idle; // by level: when it was last looked at and was not before its first TIME
	bool is_private;
	size_t slots;	     // offset of the first struct dt_native_slot
	size_t counters;     // the same of the first counter of blocks
	size_t n_counters;   // of each kind: struct dt_body_counters
	size_t levels;	     // offset of the levels, which end the region
	uint8_t *own_levels; // of the tracer's slots; NULL: there are none
	unsigned level_size; // 0 until the region is mapped
	int fd;		     // a memfd, which the region owns; -1: none, or not yet
	uint8_t *memory;
	size_t size;
	uint8_t *code;
	size_t code_size, code_used;
	bool has_counter;	      // see struct dt_native_place
	struct dt_native_scale first; // an old reading, since which the counter's rate is measured;
				      // at first when the region was laid out
	struct dt_native_scale second; // the reading that takes its place
	uint64_t close;		       // the closest of all readings, in ticks of the counter
	struct dt_native_scale scale;  // the last one
	uint64_t current;	       // dt_native_head.current
	uint64_t due;		       // ns of CLOCK_MONOTONIC: the scale is renewed then
};

/** Lays out the maps, with `n_slots` slots instead of CPUs. Programs are compiled next, and then
 * the region is mapped. A private region is for one thread of this process, which may use any slot
 * at any time; its pages come into being when they are used. */
void dt_native_region_init(struct dt_native_region *r, const struct dt_map_desc *desc, size_t n,
			   unsigned n_slots, bool is_private);
/** The same for a region of the tracer and a target: `n_slots` slots of the target, and `n_own` of
 * the tracer behind them. */
void dt_native_region_init_shared(struct dt_native_region *r, const struct dt_map_desc *desc,
				  size_t n, unsigned n_slots, unsigned n_own,
				  struct dt_native_chunks chunks);
/** Adds counters of blocks, `n` of each kind, before programs are compiled. */
void dt_native_region_add_counters(struct dt_native_region *r, size_t n);
void dt_native_region_deinit(struct dt_native_region *r);

/** Returns where programs of the region find their data, if strings have `strsize` bytes with their
 * NUL. */
struct dt_native_place dt_native_region_place(const struct dt_native_region *r, size_t strsize);
/** Sets the sizes of code and region, for code of `code_size` bytes and levels of `level_size`. */
void dt_native_region_settle(struct dt_native_region *r, size_t code_size, unsigned level_size);
/** Allocates all memory, with these sizes, and fills in what the descriptions give. The region's
 * file is r->fd if that is set, else a new one. */
struct dt_error *dt_native_region_map(struct dt_native_region *r, const struct dt_map_desc *desc,
				      size_t code_size, unsigned level_size);
/** Adds the code of a program, in a region, to *code_size, and raises *level_size to what it needs.
 */
void dt_native_program_measure(const struct dt_native_program *p, size_t *code_size,
			       unsigned *level_size);
/** Adds a program's code, and writes the offset of its entry in the code to *entry. */
struct dt_error *dt_native_region_add(struct dt_native_region *r, struct dt_native_program *p,
				      size_t *entry);
/** Makes the code executable. No page is writable and executable at any time, nor one after the
 * other, unless the system has no other way. */
struct dt_error *dt_native_region_seal(struct dt_native_region *r);

/** Returns a map's element `index`, or NULL if the map has no memory. */
void *dt_native_region_element(const struct dt_native_region *r, size_t map, uint32_t index);
/** Returns a level of a slot: the tracer's address. */
struct dt_native_level *dt_native_region_level(const struct dt_native_region *r, unsigned slot,
					       unsigned level);
/** Gives all levels of `n` slots, from `slot` on, the facts of the calling thread. */
void dt_native_region_claim(struct dt_native_region *r, unsigned slot, unsigned n);
/** Returns the reason why this thread may not read its memory by the system call of programs that
 * peek, an errno, or 0. */
int dt_native_peek_error(void);
/** Prepares a slot of the target for its next thread: gives all levels the facts, and empties the
 * variables of threads. `region` is the target's address of the region. */
void dt_native_region_prepare(struct dt_native_region *r, unsigned slot,
			      const struct dt_native_level *facts, uint64_t region);
/** Measures the clock anew if that is due: at growing intervals, at last four times a second. Call
 * it before programs run, and while other threads run them. */
void dt_native_region_renew(struct dt_native_region *r);
/** Runs a program on the first free level of the slot, and returns its result. If none is free,
 * because four firings are under way, counts a drop and returns 0. */
uint64_t dt_native_region_run(const struct dt_native_region *r, size_t entry, unsigned slot,
			      void *ctx);
/** The same for a program that stands for `weight` equal firings of a site of the target. */
void dt_native_region_repeat(const struct dt_native_region *r, size_t entry, unsigned slot,
			     uint64_t cookie, uint64_t weight);

#endif

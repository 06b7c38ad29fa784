/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The memory of native programs in one process: their code, and behind it the region with the maps,
 * the clock's scales, and the levels of each slot. A slot is what a CPU is in the kernel: one
 * writer at a time, with its own ring and cells. A region must not be moved in memory.
 */
#ifndef DT_NATIVE_REGION_H
#define DT_NATIVE_REGION_H

#include "abi/native.h"
#include "abi/store.h"
#include "native/native.h"

struct dt_native_region {
	struct dt_store store;	    // the maps, for the consumer; usable once the region is mapped
	struct dt_native_map *maps; // by index of dt_program_desc.maps; `distance` from the start
	size_t n_maps;
	unsigned n_slots;
	bool is_private;
	size_t levels;	     // offset of the levels, which end the region
	unsigned level_size; // 0 until the region is mapped
	int fd;		     // a memfd; -1 until then, or if it is private
	uint8_t *memory;
	size_t size;
	uint8_t *code;
	size_t code_size, code_used;
	bool has_counter;	      // see struct dt_native_place
	struct dt_native_scale start; // counter and clock when the region was laid out
	uint64_t due;		      // ns of CLOCK_MONOTONIC: the scale is renewed then
};

/** Lays out the maps, with `n_slots` slots instead of CPUs. Programs are compiled next, and then
 * the region is mapped. A private region is for one thread of this process, which may use any slot
 * at any time; its pages come into being when they are used. */
void dt_native_region_init(struct dt_native_region *r, const struct dt_map_desc *desc, size_t n,
			   unsigned n_slots, bool is_private);
void dt_native_region_deinit(struct dt_native_region *r);

/** Returns where programs of the region find their data, if strings have `strsize` bytes with their
 * NUL. */
struct dt_native_place dt_native_region_place(const struct dt_native_region *r, size_t strsize);
/** Allocates all memory, for code of `code_size` bytes and levels of `level_size`, and fills in
 * what the descriptions give. */
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
/** Returns a level of a slot. */
struct dt_native_level *dt_native_region_level(const struct dt_native_region *r, unsigned slot,
					       unsigned level);
/** Gives all levels of `n` slots, from `slot` on, the facts of the calling thread. */
void dt_native_region_claim(struct dt_native_region *r, unsigned slot, unsigned n);
/** Returns the reason why this thread may not read its memory by the system call of programs that
 * peek, an errno, or 0. */
int dt_native_peek_error(void);
/** Measures the clock anew if that is due: at growing intervals, at last every second. Call it
 * before programs run, and while other threads run them. */
void dt_native_region_renew(struct dt_native_region *r);
/** Runs a program on the first free level of the slot, and returns its result. If none is free,
 * because four firings are under way, counts a drop and returns 0. */
uint64_t dt_native_region_run(const struct dt_native_region *r, size_t entry, unsigned slot,
			      void *ctx);

#endif

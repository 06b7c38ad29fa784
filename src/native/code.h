/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Machine code under construction: bytes, labels, and references to labels and to the region, each
 * a 32-bit distance. Code and region lie within 2 GB of each other, so the code works at any
 * address.
 */
#ifndef DT_NATIVE_CODE_H
#define DT_NATIVE_CODE_H

#include "abi/native.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

enum dt_ref_kind {
	DT_REF_LABEL,  // target: a label
	DT_REF_REGION, // target: bytes from the start of the region
};

struct dt_ref {
	enum dt_ref_kind kind;
	int64_t target;
};

/** A distance of 4 bytes, from the end of its instruction. */
struct dt_code_ref {
	struct dt_ref ref;
	uint32_t at;
	uint32_t end; // of the instruction
};

/** A map's description, whose `distance` the linker completes. */
struct dt_code_map {
	uint32_t at;
	int64_t target; // bytes from the start of the region
};

struct dt_code {
	dt_vec(uint8_t) bytes;
	dt_vec(struct dt_code_ref) refs;
	dt_vec(struct dt_code_map) maps;
	dt_vec(int64_t) labels; // positions; -1: not placed yet
	uint32_t written;	// registers that the instructions write, a bit each
};

void dt_code_deinit(struct dt_code *c);

/** Returns a new label. */
int64_t dt_code_label(struct dt_code *c);
/** Places a label at the end of the code. */
void dt_code_place(struct dt_code *c, int64_t label);
/** Appends the distance to the target. `rest` bytes of its instruction follow it. */
void dt_code_ref(struct dt_code *c, struct dt_ref ref, unsigned rest);

/** Appends a map's description. Its `distance` is from the start of the region, and the linker
 * makes it one from the description. */
void dt_code_map(struct dt_code *c, const struct dt_native_map *map);

/** Fills in all distances. `region` is the distance from the code to the region. Returns false if
 * one does not fit. Every label must be placed. */
bool dt_code_link(struct dt_code *c, int64_t region);

#endif

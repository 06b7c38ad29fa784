/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The proof of the copy of one instruction: a walk from its first byte up to an arrival.
 */
#ifndef DT_INSTRUMENT_CHECK_X86_64_COPY_H
#define DT_INSTRUMENT_CHECK_X86_64_COPY_H

#include "base/error.h"
#include "instrument/decode/decode.h"

/** Code with copies. Addresses are the target's. */
struct dt_copies {
	const uint8_t *bytes;
	uint64_t at;
	size_t size;
	/** Reports whether an address is an arrival: one at which the original has an instruction,
	 *  or one outside. Writes its place in the original to *ret; 0: it is none that may be. */
	bool (*arrive)(const void *self, uint64_t at, uint64_t *ret);
	const void *self;
};

/** Proves that the code at `to` has the effect of the original, once, and arrives where it does. */
struct dt_error *dt_copies_check(const struct dt_copies *c, const struct dt_decoded *original,
				 uint64_t to) dt_must_use;
/** Follows a jump by a fixed distance, or through a constant in the code. */
bool dt_copies_follow(const struct dt_copies *c, const struct dt_decoded *d, uint64_t *at);

#endif

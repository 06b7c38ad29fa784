/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The proof of a whole function. body.c proves its copies and patches, count.c the code that counts
 * blocks.
 */
#ifndef DT_INSTRUMENT_CHECK_X86_64_BODY_H
#define DT_INSTRUMENT_CHECK_X86_64_BODY_H

#include "instrument/check/check.h"
#include "instrument/decode/decode.h"

/** Proves the code that counts blocks. `originals` has the instructions of stub->moved. */
struct dt_error *dt_check_counters(const struct dt_check_body *b,
				   const struct dt_decoded *originals) dt_must_use;

#endif

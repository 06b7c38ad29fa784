/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Properties of an executor on which lowering depends.
 */
#ifndef DT_IR_EXECUTOR_H
#define DT_IR_EXECUTOR_H

#include <stdint.h>

struct dt_executor {
	/** Workarounds for a verifier that its programs need: bits of enum dt_trick
	 *  (lower/verifier). */
	uint32_t tricks;
	/** Bytes of stack that a function may use for scratch memory. */
	uint32_t stack;
	/** Maximum number of maps of a program; 0: unlimited. */
	unsigned maps;
	/**
	 * Maximum number of IR instructions of a program. Lowering splits a larger program into
	 * several parts; 0: it never splits. The maximum doubles every `parts_double` parts.
	 */
	uint32_t part_size, part_size_careful;
	unsigned parts_double, parts_max;
};

#endif

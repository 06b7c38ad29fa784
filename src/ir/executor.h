/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * What lowering must know of the executor that its programs are for.
 */
#ifndef DT_IR_EXECUTOR_H
#define DT_IR_EXECUTOR_H

#include <stdint.h>

struct dt_executor {
	/** What is done for the sake of a verifier: bits of enum dt_trick (lower/verifier). */
	uint32_t tricks;
	/** Bytes of stack that a function may have for scratch memory. */
	uint32_t stack;
	/** Maps that a program may use. 0: any number. */
	unsigned maps;
	/**
	 * A program of more instructions of IR than this is cut and goes on in another one, if
	 * there are few yet; 0: it never is. The size doubles every `parts_double` programs.
	 */
	uint32_t part_size, part_size_careful;
	unsigned parts_double, parts_max;
};

#endif

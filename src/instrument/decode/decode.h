/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Instructions with their operands, as Zydis decodes them. The relocator and the checker share
 * nothing else.
 */
#ifndef DT_INSTRUMENT_DECODE_H
#define DT_INSTRUMENT_DECODE_H

#include <Zydis/Zydis.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct dt_decoded {
	uint64_t at; // its address
	ZydisDecodedInstruction insn;
	ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
};

/** Decodes the instruction at address `at`, whose bytes are the first of `n`. Returns false if they
 *  are no instruction. */
bool dt_decode(const uint8_t *bytes, size_t n, uint64_t at, struct dt_decoded *ret);
/** The same in a third of the time, without operands. */
bool dt_decode_brief(const uint8_t *bytes, size_t n, uint64_t at, struct dt_decoded *ret);
/** Returns the target of a branch or call by a fixed distance, or 0. */
uint64_t dt_decoded_target(const struct dt_decoded *d);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Calls of functions that do not exist, which `dtrace -G` turns into probes.
 */
#ifndef DT_ARCH_CALL_H
#define DT_ARCH_CALL_H

#include "arch/arch.h"
#include "base/str.h"

/** What was a call. */
struct dt_call {
	uint64_t probe; // where the nop is that the probe replaces
	bool is_tail;	// it was a jump, and is a return now
};

/** Of the `at`-th byte of code on, a relocation of that type makes the address of a function.
 *  Replace the call or jump that it is part of by as many bytes that go on behind it; false: it is
 *  part of something else. */
bool dt_call_replace(const struct dt_machine *m, uint8_t *code, size_t size, uint64_t at,
		     uint32_t reloc, struct dt_call *ret);
/** Append where an argument is at that place, as notes of USDT say it (operand.h): its first word
 * is the `word`-th of the call, it has `size` bytes. */
void dt_call_append_operand(struct dt_str *out, const struct dt_machine *m, bool is_tail,
			    unsigned word, unsigned size, bool is_signed);

/** A function that returns the unsigned short at an address, which a relocation puts in. */
struct dt_call_reader {
	const uint8_t *code;
	size_t size;
	uint64_t at; // of the relocation
	uint32_t reloc;
	int64_t addend;
};
const struct dt_call_reader *dt_call_reader(const struct dt_machine *m);
/** The relocation of a word that holds an address. */
uint32_t dt_call_reloc_word(const struct dt_machine *m);

#endif

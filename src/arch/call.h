/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Calls of undefined functions, which `dtrace -G` turns into probes.
 */
#ifndef DT_ARCH_CALL_H
#define DT_ARCH_CALL_H

#include "arch/arch.h"
#include "base/str.h"

/** A call that was replaced. */
struct dt_call {
	uint64_t probe; // offset of the nop that the probe replaces
	bool is_tail;	// it was a jump, which became a return
};

/** The relocation at offset `at` of the code belongs to a call or jump. Replaces that instruction
 * by nops or a return of the same size. Returns false if it is another instruction. */
bool dt_call_replace(const struct dt_machine *m, uint8_t *code, size_t size, uint64_t at,
		     uint32_t reloc, struct dt_call *ret);
/** Appends the location of an argument at that call, in the syntax of USDT notes (operand.h). The
 *  argument begins at word `word` of the call's arguments and has `size` bytes. */
void dt_call_append_operand(struct dt_str *out, const struct dt_machine *m, bool is_tail,
			    unsigned word, unsigned size, bool is_signed);

/** Machine code of a function that returns the unsigned short at an address, which a relocation
 *  fills in. */
struct dt_call_reader {
	const uint8_t *code;
	size_t size;
	uint64_t at; // offset of the relocation
	uint32_t reloc;
	int64_t addend;
};
const struct dt_call_reader *dt_call_reader(const struct dt_machine *m);
/** Returns the type of the relocation of a word that holds an address. */
uint32_t dt_call_reloc_word(const struct dt_machine *m);

#endif

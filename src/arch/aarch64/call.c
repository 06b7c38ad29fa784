/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Calls as compilers generate them: bl and, for a tail call, b. The linker creates a PLT if it
 * needs one. Calls through the GOT (-fno-plt) are loads and an indirect branch, and stay.
 */
#include "arch/call.h"

#include <elf.h>
#include <string.h>

static const uint8_t read_word[] = {
    0xa1, 0x00, 0x00, 0x18, // ldr w1, distance
    0x80, 0x00, 0x00, 0x10, // adr x0, distance
    0x00, 0xc0, 0x21, 0x8b, // add x0, x0, w1, sxtw
    0x00, 0x00, 0x40, 0x79, // ldrh w0, [x0]
    0xc0, 0x03, 0x5f, 0xd6, // ret
    0,	  0,	0,    0,    // distance: from here to the semaphore
};

static const struct dt_call_reader reader = {read_word, sizeof(read_word), 20, R_AARCH64_PREL32, 0};

static const uint8_t nop[] = {0x1f, 0x20, 0x03, 0xd5}, ret_insn[] = {0xc0, 0x03, 0x5f, 0xd6};

bool dt_call_replace(const struct dt_machine *m, uint8_t *code, size_t size, uint64_t at,
		     uint32_t reloc, struct dt_call *ret)
{
	bool is_tail = reloc == R_AARCH64_JUMP26;

	if ((!is_tail && reloc != R_AARCH64_CALL26) || size < sizeof(nop) ||
	    at > size - sizeof(nop) || (code[at + 3] & 0xfc) != (is_tail ? 0x14 : 0x94))
		return false;
	*ret = (struct dt_call){.probe = at, .is_tail = is_tail};
	memcpy(code + at, is_tail ? ret_insn : nop, sizeof(nop));
	return true;
}

void dt_call_append_operand(struct dt_str *out, const struct dt_machine *m, bool is_tail,
			    unsigned word, unsigned size, bool is_signed)
{
	unsigned n = m->calls.n_args;

	dt_str_printf(out, "%s%u@", is_signed ? "-" : "", size);
	if (word < n)
		dt_str_printf(out, "%c%u", size == 8 ? 'x' : 'w', word);
	else
		dt_str_printf(out, "[sp, %u]", (word - n) * m->calls.word);
}

const struct dt_call_reader *dt_call_reader(const struct dt_machine *m)
{
	return &reader;
}

uint32_t dt_call_reloc_word(const struct dt_machine *m)
{
	return R_AARCH64_ABS64;
}

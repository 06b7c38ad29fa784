/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Linkers describe the PLT in .eh_frame where a call pushes the return address. Where it is in a
 * register, they write nothing, because debuggers recognise the stubs by their instructions. The
 * entries made here say the same as .debug_frame would: a stub changes neither the stack nor the
 * return address, and the head, which calls the dynamic linker, pushes the return address as the
 * upper one of two words.
 *
 * Decision: docs/dev/decisions/0131-stubs-described-by-us.md
 */
#include "symbols/unwind/internal.h"

#include "arch/plt.h"

#include <stddef.h>
#include <string.h>

enum {
	MARK_AT = 2, // words of the head in which the push may be: one may precede it
	INSN = 4,    // bytes of an instruction
};

/** A common entry and one for the section, in the form of .debug_frame. `advance` counts
 *  instructions. */
struct __attribute__((packed)) entries {
	uint32_t cie_size, mark;
	uint8_t version, augmentation, code_align, data_align, ra, def_cfa, sp, zero;
	uint32_t fde_size, cie;
	uint64_t addr, size;
	uint8_t pushes, cfa_offset, two_words, saves, one_word; // from behind the push on
	uint8_t ends, no_offset, nothing, restores;		// behind the head
	uint8_t padding[3];
};

/** Instructions of a frame's program, with room for an operand in the lower six bits. */
enum { ADVANCE = 0x40, OFFSET = 0x80, RESTORE = 0xc0, DEF_CFA = 0x0c, DEF_CFA_OFFSET = 0x0e };

/** Returns the number of instructions up to and with the push, or 0 if the head has none. */
static unsigned find_push(const uint32_t *head)
{
	for (unsigned i = 0; i < MARK_AT; i++)
		if (head[i] == dt_plt.push)
			return i + 1;
	return 0;
}

void dt_eh_frame_add_plt(struct dt_eh_frame *f, const struct dt_machine *m, const uint32_t *head,
			 uint64_t addr, uint64_t size)
{
	unsigned push = find_push(head), words = dt_plt.head / INSN;
	struct entries e = {
	    .cie_size = offsetof(struct entries, fde_size) - sizeof(e.cie_size),
	    .mark = UINT32_MAX,
	    .version = 1,
	    .code_align = INSN,
	    .data_align = (uint8_t)-m->calls.word & 0x7f, // one byte of a signed LEB128
	    .ra = (uint8_t)m->dwarf_extra,
	    .def_cfa = DEF_CFA,
	    .sp = (uint8_t)m->dwarf_sp,
	    .fde_size = sizeof(e) - offsetof(struct entries, cie),
	    .cie = (uint32_t)(f->size - f->debug_at),
	    .addr = addr,
	    .size = size,
	};

	if (push) {
		e.pushes = (uint8_t)(ADVANCE | push);
		e.cfa_offset = DEF_CFA_OFFSET;
		e.two_words = (uint8_t)(2 * m->calls.word);
		e.saves = (uint8_t)(OFFSET | m->dwarf_extra);
		e.one_word = 1;
		e.ends = (uint8_t)(ADVANCE | (words - push));
		e.no_offset = DEF_CFA_OFFSET;
		e.restores = (uint8_t)(RESTORE | m->dwarf_extra);
	}
	dt_eh_frame_append(f, &e, sizeof(e));
}

void dt_eh_frame_add_stubs(struct dt_eh_frame *f, const struct dt_elf *e)
{
	const struct dt_elf_section *s = dt_elf_section(e, ".plt");
	const struct dt_machine *m = dt_machine_of(e->is_32bit);
	struct dt_span span = dt_elf_span(e, s);
	uint32_t head[MARK_AT];

	if (!dt_plt.head || !f->functions.len || !span.file || span.size < dt_plt.head ||
	    dt_eh_frame_find(f, s->addr) || !dt_span_read(&span, 0, head, sizeof(head)))
		return;
	dt_eh_frame_add_plt(f, m, head, s->addr, span.size);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads machine code: words of four bytes, classified by a table of masks. A word that the
 * architecture reserves, such as data in the code, ends the reading.
 *
 * The kernel simulates branches, returns and address computations, and single-steps a copy of other
 * instructions. It refuses system calls, writes of system registers, checks of signed pointers,
 * exclusive accesses, and loads at a distance from the instruction. It overlooks such loads of
 * vector registers, and their copies would read other memory. It also accepts instructions between
 * an exclusive load and its store, but their steps clear the monitor: the store would fail forever.
 */
#include "arch/insn.h"

#include "arch/aarch64/word.h"
#include "base/mem.h"

enum {
	WORD = 4,
	SEQUENCE = 16, // instructions from an exclusive load to its store, at most
	ZERO = 31,     // register number of zero, or of the stack pointer
};

/** Instructions that have a kind or a trait. The first form that fits counts. */
static const struct form {
	uint32_t mask, bits;
	enum dt_insn_kind kind;
	enum dt_insn_trait trait;
	bool is_return;
} forms[] = {
    {0xffffffff, 0xd503201f, DT_INSN_NOP, DT_INSN_ORDINARY, false},
    {0xffffff3f, 0xd503241f, DT_INSN_LANDING, DT_INSN_ORDINARY, false}, // bti
    {0xffffffbf, 0xd503233f, DT_INSN_LANDING, DT_INSN_ORDINARY, false}, // paciasp, pacibsp
    {0xffffffbf, 0xd503231f, DT_INSN_OTHER, DT_INSN_ORDINARY, false},	// paciaz, pacibz
    {0xffffffbf, 0xd503211f, DT_INSN_OTHER, DT_INSN_ORDINARY, false},	// pacia1716, pacib1716
    {0xffffffff, 0xd50320ff, DT_INSN_OTHER, DT_INSN_ORDINARY, false},	// xpaclri
    {0xfffff01f, 0xd503201f, DT_INSN_OTHER, DT_INSN_REFUSED, false},	// yield, autiasp
    {0xffc07fff, 0xa9807bfd, DT_INSN_PUSH_FP, DT_INSN_ORDINARY, false}, // stp x29, x30, [sp, #N]!
    {0xfffffc1f, 0xd65f0000, DT_INSN_RETURN, DT_INSN_ORDINARY, true},
    {0xfffffbff, 0xd65f0bff, DT_INSN_OTHER, DT_INSN_REFUSED, true},	// retaa, retab
    {0xffdffc1f, 0xd61f0000, DT_INSN_OTHER, DT_INSN_ORDINARY, false},	// br, blr
    {0xfe000000, 0xd6000000, DT_INSN_OTHER, DT_INSN_REFUSED, false},	// braa, eret
    {0x7c000000, 0x14000000, DT_INSN_BRANCH, DT_INSN_ORDINARY, false},	// b, bl
    {0xff000000, 0x54000000, DT_INSN_BRANCH, DT_INSN_ORDINARY, false},	// b.cond
    {0x7c000000, 0x34000000, DT_INSN_BRANCH, DT_INSN_ORDINARY, false},	// cbz, tbz
    {0xff000000, 0xd4000000, DT_INSN_OTHER, DT_INSN_TRAP, false},	// svc, brk
    {0xffffffe0, 0xd53b4220, DT_INSN_OTHER, DT_INSN_PRIVILEGED, false}, // mrs of the mask
    {0xfff00000, 0xd5100000, DT_INSN_OTHER, DT_INSN_REFUSED, false},	// msr
    {0xfff8f01f, 0xd500401f, DT_INSN_OTHER, DT_INSN_REFUSED, false},	// msr of a number
    {0x3b000000, 0x18000000, DT_INSN_OTHER, DT_INSN_REFUSED, false},	// ldr at a distance
    {0x3f800000, 0x08000000, DT_INSN_OTHER, DT_INSN_EXCLUSIVE, false},	// ldxr, stxr, casp
};

static const struct form *form_of(uint32_t word)
{
	static const struct form ordinary = {0};

	for (size_t i = 0; i < dt_array_len(forms); i++)
		if ((word & forms[i].mask) == forms[i].bits)
			return &forms[i];
	return &ordinary;
}

bool dt_word_is_reserved(uint32_t word)
{
	uint32_t group = word >> 25 & 0xf;

	return group == 1 || group == 3 || (group == 0 && !(word >> 31));
}

/** Reports whether arguments, stack and saved registers are the same after the instruction: a
 *  landing, or arithmetic whose result is a scratch register or the flags. */
static bool leaves_entry(uint32_t word, enum dt_insn_kind kind)
{
	bool is_arithmetic = (word >> 26 & 7) == 4 || (word >> 25 & 7) == 5;
	bool is_sum = (word & 0x1f000000) == 0x11000000 || (word & 0x1f000000) == 0x0b000000;
	bool sets_flags = (is_sum && word & 0x20000000) || (word & 0x7f800000) == 0x72000000 ||
			  (word & 0x7f000000) == 0x6a000000;
	uint32_t to = word & 31;

	if (kind == DT_INSN_NOP || kind == DT_INSN_LANDING)
		return true;
	return is_arithmetic && ((to >= 9 && to <= 17) || (to == ZERO && sets_flags));
}

int64_t dt_word_distance(uint32_t word)
{
	if ((word & 0x7c000000) == 0x14000000)
		return dt_word_signed(word, 0, 26) * INT64_C(4);
	if ((word & 0x7e000000) == 0x36000000) // tbz, tbnz
		return dt_word_signed(word, 5, 14) * INT64_C(4);
	return dt_word_signed(word, 5, 19) * INT64_C(4);
}

/** Records the target of a branch: whether a jump leaves the function. */
static void note_branch(struct dt_insn *i, uint32_t word, size_t size)
{
	int64_t target = i->offset + dt_word_distance(word);

	i->is_tail = word >> 26 == 5 && (target < 0 || (uint64_t)target >= size);
	if (i->is_tail)
		i->target = target;
}

static uint32_t word_at(const uint8_t *code, size_t at)
{
	return code[at] | (uint32_t)code[at + 1] << 8 | (uint32_t)code[at + 2] << 16 |
	       (uint32_t)code[at + 3] << 24;
}

/** Marks the instructions from an exclusive load to its store. */
static void mark_exclusive(struct dt_insns *s, const uint8_t *code)
{
	size_t load = SIZE_MAX;

	for (size_t i = 0; i < s->v.len; i++) {
		uint32_t word = word_at(code, i * WORD);

		if (s->v.data[i].trait != DT_INSN_EXCLUSIVE)
			continue;
		if (word & 0x00400000) {
			load = i;
			continue;
		}
		for (size_t k = load; k < i && i - load < SEQUENCE; k++)
			if (!s->v.data[k].trait)
				s->v.data[k].trait = DT_INSN_EXCLUSIVE;
		load = SIZE_MAX;
	}
}

static bool mark_targets(struct dt_insns *s, const uint8_t *code, size_t size)
{
	dt_vec_foreach (&s->v, i) {
		uint64_t target;

		if (i->kind != DT_INSN_BRANCH)
			continue;
		target = i->offset + (uint64_t)dt_word_distance(word_at(code, i->offset));
		if (target < size && !dt_insns_at(s, target))
			return false;
		if (target < size)
			dt_insns_at(s, target)->is_target = true;
	}
	return true;
}

bool dt_insns_read(struct dt_insns *s, const struct dt_machine *m, const uint8_t *code, size_t size)
{
	bool is_early = true, ok = m == &dt_arch.native;
	size_t at = 0;

	for (; ok && size - at >= WORD; at += WORD) {
		uint32_t word = word_at(code, at);
		const struct form *form = form_of(word);
		struct dt_insn i = {.offset = (uint32_t)at,
				    .kind = (uint8_t)form->kind,
				    .trait = (uint8_t)form->trait,
				    .is_return = form->is_return};

		if (dt_word_is_reserved(word))
			break;
		is_early = is_early && leaves_entry(word, form->kind);
		i.is_early = is_early;
		if (form->kind == DT_INSN_BRANCH)
			note_branch(&i, word, size);
		dt_vec_push(&s->v, i);
	}
	mark_exclusive(s, code);
	return mark_targets(s, code, size) && at == size;
}

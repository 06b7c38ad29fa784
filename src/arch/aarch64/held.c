/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Follows the registers sp, x29 and x30 through code that people write: constants are subtracted
 * from and added to sp, and x29 and x30 are saved at a distance from sp or x29. After any other
 * change of one of them, its value is unknown. Reading too much into an instruction is harmless:
 * a register that seems to change is unknown.
 *
 * Decision: docs/dev/decisions/0144-functions-without-tables-are-followed.md
 */
#include "arch/held.h"

#include "arch/aarch64/word.h"
#include "base/mem.h"

enum {
	FP = 29,
	LINK = 30,
	SP = 31,	   // as a base, or as the result of some arithmetic; else: zero
	VECTOR = 1 << 26,  // a vector register in loads and stores
	DEPTH = 256 << 20, // bytes of a frame, at most
};

/** Some instructions that write the register in their lowest bits. */
static const struct form {
	uint32_t mask, bits;
} writes[] = {
    {0x1c000000, 0x10000000}, // arithmetic with constants, adr
    {0x0e000000, 0x0a000000}, // arithmetic of registers
    {0xbfe0ec00, 0x0e002c00}, // umov, smov
    {0x5f20fc00, 0x1e200000}, // conversions to whole numbers, fmov
    {0xfff00000, 0xd5300000}, // mrs
    {0x3f000000, 0x08000000}, // exclusive
    {0x3e000000, 0x18000000}, // ldr at a distance from the instruction, ldapr
    {0x3f200000, 0x38200000}, // atomic, and with an index
};

/** Those of arithmetic where register 31 is the stack pointer. */
static const struct form to_sp[] = {
    {0x3f800000, 0x11000000}, // add, sub
    {0x3fe00000, 0x0b200000}, // the same of an extended register
    {0x3f800000, 0x12000000}, // and, eor
    {0x7f800000, 0x32000000}, // orr
};

static bool fits(const struct form *forms, size_t n, uint32_t word)
{
	for (size_t i = 0; i < n; i++)
		if ((word & forms[i].mask) == forms[i].bits)
			return true;
	return false;
}

/** Returns a value plus a distance. */
static int32_t moved(int32_t value, int32_t distance)
{
	if (value == DT_UNHELD || value + distance > DEPTH || value + distance < -DEPTH)
		return DT_UNHELD;
	return value + distance;
}

/** Returns the value of a register minus the CFA. */
static int32_t value_of(const struct dt_held *h, uint32_t reg)
{
	return reg == SP ? h->v[DT_HELD_SP] : reg == FP ? h->v[DT_HELD_FP] : DT_UNHELD;
}

/** Gives a register a new value. */
static void set_register(struct dt_held *h, uint32_t reg, int32_t value)
{
	if (reg == SP)
		h->v[DT_HELD_SP] = value;
	if (reg == LINK)
		h->v[DT_HELD_LINK] = DT_UNHELD;
	if (reg != FP)
		return;
	h->v[DT_HELD_FP] = value;
	h->v[DT_HELD_FP_SAME] = DT_UNHELD;
}

static const struct saved {
	uint32_t reg;
	enum dt_held_value at, same;
} saved[] = {
    {FP, DT_HELD_FP_AT, DT_HELD_FP_SAME},
    {LINK, DT_HELD_LINK_AT, DT_HELD_LINK},
};

static void store_register(struct dt_held *h, uint32_t reg, int32_t at)
{
	for (const struct saved *s = saved; s < saved + dt_array_len(saved); s++)
		if (at != DT_UNHELD && reg == s->reg && !h->v[s->same])
			h->v[s->at] = at;
		else if (at == h->v[s->at])
			h->v[s->at] = DT_UNHELD;
}

static void load_register(struct dt_held *h, uint32_t reg, int32_t at)
{
	if (reg != SP)
		set_register(h, reg, DT_UNHELD);
	for (const struct saved *s = saved; s < saved + dt_array_len(saved); s++)
		if (at != DT_UNHELD && reg == s->reg && at == h->v[s->at])
			h->v[s->same] = 0;
}

/** An access to memory at a constant distance from a register. */
struct access {
	int32_t distance;
	bool is_load, is_before, is_after; // adds the distance to the register before or after
	unsigned n, size;		   // registers and bytes of each
};

/** Reads a load or store of a pair, or of one register. Returns false if it is neither. */
static bool read_access(uint32_t word, struct access *ret)
{
	bool is_vector = word & VECTOR, is_pair = (word & 0x3a000000) == 0x28000000;
	unsigned mode = is_pair ? word >> 23 & 3 : word >> 10 & 3, scale = word >> 30;

	*ret = (struct access){.n = is_pair ? 2 : 1, .is_after = mode == 1, .is_before = mode == 3};
	if (is_pair) {
		scale = 2 + (is_vector ? scale : scale >> 1);
		ret->distance = dt_word_signed(word, 15, 7) * (1 << scale);
		ret->is_load = word >> 22 & 1;
	} else if ((word & 0x3b000000) == 0x39000000) { // an unsigned distance
		scale |= is_vector && word >> 23 & 1 ? 4 : 0;
		ret->distance = (int32_t)(word >> 10 & 0xfff) << scale;
		ret->is_load = is_vector ? word >> 22 & 1 : word >> 22 & 3;
		ret->is_after = ret->is_before = false;
	} else if ((word & 0x3b200000) == 0x38000000) {
		ret->distance = dt_word_signed(word, 12, 9);
		ret->is_load = is_vector ? word >> 22 & 1 : word >> 22 & 3;
	} else {
		return false;
	}
	ret->size = 1U << scale;
	return true;
}

static void access_memory(struct dt_held *h, uint32_t word, const struct access *a)
{
	const uint32_t regs[2] = {word & 31, word >> 10 & 31};
	uint32_t base = word >> 5 & 31;
	int32_t at = moved(value_of(h, base), a->is_after ? 0 : a->distance);

	if (a->is_before || a->is_after)
		set_register(h, base, moved(value_of(h, base), a->distance));
	for (unsigned i = 0; i < a->n && !(word & VECTOR); i++) {
		int32_t place = a->size == 8 ? moved(at, 8 * (int32_t)i) : DT_UNHELD;

		if (a->is_load)
			load_register(h, regs[i], place);
		else
			store_register(h, regs[i], place);
	}
}

/** Applies any instruction but a branch. */
static void change_held(struct dt_held *h, uint32_t word)
{
	uint32_t to = word & 31, from = word >> 5 & 31;
	int32_t value = DT_UNHELD;
	struct access a;

	if (read_access(word, &a)) {
		access_memory(h, word, &a);
		return;
	}
	if ((word & 0xbf800000) == 0x91000000) { // add, sub of a constant
		int32_t constant = (int32_t)(word >> 10 & 0xfff) << (word & 0x00400000 ? 12 : 0);

		value = moved(value_of(h, from), word >> 30 & 1 ? -constant : constant);
	}
	if (fits(writes, dt_array_len(writes), word) &&
	    (to != SP || fits(to_sp, dt_array_len(to_sp), word)))
		set_register(h, to, value);
	if ((word & 0xbe800000) == 0x0c800000 && from >= FP) // vectors, and moves the base
		set_register(h, from, DT_UNHELD);
}

/** Applies a branch to a register. */
static enum dt_flow follow_register(uint32_t word, struct dt_held *h)
{
	switch (word >> 21 & 7) { // without the bit of signed addresses
	case 0:
		return DT_FLOW_LEAVE;
	case 1: // a call
		set_register(h, LINK, DT_UNHELD);
		return DT_FLOW_NEXT;
	case 2:
		return (word >> 5 & 31) == LINK || word >> 11 & 1 ? DT_FLOW_LEAVE : DT_FLOW_BAD;
	default:
		return DT_FLOW_BAD;
	}
}

static enum dt_flow follow_word(uint32_t word, struct dt_held *h, int64_t *target)
{
	if (dt_word_is_reserved(word))
		return DT_FLOW_BAD;
	*target = dt_word_distance(word) / 4;
	if (word >> 26 == 0x05) // b
		return DT_FLOW_JUMP;
	if (word >> 26 == 0x25) { // bl
		set_register(h, LINK, DT_UNHELD);
		return DT_FLOW_NEXT;
	}
	if ((word & 0x7c000000) == 0x34000000 || word >> 24 == 0x54) // cbz, tbz, b.cond
		return DT_FLOW_BRANCH;
	if (word >> 25 == 0x6b)
		return follow_register(word, h);
	if ((word & 0xffe0001f) == 0xd4200000) // brk
		return DT_FLOW_END;
	change_held(h, word);
	return DT_FLOW_NEXT;
}

static bool begins_function(uint32_t word)
{
	return (word & 0xffffff3f) == 0xd503241f || // bti
	       (word & 0xffffffbf) == 0xd503233f || // paciasp, pacibsp
	       (word & 0xffc07fff) == 0xa9807bfd;   // stp x29, x30, [sp, #-N]!
}

const struct dt_follower dt_follower = {.insn = 4, .step = follow_word, .begins = begins_function};

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Encodes each row as DWARF instructions for its difference from the previous row. An entry has at
 * most ROWS rows, because unwinders execute an entry from its beginning. It starts from the common
 * entry, according to which nothing is on the stack and nothing is saved.
 */
#include "instrument/move/cfi.h"

#include "instrument/move/x86_64/internal.h"
#include "native/x86_64/x86.h"

#include <stdlib.h>
#include <string.h>

enum {
	WORD = 8,
	ROWS = 64,
	RETURN = 16, // number of the return address
	/* instructions; the first three have an operand in their lower six bits */
	ADVANCE = 0x40,
	OFFSET = 0x80,
	RESTORE = 0xc0,
	ADVANCE_1 = 0x02,
	ADVANCE_2 = 0x03,
	ADVANCE_4 = 0x04,
	DEF_CFA_OFFSET = 0x0e,
	EXPRESSION = 0x10,
	VAL_EXPRESSION = 0x16,
	IN_OPCODE = 1 << 6, // operands below it fit there
	/* operations of expressions */
	OP_ADDR = 0x03,
	OP_BREG = 0x70, // and the register
	/* forms of addresses */
	PCREL_4 = 0x1b,
	UNSIGNED_4 = 0x03,
	DATAREL_4 = 0x3b,
	/* offsets in an entry */
	ENTRY_CIE = 4,
	ENTRY_BEGIN = 8,
	ENTRY_SIZE = 12,
	ENTRY_HEAD = 17,
};

/** DWARF's numbers of the registers. */
static const uint8_t numbers[DT_CFI_REGS] = {0, 2, 1, 3, 7, 6, 4, 5, 8, 9, 10, 11, 12, 13, 14, 15};

/** The common entry, which is the first one. */
static const uint8_t common[] = {
    20,	  0,	   0,	0, 0, 0,    0,	    0, // size, and the mark of a common entry
    1,	  'z',	   'R', 0, 1, 0x78, RETURN,    // version; augmentation; factors 1 and -8
    1,	  PCREL_4,			       // its data
    0x0c, 7,	   0,			       // CFA = rsp + 0
    0,	  0,	   0,	0,
};

// ---- bytes

static void put(struct dt_cfi *f, unsigned byte)
{
	dt_vec_push(&f->bytes, (uint8_t)byte);
}

/** Appends the low bytes of a number. */
static void put_bytes(struct dt_cfi *f, uint64_t value, unsigned n)
{
	for (unsigned k = 0; k < n; k++)
		put(f, value >> 8 * k & 0xff);
}

static void put_uleb(struct dt_cfi *f, uint64_t value)
{
	for (; value >= 0x80; value >>= 7)
		put(f, (value & 0x7f) | 0x80);
	put(f, value & 0x7f);
}

static void put_sleb(struct dt_cfi *f, int64_t value)
{
	for (; value < -0x40 || value >= 0x40; value >>= 7)
		put(f, (value & 0x7f) | 0x80);
	put(f, value & 0x7f);
}

/** Writes a number of 4 bytes at an offset. */
static void set(struct dt_cfi *f, size_t offset, uint64_t value)
{
	uint32_t low = (uint32_t)value;

	memcpy(f->bytes.data + offset, &low, sizeof(low));
}

/** Appends an expression of one operation on a register: register + distance. */
static void put_sum(struct dt_cfi *f, unsigned reg, int64_t distance)
{
	size_t at = f->bytes.len;

	put(f, 0);
	put(f, OP_BREG + reg);
	put_sleb(f, distance);
	f->bytes.data[at] = (uint8_t)(f->bytes.len - at - 1);
}

// ---- rows

static void put_advance(struct dt_cfi *f, uint64_t n)
{
	unsigned size = n <= UINT8_MAX ? 1 : n <= UINT16_MAX ? 2 : 4;

	if (n && n < IN_OPCODE) {
		put(f, ADVANCE | (unsigned)n);
	} else if (n) {
		put(f, size == 1 ? ADVANCE_1 : size == 2 ? ADVANCE_2 : ADVANCE_4);
		put_bytes(f, n, size);
	}
}

/** Appends the rule of the return address. */
static void put_return(struct dt_cfi *f, const struct dt_cfi_state *s)
{
	if (s->kind == DT_CFI_FUNCTION) {
		put(f, OFFSET | RETURN);
		put_uleb(f, 1);
		return;
	}
	put(f, VAL_EXPRESSION);
	put_uleb(f, RETURN);
	if (s->kind == DT_CFI_COPY) {
		put_sum(f, RETURN, (int64_t)s->pc + 1);
		return;
	}
	put_uleb(f, 1 + sizeof(s->pc));
	put(f, OP_ADDR);
	put_bytes(f, s->pc + 1, sizeof(s->pc));
}

static void put_register(struct dt_cfi *f, const struct dt_cfi_state *s, unsigned reg)
{
	if (s->on_stack >> reg & 1) {
		put(f, OFFSET | numbers[reg]);
		put_uleb(f, (unsigned)s->at[reg] / WORD);
	} else if (s->in_level >> reg & 1) {
		put(f, EXPRESSION);
		put_uleb(f, numbers[reg]);
		put_sum(f, numbers[RBP], s->at[reg]);
	} else {
		put(f, RESTORE | numbers[reg]);
	}
}

static bool has_same_return(const struct dt_cfi_state *a, const struct dt_cfi_state *b)
{
	return a->kind == b->kind && a->pc == b->pc;
}

static bool has_same_register(const struct dt_cfi_state *a, const struct dt_cfi_state *b,
			      unsigned reg)
{
	uint32_t bit = 1u << reg;

	return (a->on_stack & bit) == (b->on_stack & bit) &&
	       (a->in_level & bit) == (b->in_level & bit) &&
	       (!((a->on_stack | a->in_level) & bit) || a->at[reg] == b->at[reg]);
}

/** Appends the differences of a row to the last one. */
static void put_changes(struct dt_cfi *f, const struct dt_cfi_state *s)
{
	if (s->depth != f->open.last.depth) {
		put(f, DEF_CFA_OFFSET);
		put_uleb(f, s->depth);
	}
	if (!f->open.n_rows || !has_same_return(s, &f->open.last))
		put_return(f, s);
	for (unsigned reg = 0; reg < DT_CFI_REGS; reg++)
		if (!has_same_register(s, &f->open.last, reg))
			put_register(f, s, reg);
}

static bool is_same(const struct dt_cfi_state *a, const struct dt_cfi_state *b)
{
	bool same = a->depth == b->depth && has_same_return(a, b);

	for (unsigned reg = 0; same && reg < DT_CFI_REGS; reg++)
		same = has_same_register(a, b, reg);
	return same;
}

// ---- entries

static void begin_entry(struct dt_cfi *f, uint64_t at)
{
	struct dt_cfi_entry e = {.begin = at};

	for (size_t k = f->bytes.len; k < sizeof(common); k++)
		dt_vec_push(&f->bytes, common[k]);
	e.offset = f->bytes.len;
	dt_vec_push(&f->entries, e);
	for (unsigned k = 0; k < ENTRY_HEAD; k++)
		put(f, 0);
	set(f, e.offset + ENTRY_CIE, e.offset + ENTRY_CIE);
	f->open.last = (struct dt_cfi_state){0};
	f->open.last_at = at;
}

void dt_cfi_add(struct dt_cfi *f, uint64_t at, const struct dt_cfi_state *state)
{
	if (!f || (f->open.n_rows && is_same(&f->open.last, state)))
		return;
	if (f->open.n_rows == ROWS)
		dt_cfi_end(f, at);
	if (!f->open.n_rows)
		begin_entry(f, at);
	put_advance(f, at - f->open.last_at);
	put_changes(f, state);
	f->open.last = *state;
	f->open.last_at = at;
	f->open.n_rows++;
}

void dt_cfi_end(struct dt_cfi *f, uint64_t at)
{
	struct dt_cfi_entry *e;

	if (!f || !f->open.n_rows)
		return;
	e = &f->entries.data[f->entries.len - 1];
	f->open.n_rows = 0;
	e->end = at;
	if (e->end <= e->begin) {
		f->bytes.len = e->offset;
		f->entries.len--;
		return;
	}
	while (f->bytes.len % WORD)
		put(f, 0);
	set(f, e->offset, f->bytes.len - e->offset - ENTRY_CIE);
	set(f, e->offset + ENTRY_SIZE, e->end - e->begin);
}

struct dt_cfi_mark dt_cfi_mark(const struct dt_cfi *f)
{
	if (!f)
		return (struct dt_cfi_mark){0};
	return (struct dt_cfi_mark){f->bytes.len, f->entries.len, f->open};
}

void dt_cfi_return(struct dt_cfi *f, const struct dt_cfi_mark *to)
{
	if (!f)
		return;
	f->bytes.len = to->n_bytes;
	f->entries.len = to->n_entries;
	f->open = to->open;
}

void dt_cfi_add_routine(struct dt_cfi *f, const struct dt_copy *area, uint64_t begin)
{
	struct dt_cfi_state s = {.kind = DT_CFI_FUNCTION, .depth = WORD};
	uint64_t end = area->base + area->bytes.len;
	struct dt_decoded d;

	if (!f)
		return;
	dt_cfi_add(f, begin, &s);
	for (uint64_t at = begin; at < end; at += d.insn.length) {
		const uint8_t *bytes = area->bytes.data + (at - area->base);
		bool pushes, pops;
		uint32_t bit;
		unsigned reg;

		if (!dt_decode(bytes, end - at, at, &d))
			break;
		pushes = d.insn.mnemonic == ZYDIS_MNEMONIC_PUSH;
		pops = d.insn.mnemonic == ZYDIS_MNEMONIC_POP;
		if (!pushes && !pops)
			continue;
		reg = (unsigned)(d.operands[0].reg.value - ZYDIS_REGISTER_RAX);
		bit = 1u << reg;
		if (pops && s.on_stack & bit && (uint32_t)s.at[reg] == s.depth)
			s.on_stack &= ~bit;
		s.depth += pushes ? WORD : (uint32_t)-WORD;
		if (pushes && !(s.on_stack & bit)) {
			s.on_stack |= bit;
			s.at[reg] = (int32_t)s.depth;
		}
		dt_cfi_add(f, at + d.insn.length, &s);
	}
	dt_cfi_end(f, end);
}

// ---- tables

static int compare_entries(const void *a, const void *b)
{
	const struct dt_cfi_entry *x = a, *y = b;

	return (x->begin > y->begin) - (x->begin < y->begin);
}

static bool is_near(uint64_t distance)
{
	return (int64_t)distance == (int32_t)distance;
}

/** Appends .eh_frame_hdr, which is to be at the address `header`; .eh_frame is at `at`. */
static bool put_header(struct dt_cfi *f, uint64_t at, uint64_t header)
{
	put(f, 1);
	put(f, PCREL_4);
	put(f, UNSIGNED_4);
	put(f, DATAREL_4);
	put_bytes(f, at - (header + 4), 4);
	put_bytes(f, f->entries.len, 4);
	dt_vec_foreach (&f->entries, e) {
		uint64_t begin_at = at + e->offset + ENTRY_BEGIN;

		if (!is_near(e->begin - header) || !is_near(e->begin - begin_at))
			return false;
		set(f, e->offset + ENTRY_BEGIN, e->begin - begin_at);
		put_bytes(f, e->begin - header, 4);
		put_bytes(f, at + e->offset - header, 4);
	}
	return true;
}

uint64_t dt_cfi_finish(struct dt_cfi *f, struct dt_copy *area, size_t room)
{
	uint64_t at, header;

	dt_cfi_end(f, area->base + area->bytes.len);
	if (!f->entries.len)
		return 0;
	qsort(f->entries.data, f->entries.len, sizeof(*f->entries.data), compare_entries);
	put_bytes(f, 0, WORD); // the end of .eh_frame
	dt_stub_align(area, 0);
	at = area->base + area->bytes.len;
	header = at + f->bytes.len;
	if (!put_header(f, at, header) || area->bytes.len + f->bytes.len > room)
		return 0;
	dt_copy_put(area, f->bytes.data, f->bytes.len);
	return header;
}

void dt_cfi_deinit(struct dt_cfi *f)
{
	dt_vec_deinit(&f->bytes);
	dt_vec_deinit(&f->entries);
	*f = (struct dt_cfi){0};
}

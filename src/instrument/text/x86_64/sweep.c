/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads all instructions of a file, from the start of each function to the start of the next.
 *
 * A switch jumps to a computed address. Constant data has a table of distances, relative to the
 * table itself. The code does not reveal the end of the table: it is before the next data whose
 * address the text computes, or at the first distance that does not lead to an instruction.
 * Pointers to code in data have relocations, so jumps through them are known without tables.
 *
 * Decision: docs/dev/decisions/0096-landing-points-of-whole-files.md
 */
#include "instrument/text/internal.h"

#include <string.h>

enum {
	LOOK_BACK = 24,	    // instructions before a jump in which its address may be computed
	INSN_MAX = 15,	    // bytes
	RSEQ_SIGNATURE = 4, // bytes
};

struct sweep {
	struct dt_text_reader *r;
	struct dt_text_part *part;
	const struct dt_text_function *function; // that begins there; NULL: none
	bool is_dead; // control does not continue from the instruction before
};

// ---- jumps to computed addresses

bool dt_insn_before(const struct dt_text_part *p, uint64_t start, uint64_t at,
		    struct dt_decoded *ret)
{
	for (uint64_t back = at; back > start && at - back < INSN_MAX;)
		if (p->marks[--back] & DT_MARK_START)
			return dt_decode(p->bytes + back, (size_t)(at - back), p->addr + back,
					 ret) &&
			       back + ret->insn.length == at;
	return false;
}

static bool writes_register(const struct dt_decoded *d, ZydisRegister r)
{
	for (ZyanU8 i = 0; i < d->insn.operand_count; i++) {
		const ZydisDecodedOperand *op = &d->operands[i];

		if (op->type == ZYDIS_OPERAND_TYPE_REGISTER &&
		    op->actions & ZYDIS_OPERAND_ACTION_MASK_WRITE &&
		    ZydisRegisterGetLargestEnclosing(ZYDIS_MACHINE_MODE_LONG_64, op->reg.value) ==
			r)
			return true;
	}
	return false;
}

/** Reports whether the jump at offset `at` through a register leads to an address that the text
 *  computes in front of it. */
static bool is_computed(const struct dt_text_part *p, uint64_t start, uint64_t at,
			const struct dt_decoded *jump)
{
	ZydisRegister r = jump->operands[0].reg.value;
	struct dt_decoded d;

	for (int i = 0; i < LOOK_BACK && dt_insn_before(p, start, at, &d); i++) {
		at = d.at - p->addr;
		if (d.insn.meta.branch_type != ZYDIS_BRANCH_TYPE_NONE)
			return false; // computed elsewhere: a pointer
		if (!writes_register(&d, r))
			continue;
		switch (d.insn.mnemonic) {
		case ZYDIS_MNEMONIC_POP:
		case ZYDIS_MNEMONIC_XCHG:
			return false;
		case ZYDIS_MNEMONIC_MOV:
			if (d.operands[1].type != ZYDIS_OPERAND_TYPE_REGISTER)
				return d.operands[1].size != 64;
			r = d.operands[1].reg.value;
			continue;
		case ZYDIS_MNEMONIC_LEA:
			return d.operands[1].mem.base != ZYDIS_REGISTER_RIP;
		default:
			return !(d.insn.meta.category == ZYDIS_CATEGORY_CMOV);
		}
	}
	return false;
}

// ---- instructions

static bool is_register_jump(const struct dt_decoded *d)
{
	return d->insn.mnemonic == ZYDIS_MNEMONIC_JMP && d->insn.opcode == 0xff &&
	       d->insn.raw.modrm.mod == 3;
}

static void note_address(struct dt_text_reader *r, uint64_t addr)
{
	if (dt_text_part(r->t, addr))
		dt_text_mark(r->t, addr, DT_MARK_POINTED);
	else
		dt_vec_push(&r->bases, addr);
}

/** Takes constants of a program with fixed addresses that may be addresses of code. */
static void note_constants(struct dt_text_reader *r, const ZydisDecodedInstruction *in)
{
	for (size_t i = 0; i < dt_array_len(in->raw.imm); i++)
		if (in->raw.imm[i].size >= 32 && !in->raw.imm[i].is_relative)
			dt_text_mark(r->t, in->raw.imm[i].value.u, DT_MARK_POINTED);
	if (in->raw.disp.size == 32 && !(in->attributes & ZYDIS_ATTRIB_IS_RELATIVE))
		dt_text_mark(r->t, (uint64_t)in->raw.disp.value, DT_MARK_POINTED);
}

/** Returns the marks for the target of a direct branch or call. */
static unsigned marks_of_target(const struct sweep *s, const struct dt_decoded *d)
{
	uint64_t size = s->function ? s->function->end - s->function->addr : 0;

	if (d->insn.mnemonic == ZYDIS_MNEMONIC_CALL)
		return DT_MARK_POINTED;
	return size && d->at - s->function->addr < size &&
		       dt_decoded_target(d) - s->function->addr < size
		   ? DT_MARK_LANDING | DT_MARK_JUMPED
		   : DT_MARK_POINTED | DT_MARK_JUMPED;
}

static void read_insn(struct sweep *s, uint64_t start, struct dt_decoded *d)
{
	const ZydisDecodedInstruction *in = &d->insn;
	struct dt_text_reader *r = s->r;

	if (in->mnemonic == ZYDIS_MNEMONIC_SYSCALL)
		dt_vec_push(&r->t->calls, d->at);
	else if (in->raw.imm[0].is_relative)
		dt_text_mark(r->t, dt_decoded_target(d), marks_of_target(s, d));
	else if (in->mnemonic == ZYDIS_MNEMONIC_LEA && in->attributes & ZYDIS_ATTRIB_IS_RELATIVE)
		note_address(r, d->at + in->length + (uint64_t)in->raw.disp.value);
	else if (in->mnemonic == ZYDIS_MNEMONIC_ENDBR64)
		dt_text_mark(r->t, d->at, DT_MARK_POINTED);
	else if (is_register_jump(d) &&
		 dt_decode(s->part->bytes + (d->at - s->part->addr), in->length, d->at, d) &&
		 is_computed(s->part, start, d->at - s->part->addr, d))
		dt_vec_push(&r->jumps, d->at);
	if (r->is_fixed)
		note_constants(r, in);
}

static bool is_padding(const ZydisDecodedInstruction *in)
{
	return in->mnemonic == ZYDIS_MNEMONIC_NOP || in->mnemonic == ZYDIS_MNEMONIC_INT3;
}

/** Reads the instructions at offsets from ≤ offset < to of the part. */
static void read_stretch(struct sweep *s, uint64_t from, uint64_t to)
{
	struct dt_text_part *p = s->part;
	struct dt_decoded d;

	s->is_dead = false;
	for (uint64_t at = from; at < to; at += d.insn.length) {
		if (!dt_decode_brief(p->bytes + at, (size_t)(p->size - at), p->addr + at, &d)) {
			if (s->function)
				dt_text_refuse(s->r->t, p->addr + at, DT_REFUSE_BYTES);
			s->is_dead = false;
			d.insn.length = 1;
			continue;
		}
		p->marks[at] |= DT_MARK_START;
		if (s->is_dead && is_padding(&d.insn)) {
			for (uint64_t i = at; i < at + d.insn.length && i < to; i++)
				p->marks[i] |= DT_MARK_PADDING;
			continue;
		}
		s->is_dead = dt_insn_ends(&d);
		read_insn(s, from, &d);
	}
}

/** Refuses functions in which a signature of restartable sequences is. */
static void find_signatures(struct dt_text *t, const struct dt_text_part *p)
{
	static const uint8_t signature[RSEQ_SIGNATURE] = {0x53, 0x30, 0x05, 0x53};

	for (const uint8_t *at = p->bytes, *end = p->bytes + p->size;
	     (at = memmem(at, (size_t)(end - at), signature, sizeof(signature))); at++)
		dt_text_refuse(t, p->addr + (uint64_t)(at - p->bytes), DT_REFUSE_RSEQ);
}

void dt_text_sweep(struct dt_text_reader *r)
{
	struct dt_text *t = r->t;
	size_t next = 0;

	dt_vec_foreach (&t->parts, p) {
		struct sweep s = {.r = r, .part = p};
		uint64_t from = 0;

		for (;; next++) {
			bool is_last = next == t->functions.len ||
				       t->functions.data[next].addr - p->addr >= p->size;
			uint64_t to = is_last ? p->size : t->functions.data[next].addr - p->addr;

			read_stretch(&s, from, to);
			if (is_last)
				break;
			from = to;
			s.function = &t->functions.data[next];
		}
		find_signatures(t, p);
	}
}

// ---- tables

static int compare_addresses(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

static void note_switch(struct dt_text_reader *r, uint64_t target)
{
	const struct dt_text_function *fn = dt_text_function(r->t, target);

	if (fn && (!r->switches.len || dt_vec_last(&r->switches) != fn->addr))
		dt_vec_push(&r->switches, fn->addr);
}

/** Follows the table at `base`, which ends before `end`. */
static void read_table(struct dt_text_reader *r, uint64_t base, uint64_t end)
{
	size_t n = 0;
	const uint8_t *bytes = dt_text_data(r->t, base, &n);
	int32_t distance;

	for (size_t i = 0; i + sizeof(distance) <= n && base + i + sizeof(distance) <= end;
	     i += sizeof(distance)) {
		uint64_t target;

		memcpy(&distance, bytes + i, sizeof(distance));
		target = base + (uint64_t)(int64_t)distance;
		if (!(dt_text_marks(r->t, target) & DT_MARK_START))
			return;
		dt_text_mark(r->t, target, DT_MARK_POINTED | DT_MARK_JUMPED);
		note_switch(r, target);
	}
}

static void sort(uint64_t *data, size_t n)
{
	if (n)
		qsort(data, n, sizeof(*data), compare_addresses);
}

void dt_text_read_tables(struct dt_text_reader *r)
{
	sort(r->bases.data, r->bases.len);
	for (size_t i = 0; i < r->bases.len; i++) {
		size_t next = i + 1;

		while (next < r->bases.len && r->bases.data[next] == r->bases.data[i])
			next++;
		read_table(r, r->bases.data[i],
			   next < r->bases.len ? r->bases.data[next] : UINT64_MAX);
		i = next - 1;
	}
	sort(r->switches.data, r->switches.len);
	dt_vec_foreach (&r->jumps, at) {
		const struct dt_text_function *fn = dt_text_function(r->t, *at);

		if (fn &&
		    !(r->switches.len && bsearch(&fn->addr, r->switches.data, r->switches.len,
						 sizeof(*r->switches.data), compare_addresses)))
			dt_text_refuse(r->t, *at, DT_REFUSE_INDIRECT);
	}
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Proves the code that counts a block. This code is short and has few forms, so the proof reads it
 * in order. It computes the dead flags from the original instructions and does not trust the plan.
 *
 * Decision: docs/dev/decisions/0118-functions-move-whole.md
 */
#include "instrument/check/x86_64/body.h"

#include "instrument/check/x86_64/effect.h"

#include <inttypes.h>
#include <string.h>

enum {
	RED_ZONE = 128,
	OVERFLOW_AL = 127, // 1 + 127 overflows
	FLAGS = ZYDIS_CPUFLAG_CF | ZYDIS_CPUFLAG_PF | ZYDIS_CPUFLAG_AF | ZYDIS_CPUFLAG_ZF |
		ZYDIS_CPUFLAG_SF | ZYDIS_CPUFLAG_OF,
};

static struct dt_error *fail(uint64_t at)
{
	return dt_error_new(DT_ERR_OTHER,
			    "the code that counts the block at 0x%" PRIx64 " does something else",
			    at);
}

// ---- flags

/** Flags that an instruction surely overwrites. */
static uint32_t overwritten(const struct dt_decoded *d)
{
	const ZydisAccessedFlags *f = d->insn.cpu_flags;
	const ZydisInstructionAttributes repeats =
	    ZYDIS_ATTRIB_HAS_REP | ZYDIS_ATTRIB_HAS_REPE | ZYDIS_ATTRIB_HAS_REPNE;

	// A shift by zero changes no flag; nor does a search that finds nothing.
	if (!f || d->insn.attributes & repeats || d->insn.meta.category == ZYDIS_CATEGORY_SHIFT ||
	    d->insn.meta.category == ZYDIS_CATEGORY_ROTATE)
		return 0;
	return (f->modified | f->set_0 | f->set_1 | f->undefined) & FLAGS;
}

static uint32_t tested(const struct dt_decoded *d)
{
	const ZydisAccessedFlags *f = d->insn.cpu_flags;

	switch (d->insn.mnemonic) {
	case ZYDIS_MNEMONIC_PUSHF:
	case ZYDIS_MNEMONIC_PUSHFD:
	case ZYDIS_MNEMONIC_PUSHFQ:
		return FLAGS;
	default:
		return f ? f->tested & FLAGS : 0;
	}
}

static long find_moved(const struct dt_moved_list *moved, uint64_t from)
{
	size_t i = dt_leading(moved->v.data, moved->v.len, e, e->from < from);

	return i < moved->v.len && moved->v.data[i].from == from ? (long)i : -1;
}

/** Returns the flags that are alive behind an instruction. */
static uint32_t live_behind(const struct dt_moved_list *moved, const struct dt_decoded *d,
			    const uint32_t *live)
{
	uint64_t target = dt_decoded_target(d), next = d->at + d->insn.length;
	bool is_jump = d->insn.mnemonic == ZYDIS_MNEMONIC_JMP && target;
	uint32_t ret = 0;
	long to;

	if (dt_effect_shows_place(d) || (dt_effect_ends(d) && !is_jump))
		return FLAGS;
	if (target) {
		to = find_moved(moved, target);
		ret |= to < 0 ? (uint32_t)FLAGS : live[to];
	}
	if (is_jump)
		return ret;
	to = find_moved(moved, next);
	return ret | (to < 0 ? (uint32_t)FLAGS : live[to]);
}

/** Returns the flags that are alive in front of each instruction. The caller frees them. */
static uint32_t *find_live(const struct dt_moved_list *moved, const struct dt_decoded *originals)
{
	uint32_t *live = dt_zalloc((moved->v.len + 1) * sizeof(*live));
	bool changes = true;

	while (changes) {
		changes = false;
		for (size_t i = moved->v.len; i-- > 0;) {
			const struct dt_decoded *d = &originals[i];
			uint32_t now = (live_behind(moved, d, live) & ~overwritten(d)) | tested(d);

			changes |= now != live[i];
			live[i] = now;
		}
	}
	return live;
}

// ---- code

struct reader {
	const struct dt_check_body *b;
	uint64_t at;
};

static bool next(struct reader *r, struct dt_decoded *ret)
{
	const struct dt_stub *s = r->b->stub;
	const struct dt_copy *area = r->b->area;

	if (r->at < s->begin || r->at >= s->end ||
	    !dt_decode(area->bytes.data + (r->at - area->base), s->end - r->at, r->at, ret))
		return false;
	r->at += ret->insn.length;
	return true;
}

static bool is_plain(const struct dt_decoded *d, ZydisMnemonic m)
{
	return d->insn.mnemonic == m && !(d->insn.attributes & ZYDIS_ATTRIB_HAS_LOCK);
}

static bool is_register(const ZydisDecodedOperand *op, ZydisRegister reg)
{
	return op->type == ZYDIS_OPERAND_TYPE_REGISTER && op->reg.value == reg;
}

/** Reads lea by(%rsp), %rsp. */
static bool reads_lea(struct reader *r, int64_t by)
{
	struct dt_decoded d;

	return next(r, &d) && is_plain(&d, ZYDIS_MNEMONIC_LEA) && d.insn.operand_width == 64 &&
	       d.insn.address_width == 64 && is_register(&d.operands[0], ZYDIS_REGISTER_RSP) &&
	       d.operands[1].mem.base == ZYDIS_REGISTER_RSP &&
	       d.operands[1].mem.index == ZYDIS_REGISTER_NONE && d.operands[1].mem.disp.value == by;
}

static bool reads_one(struct reader *r, ZydisMnemonic m, ZydisRegister reg)
{
	struct dt_decoded d;

	return next(r, &d) && is_plain(&d, m) &&
	       (reg == ZYDIS_REGISTER_NONE || is_register(&d.operands[0], reg));
}

static bool reads_saves(struct reader *r)
{
	return reads_lea(r, -RED_ZONE) && reads_one(r, ZYDIS_MNEMONIC_PUSH, ZYDIS_REGISTER_RAX) &&
	       reads_one(r, ZYDIS_MNEMONIC_LAHF, ZYDIS_REGISTER_NONE) &&
	       reads_one(r, ZYDIS_MNEMONIC_SETO, ZYDIS_REGISTER_AL);
}

static bool reads_restores(struct reader *r)
{
	struct dt_decoded d;

	return next(r, &d) && is_plain(&d, ZYDIS_MNEMONIC_ADD) &&
	       is_register(&d.operands[0], ZYDIS_REGISTER_AL) &&
	       d.operands[1].type == ZYDIS_OPERAND_TYPE_IMMEDIATE &&
	       d.operands[1].imm.value.u == OVERFLOW_AL &&
	       reads_one(r, ZYDIS_MNEMONIC_SAHF, ZYDIS_REGISTER_NONE) &&
	       reads_one(r, ZYDIS_MNEMONIC_POP, ZYDIS_REGISTER_RAX) && reads_lea(r, RED_ZONE);
}

/** Reports whether an operand is the word at a fixed address. */
static bool is_word(const struct dt_decoded *d, const ZydisDecodedOperand *op, uint64_t at)
{
	return op->type == ZYDIS_OPERAND_TYPE_MEMORY && op->size == 64 &&
	       d->insn.address_width == 64 && op->mem.segment != ZYDIS_REGISTER_FS &&
	       op->mem.segment != ZYDIS_REGISTER_GS && op->mem.base == ZYDIS_REGISTER_RIP &&
	       op->mem.index == ZYDIS_REGISTER_NONE &&
	       d->at + d->insn.length + (uint64_t)op->mem.disp.value == at;
}

static bool is_constant(const ZydisDecodedOperand *op, uint64_t value)
{
	return op->type == ZYDIS_OPERAND_TYPE_IMMEDIATE && op->imm.value.u == value;
}

/** Reads a comparison with the id of the thread that owns the first words. */
static bool reads_thread(struct reader *r)
{
	const struct dt_check_body *b = r->b;
	struct dt_decoded d;

	return next(r, &d) && is_plain(&d, ZYDIS_MNEMONIC_CMP) &&
	       d.operands[0].type == ZYDIS_OPERAND_TYPE_MEMORY && d.operands[0].size == 32 &&
	       d.operands[0].mem.segment == ZYDIS_REGISTER_FS &&
	       d.operands[0].mem.base == ZYDIS_REGISTER_NONE &&
	       d.operands[0].mem.index == ZYDIS_REGISTER_NONE &&
	       d.operands[0].mem.disp.value == b->target->thread_id &&
	       d.operands[1].type == ZYDIS_OPERAND_TYPE_IMMEDIATE &&
	       (uint32_t)d.operands[1].imm.value.u == b->body->counters->thread;
}

/** Reads a branch; returns its target, or 0. */
static uint64_t read_branch(struct reader *r, ZydisMnemonic m)
{
	struct dt_decoded d;

	return next(r, &d) && is_plain(&d, m) ? dt_decoded_target(&d) : 0;
}

/** Reads a test of the directory's word, which leads to `done` if that is 0. */
static bool reads_test(struct reader *r, uint64_t *done)
{
	struct dt_decoded d;

	if (!next(r, &d) || !is_plain(&d, ZYDIS_MNEMONIC_CMP) ||
	    !is_word(&d, &d.operands[0], r->b->body->counters->is_open) ||
	    !is_constant(&d.operands[1], 0))
		return false;
	*done = read_branch(r, ZYDIS_MNEMONIC_JZ);
	return *done;
}

static bool reads_increment(struct reader *r, uint64_t word, bool is_locked)
{
	struct dt_decoded d;

	return next(r, &d) && d.insn.mnemonic == ZYDIS_MNEMONIC_INC &&
	       !(d.insn.attributes & ZYDIS_ATTRIB_HAS_LOCK) == !is_locked &&
	       is_word(&d, &d.operands[0], word);
}

/** Proves the code of block k, at its usual place and behind the copies. */
static bool counts(const struct dt_check_body *b, size_t k, bool flags_are_dead)
{
	const struct dt_stub_firing *f = &b->stub->counters.data[k];
	const struct dt_body_counters *c = b->body->counters;
	struct reader r = {b, f->begin};
	uint64_t other, done, otherwise;

	if ((!flags_are_dead && !reads_saves(&r)) || !reads_thread(&r))
		return false;
	other = read_branch(&r, ZYDIS_MNEMONIC_JNZ);
	if (!other || !reads_test(&r, &done) || !reads_increment(&r, c->own + k * 8, false) ||
	    r.at != done || (!flags_are_dead && !reads_restores(&r)) || r.at != f->end)
		return false;
	r.at = other;
	return reads_test(&r, &otherwise) && otherwise == done &&
	       reads_increment(&r, c->others + k * 8, true) &&
	       read_branch(&r, ZYDIS_MNEMONIC_JMP) == done;
}

/** Reports whether the code of block k saves the flags. */
static bool saves_flags(const struct dt_check_body *b, size_t k)
{
	struct reader r = {b, b->stub->counters.data[k].begin};

	return reads_saves(&r);
}

struct dt_error *dt_check_counters(const struct dt_check_body *b,
				   const struct dt_decoded *originals)
{
	const struct dt_moved_list *moved = &b->stub->moved;
	struct dt_error *err = NULL;
	uint32_t *live;

	if (!b->stub->counters.len)
		return NULL;
	if (!b->body->counters)
		return dt_error_new(DT_ERR_OTHER, "the stub counts blocks");
	live = find_live(moved, originals);
	for (size_t k = 0; k < b->stub->counters.len && !err; k++) {
		uint64_t from = b->stub->counters.data[k].from;
		long i = find_moved(moved, from);

		if (i < 0 || (live[i] && !saves_flags(b, k)) || !counts(b, k, !saves_flags(b, k)))
			err = fail(from);
	}
	free(live);
	return err;
}

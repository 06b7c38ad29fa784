/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The proof walks the copy of each instruction from its first byte until it arrives at an address
 * that the original can reach, too: another instruction of the piece, the instruction after the
 * piece, or an address outside. On the way, the copy must have the effect of the original exactly
 * once, and it must arrive where the original would. The walk takes a conditional branch both ways.
 *
 * The proof knows no patterns, so it accepts any detour that has the right effect.
 *
 * Decision: docs/dev/decisions/0093-independent-checker.md
 * Decision: docs/dev/decisions/0097-blocks-with-several-points.md
 */
#include "instrument/check/check.h"

#include "instrument/check/x86_64/copy.h"
#include "instrument/check/x86_64/effect.h"

#include <inttypes.h>
#include <string.h>

enum { STEPS_MAX = 16 }; // of a walk; the longest detour has three

/** One instruction of the original, the walk of its copy, and the condition of its branch. */
struct walk {
	const struct dt_copies *c;
	struct dt_decoded original;
	enum { TRUE, FALSE, NO_CONDITION } condition;
};

/** A block that is checked. */
struct block {
	const struct dt_check *c;
	uint64_t tail; // address of the jump back, behind the last copy
};

static struct dt_error *fail(uint64_t at, const char *what)
{
	return dt_error_new(DT_ERR_OTHER, "the copy of the instruction at 0x%" PRIx64 " %s", at,
			    what);
}

static uint64_t original_end(const struct dt_check *c)
{
	return c->original_at + c->original_size;
}

/** Returns the index of the instruction whose copy begins at an address, or -1. */
static long find_copy(const struct dt_moved_list *moved, uint64_t at)
{
	size_t i = dt_leading(moved->v.data, moved->v.len, e, e->to < at);

	return i < moved->v.len && moved->v.data[i].to == at ? (long)i : -1;
}

/** Returns the first point in front of an original instruction, or NULL. */
static const struct dt_stub_firing *find_firing(const struct dt_check *c, uint64_t from)
{
	for (size_t k = 0; k < c->n_firings; k++)
		if (c->firings[k].from == from)
			return &c->firings[k];
	return NULL;
}

/** Finds where control continues in the original if it arrives at a copy, or at the code of points
 *  in front of it. 0: it passes these points by. */
static bool arrive_at_copy(const struct dt_check *c, uint64_t at, uint64_t *ret)
{
	long i = find_copy(c->moved, at);

	for (size_t k = 0; k < c->n_firings; k++)
		if (c->firings[k].begin == at) {
			*ret = find_firing(c, c->firings[k].from) == &c->firings[k]
				   ? c->firings[k].from
				   : 0;
			return true;
		}
	if (i < 0)
		return false;
	*ret = c->moved->v.data[i].from;
	if (find_firing(c, *ret))
		*ret = 0;
	return true;
}

static bool arrive(const void *self, uint64_t at, uint64_t *ret)
{
	const struct block *b = self;
	const struct dt_check *c = b->c;

	if (arrive_at_copy(c, at, ret))
		return true;
	if (at == b->tail)
		*ret = original_end(c);
	else if (at > c->original_at && at < original_end(c))
		*ret = 0; // a jump lies there
	else if (at - c->copy_at >= c->copy_size)
		*ret = at;
	else
		return false;
	return true;
}

static bool decode_copy(const struct dt_copies *c, uint64_t at, struct dt_decoded *ret)
{
	size_t offset = at - c->at;

	return offset < c->size && dt_decode(c->bytes + offset, c->size - offset, at, ret);
}

bool dt_copies_follow(const struct dt_copies *c, const struct dt_decoded *d, uint64_t *at)
{
	uint64_t literal;

	if (d->insn.mnemonic != ZYDIS_MNEMONIC_JMP)
		return false;
	if (d->insn.raw.imm[0].is_relative) {
		*at = dt_decoded_target(d);
		return true;
	}
	if (!dt_effect_jumps_through(d, &literal) || c->size < sizeof(*at) ||
	    literal - c->at > c->size - sizeof(*at))
		return false;
	memcpy(at, c->bytes + (literal - c->at), sizeof(*at));
	return true;
}

/** Follows the original's branch in the copy, or its opposite. */
static bool follow_branch(const struct walk *w, const struct dt_decoded *d, uint64_t *at)
{
	int sign = w->condition == NO_CONDITION || !dt_effect_is_conditional(d)
		       ? 0
		       : dt_effect_compare_conditions(&w->original, d);

	if (!sign)
		return false;
	*at = (w->condition == TRUE) == (sign > 0) ? dt_decoded_target(d) : d->at + d->insn.length;
	return true;
}

/** Walks a copy and returns in *end where it arrives, 0 if it does not. *done counts its effects.
 */
static struct dt_error *walk_copy(const struct walk *w, uint64_t at, unsigned *done, uint64_t *end)
{
	*end = *done = 0;
	for (unsigned step = 0; step < STEPS_MAX; step++) {
		struct dt_decoded d;

		if (step && w->c->arrive(w->c->self, at, end))
			return NULL;
		if (!decode_copy(w->c, at, &d))
			return fail(w->original.at, "has bytes that are no instruction");
		if (dt_effect_is_nop(&d)) {
			at += d.insn.length;
		} else if (dt_copies_follow(w->c, &d, &at)) {
			continue;
		} else if (follow_branch(w, &d, &at)) {
			++*done;
		} else if (w->condition == NO_CONDITION && dt_effect_is_same(&w->original, &d)) {
			++*done;
			at += d.insn.length;
			if (dt_effect_ends(&d))
				return NULL;
		} else {
			return fail(w->original.at, "has another effect");
		}
	}
	return fail(w->original.at, "does not end");
}

/** Proves that one walk has `effects` effects and arrives at `expected`. */
static struct dt_error *check_walk(const struct walk *w, uint64_t to, unsigned effects,
				   uint64_t expected)
{
	unsigned done;
	uint64_t end;

	DT_TRY(walk_copy(w, to, &done, &end));
	if (done != effects)
		return fail(w->original.at, done ? "has its effect twice" : "lacks its effect");
	if (end != expected)
		return dt_error_wrap(fail(w->original.at, "continues elsewhere"),
				     "0x%" PRIx64 " instead of 0x%" PRIx64, end, expected);
	return NULL;
}

struct dt_error *dt_copies_check(const struct dt_copies *c, const struct dt_decoded *d, uint64_t to)
{
	struct walk walk = {.c = c, .original = *d}, *w = &walk;
	uint64_t next = d->at + d->insn.length;

	if (dt_effect_shows_place(d))
		return fail(d->at, "shows its own address");
	w->condition = NO_CONDITION;
	if (dt_effect_is_nop(d))
		return check_walk(w, to, 0, next);
	if (dt_effect_is_conditional(d)) {
		w->condition = TRUE;
		DT_TRY(check_walk(w, to, 1, dt_decoded_target(d)));
		w->condition = FALSE;
		return check_walk(w, to, 1, next);
	}
	if (d->insn.mnemonic == ZYDIS_MNEMONIC_JMP && d->insn.raw.imm[0].is_relative)
		return check_walk(w, to, 0, dt_decoded_target(d));
	return check_walk(w, to, 1, dt_effect_ends(d) ? 0 : next);
}

/** Proves that the code behind the last copy leads behind the original. */
static struct dt_error *check_tail(const struct block *b, const struct dt_copies *c)
{
	uint64_t at = b->tail;

	for (unsigned step = 0; step < STEPS_MAX && at - c->at < c->size; step++) {
		struct dt_decoded d;

		if (!decode_copy(c, at, &d))
			return dt_error_new(DT_ERR_OTHER, "the copy has no jump back");
		if (dt_effect_is_nop(&d))
			at += d.insn.length;
		else if (!dt_copies_follow(c, &d, &at))
			return dt_error_new(DT_ERR_OTHER, "the copy has no jump back");
	}
	return at == original_end(b->c) ? NULL
					: dt_error_new(DT_ERR_OTHER, "the copy ends elsewhere");
}

/** Proves that copies and the code of points follow each other, and finds the tail behind them. */
static struct dt_error *check_order(const struct dt_check *c, uint64_t *tail)
{
	uint64_t from = c->original_at, to = c->copy_at;
	size_t k = 0;

	dt_vec_foreach (&c->moved->v, m) {
		for (; k < c->n_firings && c->firings[k].from == from; k++) {
			if (c->firings[k].begin != to || c->firings[k].end < to)
				return dt_error_new(DT_ERR_OTHER, "the points are not in order");
			to = c->firings[k].end;
		}
		if (m->from != from || m->to != to || !m->from_size || !m->to_size)
			return dt_error_new(DT_ERR_OTHER, "the copies are not in order");
		from += m->from_size;
		to += m->to_size;
	}
	if (k < c->n_firings)
		return dt_error_new(DT_ERR_OTHER, "the points are not in order");
	if (from != original_end(c) || to - c->copy_at > c->copy_size || from == c->original_at)
		return dt_error_new(DT_ERR_OTHER, "the copies are not complete");
	*tail = to;
	return NULL;
}

struct dt_error *dt_check_copy(const struct dt_check *c)
{
	struct block b = {.c = c};
	const struct dt_copies copies = {
	    .bytes = c->copy, .at = c->copy_at, .size = c->copy_size, .arrive = arrive, .self = &b};

	DT_TRY(check_order(c, &b.tail));
	dt_vec_foreach (&c->moved->v, m) {
		struct dt_decoded d;

		if (!dt_decode(c->original + (m->from - c->original_at), original_end(c) - m->from,
			       m->from, &d) ||
		    d.insn.length != m->from_size)
			return fail(m->from, "has another size in the original");
		DT_TRY(dt_copies_check(&copies, &d, m->to));
	}
	return check_tail(&b, &copies);
}

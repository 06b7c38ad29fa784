/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Proves the copy of a whole function. The plan only selects the proof for each instruction; each
 * proof is independent of the others.
 *
 * Decision: docs/dev/decisions/0118-functions-move-whole.md
 */
#include "instrument/check/x86_64/body.h"

#include "instrument/check/x86_64/copy.h"
#include "instrument/check/x86_64/effect.h"

#include <inttypes.h>
#include <string.h>

struct proof {
	const struct dt_check_body *b;
	struct dt_decoded *originals; // of moved instructions
	uint64_t *starts;	      // of moved instructions: their first code
};

static struct dt_error *fail(uint64_t at, const char *what)
{
	return dt_error_new(DT_ERR_OTHER, "the instruction at 0x%" PRIx64 " %s", at, what);
}

/** Returns the last moved instruction whose original begins at or before an address, or -1. */
static long find_original(const struct proof *p, uint64_t at)
{
	const struct dt_moved_list *moved = &p->b->stub->moved;
	return (long)dt_leading(moved->v.data, moved->v.len, e, e->from <= at) - 1;
}

/** Returns the moved instruction whose code begins last at or before an address, or -1. */
static long find_start(const struct proof *p, uint64_t at)
{
	return (long)dt_leading(p->starts, p->b->stub->moved.v.len, e, *e <= at) - 1;
}

static bool arrive(const void *self, uint64_t at, uint64_t *ret)
{
	const struct proof *p = self;
	const struct dt_stub *s = p->b->stub;
	long i = find_start(p, at);

	*ret = 0;
	if (i >= 0 && at == p->starts[i])
		*ret = s->moved.v.data[i].from;
	else if (i >= 0 && at == s->moved.v.data[i].to)
		return true; // it passes points by
	else if (at - s->begin < s->end - s->begin)
		return false;
	else
		*ret = at;
	return true;
}

// ---- order

/** Takes the code in front of a copy from `list`. */
static bool take_code(const struct dt_stub_firing *list, size_t n, size_t *k, uint64_t from,
		      uint64_t *to, bool is_alone)
{
	for (; *k < n && list[*k].from == from; ++*k) {
		if (list[*k].begin != *to || list[*k].end <= *to)
			return false;
		*to = list[*k].end;
		if (is_alone) {
			++*k;
			return true;
		}
	}
	return true;
}

/** Proves that originals and copies follow each other, and decodes the originals. */
static struct dt_error *read_order(struct proof *p)
{
	const struct dt_stub *s = p->b->stub;
	uint64_t from = 0, to = s->begin, bias = p->b->body->bias;
	size_t counter = 0, firing = 0, i = 0;

	dt_vec_foreach (&s->moved.v, m) {
		size_t n;
		const uint8_t *bytes = dt_text_bytes(p->b->body->text, m->from - bias, &n);

		p->starts[i] = to;
		if (!take_code(s->counters.data, s->counters.len, &counter, m->from, &to, true) ||
		    !take_code(s->firings.data, s->firings.len, &firing, m->from, &to, false) ||
		    m->from < from || m->to != to || !m->to_size)
			return fail(m->from, "is not in order");
		if (!bytes || n < m->from_size ||
		    !dt_decode(bytes, m->from_size, m->from, &p->originals[i]) ||
		    p->originals[i].insn.length != m->from_size)
			return fail(m->from, "has another size in the original");
		from = m->from + m->from_size;
		to += m->to_size;
		i++;
	}
	if (counter < s->counters.len || firing < s->firings.len || to > s->end || !i)
		return dt_error_new(DT_ERR_OTHER, "the stub is not complete");
	return NULL;
}

// ---- copies

static bool decode_at(const struct proof *p, uint64_t at, struct dt_decoded *ret)
{
	const struct dt_copy *area = p->b->area;

	return at >= p->b->stub->begin && at < p->b->stub->end &&
	       dt_decode(area->bytes.data + (at - area->base), p->b->stub->end - at, at, ret);
}

/** Reports whether an instruction stores a constant in half of the word on top of the stack. */
static bool stores_half(const struct dt_decoded *d, int64_t at, uint32_t value)
{
	const ZydisDecodedOperand *to = &d->operands[0];

	return d->insn.mnemonic == ZYDIS_MNEMONIC_MOV && to->type == ZYDIS_OPERAND_TYPE_MEMORY &&
	       to->size == 32 && to->mem.segment == ZYDIS_REGISTER_SS &&
	       to->mem.base == ZYDIS_REGISTER_RSP && to->mem.index == ZYDIS_REGISTER_NONE &&
	       d->insn.address_width == 64 && to->mem.disp.value == at &&
	       d->operands[1].type == ZYDIS_OPERAND_TYPE_IMMEDIATE &&
	       (uint32_t)d->operands[1].imm.value.u == value;
}

/** Reports whether a jump leads where a call leads. */
static bool leads_same(const struct dt_decoded *call, const struct dt_decoded *jump)
{
	const ZydisDecodedOperand *a = &call->operands[0], *b = &jump->operands[0];

	if (call->insn.mnemonic != ZYDIS_MNEMONIC_CALL ||
	    jump->insn.mnemonic != ZYDIS_MNEMONIC_JMP || a->type != b->type || a->size != b->size ||
	    call->insn.meta.branch_type == ZYDIS_BRANCH_TYPE_FAR ||
	    jump->insn.meta.branch_type == ZYDIS_BRANCH_TYPE_FAR)
		return false;
	if (a->type == ZYDIS_OPERAND_TYPE_IMMEDIATE)
		return dt_decoded_target(call) &&
		       dt_decoded_target(call) == dt_decoded_target(jump);
	if (a->type == ZYDIS_OPERAND_TYPE_REGISTER)
		return a->reg.value == b->reg.value && a->reg.value != ZYDIS_REGISTER_RSP;
	return a->type == ZYDIS_OPERAND_TYPE_MEMORY && a->mem.base == ZYDIS_REGISTER_RIP &&
	       b->mem.base == ZYDIS_REGISTER_RIP && a->mem.segment == b->mem.segment &&
	       call->at + call->insn.length + (uint64_t)a->mem.disp.value ==
		   jump->at + jump->insn.length + (uint64_t)b->mem.disp.value;
}

/** Proves a call that passes the return address of the original. */
static struct dt_error *check_call(const struct proof *p, const struct dt_decoded *original,
				   uint64_t to)
{
	uint64_t back = original->at + original->insn.length;
	struct dt_decoded d;

	if (!decode_at(p, to, &d) || d.insn.mnemonic != ZYDIS_MNEMONIC_CALL ||
	    dt_decoded_target(&d) <= to)
		return fail(original->at, "has no return address");
	to = dt_decoded_target(&d);
	if (!decode_at(p, to, &d) || !stores_half(&d, 0, (uint32_t)back))
		return fail(original->at, "has another return address");
	to += d.insn.length;
	if (!decode_at(p, to, &d) || !stores_half(&d, 4, (uint32_t)(back >> 32)))
		return fail(original->at, "has another return address");
	to += d.insn.length;
	if (!decode_at(p, to, &d) || !leads_same(original, &d))
		return fail(original->at, "calls another function");
	return NULL;
}

/** Proves that the code at `to` jumps to the original. */
static struct dt_error *check_stay(const struct proof *p, const struct dt_copies *copies,
				   uint64_t from, uint64_t to)
{
	struct dt_decoded d;

	if (!decode_at(p, to, &d) || !dt_copies_follow(copies, &d, &to) || to != from)
		return fail(from, "is not executed in its place");
	return NULL;
}

static struct dt_error *check_copies(const struct proof *p)
{
	const struct dt_check_body *b = p->b;
	const struct dt_stub *s = b->stub;
	const struct dt_copies copies = {.bytes = b->area->bytes.data + (s->begin - b->area->base),
					 .at = s->begin,
					 .size = s->end - s->begin,
					 .arrive = arrive,
					 .self = p};

	for (size_t i = 0; i < s->moved.v.len; i++) {
		const struct dt_moved *m = &s->moved.v.data[i];
		const struct dt_body_insn *in =
		    dt_body_find(b->body->body, m->from - b->body->bias);

		if (!in)
			return fail(m->from, "is not in the plan");
		if (in->kind == DT_BODY_STAYS)
			DT_TRY(check_stay(p, &copies, m->from, m->to));
		else if (in->kind == DT_BODY_CALLS)
			DT_TRY(check_call(p, &p->originals[i], m->to));
		else
			DT_TRY(dt_copies_check(&copies, &p->originals[i], m->to));
	}
	return NULL;
}

// ---- patches

/** Proves that a patch is a jump to `target` over bytes of the file, which no instruction needs
 * that is executed in its place. */
static struct dt_error *check_way(const struct proof *p, const struct dt_patch *w, uint64_t target)
{
	const struct dt_stub_body *b = p->b->body;
	size_t n;
	const uint8_t *bytes = dt_text_bytes(b->text, w->at - b->bias, &n);
	struct dt_decoded d;

	if (!dt_decode(w->new, w->size, w->at, &d) || d.insn.mnemonic != ZYDIS_MNEMONIC_JMP ||
	    d.insn.length != w->size || !d.insn.raw.imm[0].is_relative ||
	    dt_decoded_target(&d) != target)
		return fail(w->at, "has a patch that leads elsewhere");
	if (!bytes || n < w->size || memcmp(w->old, bytes, w->size) != 0)
		return fail(w->at, "has a patch that replaces other bytes");
	for (uint64_t at = w->at; at < w->at + w->size; at++) {
		long i = find_original(p, at);
		const struct dt_moved *m = i < 0 ? NULL : &p->b->stub->moved.v.data[i];
		const struct dt_body_insn *in = m && at < m->from + m->from_size
						    ? dt_body_find(b->body, m->from - b->bias)
						    : NULL;

		if (in && in->kind == DT_BODY_STAYS)
			return fail(m->from, "is overwritten");
	}
	return NULL;
}

static struct dt_error *check_ways(const struct proof *p)
{
	const struct dt_stub_body *b = p->b->body;
	size_t k = 0;

	for (size_t i = 0; i < b->body->landings.len; i++) {
		const struct dt_landing *l = &b->body->landings.data[i];
		const struct dt_patch *w = &p->b->stub->ways.data[k];
		uint64_t at = l->at + b->bias, hop = l->hop + b->bias;
		long m = find_original(p, at);
		size_t n = l->hop ? 2 : 1;

		if (k + n > p->b->stub->ways.len || m < 0 || p->b->stub->moved.v.data[m].from != at)
			return fail(at, "lacks a patch");
		if (w[0].size != DT_JUMP || w[0].at != (l->hop ? hop : at) ||
		    (l->hop && (w[1].size != DT_HOP || w[1].at != at)))
			return fail(at, "has another patch");
		DT_TRY(check_way(p, &w[0], p->starts[m]));
		if (l->hop)
			DT_TRY(check_way(p, &w[1], hop));
		k += n;
	}
	return k == p->b->stub->ways.len
		   ? NULL
		   : dt_error_new(DT_ERR_OTHER, "the body has another number of patches");
}

static struct dt_error *check_points(const struct dt_check_body *b)
{
	const struct dt_stub_body *body = b->body;
	const struct dt_stub_block block = {
	    .bias = body->bias, .points = body->points, .n_points = body->n_points};
	const struct dt_check_site site = {.area = b->area,
					   .target = b->target,
					   .routines = b->routines,
					   .block = &block,
					   .stub = b->stub,
					   .is_body = true};

	return body->n_points || b->stub->firings.len ? dt_check_points(&site) : NULL;
}

struct dt_error *dt_check_body(const struct dt_check_body *b)
{
	const struct dt_stub *s = b->stub;
	struct proof p = {.b = b};
	struct dt_error *err;

	if (s->begin < b->area->base || s->end < s->begin ||
	    s->end - b->area->base > b->area->bytes.len)
		return dt_error_new(DT_ERR_OTHER, "the stub is not in its area");
	p.originals = dt_zalloc((s->moved.v.len + 1) * sizeof(*p.originals));
	p.starts = dt_zalloc((s->moved.v.len + 1) * sizeof(*p.starts));
	err = read_order(&p);
	if (!err)
		err = check_copies(&p);
	if (!err)
		err = check_ways(&p);
	if (!err)
		err = check_points(b);
	if (!err)
		err = dt_check_counters(b, p.originals);
	free(p.originals);
	free(p.starts);
	return err;
}

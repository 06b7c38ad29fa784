/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Assemblers write no unwinding table unless the author of the code does. On 64-bit Arm, many do
 * not: in Debian's libcrypto, the functions that encrypt and hash have none.
 *
 * This file looks for functions in the gaps between those that have a table, follows their
 * instructions (arch/held.h), and makes entries of the results, in the form of .debug_frame. A
 * function is taken only if each of its paths leaves it as the calling convention says: the stack
 * pointer, the frame pointer and the return address are those of its entry. Data between functions
 * do not pass this test, nor do functions with jumps by tables or frames of unknown size that they
 * find without the frame pointer.
 *
 * Decision: docs/dev/decisions/0144-functions-without-tables-are-followed.md
 */
#include "symbols/unwind/internal.h"

#include "arch/held.h"

#include <elf.h>
#include <string.h>

enum {
	GAP_MIN = 16,	    // bytes; less is padding
	GAP_MAX = 1 << 20,  // more is the code of another language
	WORK_MAX = 8 << 20, // steps for a file
	// instructions of a frame's program
	ADVANCE_4 = 0x04,
	UNDEFINED = 0x07,
	SAME_VALUE = 0x08,
	OFFSET_EXTENDED_SF = 0x11,
	DEF_CFA_SF = 0x12,
};

/** The state before an instruction. */
struct known {
	bool is_known;
	struct dt_held held;
};

/** A state that the current function has changed. */
struct change {
	size_t at;
	struct known old;
};

/** The instructions of a gap. */
struct gap {
	const uint32_t *insns;
	size_t n, work;	     // work: steps that are left
	struct known *known; // n + 1; nothing is known of the last one
	dt_vec(size_t) todo;
	dt_vec(struct change) changes;
};

static const struct dt_held at_entry = {
    .v = {[DT_HELD_FP] = DT_UNHELD, [DT_HELD_FP_AT] = DT_UNHELD, [DT_HELD_LINK_AT] = DT_UNHELD}};

/** Reports whether the caller's registers are those at the entry. */
static bool is_left(const struct dt_held *h)
{
	return !h->v[DT_HELD_SP] && !h->v[DT_HELD_FP_SAME] && !h->v[DT_HELD_LINK];
}

/** Returns what holds both ways. */
static struct dt_held join_held(const struct dt_held *a, const struct dt_held *b)
{
	struct dt_held held;

	for (unsigned i = 0; i < DT_N_HELD; i++)
		held.v[i] = a->v[i] == b->v[i] ? a->v[i] : DT_UNHELD;
	return held;
}

/** Goes on at instruction `at`. Returns false if the code is not understood. */
static bool reach_insn(struct gap *g, int64_t at, const struct dt_held *held)
{
	struct dt_held joined = *held;
	struct known *k;

	if (at < 0 || (uint64_t)at >= g->n)
		return is_left(held);
	k = &g->known[at];
	if (k->is_known)
		joined = join_held(&k->held, held);
	if (k->is_known && !memcmp(&joined, &k->held, sizeof(joined)))
		return true;
	dt_vec_push(&g->changes, (struct change){(size_t)at, *k});
	dt_vec_push(&g->todo, (size_t)at);
	*k = (struct known){true, joined};
	return true;
}

static bool goes_on(enum dt_flow flow)
{
	return flow == DT_FLOW_NEXT || flow == DT_FLOW_BRANCH;
}

static bool leaves(enum dt_flow flow)
{
	return flow == DT_FLOW_LEAVE || flow == DT_FLOW_JUMP;
}

/** Follows one instruction. Returns false if it is not understood. */
static bool follow_insn(struct gap *g, size_t at)
{
	struct dt_held held = g->known[at].held;
	int64_t distance = 0, here = (int64_t)at;
	enum dt_flow flow;

	if (!g->work)
		return false;
	g->work--;
	flow = dt_follower.step(g->insns[at], &held, &distance);
	if (flow == DT_FLOW_END)
		return true;
	if (flow == DT_FLOW_LEAVE)
		return is_left(&held);
	if (goes_on(flow) && (at + 1 == g->n || !reach_insn(g, here + 1, &held)))
		return false;
	return flow == DT_FLOW_NEXT ||
	       (flow != DT_FLOW_BAD && reach_insn(g, here + distance, &held));
}

/** Follows a function from its first instruction on. Takes none of its instructions unless it
 *  understands all. */
static void take_function(struct gap *g, size_t at)
{
	bool ok = reach_insn(g, (int64_t)at, &at_entry);

	while (ok && g->todo.len)
		ok = follow_insn(g, dt_vec_pop(&g->todo));
	while (!ok && g->changes.len) {
		struct change c = dt_vec_pop(&g->changes);

		g->known[c.at] = c.old;
	}
	g->todo.len = g->changes.len = 0;
}

/** Looks for functions: behind the end of another one or data, or where an instruction begins one.
 *  Behind a function that is not understood, there may be more of it, such as the cases of a
 * switch.
 */
static void take_functions(struct gap *g)
{
	bool may_begin = true;

	for (size_t i = 0; i < g->n; i++) {
		struct dt_held held = at_entry;
		int64_t distance;
		enum dt_flow flow = dt_follower.step(g->insns[i], &held, &distance);

		if (!g->known[i].is_known && (may_begin || dt_follower.begins(g->insns[i])))
			take_function(g, i);
		may_begin = flow == DT_FLOW_BAD || (g->known[i].is_known && leaves(flow));
	}
}

// ---- entries

/** The common entry: addresses are absolute, and distances are in bytes. */
struct __attribute__((packed)) cie {
	uint32_t size, mark;
	uint8_t version, augmentation, code_align, data_align, ra, padding[3];
};

struct __attribute__((packed)) fde {
	uint32_t size, cie;
	uint64_t addr, length;
};

struct entries {
	dt_vec(uint8_t) bytes;
};

static void put_bytes(struct entries *e, const void *bytes, size_t n)
{
	dt_vec_reserve(&e->bytes, e->bytes.len + n);
	memcpy(e->bytes.data + e->bytes.len, bytes, n);
	e->bytes.len += n;
}

static void put_op(struct entries *e, uint8_t op, int reg)
{
	const uint8_t bytes[] = {op, (uint8_t)reg};

	put_bytes(e, bytes, sizeof(bytes));
}

/** Adds a signed LEB128 of five bytes. */
static void put_number(struct entries *e, int32_t n)
{
	uint8_t bytes[5];

	for (unsigned i = 0; i < sizeof(bytes); i++)
		bytes[i] = (uint8_t)(((int64_t)n >> 7 * i & 0x7f) | (i < 4 ? 0x80 : 0));
	put_bytes(e, bytes, sizeof(bytes));
}

/** Adds the location of a register's value at the entry. */
static void put_value(struct entries *e, int reg, bool is_same, int32_t at)
{
	put_op(e, is_same ? SAME_VALUE : at != DT_UNHELD ? OFFSET_EXTENDED_SF : UNDEFINED, reg);
	if (!is_same && at != DT_UNHELD)
		put_number(e, at);
}

/** Reports whether the return address is to be taken from the link register: a call changes it, but
 *  memory below the stack pointer may change, too. */
static bool is_in_link(const struct dt_held *h)
{
	int32_t at = h->v[DT_HELD_LINK_AT], sp = h->v[DT_HELD_SP];

	return !h->v[DT_HELD_LINK] && (at == DT_UNHELD || (sp != DT_UNHELD && at < sp));
}

static void put_row(struct entries *e, const struct dt_machine *m, const struct dt_held *h)
{
	enum dt_held_value base = h->v[DT_HELD_SP] != DT_UNHELD ? DT_HELD_SP : DT_HELD_FP;

	put_op(e, DEF_CFA_SF, base == DT_HELD_SP ? m->dwarf_sp : m->dwarf_fp);
	put_number(e, -h->v[base]);
	put_value(e, m->dwarf_extra, is_in_link(h), h->v[DT_HELD_LINK_AT]);
	put_value(e, m->dwarf_fp, !h->v[DT_HELD_FP_SAME], h->v[DT_HELD_FP_AT]);
}

/** Reports whether the caller can be found before an instruction. */
static bool has_row(const struct gap *g, size_t i)
{
	const int32_t *v = g->known[i].held.v; // there is one more

	return g->known[i].is_known && (v[DT_HELD_SP] != DT_UNHELD || v[DT_HELD_FP] != DT_UNHELD) &&
	       (!v[DT_HELD_LINK] || v[DT_HELD_LINK_AT] != DT_UNHELD);
}

/** Adds an entry of consecutive instructions with rows. Returns their end. */
static size_t put_function(struct entries *e, const struct dt_machine *m, const struct gap *g,
			   size_t begin, uint64_t addr, uint32_t cie)
{
	size_t at = e->bytes.len, row = begin, end = begin;
	struct fde fde = {.cie = cie, .addr = addr + begin * dt_follower.insn};

	put_bytes(e, &fde, sizeof(fde));
	for (; has_row(g, end); end++) {
		uint32_t distance = (uint32_t)(end - row) * dt_follower.insn;
		const uint8_t advance = ADVANCE_4;

		if (end > begin &&
		    !memcmp(&g->known[end].held, &g->known[row].held, sizeof(struct dt_held)))
			continue;
		put_bytes(e, &advance, 1);
		put_bytes(e, &distance, sizeof(distance));
		put_row(e, m, &g->known[end].held);
		row = end;
	}
	fde.size = (uint32_t)(e->bytes.len - at - sizeof(fde.size));
	fde.length = (end - begin) * dt_follower.insn;
	memcpy(e->bytes.data + at, &fde, sizeof(fde));
	return end;
}

static void put_functions(struct dt_eh_frame *f, const struct gap *g, uint64_t addr)
{
	const struct dt_machine *m = dt_machine_of(f->is_32bit);
	const struct cie cie = {.size = sizeof(cie) - sizeof(cie.size),
				.mark = UINT32_MAX,
				.version = 1,
				.code_align = 1,
				.data_align = 1,
				.ra = (uint8_t)m->dwarf_extra};
	struct entries e = {0};

	put_bytes(&e, &cie, sizeof(cie));
	for (size_t i = 0; i < g->n; i++)
		if (has_row(g, i))
			i = put_function(&e, m, g, i, addr, (uint32_t)(f->size - f->debug_at));
	if (e.bytes.len > sizeof(cie))
		dt_eh_frame_append(f, e.bytes.data, e.bytes.len);
	dt_vec_deinit(&e.bytes);
}

void dt_eh_frame_follow(struct dt_eh_frame *f, const uint32_t *insns, size_t n, uint64_t addr,
			size_t *work)
{
	struct gap g = {
	    .insns = insns, .n = n, .work = *work, .known = dt_zalloc((n + 1) * sizeof(*g.known))};

	take_functions(&g);
	put_functions(f, &g, addr);
	*work = g.work;
	free(g.known);
	dt_vec_deinit(&g.todo);
	dt_vec_deinit(&g.changes);
}

/** Follows the code of a section at begin ≤ address < end. */
static void follow_gap(struct dt_eh_frame *f, const struct dt_span *span, uint64_t section,
		       uint64_t begin, uint64_t end, size_t *work)
{
	struct dt_span gap = *span;
	uint32_t *insns;

	begin = (begin + dt_follower.insn - 1) / dt_follower.insn * dt_follower.insn;
	if (end < begin + GAP_MIN || end - begin > GAP_MAX)
		return;
	gap.offset += begin - section;
	gap.size = end - begin;
	insns = dt_span_load(&gap, GAP_MAX);
	if (insns)
		dt_eh_frame_follow(f, insns, gap.size / dt_follower.insn, begin, work);
	free(insns);
}

void dt_eh_frame_add_code(struct dt_eh_frame *f, const struct dt_elf *e)
{
	dt_vec(struct dt_frame_function) known = {0};
	size_t work = WORK_MAX;

	if (!dt_follower.insn || e->machine != &dt_arch.native)
		return;
	dt_vec_foreach (&f->functions, fn) // it grows
		dt_vec_push(&known, *fn);
	dt_vec_foreach (&e->sections, s) {
		struct dt_span span = dt_elf_span(e, s);
		uint64_t at = s->addr, end = at + span.size;
		size_t i = dt_leading(known.data, known.len, fn, fn->addr + fn->size <= at);

		if (!span.file || !(s->flags & SHF_EXECINSTR))
			continue;
		for (; i < known.len && known.data[i].addr < end; i++) {
			follow_gap(f, &span, s->addr, at, known.data[i].addr, &work);
			at = known.data[i].addr + known.data[i].size;
		}
		follow_gap(f, &span, s->addr, at, end, &work);
	}
	dt_vec_deinit(&known);
}

/* SPDX-License-Identifier: (BSD-2-Clause OR GPL-2.0-only) */
/**
 * Unwinds the user stack of the thread that runs this, inside the process, by the tables that the
 * session has built for the process (abi/unwind.h). The kernel never loads these functions.
 *
 * Decision: docs/dev/decisions/0098-own-tables-for-stacks.md
 * Decision: docs/dev/decisions/0140-rules-in-the-cache.md
 */
#include "abi/native.h"
#include "abi/unwind.h"
#include "../runtime.h"

extern const char __dt_table_own_ranges[], __dt_table_own_pages[], __dt_table_own_rows[],
    __dt_table_own_rules[], __dt_table_own_found[];

enum { RED_ZONE = 128, WORD = 8 };

static __always_inline void *lookup_element(void *table, u32 key)
{
	return bpf_map_lookup_elem(table, &key);
}

static __always_inline int load_register(const struct dt_unwind *u, u32 place, u64 *ret)
{
	*ret = *(const u64 *)(u->regs + (u16)place);
	return 1;
}

/** Reads a word of the thread's stack, [area_start, area_end), which exists while the thread runs.
 */
static __always_inline int load_stack(const struct dt_unwind *u, u64 addr, u64 *ret)
{
	if (addr < u->area_start || addr + 8 > u->area_end || addr + 8 < addr)
		return 0;
	*ret = *(const u64 *)addr;
	return 1;
}

/** A compiler's rules for a return may say that a register is saved, although it was popped. A stub
 *  overwrites what lies below the stack pointer unless code may use it. */
static __always_inline int is_popped(const struct dt_unwind *u, u64 addr)
{
	return addr < u->area;
}

#include "../user/frames.h"

/** Sets the part of the stack that the thread may load from. */
static __always_inline void find_stack(struct dt_unwind *u, const struct dt_native_level *l)
{
	u->area_start = u->area_end = 0;
	if (u->sp < l->stack_low || u->sp >= l->stack_high)
		return;
	u->area_start = u->sp;
	u->area_end = l->stack_high;
}

/** Returns the range that contains the address, or NULL. */
static __always_inline const struct dt_unwind_own *find_range(u64 addr)
{
	const struct dt_unwind_own *found = NULL, *first = lookup_element(dt_table(own_ranges), 0);
	u32 at = 0, begin;

	if (!first)
		return NULL;
	begin = *(const volatile u32 *)&first->is_second ? DT_UNWIND_OWN_RANGES : 0;
	for (u32 half = DT_UNWIND_OWN_RANGES / 2; half; half /= 2) {
		const struct dt_unwind_own *r =
		    lookup_element(dt_table(own_ranges), begin + at + half - 1);

		if (!r || r->start > addr)
			continue;
		at += half;
		found = r;
	}
	return found && addr < found->end ? found : NULL;
}

static __always_inline const dt_unwind_row *row_at(u32 number)
{
	const dt_unwind_row *rows = lookup_element(dt_table(own_rows), number / DT_UNWIND_OWN_ROWS);

	return rows ? rows + number % DT_UNWIND_OWN_ROWS : NULL;
}

/** Returns the rule of the last row of the page that begins at or below the address. */
static __always_inline u32 find_row(const struct dt_unwind_page *page, u64 addr)
{
	u32 low = page->first, high = low + page->n;
	u16 within = (u16)addr;
	const dt_unwind_row *row;

	while (high - low > 1) {
		u32 middle = low + (high - low) / 2;

		row = row_at(middle);
		if (!row)
			return 0;
		if ((u16)*row <= within)
			low = middle;
		else
			high = middle;
	}
	row = page->n ? row_at(low) : NULL;
	return row ? *row >> DT_UNWIND_PAGE_BITS : 0;
}

/** Returns the number of the rule of an address in the range, 0: unknown. */
static __always_inline u32 search(const struct dt_unwind_own *r, u64 addr)
{
	u64 own = addr - r->bias, number = (own >> DT_UNWIND_PAGE_BITS) - r->base;
	const struct dt_unwind_page *page;

	if (number >= r->n_pages)
		return 0;
	page = lookup_element(dt_table(own_pages), r->first_page + (u32)number);
	return page ? find_row(page, own) : 0;
}

/** Returns what the cache has for a rule: its number, or the rule itself if it is plain. */
static __always_inline u64 known_of(u32 number)
{
	const struct dt_unwind_rule *r = lookup_element(dt_table(own_rules), number);
	u64 cfa, bp = 0, extra = 0;

	if (!r || r->cfa != DT_UNWIND_SP || r->is_indirect || r->is_signal ||
	    r->ra != DT_UNWIND_CFA || r->ra_offset != -WORD ||
	    (r->bp != DT_UNWIND_SAME && r->bp != DT_UNWIND_CFA) ||
	    (r->extra != DT_UNWIND_SAME && r->extra != DT_UNWIND_CFA))
		return number;
	cfa = (u64)(s64)r->cfa_offset;
	if (r->bp == DT_UNWIND_CFA)
		bp = -(u64)(s64)r->bp_offset;
	if (r->extra == DT_UNWIND_CFA)
		extra = -(u64)(s64)r->extra_offset;
	if ((cfa | bp | extra) % WORD || !cfa || cfa / WORD > DT_UNWIND_OWN_CFA_MASK ||
	    bp / WORD > DT_UNWIND_OWN_SAVED_MASK || extra / WORD > DT_UNWIND_OWN_SAVED_MASK ||
	    (r->bp == DT_UNWIND_CFA && !bp) || (r->extra == DT_UNWIND_CFA && !extra))
		return number;
	return DT_UNWIND_OWN_PLAIN | cfa / WORD << DT_UNWIND_OWN_CFA_SHIFT |
	       bp / WORD << DT_UNWIND_OWN_BP_SHIFT | extra / WORD;
}

/** Distances of a plain rule, in bytes. */
static __always_inline u64 plain_cfa(u64 known)
{
	return (known >> DT_UNWIND_OWN_CFA_SHIFT & DT_UNWIND_OWN_CFA_MASK) * WORD;
}

static __always_inline u64 plain_bp(u64 known)
{
	return (known >> DT_UNWIND_OWN_BP_SHIFT & DT_UNWIND_OWN_SAVED_MASK) * WORD;
}

static __always_inline u64 plain_extra(u64 known)
{
	return (known & DT_UNWIND_OWN_SAVED_MASK) * WORD;
}

/** Returns a plain rule as one of the table. */
static __always_inline const struct dt_unwind_rule *expand(struct dt_unwind *u, u64 known)
{
	u64 bp = plain_bp(known), extra = plain_extra(known);

	u->rule = (struct dt_unwind_rule){.cfa = DT_UNWIND_SP,
					  .ra = DT_UNWIND_CFA,
					  .bp = bp ? DT_UNWIND_CFA : DT_UNWIND_SAME,
					  .extra = extra ? DT_UNWIND_CFA : DT_UNWIND_SAME,
					  .cfa_offset = (s32)plain_cfa(known),
					  .ra_offset = -WORD,
					  .bp_offset = -(s32)bp,
					  .extra_offset = -(s32)extra};
	return &u->rule;
}

/** Returns the rule of an address, or NULL. Sets *range to that of an address without a rule. */
static __always_inline const struct dt_unwind_rule *find_rule(struct dt_unwind *u, u64 addr,
							      const struct dt_unwind_own **range)
{
	u64 hash = DT_UNWIND_OWN_HASH(addr), known, *found;

	*range = NULL;
	if (addr >> DT_UNWIND_ADDRESS_BITS)
		return NULL;
	found = lookup_element(dt_table(own_found), DT_UNWIND_OWN_PLACE(hash));
	if (!found)
		return NULL;
	known = *found ^ DT_UNWIND_OWN_ENTRY(hash);
	if (!known || known >> DT_UNWIND_OWN_KNOWN_BITS) {
		*range = find_range(addr);
		known = *range ? known_of(search(*range, addr)) : 0;
		*found = DT_UNWIND_OWN_ENTRY(hash) | known;
	}
	if (known & DT_UNWIND_OWN_PLAIN)
		return expand(u, known);
	return known ? lookup_element(dt_table(own_rules), (u32)known) : NULL;
}

/**
 * Goes on from frame `i` while the cache has a plain rule and the stack can be loaded, as
 * step_frame() does, but faster. Returns the number of the first frame for step_frame(), which is
 * at most that of the last one wanted.
 */
static __always_inline u32 pass_plain(struct dt_unwind *u, u32 i)
{
	const u64 *found = lookup_element(dt_table(own_found), 0);
	u64 pc = u->pc, sp = u->sp, addr = pc - !u->is_exact;
	u64 low = u->area > u->area_start ? u->area : u->area_start, high = u->area_end;

	if (!found || u->signature || sp < u->area_start)
		return i;
	for (; i + 1 < u->wanted; i++) {
		u64 hash = DT_UNWIND_OWN_HASH(addr);
		u64 known = found[DT_UNWIND_OWN_PLACE(hash)] ^ DT_UNWIND_OWN_ENTRY(hash);
		u64 cfa = sp + plain_cfa(known), bp_at = cfa - plain_bp(known), caller;
		u64 extra_at = cfa - plain_extra(known);

		if (known - DT_UNWIND_OWN_PLAIN >= DT_UNWIND_OWN_PLAIN ||
		    addr >> DT_UNWIND_ADDRESS_BITS || cfa > high || bp_at < low)
			break;
		caller = *(const u64 *)(cfa - WORD);
		if (!caller)
			break;
		if (bp_at != cfa) {
			u->bp = *(const u64 *)bp_at;
			u->bp_known = 1;
		}
		if (extra_at != cfa && !is_popped(u, extra_at))
			u->extra_at = extra_at;
		u->frames[i] = pc;
		pc = caller;
		addr = pc - 1;
		sp = cfa;
		u->is_exact = 0;
	}
	u->pc = pc;
	u->sp = sp;
	return i;
}

/** Handles frame `i`. Returns false if it is the last one. */
static __always_inline int step_frame(struct dt_unwind *u, u32 i)
{
	const struct dt_unwind_own *range;
	const struct dt_unwind_rule *r;

	if (!add_frame(u, i))
		return 0;
	r = find_rule(u, u->pc - !u->is_exact, &range);
	if (r)
		return apply_rule(u, r);
	if (!range) // of a library that was mapped later
		return stop_unwinding(u, DT_UNWIND_NO_TABLE);
	if (!range->is_code) {
		u->count -= i > 0; // the last address was not a return address
		return stop_unwinding(u, DT_UNWIND_NO_RULE);
	}
	return guess_caller(u, i, range->n_pages != 0);
}

/** The word UNWIND of the environment. */
s64 dt_native_unwind(struct dt_unwind *u, u64 places, u64 frames, u64 level)
{
	const struct dt_native_level *l = (const struct dt_native_level *)level;

	u->word = 8;
	begin_frames(u, (u64)l->regs, places, frames, frames);
	u->area = u->sp - l->busy > RED_ZONE ? 0 : u->sp;
	find_stack(u, l);
	for (u32 i = 0; i < DT_UNWIND_ROOM; i++) {
		i = pass_plain(u, i);
		if (!step_frame(u, i))
			break;
	}
	return end_frames(u);
}

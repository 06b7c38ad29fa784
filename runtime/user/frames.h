/* SPDX-License-Identifier: (BSD-2-Clause OR GPL-2.0-only) */
/**
 * From a frame of the user stack to its caller: by a rule (abi/unwind.h), or by the frame pointer.
 * A file that includes this one finds the rule, and first defines:
 *
 *	load_register(u, place, ret)	reads a register of the innermost frame
 *	load_stack(u, addr, ret)	reads a word of the stack at once; returns 0 if it cannot
 *	is_popped(u, addr)		the saved register has its value again, and its memory
 *					another one
 *
 * Decision: docs/dev/decisions/0098-own-tables-for-stacks.md
 */
#include "abi/unwind.h"

enum {
	FRAME_MAX = 1 << 26, // maximum distance of two frame pointers in bytes
	SAVED_BYTES = 64,    // of saved registers below a return address
	WINDOW_LAST = 8 * (DT_UNWIND_WINDOW - 1),
};

static const u64 NOWHERE = 1ULL << 63;	  // an address that no process maps
static const u64 UNKNOWN_ADDRESS = ~0ULL; // unknown address of a saved register

/** Copies the stack around an address to u->window. Starts a little below the address, because
 *  saved registers are below a return address. */
static __always_inline void move_window(struct dt_unwind *u, u64 addr)
{
	u64 from = (addr < u->sp + SAVED_BYTES ? u->sp : addr - SAVED_BYTES) & -8ULL;

	u->window_at = from;
	if (!bpf_probe_read_user(u->window, sizeof(u->window), (const void *)from))
		return;
	u->window_at = NOWHERE;
	u->has_window = 0;
}

/** Reads a word of user memory. Returns false if it is unreadable. */
static __always_inline int read_stack_word(struct dt_unwind *u, u64 addr, u64 *ret)
{
	u64 at;

	if (load_stack(u, addr, ret))
		return 1;
	*ret = 0;
	if (u->word == 4)
		return !bpf_probe_read_user(ret, 4, (const void *)addr);
	if (u->has_window && addr - u->window_at > WINDOW_LAST)
		move_window(u, addr);
	at = addr - u->window_at;
	if (at > WINDOW_LAST || at % 8)
		return !bpf_probe_read_user(ret, 8, (const void *)addr);
	*ret = u->window[at / 8 % DT_UNWIND_WINDOW];
	return 1;
}

/** Removes the signature of a return address. */
static __always_inline u64 strip_signature(const struct dt_unwind *u, u64 addr)
{
	return addr << (u->signature & 63) >> (u->signature & 63);
}

static __always_inline int stop_unwinding(struct dt_unwind *u, u32 end)
{
	u->end = end;
	return 0;
}

/** Decides at a frame pointer of 0 whether the stack is complete: a thread starts without a frame
 *  pointer and a caller. In the innermost frame, the register may hold any other value. */
static __always_inline int stop_at_begin(struct dt_unwind *u)
{
	return stop_unwinding(u, u->count == 1 ? DT_UNWIND_NO_RULE : DT_UNWIND_WHOLE);
}

/** Finds the caller by the frame pointer. */
static __always_inline int follow_frame_pointer(struct dt_unwind *u)
{
	u64 bp, pc;

	if (u->by_tables || !u->bp_known)
		return stop_unwinding(u, DT_UNWIND_NO_RULE);
	if (!u->bp)
		return stop_at_begin(u);
	if (u->bp < u->sp || u->bp - u->sp > FRAME_MAX || !read_stack_word(u, u->bp, &bp) ||
	    !read_stack_word(u, u->bp + u->word, &pc))
		return stop_unwinding(u, DT_UNWIND_NO_RULE);
	if (!pc)
		return stop_at_begin(u);
	u->sp = u->bp + 2 * u->word;
	u->bp = bp;
	u->pc = strip_signature(u, pc);
	u->is_exact = 0;
	u->extra_at = UNKNOWN_ADDRESS;
	return 1;
}

/** Reads a register of the innermost frame. Returns false in other frames. */
static __always_inline int read_register(const struct dt_unwind *u, u32 place, u64 *ret)
{
	return u->count == 1 && load_register(u, place, ret);
}

/** Reads EXTRA, from its saved place if it was saved. */
static __always_inline int read_extra(struct dt_unwind *u, u64 *ret)
{
	if (u->extra_at == UNKNOWN_ADDRESS)
		return 0;
	if (u->extra_at)
		return read_stack_word(u, u->extra_at, ret);
	return load_register(u, u->extra_place, ret);
}

/** Computes the CFA. Returns false if it is unknown. */
static __always_inline int find_cfa(struct dt_unwind *u, const struct dt_unwind_rule *r, u64 *ret)
{
	u64 base = u->sp;

	if (r->cfa == DT_UNWIND_BP) {
		if (!u->bp_known)
			return 0;
		base = u->bp;
	} else if (r->cfa == DT_UNWIND_EXTRA) {
		if (!read_extra(u, &base))
			return 0;
	} else if (r->cfa == DT_UNWIND_REGISTER) {
		if (!read_register(u, 8 * r->detail, &base))
			return 0;
	} else if (r->cfa == DT_UNWIND_STUB && (u->pc & 15) >= r->detail) {
		base += u->word;
	}
	*ret = base + (s64)r->cfa_offset;
	if (!r->is_indirect)
		return 1;
	if (!read_stack_word(u, *ret, ret))
		return 0;
	*ret += r->cfa == DT_UNWIND_REGISTER ? 0 : r->detail;
	return 1;
}

/** Returns the address at which a value was saved. */
static __always_inline u64 saved_at(const struct dt_unwind *u, u8 base, s32 offset, u64 cfa)
{
	u64 from = base == DT_UNWIND_CFA ? cfa : base == DT_UNWIND_BP ? u->bp : u->sp;

	return from + (s64)offset;
}

/** Reads the return address. Returns false if it is unknown. */
static __always_inline int read_return(struct dt_unwind *u, const struct dt_unwind_rule *r, u64 cfa,
				       u64 *ret)
{
	if (r->ra == DT_UNWIND_REGISTER)
		return read_register(u, 8 * r->ra_detail, ret);
	if (r->ra == DT_UNWIND_EXTRA)
		return read_extra(u, ret);
	return read_stack_word(u, saved_at(u, r->ra, r->ra_offset, cfa), ret);
}

/** Goes to the caller's frame. Returns false if this was the last frame. */
static __always_inline int apply_rule(struct dt_unwind *u, const struct dt_unwind_rule *r)
{
	u64 cfa, pc, bp_at, extra_at, bp = u->bp;
	int in_register = r->ra == DT_UNWIND_REGISTER || r->ra == DT_UNWIND_EXTRA;

	if (r->cfa == DT_UNWIND_END)
		return stop_unwinding(u, DT_UNWIND_WHOLE);
	if (r->ra == DT_UNWIND_BP && !u->bp_known)
		return stop_unwinding(u, DT_UNWIND_NO_RULE);
	// The stack pointer only increases, except from a handler on an alternate stack, and if the
	// function has popped its return address.
	if (!find_cfa(u, r, &cfa) || (cfa + in_register <= u->sp && !r->is_signal) ||
	    !read_return(u, r, cfa, &pc))
		return stop_unwinding(u, DT_UNWIND_NO_RULE);
	extra_at = saved_at(u, r->extra, r->extra_offset, cfa);
	if (r->extra == DT_UNWIND_UNKNOWN || (r->extra == DT_UNWIND_BP && !u->bp_known))
		u->extra_at = UNKNOWN_ADDRESS;
	else if (r->extra != DT_UNWIND_SAME && !is_popped(u, extra_at))
		u->extra_at = extra_at;
	bp_at = saved_at(u, r->bp, r->bp_offset, cfa);
	if (r->bp == DT_UNWIND_BP && !u->bp_known)
		u->bp_known = 0;
	else if (r->bp != DT_UNWIND_SAME && !is_popped(u, bp_at))
		u->bp_known = r->bp != DT_UNWIND_UNKNOWN && read_stack_word(u, bp_at, &bp);
	if (!pc)
		return stop_unwinding(u, DT_UNWIND_WHOLE);
	u->pc = strip_signature(u, pc);
	u->sp = cfa;
	u->bp = bp;
	u->is_exact = r->is_signal;
	return 1;
}

/** Begins with the innermost frame. `places`, `owner` and `wanted` as for dt_unwind(). */
static __always_inline int begin_frames(struct dt_unwind *u, u64 regs, u64 places, u64 owner,
					u64 wanted)
{
	u->regs = regs;
	u->wanted = (u32)wanted;
	u->by_tables = owner >> DT_UNWIND_TABLES_SHIFT & 1;
	u->is_weak = owner >> DT_UNWIND_WEAK_SHIFT & 1;
	u->signature = owner >> DT_UNWIND_SIGNATURE_SHIFT;
	u->window_at = NOWHERE;
	u->has_window = u->is_exact = u->bp_known = 1;
	u->extra_at = 0;
	u->extra_place = places >> 48;
	u->count = u->guess = 0;
	return load_register(u, (u16)places, &u->pc) &&
	       load_register(u, (u16)(places >> 16), &u->sp) &&
	       load_register(u, (u16)(places >> 32), &u->bp);
}

/** Adds the frame of u->pc. Returns false if it is the last one wanted. */
static __always_inline int add_frame(struct dt_unwind *u, u32 i)
{
	u->frames[i] = u->pc;
	u->count = i + 1;
	u->end = DT_UNWIND_LIMITED;
	return i + 1 < u->wanted;
}

/** Goes on from frame `i`, in code without a rule. */
static __always_inline int guess_caller(struct dt_unwind *u, u32 i, int is_in_file)
{
	if (!u->guess && is_in_file)
		u->guess = i + 1;
	return follow_frame_pointer(u);
}

/** Returns the result of dt_unwind(). */
static __always_inline s64 end_frames(struct dt_unwind *u)
{
	if (u->guess >= u->count)
		u->guess = 0;
	return u->count | u->guess << DT_UNWIND_GUESS_SHIFT | (u64)u->end << DT_UNWIND_END_SHIFT;
}

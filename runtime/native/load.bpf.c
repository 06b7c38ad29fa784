/* SPDX-License-Identifier: (BSD-2-Clause OR GPL-2.0-only) */
/**
 * Reads memory for programs that run inside a target: by loads where the memory exists as long as
 * the target runs, else by a system call, which fails where a load would end the target. Such
 * memory is the region, the thread's stack from the stack pointer on, and the spans that the tracer
 * has listed. The kernel never loads these functions.
 *
 * Decision: docs/dev/decisions/0127-loads-of-lasting-data.md
 */
#include "abi/native_hash.h"
#include "../runtime.h"

enum { PAGE = 4096, FAULT = -14 };

typedef u32 __attribute__((may_alias, aligned(1))) word4;
typedef u16 __attribute__((may_alias, aligned(1))) word2;

/** Returns the end of the listed span that contains the address, or 0. */
static __always_inline u64 find_span(struct dt_native_head *head, u64 address)
{
	u64 last = *(volatile u64 *)&head->last & (DT_NATIVE_SPANS - 1), at = 0;
	struct dt_native_span *s = &head->spans[last];

	if (address - s->low < *(volatile u64 *)&s->size)
		return s->low + s->size;
	for (u64 half = DT_NATIVE_SPANS / 2; half; half /= 2)
		if (head->spans[at + half].low <= address)
			at += half;
	s = &head->spans[at];
	if (address - s->low >= *(volatile u64 *)&s->size)
		return 0;
	*(volatile u64 *)&head->last = at;
	return s->low + s->size;
}

/** Returns the end of the memory from the address on that loads may read, or 0. */
static __always_inline u64 find_end(const struct dt_native_level *l, struct dt_native_head *head,
				    u64 address)
{
	u64 region = (u64)head, sp = l->busy;

	if (address >= sp && address < l->stack_high && sp >= l->stack_low)
		return l->stack_high;
	if ((address ^ sp) < PAGE)
		return (sp | (PAGE - 1)) + 1;
	if (address - region < head->size)
		return region + head->size;
	return find_span(head, address);
}

static __always_inline void copy(u8 *to, const u8 *from, u64 size)
{
	for (; size >= 8; size -= 8, to += 8, from += 8)
		*(dt_native_word *)to = *(const dt_native_word *)from;
	if (size & 4) {
		*(word4 *)to = *(const word4 *)from;
		to += 4;
		from += 4;
	}
	if (size & 2) {
		*(word2 *)to = *(const word2 *)from;
		to += 2;
		from += 2;
	}
	if (size & 1)
		*to = *from;
}

/** Reads `size` bytes. Returns 0, or a negative number. */
s64 dt_native_load(u64 dst, u64 size, u64 address, u64 level, u64 head)
{
	u64 n = (u32)size, end = find_end((const struct dt_native_level *)level,
					  (struct dt_native_head *)head, address);

	if (end - address < n || !end)
		return bpf_copy_from_user((void *)dst, (u32)size, (const void *)address);
	copy((u8 *)dst, (const u8 *)address, n);
	return 0;
}

/** Copies a string of at most `size` bytes. Returns its bytes with the NUL, or 0 if there is none.
 */
static __always_inline u64 copy_string(u8 *to, const u8 *from, u64 size)
{
	const u64 ones = 0x0101010101010101, tops = 0x8080808080808080;
	u64 at = 0;

	for (; at + 8 <= size; at += 8) {
		u64 word = *(const dt_native_word *)(from + at),
		    zeros = (word - ones) & ~word & tops;

		*(dt_native_word *)(to + at) = word;
		for (; zeros; zeros >>= 8, at++)
			if (zeros & 0x80)
				return at + 1;
	}
	for (; at < size; at++) {
		to[at] = from[at];
		if (!to[at])
			return at + 1;
	}
	return 0;
}

/** Reads a string of at most `size` bytes with its NUL. Returns its bytes with the NUL, or a
 * negative number. A piece that a system call reads ends with its page, so that only memory of the
 * string must exist. */
s64 dt_native_load_str(u64 dst, u64 size, u64 address, u64 level, u64 head)
{
	u8 *to = (u8 *)dst;
	u64 end = (u32)size, at = 0;

	while (at < end) {
		u64 stop = find_end((const struct dt_native_level *)level,
				    (struct dt_native_head *)head, address + at);
		u64 rest = stop ? stop - (address + at) : PAGE - ((address + at) & (PAGE - 1));
		u64 piece = end - at < rest ? end - at : rest, n;

		if (stop) {
			n = copy_string(to + at, (const u8 *)(address + at), piece);
			if (n)
				return at + n;
			at += piece;
			continue;
		}
		if (bpf_copy_from_user(to + at, (u32)piece, (const void *)(address + at)))
			return FAULT;
		for (stop = at + piece; at < stop; at++)
			if (!to[at])
				return at + 1;
	}
	if (end)
		to[end - 1] = 0;
	return end;
}

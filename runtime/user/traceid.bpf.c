/* SPDX-License-Identifier: (BSD-2-Clause OR GPL-2.0-only) */
/**
 * The trace context of the current thread (abi/traceid.h).
 *
 * All words come from the process, which may have written anything there. Each is only an address
 * to read from, and the number of reads is fixed. Memory that is not readable means that there is
 * no context.
 *
 * A thread has a vector with the address of its block of variables for each file. It grows when the
 * thread first uses a variable of a file that was opened later, so it may be too short or older
 * than the file:
 *
 *	glibc  two words each: [-1] number of files, [0] generation, [1] block of the first file
 *	musl   a word each: [0] number of files, [1] block of the first file
 *
 * Decision: docs/dev/decisions/0088-trace-context-by-linker-words.md
 */
#include "abi/traceid.h"
#include "../runtime.h"

extern const char __dt_table_trace_places[];

static __always_inline int read_words(u64 *words, u32 n, u64 at)
{
	return !bpf_probe_read_user(words, n * sizeof(*words), (const void *)at);
}

/** Returns the address of the thread's block of a file, or 0 if it has none. `generation` is that
 *  of the file; 0: unknown. */
static __always_inline u64 find_block(const struct dt_trace_place *p, u64 pointer, u64 file,
				      u64 generation)
{
	u64 vector, block, head[3] = {0};

	if (!file || !read_words(&vector, 1, pointer + p->vector))
		return 0;
	if (p->is_musl) {
		if (!read_words(head, 1, vector) || file > head[0] ||
		    !read_words(&block, 1, vector + 8 * file))
			return 0;
		return block;
	}
	if (!read_words(head, 3, vector - 16) || file > head[0] || generation > head[2] ||
	    !read_words(&block, 1, vector + 16 * file))
		return 0;
	return block == ~0ULL ? 0 : block; // all ones: not allocated yet
}

/** Returns the address of the thread's variable, or 0. The second word of a descriptor is the
 * distance of a variable in static memory, or the address of three words. A distance is no address
 * that can be read: below the thread pointer it is negative, above it is too low. */
static __always_inline u64 find_variable(const struct dt_trace_place *p, u64 pointer)
{
	u64 words[3] = {0}, block, second;

	if (p->kind == DT_TLS_THREAD)
		return pointer + p->offset;
	if (!read_words(words, 2, p->at) || !words[0])
		return 0;
	if (p->kind == DT_TLS_OFFSET)
		return pointer + words[0];
	if (p->kind == DT_TLS_MODULE) {
		words[2] = 0;
	} else {
		second = words[1];
		if ((s64)second < 0 || !read_words(words, 3, second))
			return pointer + second;
		if (words[1] != (u64)p->offset)
			return 0; // the descriptor is not complete yet
	}
	block = find_block(p, pointer, words[0], p->is_musl ? 0 : words[2]);
	return block ? block + p->offset : 0;
}

/** Reads the record of the thread. Returns false if there is none. */
static __always_inline int read_record(u32 process, u64 pointer, struct dt_trace_record *ret)
{
	const struct dt_trace_place *p = bpf_map_lookup_elem(dt_table(trace_places), &process);
	u64 at, record;

	if (!p)
		return 0;
	at = find_variable(p, pointer);
	return at && read_words(&record, 1, at) && record &&
	       !bpf_probe_read_user(ret, sizeof(*ret), (const void *)record) && ret->is_valid == 1;
}

/** Returns the eight hexadecimal digits of four bytes. The first byte is the lowest. */
static __always_inline u64 hex_digits(u64 x)
{
	x = (x | x << 16) & 0x0000ffff0000ffff;
	x = (x | x << 8) & 0x00ff00ff00ff00ff;
	x = (x >> 4 & 0x000f000f000f000f) | (x & 0x000f000f000f000f) << 8;
	return x + 0x3030303030303030 +
	       ((x + 0x0606060606060606) >> 4 & 0x0101010101010101) * ('a' - '0' - 10);
}

/** Writes the digits of an id of n bytes, unless that is 0. */
static __always_inline void write_id(u64 *text, const u8 *id, u32 n)
{
	u32 words[4], any = 0;

	__builtin_memcpy(words, id, n);
	for (u32 i = 0; i < n / 4; i++)
		any |= words[i];
	for (u32 i = 0; i < n / 4; i++)
		text[i] = any ? hex_digits(words[i]) : 0;
	text[n / 4] = 0;
}

/** Writes the ids of the thread's trace and span: "" without one. `pointer` is the thread pointer.
 */
u64 dt_trace_ids(struct dt_trace_ids *ids, u64 process, u64 pointer)
{
	struct dt_trace_record r = {0};

	if (!ids || ids->is_known)
		return 0;
	ids->is_known = 1;
	if (!read_record(process, pointer, &r))
		r = (struct dt_trace_record){0};
	write_id((u64 *)ids->trace, r.trace, sizeof(r.trace));
	write_id((u64 *)ids->span, r.span, sizeof(r.span));
	return 0;
}

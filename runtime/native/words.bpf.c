/* SPDX-License-Identifier: (BSD-2-Clause OR GPL-2.0-only) */
/**
 * Words of the environment for programs that run as machine code (src/native/words.c). The kernel
 * never loads these functions, so they loop as they like, and take addresses as numbers.
 */
#include "abi/native_hash.h"
#include "runtime.h"

enum { PAGE = 4096, FAULT = -14, KIND_ARRAY = 0, KIND_HASH = 1 };

/** Copies `size` bytes of the program's own memory. */
s64 dt_native_copy(u64 dst, u64 size, u64 src)
{
	dt_native_copy_bytes((u8 *)dst, (const u8 *)src, (u32)size);
	return 0;
}

/** Copies a string of at most `size` bytes with its NUL, and returns its bytes with the NUL. */
s64 dt_native_copy_str(u64 dst, u64 size, u64 src)
{
	u8 *to = (u8 *)dst;
	const u8 *from = (const u8 *)src;
	u32 end = (u32)size;

	if (!end)
		return 0;
	for (u32 at = 0; at < end - 1; at++) {
		to[at] = from[at];
		if (!to[at])
			return at + 1;
	}
	to[end - 1] = 0;
	return end;
}

/** Reads a string of at most `size` bytes with its NUL from any memory. Returns its bytes with the
 * NUL, or a negative number. Each piece ends with its page, so that only memory of the string must
 * exist. */
s64 dt_native_read_str(u64 dst, u64 size, u64 address)
{
	u8 *to = (u8 *)dst;
	u32 end = (u32)size, at = 0;

	while (at < end) {
		u32 rest = PAGE - ((address + at) & (PAGE - 1));
		u32 piece = end - at < rest ? end - at : rest, stop = at + piece;

		if (bpf_probe_read_user(to + at, piece, (const void *)(address + at)))
			return FAULT;
		for (; at < stop; at++)
			if (!to[at])
				return at + 1;
	}
	if (end)
		to[end - 1] = 0;
	return end;
}

/** Writes the name of the thread. */
s64 dt_native_comm(u64 dst, u64 size, u64 level)
{
	const struct dt_native_level *l = (const struct dt_native_level *)level;

	dt_native_copy_bytes((u8 *)dst, (const u8 *)l->comm,
			     (u32)size < DT_COMM_LEN ? (u32)size : DT_COMM_LEN);
	return 0;
}

/** Returns 32 random bits, by xorshift64*. */
u64 dt_native_random(u64 level)
{
	struct dt_native_level *l = (struct dt_native_level *)level;
	u64 x = l->random;

	x ^= x >> 12;
	x ^= x << 25;
	x ^= x >> 27;
	l->random = x;
	return x * 0x2545f4914f6cdd1dULL >> 32;
}

static __always_inline u8 *memory_of(const struct dt_native_map *m)
{
	return (u8 *)m + m->distance;
}

/** Returns the address of the key's value, or 0. */
u64 dt_native_find(u64 map, u64 key)
{
	const struct dt_native_map *m = (const struct dt_native_map *)map;
	u64 *e;

	if (m->kind == KIND_ARRAY) {
		u32 index = *(const u32 *)key;

		return index < m->n ? (u64)memory_of(m) + (u64)index * m->stride : 0;
	}
	e = dt_native_hash_find(m, memory_of(m), (const u8 *)key);
	return e ? (u64)dt_native_value_of(m, e) : 0;
}

/** Stores the value. Returns 0, or a negative number if there is no room. */
s64 dt_native_put(u64 map, u64 key, u64 value)
{
	const struct dt_native_map *m = (const struct dt_native_map *)map;
	u64 at = dt_native_find(map, key);
	s64 result;

	if (!at && m->kind == KIND_ARRAY)
		return DT_NATIVE_FULL;
	if (!at) {
		result = dt_native_hash_insert(m, memory_of(m), (const u8 *)key, (const u8 *)value);
		if (result != DT_NATIVE_EXISTS)
			return result;
		at = dt_native_find(map, key);
		if (!at)
			return DT_NATIVE_BUSY;
	}
	dt_native_copy_bytes((u8 *)at, (const u8 *)value, m->value_size);
	return 0;
}

/** The same, only if the key is new. */
s64 dt_native_add(u64 map, u64 key, u64 value)
{
	const struct dt_native_map *m = (const struct dt_native_map *)map;

	if (dt_native_find(map, key))
		return DT_NATIVE_EXISTS;
	if (m->kind == KIND_ARRAY)
		return DT_NATIVE_FULL;
	return dt_native_hash_insert(m, memory_of(m), (const u8 *)key, (const u8 *)value);
}

/** Removes the key's element. */
s64 dt_native_remove(u64 map, u64 key)
{
	const struct dt_native_map *m = (const struct dt_native_map *)map;

	return m->kind == KIND_HASH ? dt_native_hash_take(m, memory_of(m), (const u8 *)key, (u8 *)0)
				    : DT_NATIVE_NO_ENTRY;
}

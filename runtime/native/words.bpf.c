/* SPDX-License-Identifier: (BSD-2-Clause OR GPL-2.0-only) */
/**
 * Words of the environment for programs that run as machine code (src/native/words.c). The kernel
 * never loads these functions, so they loop as they like, and take addresses as numbers.
 */
#include "abi/native.h"
#include "runtime.h"

enum {
	PAGE = 4096,
	FAULT = -14,
	EXIST = -17,
	TOO_BIG = -7,
	NO_ENTRY = -2,
	KIND_ARRAY = 0,
	KIND_HASH = 1
};

static __always_inline void copy_bytes(u8 *dst, const u8 *src, u64 size)
{
	u64 at = 0;

	for (; at + 8 <= size; at += 8)
		*(u64 *)(dst + at) = *(const u64 *)(src + at);
	for (; at < size; at++)
		dst[at] = src[at];
}

/** Copies `size` bytes of the program's own memory. */
s64 dt_native_copy(u64 dst, u64 size, u64 src)
{
	copy_bytes((u8 *)dst, (const u8 *)src, (u32)size);
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

	copy_bytes((u8 *)dst, (const u8 *)l->comm,
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

static __always_inline u32 whole(u32 size)
{
	return (size + 7) & ~7u;
}

static __always_inline u64 hash_of(const u8 *key, u32 size)
{
	u64 hash = size;
	u32 at = 0;

	for (; at + 8 <= size; at += 8)
		hash = (hash ^ *(const u64 *)(key + at)) * 0x9e3779b97f4a7c15ULL;
	for (; at < size; at++)
		hash = (hash ^ key[at]) * 0x9e3779b97f4a7c15ULL;
	return hash ^ hash >> 32;
}

static __always_inline u32 is_key(const u8 *a, const u8 *b, u32 size)
{
	u32 at = 0;

	for (; at + 8 <= size; at += 8)
		if (*(const u64 *)(a + at) != *(const u64 *)(b + at))
			return 0;
	for (; at < size; at++)
		if (a[at] != b[at])
			return 0;
	return 1;
}

static __always_inline u64 *place_of(const struct dt_native_map *m, u64 number)
{
	return (u64 *)(memory_of(m) + sizeof(struct dt_native_hash) +
		       (number & (m->n - 1)) * m->stride);
}

/** Returns the element of the key, or NULL. */
static __always_inline u64 *find_element(const struct dt_native_map *m, const u8 *key)
{
	u64 hash = hash_of(key, m->key_size);

	for (u32 i = 0; i < m->n; i++) {
		u64 *e = place_of(m, hash + i), state = *(volatile u64 *)e;

		if (state == DT_NATIVE_FREE)
			return NULL;
		if (state == DT_NATIVE_LIVE && is_key((u8 *)(e + 1), key, m->key_size))
			return e;
	}
	return NULL;
}

static __always_inline u8 *value_of(const struct dt_native_map *m, u64 *element)
{
	return (u8 *)(element + 1) + whole(m->key_size);
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
	e = find_element(m, (const u8 *)key);
	return e ? (u64)value_of(m, e) : 0;
}

/** Makes an element of a key that has none. */
static __always_inline s64 insert(const struct dt_native_map *m, const u8 *key, const u8 *value)
{
	struct dt_native_hash *head = (struct dt_native_hash *)memory_of(m);
	u64 hash = hash_of(key, m->key_size);

	if (__sync_fetch_and_add(&head->used, 1) >= m->limit) {
		__sync_fetch_and_add(&head->used, -1);
		return TOO_BIG;
	}
	for (u32 i = 0; i < m->n; i++) {
		u64 *e = place_of(m, hash + i), state = *(volatile u64 *)e;

		if (state != DT_NATIVE_FREE && state != DT_NATIVE_REMOVED)
			continue;
		if (__sync_val_compare_and_swap(e, state, DT_NATIVE_CLAIMED) != state)
			continue;
		copy_bytes((u8 *)(e + 1), key, m->key_size);
		copy_bytes(value_of(m, e), value, m->value_size);
		*(volatile u64 *)e = DT_NATIVE_LIVE;
		return 0;
	}
	return TOO_BIG;
}

/** Stores the value. Returns 0, or a negative number if there is no room. */
s64 dt_native_put(u64 map, u64 key, u64 value)
{
	const struct dt_native_map *m = (const struct dt_native_map *)map;
	u64 at = dt_native_find(map, key);

	if (at) {
		copy_bytes((u8 *)at, (const u8 *)value, m->value_size);
		return 0;
	}
	return m->kind == KIND_ARRAY ? TOO_BIG : insert(m, (const u8 *)key, (const u8 *)value);
}

/** The same, only if the key is new. */
s64 dt_native_add(u64 map, u64 key, u64 value)
{
	if (dt_native_find(map, key))
		return EXIST;
	return dt_native_put(map, key, value);
}

/** Removes the key's element. */
s64 dt_native_remove(u64 map, u64 key)
{
	const struct dt_native_map *m = (const struct dt_native_map *)map;
	u64 *e = m->kind == KIND_HASH ? find_element(m, (const u8 *)key) : NULL;

	if (!e)
		return NO_ENTRY;
	if (__sync_val_compare_and_swap(e, DT_NATIVE_LIVE, DT_NATIVE_REMOVED) == DT_NATIVE_LIVE)
		__sync_fetch_and_add(&((struct dt_native_hash *)memory_of(m))->used, -1);
	return 0;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Hash maps of programs that run as machine code, for the programs and for the tracer.
 *
 * A hash's memory is struct dt_native_hash and then its places. A place is a word with its enum
 * dt_native_state, the key and the value, each rounded up to 8 bytes. A key is in one of the first
 * DT_NATIVE_PROBES places from its hash on, before the first place that was never used.
 *
 * Several threads use a hash at the same time, and a signal handler may interrupt any function.
 * No function waits long: when another thread does not finish its work on a place, insertion fails.
 * A key has at most one live place. A thread that inserts it first offers the place, then looks for
 * a rival: of two offers, the one that is nearer to the key's hash wins.
 *
 * The functions loop and take any size, so the kernel would not load them.
 */
#ifndef DT_ABI_NATIVE_HASH_H
#define DT_ABI_NATIVE_HASH_H

#include "abi/native.h"

enum {
	DT_NATIVE_PROBES = 128,
	DT_NATIVE_TRIES = 256, // reads of a place on which another thread works
};

/** Results, negative errno. */
enum { DT_NATIVE_NO_ENTRY = -2, DT_NATIVE_FULL = -7, DT_NATIVE_BUSY = -16, DT_NATIVE_EXISTS = -17 };

/** A word at any address. In BPF, such a type would be read byte by byte. */
#ifdef __bpf__
typedef dt_u64 dt_native_word;
#else
typedef dt_u64 dt_native_word __attribute__((aligned(1), may_alias));
#endif

#define DT_NATIVE_INLINE static inline __attribute__((always_inline, unused))

DT_NATIVE_INLINE dt_u32 dt_native_whole(dt_u32 size)
{
	return (size + 7) & ~7u;
}

DT_NATIVE_INLINE void dt_native_copy_bytes(dt_u8 *dst, const dt_u8 *src, dt_u64 size)
{
	enum { PIECE = 64 }; // a stack in a key has a kilobyte
	dt_u64 at = 0;

	for (; at + PIECE <= size; at += PIECE)
		for (dt_u64 k = at; k < at + PIECE; k += 8)
			*(dt_native_word *)(dst + k) = *(const dt_native_word *)(src + k);
	for (; at + 8 <= size; at += 8)
		*(dt_native_word *)(dst + at) = *(const dt_native_word *)(src + at);
	for (; at < size; at++)
		dst[at] = src[at];
}

DT_NATIVE_INLINE dt_u64 dt_native_mix(dt_u64 hash)
{
	hash *= 0x9e3779b97f4a7c15ULL;
	return hash ^ hash >> 32;
}

/** The last mixing makes long runs of taken places rare if keys are successive numbers. */
DT_NATIVE_INLINE dt_u64 dt_native_hash_of(const dt_u8 *key, dt_u32 size)
{
	dt_u64 hash = size;
	dt_u32 at = 0;

	for (; at + 8 <= size; at += 8)
		hash = dt_native_mix(hash ^ *(const dt_native_word *)(key + at));
	for (; at < size; at++)
		hash = dt_native_mix(hash ^ key[at]);
	return dt_native_mix(hash);
}

DT_NATIVE_INLINE dt_u32 dt_native_is_key(const dt_u8 *a, const dt_u8 *b, dt_u32 size)
{
	dt_u32 at = 0;

	for (; at + 8 <= size; at += 8)
		if (*(const dt_native_word *)(a + at) != *(const dt_native_word *)(b + at))
			return 0;
	for (; at < size; at++)
		if (a[at] != b[at])
			return 0;
	return 1;
}

/** Returns place `number`, modulo the number of places. */
DT_NATIVE_INLINE dt_u64 *dt_native_place(const struct dt_native_map *m, void *memory, dt_u64 number)
{
	return (dt_u64 *)((dt_u8 *)memory + sizeof(struct dt_native_hash) +
			  (number & (m->n - 1)) * m->stride);
}

DT_NATIVE_INLINE dt_u8 *dt_native_key_of(dt_u64 *place)
{
	return (dt_u8 *)(place + 1);
}

DT_NATIVE_INLINE dt_u8 *dt_native_value_of(const struct dt_native_map *m, dt_u64 *place)
{
	return dt_native_key_of(place) + dt_native_whole(m->key_size);
}

DT_NATIVE_INLINE dt_u64 dt_native_state_of(dt_u64 *place)
{
	return *(volatile dt_u64 *)place & DT_NATIVE_STATE;
}

/** Returns the word of a place in another state, with the same key. */
DT_NATIVE_INLINE dt_u64 dt_native_in_state(dt_u64 word, enum dt_native_state state)
{
	return (word & ~(dt_u64)DT_NATIVE_STATE) | state;
}

DT_NATIVE_INLINE dt_u32 dt_native_probes(const struct dt_native_map *m)
{
	return m->n < DT_NATIVE_PROBES ? m->n : (dt_u32)DT_NATIVE_PROBES;
}

/** Returns the live place of the key, or a null pointer. */
DT_NATIVE_INLINE dt_u64 *dt_native_hash_find(const struct dt_native_map *m, void *memory,
					     const dt_u8 *key)
{
	dt_u64 hash = dt_native_hash_of(key, m->key_size);

	for (dt_u32 i = 0; i < dt_native_probes(m); i++) {
		dt_u64 *e = dt_native_place(m, memory, hash + i), state = dt_native_state_of(e);

		if (state == DT_NATIVE_FREE)
			break;
		if (state == DT_NATIVE_LIVE &&
		    dt_native_is_key(dt_native_key_of(e), key, m->key_size))
			return e;
	}
	return (dt_u64 *)0;
}

/** Returns the state of a place once it is no longer `state`, or after some time. */
DT_NATIVE_INLINE dt_u64 dt_native_hash_wait(dt_u64 *place, dt_u64 state)
{
	dt_u64 now = state;

	for (dt_u32 n = 0; n < DT_NATIVE_TRIES && now == state; n++)
		now = dt_native_state_of(place);
	return now;
}

/** Decides about the offered place hash + mine: it becomes live, or is removed because another one
 * has the same key. Returns 0, EXISTS, or BUSY if another thread does not finish its work. */
DT_NATIVE_INLINE dt_s64 dt_native_hash_settle(const struct dt_native_map *m, void *memory,
					      dt_u64 hash, dt_u32 mine)
{
	dt_u64 *offer = dt_native_place(m, memory, hash + mine), *nearer = (dt_u64 *)0;
	const dt_u8 *key = dt_native_key_of(offer);
	dt_s64 result = 0;

	for (dt_u32 i = 0; i < dt_native_probes(m) && !result; i++) {
		dt_u64 *e = dt_native_place(m, memory, hash + i), state = dt_native_state_of(e);

		if (i == mine)
			continue;
		if (state == DT_NATIVE_FREE)
			break;
		if (state == DT_NATIVE_CLAIMED)
			state = dt_native_hash_wait(e, state);
		if (state == DT_NATIVE_CLAIMED) {
			result = DT_NATIVE_BUSY;
			break;
		}
		if (state == DT_NATIVE_FREE || state == DT_NATIVE_REMOVED ||
		    !dt_native_is_key(dt_native_key_of(e), key, m->key_size))
			continue;
		// The farther of two offers is withdrawn if its thread sees the nearer one.
		if (state == DT_NATIVE_OFFERED && i > mine)
			state = dt_native_hash_wait(e, state);
		else if (state == DT_NATIVE_OFFERED)
			nearer = e;
		if (state == DT_NATIVE_LIVE)
			result = DT_NATIVE_EXISTS;
		else if (state == DT_NATIVE_OFFERED)
			result = DT_NATIVE_BUSY;
	}
	*(volatile dt_u64 *)offer =
	    dt_native_in_state(*offer, result ? DT_NATIVE_REMOVED : DT_NATIVE_LIVE);
	if (nearer && dt_native_hash_wait(nearer, DT_NATIVE_OFFERED) == DT_NATIVE_LIVE)
		result = DT_NATIVE_EXISTS;
	return result;
}

/** Makes a place for a key. Returns 0, EXISTS, FULL, or BUSY if a rival does not finish. */
DT_NATIVE_INLINE dt_s64 dt_native_hash_insert(const struct dt_native_map *m, void *memory,
					      const dt_u8 *key, const dt_u8 *value)
{
	struct dt_native_hash *head = (struct dt_native_hash *)memory;
	dt_u64 hash = dt_native_hash_of(key, m->key_size);
	dt_s64 result = DT_NATIVE_FULL;

	if (__sync_fetch_and_add(&head->used, 1) < m->limit) {
		for (dt_u32 i = 0; i < dt_native_probes(m); i++) {
			dt_u64 *e = dt_native_place(m, memory, hash + i);
			dt_u64 word = *(volatile dt_u64 *)e, state = word & DT_NATIVE_STATE;
			dt_u64 next = word + DT_NATIVE_STATE + 1; // of another key

			if (state != DT_NATIVE_FREE && state != DT_NATIVE_REMOVED)
				continue;
			if (__sync_val_compare_and_swap(
				e, word, dt_native_in_state(next, DT_NATIVE_CLAIMED)) != word)
				continue;
			dt_native_copy_bytes(dt_native_key_of(e), key, m->key_size);
			dt_native_copy_bytes(dt_native_value_of(m, e), value, m->value_size);
			// Of two threads, at least one sees the other's offer.
			__sync_lock_test_and_set(e, dt_native_in_state(next, DT_NATIVE_OFFERED));
			result = dt_native_hash_settle(m, memory, hash, i);
			break;
		}
	}
	if (result)
		__sync_fetch_and_add(&head->used, -1);
	return result;
}

/** Copies the last value of a key, unless `value` is a null pointer, and then frees its place.
 *  Returns 0, or NO_ENTRY. */
DT_NATIVE_INLINE dt_s64 dt_native_hash_take(const struct dt_native_map *m, void *memory,
					    const dt_u8 *key, dt_u8 *value)
{
	struct dt_native_hash *head = (struct dt_native_hash *)memory;
	dt_u64 *e = dt_native_hash_find(m, memory, key), word;

	if (!e)
		return DT_NATIVE_NO_ENTRY;
	word = *(volatile dt_u64 *)e;
	if ((word & DT_NATIVE_STATE) != DT_NATIVE_LIVE ||
	    __sync_val_compare_and_swap(e, word, dt_native_in_state(word, DT_NATIVE_CLAIMED)) !=
		word)
		return DT_NATIVE_NO_ENTRY;
	// Since the search, the place may have got another key.
	if (!dt_native_is_key(dt_native_key_of(e), key, m->key_size)) {
		*(volatile dt_u64 *)e = word;
		return DT_NATIVE_NO_ENTRY;
	}
	if (value)
		dt_native_copy_bytes(value, dt_native_value_of(m, e), m->value_size);
	__sync_lock_test_and_set(e, dt_native_in_state(word, DT_NATIVE_REMOVED));
	__sync_fetch_and_add(&head->used, -1);
	return 0;
}

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A hash is read in batches of thousands of keys per system call, or key by key if the kernel has
 * no batches. Key by key, the reading begins again if a program deletes the current key; programs
 * never delete the keys of aggregations.
 */
#include "ebpf/kernel/store.h"

#include "ebpf/ebpf.h"
#include "ebpf/kernel/sys.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_BATCH = 1024, MAX_BATCH = 1 << 22 };

static struct dt_maps *maps_of(struct dt_store *s)
{
	return (struct dt_maps *)((char *)s - offsetof(struct dt_maps, store));
}

/** Calls bpf() for an element. Returns 0, or errno. */
static int call(int cmd, struct dt_store *s, unsigned map, const void *key, const void *value,
		uint64_t flags)
{
	union bpf_attr attr = {.map_fd = (uint32_t)maps_of(s)->fds[map],
			       .key = (uintptr_t)key,
			       .value = (uintptr_t)value,
			       .flags = flags};

	return dt_sys_bpf(cmd, &attr) < 0 ? errno : 0;
}

static bool find(struct dt_store *s, unsigned map, const void *key, void *value)
{
	return !call(BPF_MAP_LOOKUP_ELEM, s, map, key, value, 0);
}

static int put(struct dt_store *s, unsigned map, const void *key, const void *value,
	       enum dt_put how)
{
	static const uint64_t flags[] = {
	    [DT_PUT_ANY] = BPF_ANY, [DT_PUT_NEW] = BPF_NOEXIST, [DT_PUT_KNOWN] = BPF_EXIST};

	return call(BPF_MAP_UPDATE_ELEM, s, map, key, value, flags[how]);
}

static bool take(struct dt_store *s, unsigned map, const void *key, void *value)
{
	int error;

	if (!value)
		return !call(BPF_MAP_DELETE_ELEM, s, map, key, NULL, 0);
	error = call(BPF_MAP_LOOKUP_AND_DELETE_ELEM, s, map, key, value, 0);
	if (!error || error == ENOENT)
		return !error;
	// The kernel has no operation for both.
	return find(s, map, key, value) && take(s, map, key, NULL);
}

/** A map that is being read, and memory for a batch. */
struct reading {
	struct dt_store *s;
	unsigned map;
	void (*fn)(void *arg, const void *key, const void *value);
	void *arg;
	size_t key_size, value_size;
	uint8_t *keys, *values;
	uint32_t room;
};

static void resize(struct reading *r, uint32_t room)
{
	r->room = room;
	r->keys = dt_realloc(r->keys, room * r->key_size);
	r->values = dt_realloc(r->values, room * r->value_size);
}

/** Returns the initial number of keys in a batch, about a megabyte at most. */
static uint32_t first_room(const struct reading *r)
{
	size_t room = (1 << 20) / (r->key_size + r->value_size);

	return room > FIRST_BATCH ? FIRST_BATCH : room < 16 ? 16 : (uint32_t)room;
}

static void pass(const struct reading *r, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		r->fn(r->arg, r->keys + i * r->key_size, r->values + i * r->value_size);
}

/** Reads key by key. */
static int read_single(struct reading *r)
{
	uint8_t *previous = NULL;
	int error;

	while (!(error = call(BPF_MAP_GET_NEXT_KEY, r->s, r->map, previous, r->keys, 0))) {
		if (find(r->s, r->map, r->keys, r->values))
			pass(r, 1);
		previous = memcpy(r->keys + r->key_size, r->keys, r->key_size);
	}
	return error == ENOENT ? 0 : error;
}

/** Reads in batches. Writes to *started whether any element was read. If a bucket has more keys
 * than fit, the kernel returns ENOSPC, and it is read again. */
static int read_batches(struct reading *r, bool *started)
{
	uint64_t position = 0; // the kernel writes a u32 for hashes
	int error;

	do {
		union bpf_attr attr = {.batch = {.in_batch = *started ? (uintptr_t)&position : 0,
						 .out_batch = (uintptr_t)&position,
						 .keys = (uintptr_t)r->keys,
						 .values = (uintptr_t)r->values,
						 .count = r->room,
						 .map_fd = (uint32_t)maps_of(r->s)->fds[r->map]}};

		error = dt_sys_bpf(BPF_MAP_LOOKUP_BATCH, &attr) < 0 ? errno : 0;
		if (error == ENOSPC && r->room < MAX_BATCH) {
			resize(r, r->room * 2);
			error = 0;
		} else if (!error || error == ENOENT) {
			pass(r, attr.batch.count);
			*started = true;
		}
	} while (!error);
	return error == ENOENT ? 0 : error;
}

static int each(struct dt_store *s, unsigned map,
		void (*fn)(void *arg, const void *key, const void *value), void *arg)
{
	const struct dt_map_desc *d = &maps_of(s)->desc[map];
	struct reading r = {.s = s,
			    .map = map,
			    .fn = fn,
			    .arg = arg,
			    .key_size = d->key_size,
			    .value_size = d->value_size};
	bool started = false;
	int error;

	resize(&r, first_room(&r));
	error = read_batches(&r, &started);
	if (error && !started) // the kernel has no batches
		error = read_single(&r);
	free(r.keys);
	free(r.values);
	return error;
}

static void clear_wake(struct dt_store *s)
{
	dt_wake_clear(&maps_of(s)->wake);
}

const struct dt_store_type dt_bpf_store = {
    .each = each,
    .find = find,
    .put = put,
    .take = take,
    .clear_wake = clear_wake,
};

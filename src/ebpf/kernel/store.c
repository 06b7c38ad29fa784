/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A hash is read by a program that the kernel runs for each element (a BPF iterator), or key by key
 * if the kernel refuses that. While a bpf() request looks up an element, the kernel skips probes on
 * that CPU, even if the thread of the request is preempted. It skips none while an iterator runs.
 *
 * Key by key, the reading begins again if a program deletes the current key; programs never delete
 * the keys of aggregations.
 *
 * Decision: docs/dev/decisions/0090-hashes-read-by-iterators.md
 */
#include "ebpf/kernel/store.h"

#include "ebpf/ebpf.h"
#include "ebpf/kernel/insn.h"
#include "ebpf/kernel/sys.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

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

/** The program's context. */
struct element {
	uint64_t meta, map, key, value;
};

/** Loads the program, which writes key and value. After the last element both are NULL. */
static int load_writer(const struct dt_map_desc *d, uint32_t iterator)
{
	const struct bpf_insn insns[] = {
	    insn_load(7, 1, offsetof(struct element, key)),
	    insn_load(8, 1, offsetof(struct element, value)),
	    insn_load(6, 1, offsetof(struct element, meta)),
	    insn_load(6, 6, 0), // meta->seq
	    {.code = BPF_JMP | BPF_JEQ | BPF_K, .dst_reg = 7, .off = 9},
	    {.code = BPF_JMP | BPF_JEQ | BPF_K, .dst_reg = 8, .off = 8},
	    insn_copy(1, 6),
	    insn_copy(2, 7),
	    insn_mov(3, (int32_t)d->key_size),
	    insn_call(BPF_FUNC_seq_write),
	    insn_copy(1, 6),
	    insn_copy(2, 8),
	    insn_mov(3, (int32_t)d->value_size),
	    insn_call(BPF_FUNC_seq_write),
	    insn_mov(0, 0),
	    EXIT_INSN,
	};
	union bpf_attr attr = {.prog_type = BPF_PROG_TYPE_TRACING,
			       .expected_attach_type = BPF_TRACE_ITER,
			       .attach_btf_id = iterator,
			       .insn_cnt = dt_array_len(insns)};

	attr.insns = (uint64_t)(uintptr_t)insns;
	attr.license = (uint64_t)(uintptr_t) "Dual BSD/GPL";
	dt_sys_name(attr.prog_name, "elements");
	return dt_sys_bpf(BPF_PROG_LOAD, &attr);
}

/** Binds the program to the map. */
static int link_writer(const struct dt_map_desc *d, uint32_t iterator, int map_fd)
{
	dt_cleanup(dt_close_p) int program = load_writer(d, iterator);
	union bpf_iter_link_info info = {.map.map_fd = (uint32_t)map_fd};
	union bpf_attr attr = {.link_create.prog_fd = (uint32_t)program,
			       .link_create.attach_type = BPF_TRACE_ITER,
			       .link_create.iter_info_len = sizeof(info)};

	attr.link_create.iter_info = (uint64_t)(uintptr_t)&info;
	return program < 0 ? -1 : dt_sys_bpf(BPF_LINK_CREATE, &attr);
}

/**
 * Returns a descriptor that the caller closes, or -1 with errno. Each read() of eight pages returns
 * whole elements of the map: key and value without padding. Elements of the bucket at which the
 * last read() ended may come again if others were added to it.
 */
static int open_elements(struct dt_maps *m, unsigned map)
{
	union bpf_attr attr = {0};

	errno = ENOTSUP;
	if (m->writers[map] < 0 && m->function)
		m->writers[map] =
		    link_writer(&m->desc[map], m->function("bpf_iter_bpf_map_elem"), m->fds[map]);
	if (m->writers[map] < 0)
		return -1;
	attr.iter_create.link_fd = (uint32_t)m->writers[map];
	return dt_sys_bpf(BPF_ITER_CREATE, &attr);
}

/** A map that is being read. */
struct reading {
	struct dt_store *s;
	unsigned map;
	void (*fn)(void *arg, const void *key, const void *value);
	void *arg;
	size_t key_size, value_size;
};

/** The elements that one read() returned, key and value each. */
struct chunk {
	uint8_t *data;
	size_t len;
};

static bool has_key(const struct chunk *c, const struct reading *r, const uint8_t *key)
{
	for (size_t at = 0; at < c->len; at += r->key_size + r->value_size)
		if (!memcmp(c->data + at, key, r->key_size))
			return true;
	return false;
}

/** Passes a chunk without its first elements that the chunk before it contains too. */
static void pass_chunk(const struct reading *r, const struct chunk *c, const struct chunk *before)
{
	size_t size = r->key_size + r->value_size, at = 0;

	while (at < c->len && has_key(before, r, c->data + at))
		at += size;
	for (; at < c->len; at += size)
		r->fn(r->arg, c->data + at, c->data + at + r->key_size);
}

/** Reads in chunks. Writes to *started whether any element was read. */
static int read_chunks(const struct reading *r, int fd, bool *started)
{
	size_t room = 8 * (size_t)sysconf(_SC_PAGESIZE); // of the kernel's buffer
	dt_cleanup(dt_free_p) uint8_t *memory = dt_malloc(2 * room);
	struct chunk chunk = {memory, 0}, before = {memory + room, 0};

	for (;;) {
		ssize_t n = read(fd, chunk.data, room);

		if (n <= 0)
			return n ? errno : 0;
		if ((size_t)n % (r->key_size + r->value_size))
			return EIO;
		chunk.len = (size_t)n;
		pass_chunk(r, &chunk, &before);
		*started = true;
		struct chunk spare = before;
		before = chunk;
		chunk = spare;
	}
}

/** Reads key by key. */
static int read_single(const struct reading *r)
{
	dt_cleanup(dt_free_p) uint8_t *memory = dt_malloc(2 * r->key_size + r->value_size);
	uint8_t *key = memory + r->value_size, *known = key + r->key_size, *previous = NULL;
	int error;

	while (!(error = call(BPF_MAP_GET_NEXT_KEY, r->s, r->map, previous, key, 0))) {
		if (find(r->s, r->map, key, memory))
			r->fn(r->arg, key, memory);
		previous = memcpy(known, key, r->key_size);
	}
	return error == ENOENT ? 0 : error;
}

static int each(struct dt_store *s, unsigned map,
		void (*fn)(void *arg, const void *key, const void *value), void *arg)
{
	const struct dt_map_desc *d = &maps_of(s)->desc[map];
	const struct reading r = {.s = s,
				  .map = map,
				  .fn = fn,
				  .arg = arg,
				  .key_size = d->key_size,
				  .value_size = d->value_size};
	dt_cleanup(dt_close_p) int fd = open_elements(maps_of(s), map);
	bool started = false;
	int error = fd >= 0 ? read_chunks(&r, fd, &started) : errno;

	// The kernel has no iterators, or its buffer has no room for an element.
	return error && !started ? read_single(&r) : error;
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

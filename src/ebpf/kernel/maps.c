/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Creates the maps of a session. Some need more than one call: task storage needs BTF of its
 * contents, mmapable arrays are mapped, and read-only data is filled in and frozen.
 * dt_maps_deinit() closes everything; the kernel then frees each map that no program uses.
 *
 * Decision: docs/dev/decisions/0013-arrays-preallocated.md
 */
#include "ebpf/ebpf.h"

#include "base/host/cpus.h"
#include "ebpf/kernel/btf.h"
#include "ebpf/kernel/pin.h"
#include "ebpf/kernel/store.h"
#include "ebpf/kernel/sys.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

/** The kernel's map type for each kind, and the option that bounds its size, for messages. */
static const struct {
	uint32_t type; // BPF_MAP_TYPE_*
	const char *option;
} kinds[DT_N_MAPKS] = {
    [DT_MAPK_ARRAY] = {BPF_MAP_TYPE_ARRAY, "strsize"},
    [DT_MAPK_HASH] = {BPF_MAP_TYPE_HASH, "dynvarsize"},
    [DT_MAPK_THREAD] = {BPF_MAP_TYPE_TASK_STORAGE, "strsize"},
    [DT_MAPK_PROGRAMS] = {BPF_MAP_TYPE_PROG_ARRAY, NULL},
    [DT_MAPK_WAKE] = {BPF_MAP_TYPE_RINGBUF, NULL},
};

static struct dt_error *map_error(const struct dt_map_desc *d, uint64_t bytes)
{
	int saved = errno;
	const char *option = d->option ? d->option : kinds[d->kind].option;

	if (saved == EPERM || saved == EACCES || saved == EMFILE || saved == ENFILE || !option)
		return dt_sys_error(saved, "create map %s", d->name);
	struct dt_error *err =
	    dt_sys_error(saved, "create map %s of %llu bytes", d->name, (unsigned long long)bytes);
	char *longer = dt_asprintf("%s (a smaller -x %s may help)", err->message, option);
	free(err->message);
	err->message = longer;
	return err;
}

/** Raises RLIMIT_MEMLOCK. Ignores failure: since 5.11, maps do not count against this limit. */
static void raise_memlock(void)
{
	struct rlimit unlimited = {RLIM_INFINITY, RLIM_INFINITY};

	if (setrlimit(RLIMIT_MEMLOCK, &unlimited) != 0)
		errno = 0;
}

static int create_map(const struct dt_map_desc *d, uint32_t max_entries, const struct dt_maps *m,
		      size_t index)
{
	union bpf_attr attr = {
	    .map_type = kinds[d->kind].type,
	    .key_size = d->key_size,
	    .value_size = d->value_size,
	    .max_entries = max_entries,
	    .map_flags = (d->is_mapped ? BPF_F_MMAPABLE : 0) | (d->is_lazy ? BPF_F_NO_PREALLOC : 0),
	};

	dt_sys_name(attr.map_name, d->name);
	if (d->kind == DT_MAPK_THREAD) {
		attr.btf_fd = (uint32_t)m->btf_fd;
		attr.btf_key_type_id = m->btf->key;
		attr.btf_value_type_id = m->btf->values[index];
		attr.max_entries = 0;
		attr.map_flags |= BPF_F_NO_PREALLOC;
	}
	return dt_sys_bpf(BPF_MAP_CREATE, &attr);
}

static int update_element(int fd, const void *key, const void *value)
{
	union bpf_attr attr = {.map_fd = (uint32_t)fd};

	attr.key = (uint64_t)(uintptr_t)key;
	attr.value = (uint64_t)(uintptr_t)value;
	return dt_sys_bpf(BPF_MAP_UPDATE_ELEM, &attr);
}

static size_t mapped_size(const struct dt_map_desc *d, uint32_t max_entries)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	size_t size = (((size_t)d->value_size + 7) & ~(size_t)7) * max_entries;

	return (size + page - 1) & ~(page - 1);
}

static struct dt_error *map_memory(const struct dt_map_desc *d, struct dt_maps *m, size_t i,
				   uint32_t max_entries)
{
	int protection = d->frozen ? PROT_READ : PROT_READ | PROT_WRITE;
	size_t size = mapped_size(d, max_entries);
	void *memory;

	if (!d->is_mapped)
		return NULL;
	memory = mmap(NULL, size, protection, MAP_SHARED, m->fds[i], 0);
	if (memory == MAP_FAILED)
		return dt_sys_error(errno, "map %zu bytes of %s into memory", size, d->name);
	m->memory[i] = memory;
	m->memory_size[i] = size;
	return NULL;
}

/** Writes the initial contents, freezes the map and maps it, in the order that the kernel requires.
 */
static struct dt_error *fill_map(const struct dt_map_desc *d, struct dt_maps *m, size_t i,
				 uint32_t max_entries)
{
	uint32_t zero = 0;

	if (d->init && update_element(m->fds[i], &zero, d->init) < 0)
		return dt_sys_error(errno, "fill map %s", d->name);
	if (d->frozen) {
		union bpf_attr attr = {.map_fd = (uint32_t)m->fds[i]};

		if (dt_sys_bpf(BPF_MAP_FREEZE, &attr) < 0)
			return dt_sys_error(errno, "freeze map %s", d->name);
	}
	return map_memory(d, m, i, max_entries);
}

static uint32_t count_entries(const struct dt_map_desc *d, const struct dt_maps *m)
{
	uint32_t page = (uint32_t)sysconf(_SC_PAGESIZE);

	if (d->kind == DT_MAPK_WAKE) // bytes
		return d->max_entries < page ? page : d->max_entries;
	if (!d->elems_per_cpu)
		return d->max_entries;
	return d->elems_per_cpu * (d->present_only ? m->store.n_present : m->store.n_cpus);
}

static struct dt_error *create_one(const struct dt_map_desc *d, struct dt_maps *m, size_t i)
{
	uint32_t max_entries = count_entries(d, m);
	uint64_t bytes = ((uint64_t)d->key_size + d->value_size) * max_entries;

	if (d->kind == DT_MAPK_WAKE)
		bytes = max_entries;
	if (d->kind == DT_MAPK_THREAD)
		bytes = d->value_size; // for each thread
	m->fds[i] = create_map(d, max_entries, m, i);
	if (m->fds[i] < 0)
		return map_error(d, bytes);
	return fill_map(d, m, i, max_entries);
}

/** Lets programs wake the consumer. */
static struct dt_error *begin_wake(struct dt_maps *m)
{
	if (m->n <= DT_MAP_WAKE || m->desc[DT_MAP_WAKE].kind != DT_MAPK_WAKE)
		return NULL;
	m->store.wake_fd = m->fds[DT_MAP_WAKE];
	return dt_wake_init(&m->wake, m->store.wake_fd);
}

static struct dt_error *create_all(const struct dt_map_desc *desc, struct dt_maps *m)
{
	for (size_t i = 0; i < m->n; i++) {
		if (desc[i].kind == DT_MAPK_THREAD && !m->btf)
			DT_TRY(dt_btf_create(m->strsize, desc, m->n, &m->btf, &m->btf_fd));
	}
	for (size_t i = 0; i < m->n; i++) {
		DT_TRY(create_one(&desc[i], m, i));
	}
	return begin_wake(m);
}

/** Returns a struct without maps. */
static struct dt_maps prepare_maps(const struct dt_map_desc *desc, size_t n, size_t strsize,
				   unsigned n_present)
{
	struct dt_maps m = {
	    .desc = desc,
	    .fds = dt_malloc((n + 1) * sizeof(*m.fds)),
	    .writers = dt_malloc((n + 1) * sizeof(*m.writers)),
	    .memory = dt_zalloc((n + 1) * sizeof(*m.memory)),
	    .memory_size = dt_zalloc((n + 1) * sizeof(*m.memory_size)),
	    .n = n,
	    .btf_fd = -1,
	    .strsize = strsize,
	};

	m.store = (struct dt_store){
	    .type = &dt_bpf_store,
	    .memory = m.memory,
	    .n_cpus = dt_cpus_end("possible"),
	    .n_present = n_present,
	    .wake_fd = -1,
	};
	memset(m.fds, -1, (n + 1) * sizeof(*m.fds));
	memset(m.writers, -1, (n + 1) * sizeof(*m.writers));
	return m;
}

struct dt_error *dt_maps_create(const struct dt_map_desc *desc, size_t n, size_t strsize,
				struct dt_maps *ret)
{
	struct dt_maps m = prepare_maps(desc, n, strsize, dt_cpus_end("present"));

	raise_memlock();
	struct dt_error *err = create_all(desc, &m);
	if (err) {
		dt_maps_deinit(&m);
		return err;
	}
	*ret = m;
	return NULL;
}

struct dt_error *dt_maps_pin(const struct dt_maps *m, const char *dir)
{
	for (size_t i = 0; i < m->n; i++) {
		if (m->fds[i] >= 0)
			DT_TRY(dt_pin_put(dir, "map", i, m->fds[i]));
	}
	return NULL;
}

static struct dt_error *open_pinned(const struct dt_map_desc *desc, const char *dir,
				    struct dt_maps *m)
{
	for (size_t i = 0; i < m->n; i++) {
		DT_TRY(dt_pin_get(dir, "map", i, &m->fds[i]));
		if (m->fds[i] < 0)
			return dt_error_new(DT_ERR_OTHER, "map %s is missing in %s", desc[i].name,
					    dir);
		DT_TRY(map_memory(&desc[i], m, i, count_entries(&desc[i], m)));
	}
	return begin_wake(m);
}

struct dt_error *dt_maps_open(const struct dt_map_desc *desc, size_t n, const char *dir,
			      unsigned n_present, struct dt_maps *ret)
{
	struct dt_maps m = prepare_maps(desc, n, 0, n_present);
	struct dt_error *err = open_pinned(desc, dir, &m);

	if (err)
		dt_maps_deinit(&m);
	else
		*ret = m;
	return err;
}

struct dt_error *dt_maps_set_prog(struct dt_maps *m, unsigned map, uint32_t index, int prog_fd)
{
	if (update_element(m->fds[map], &index, &prog_fd) < 0)
		return dt_sys_error(errno, "put a program into slot %u of map %u", index, map);
	return NULL;
}

static void close_all(int *fds, size_t n)
{
	for (size_t i = 0; fds && i < n; i++) {
		if (fds[i] >= 0)
			close(fds[i]);
	}
	free(fds);
}

void dt_maps_deinit(struct dt_maps *m)
{
	dt_wake_deinit(&m->wake);
	for (size_t i = 0; i < m->n; i++) {
		if (m->memory[i])
			munmap(m->memory[i], m->memory_size[i]);
	}
	close_all(m->writers, m->n);
	close_all(m->fds, m->n);
	free(m->memory);
	free(m->memory_size);
	if (m->btf_fd >= 0)
		close(m->btf_fd);
	dt_btf_destroy(m->btf);
	*m = (struct dt_maps){.btf_fd = -1};
}

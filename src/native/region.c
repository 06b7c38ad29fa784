/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * See region.h. A shared region is a memfd, so that other processes can map it. All its pages exist
 * before a program runs: a program that touches one is never charged, and never finds none.
 *
 * Decision: docs/dev/decisions/0089-code-in-a-file-in-memory.md
 * Decision: docs/dev/decisions/0087-a-slot-for-each-cpu-of-the-tracer.md
 * Decision: docs/dev/decisions/0091-clock-measured-at-growing-intervals.md
 * Decision: docs/dev/decisions/0095-one-region-for-tracer-and-target.md
 */
#include "native/region.h"

#include "base/time.h"
#include "native/store.h"
#include "native/unit.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#ifndef MFD_EXEC
#define MFD_EXEC 0x10U
#endif

enum {
	LINE = 64,
	// ns over which the counter's rate is measured: at least SCALE_MIN, later SCALE_LONG. An
	// error of a reading becomes one of the rate, so the next measurement follows after the
	// same time, and at last after SCALE_NEXT.
	SCALE_MIN = 50000,
	SCALE_LONG = 2000000000,
	SCALE_NEXT = 250000000,
};

static size_t round_up(size_t n, size_t align)
{
	return (n + align - 1) & ~(align - 1);
}

static uint32_t power_of_two(uint64_t n)
{
	uint32_t p = 1;

	while (p < n)
		p *= 2;
	return p;
}

/** Returns the bytes before the first chunk of the pool. */
static size_t before_chunks(const struct dt_native_region *r)
{
	return round_up(sizeof(struct dt_native_pool) + r->chunks.n * sizeof(dt_u64), LINE);
}

/** Describes a map, and returns the bytes of its memory. */
static size_t lay_out(struct dt_native_map *m, const struct dt_map_desc *d, bool is_pool,
		      const struct dt_native_region *r)
{
	unsigned n_slots = r->n_slots;
	uint32_t n = d->elems_per_cpu ? d->elems_per_cpu * n_slots : d->max_entries;

	*m = (struct dt_native_map){
	    .kind = d->kind, .key_size = d->key_size, .value_size = d->value_size, .limit = n};
	if (is_pool) {
		m->n = r->chunks.n;
		m->stride = m->value_size = r->chunks.size;
		return before_chunks(r) + (size_t)m->n * m->stride;
	}
	switch (d->kind) {
	case DT_MAPK_THREAD: // of a private region: one element, in all slots
		m->n = n_slots;
		m->stride = r->is_private ? 0 : (uint32_t)round_up(d->value_size, 8);
		return r->is_private ? round_up(d->value_size, 8) : (size_t)n_slots * m->stride;
	case DT_MAPK_ARRAY:
		m->n = n;
		m->stride = (uint32_t)round_up(d->value_size, 8);
		return (size_t)m->n * m->stride;
	case DT_MAPK_HASH:
		m->n = power_of_two((uint64_t)n * 2);
		m->stride = (uint32_t)(8 + round_up(d->key_size, 8) + round_up(d->value_size, 8));
		return sizeof(struct dt_native_hash) + (size_t)m->n * m->stride;
	default:
		return 0;
	}
}

/** Reports whether the kernel itself takes the time from the processor's counter, and this process
 * may read it. */
static bool counter_tells_time(void)
{
	static const char path[] =
	    "/sys/devices/system/clocksource/clocksource0/current_clocksource";
	static const char *const sources[] = {"tsc\n", "kvm-clock\n",
					      "hyperv_clocksource_tsc_page\n"};
	char name[64] = "";
	int access = PR_TSC_SIGSEGV, fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n = fd >= 0 ? read(fd, name, sizeof(name) - 1) : -1;

	if (fd >= 0)
		close(fd);
	if (n < 0 || prctl(PR_GET_TSC, &access) != 0 || access != PR_TSC_ENABLE)
		return false;
	for (size_t k = 0; k < dt_array_len(sources); k++)
		if (!strcmp(name, sources[k]))
			return true;
	return false;
}

/** Reads the counter and the clock at the same time: the closest of a few tries, and of more while
 * none is about as close as an earlier reading. Returns how close. */
static uint64_t read_both(struct dt_native_scale *s, uint64_t close)
{
	enum { FEW = 8, MANY = 64 };
	uint64_t best = UINT64_MAX;

	for (int k = 0; k < FEW || (k < MANY && best > close + close / 4); k++) {
		uint64_t before = dt_arch_counter(), ns = dt_now();
		uint64_t after = dt_arch_counter();

		if (after - before >= best)
			continue;
		best = after - before;
		s->tsc = before + best / 2;
		s->ns = ns;
	}
	return best;
}

struct sized_map {
	size_t map, bytes;
	bool is_hash;
};

/** Orders small maps before large ones, and hashes last. */
static int compare_maps(const void *a, const void *b)
{
	const struct sized_map *x = a, *y = b;

	if (x->is_hash != y->is_hash)
		return x->is_hash ? 1 : -1;
	return x->bytes < y->bytes ? -1 : x->bytes > y->bytes;
}

/** Places the maps from `at` on, and returns the end. Code addresses the start of an array, but not
 *  of a hash, by a distance of 32 bits. */
static size_t place_maps(struct dt_native_region *r, const struct dt_map_desc *desc, size_t at)
{
	dt_cleanup(dt_free_p) struct sized_map *maps = dt_malloc((r->n_maps + 1) * sizeof(*maps));

	for (size_t k = 0; k < r->n_maps; k++)
		maps[k] = (struct sized_map){
		    k, lay_out(&r->maps[k], &desc[k], k == DT_MAP_RINGS && r->chunks.n, r),
		    desc[k].kind == DT_MAPK_HASH};
	qsort(maps, r->n_maps, sizeof(*maps), compare_maps);
	for (size_t k = 0; k < r->n_maps; k++) {
		size_t lead = maps[k].map == DT_MAP_RINGS && r->chunks.n ? before_chunks(r) : 0;

		r->maps[maps[k].map].distance = (int64_t)(at + lead);
		at = round_up(at + maps[k].bytes, LINE);
	}
	return at;
}

static void init_region(struct dt_native_region *r, const struct dt_map_desc *desc, size_t n,
			unsigned n_slots, struct dt_native_chunks chunks, bool is_private)
{
	*r = (struct dt_native_region){.n_maps = n,
				       .n_slots = n_slots,
				       .chunks = chunks,
				       .is_private = is_private,
				       .fd = -1,
				       .has_counter = counter_tells_time()};
	if (r->has_counter)
		r->close = read_both(&r->first, 0);
	r->second = r->first;
	r->maps = dt_zalloc((n + 1) * sizeof(*r->maps));
	r->slots = place_maps(r, desc, sizeof(struct dt_native_head));
	r->levels = r->slots + n_slots * sizeof(struct dt_native_slot);
}

void dt_native_region_init(struct dt_native_region *r, const struct dt_map_desc *desc, size_t n,
			   unsigned n_slots, bool is_private)
{
	init_region(r, desc, n, n_slots, (struct dt_native_chunks){0}, is_private);
}

void dt_native_region_init_shared(struct dt_native_region *r, const struct dt_map_desc *desc,
				  size_t n, unsigned n_slots, unsigned n_own,
				  struct dt_native_chunks chunks)
{
	init_region(r, desc, n, n_slots + n_own, chunks, false);
	r->n_own = n_own;
	r->idle = dt_zalloc((size_t)n_slots * DT_NATIVE_LEVELS * sizeof(*r->idle));
}

void dt_native_region_add_counters(struct dt_native_region *r, size_t n)
{
	r->counters = r->levels;
	r->n_counters = n;
	r->levels += round_up(2 * n * sizeof(uint64_t), LINE);
}

void dt_native_region_deinit(struct dt_native_region *r)
{
	free(r->maps);
	dt_native_store_deinit(r);
	free(r->own_levels);
	free(r->idle);
	if (r->code)
		munmap(r->code, r->code_size + r->size);
	if (r->fd >= 0)
		close(r->fd);
	*r = (struct dt_native_region){.fd = -1};
}

struct dt_native_place dt_native_region_place(const struct dt_native_region *r, size_t strsize)
{
	return (struct dt_native_place){.maps = r->maps,
					.n_maps = r->n_maps,
					.strsize = strsize,
					.is_alone = r->n_slots == 1 || r->is_private,
					.has_counter = r->has_counter};
}

static struct dt_error *map_error(const char *what, size_t size)
{
	return dt_error_new(DT_ERR_OTHER, "%s %zu bytes for programs: %s%s", what, size,
			    strerror(errno),
			    errno == ENOMEM ? " (a smaller -b, -x dynvarsize or -x aggsize, or a "
					      "higher ulimit -v, may help)"
					    : "");
}

/** Creates the region's file with all its pages. */
static struct dt_error *create_file(struct dt_native_region *r)
{
	r->fd = memfd_create("dtrace", MFD_CLOEXEC | MFD_ALLOW_SEALING);
	if (r->fd < 0)
		return map_error("create", r->size);
	errno = posix_fallocate(r->fd, 0, (off_t)r->size);
	if (errno)
		return map_error("allocate", r->size);
	if (fcntl(r->fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0)
		return map_error("seal", r->size);
	return NULL;
}

/** Puts the region's file in its place. */
static struct dt_error *map_file(struct dt_native_region *r)
{
	if (r->fd < 0)
		DT_TRY(create_file(r));
	if (mmap(r->memory, r->size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, r->fd, 0) ==
	    MAP_FAILED)
		return map_error("map", r->size);
	return NULL;
}

/** Returns the bytes of a slot's levels. */
static size_t size_of_levels(const struct dt_native_region *r)
{
	return (size_t)DT_NATIVE_LEVELS * r->level_size;
}

void dt_native_region_settle(struct dt_native_region *r, size_t code_size, unsigned level_size)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);

	r->level_size = (unsigned)round_up(level_size, LINE);
	r->size = round_up(r->levels + (r->n_slots - r->n_own) * size_of_levels(r), page);
	r->code_size = round_up(code_size, page);
}

static void fill_head(const struct dt_native_region *r, struct dt_native_head *head)
{
	head->size = r->size;
	head->levels = r->levels;
	head->level_size = r->level_size;
	head->n_levels = (uint64_t)(r->n_slots - r->n_own) * DT_NATIVE_LEVELS;
}

struct dt_error *dt_native_region_map(struct dt_native_region *r, const struct dt_map_desc *desc,
				      size_t code_size, unsigned level_size)
{
	void *memory;

	dt_native_region_settle(r, code_size, level_size);
	memory = mmap(NULL, r->code_size + r->size, PROT_READ | PROT_WRITE,
		      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (memory == MAP_FAILED)
		return map_error("map", r->code_size + r->size);
	r->code = memory;
	r->memory = r->code + r->code_size;
	if (!r->is_private)
		DT_TRY(map_file(r));
	if (r->n_own)
		r->own_levels = dt_zalloc(r->n_own * size_of_levels(r));
	madvise(r->memory, r->size, MADV_DONTDUMP);
	fill_head(r, (struct dt_native_head *)r->memory);
	for (size_t k = 0; k < r->n_maps; k++)
		if (desc[k].init)
			memcpy(dt_native_region_element(r, k, 0), desc[k].init, desc[k].value_size);
	dt_native_region_renew(r);
	dt_native_store_init(r, desc);
	return NULL;
}

void dt_native_program_measure(const struct dt_native_program *p, size_t *code_size,
			       unsigned *level_size)
{
	*code_size += round_up(p->code.bytes.len, LINE);
	if (p->level_size > *level_size)
		*level_size = p->level_size;
}

struct dt_error *dt_native_region_add(struct dt_native_region *r, struct dt_native_program *p,
				      size_t *entry)
{
	size_t at = round_up(r->code_used, LINE), n = p->code.bytes.len;

	if (at + n > r->code_size || p->level_size > r->level_size ||
	    !dt_code_link(&p->code, r->memory - (r->code + at)))
		return dt_error_new(DT_ERR_OTHER, "a program of %zu bytes does not fit", n);
	memcpy(r->code + at, p->code.bytes.data, n);
	r->code_used = at + n;
	*entry = at;
	return NULL;
}

/** Puts a file with the code in its place. Returns false if the system does not permit that. */
static bool map_code(struct dt_native_region *r)
{
	struct rlimit files;
	bool done;
	int fd;

	if (getrlimit(RLIMIT_FSIZE, &files) != 0 || files.rlim_cur < r->code_size)
		return false;
	fd = memfd_create("dtrace code", MFD_CLOEXEC | MFD_EXEC);
	if (fd < 0 && errno == EINVAL) // before Linux 6.3
		fd = memfd_create("dtrace code", MFD_CLOEXEC);
	if (fd < 0)
		return false;
	done = pwrite(fd, r->code, r->code_size, 0) == (ssize_t)r->code_size &&
	       mmap(r->code, r->code_size, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_FIXED, fd, 0) !=
		   MAP_FAILED;
	close(fd);
	return done;
}

struct dt_error *dt_native_region_seal(struct dt_native_region *r)
{
	if (!map_code(r) && mprotect(r->code, r->code_size, PROT_READ | PROT_EXEC) != 0)
		return dt_error_new(DT_ERR_OTHER,
				    "make executable %zu bytes for programs: %s: a security "
				    "module, PR_SET_MDWE (MemoryDenyWriteExecute=) or "
				    "vm.memfd_noexec forbids it",
				    r->code_size, strerror(errno));
	return NULL;
}

void *dt_native_region_element(const struct dt_native_region *r, size_t map, uint32_t index)
{
	const struct dt_native_map *m = &r->maps[map];

	if (index >= m->n || m->kind == DT_MAPK_HASH)
		return NULL;
	return r->memory + m->distance + (size_t)index * m->stride;
}

struct dt_native_level *dt_native_region_level(const struct dt_native_region *r, unsigned slot,
					       unsigned level)
{
	unsigned n_shared = r->n_slots - r->n_own;
	uint8_t *levels = slot < n_shared ? r->memory + r->levels + slot * size_of_levels(r)
					  : r->own_levels + (slot - n_shared) * size_of_levels(r);

	return (struct dt_native_level *)(levels + (size_t)level * r->level_size);
}

int dt_native_peek_error(void)
{
	uint64_t from = 0, to = 0;
	struct iovec own = {&to, sizeof(to)}, foreign = {&from, sizeof(from)};

	return process_vm_readv((pid_t)syscall(SYS_gettid), &own, 1, &foreign, 1, 0) < 0 ? errno
											 : 0;
}

/** Empties the variables of threads. */
static void clear_threads(struct dt_native_region *r, unsigned slot)
{
	for (size_t k = 0; k < r->n_maps; k++)
		if (r->maps[k].kind == DT_MAPK_THREAD)
			memset(dt_native_region_element(r, k, slot), 0, r->maps[k].value_size);
}

void dt_native_region_claim(struct dt_native_region *r, unsigned slot, unsigned n)
{
	uint64_t tid = (uint64_t)syscall(SYS_gettid), pid = (uint64_t)getpid();
	uint64_t random = tid ^ dt_now();
	struct dt_native_level facts = {
	    .pid_tgid = pid << 32 | tid,
	    .uid_gid = (uint64_t)getgid() << 32 | getuid(),
	    .ppid = (uint32_t)getppid(),
	    .thread = (uint32_t)tid,
	};

	prctl(PR_GET_NAME, facts.comm);
	for (facts.slot = slot; facts.slot < slot + n; facts.slot++) {
		clear_threads(r, facts.slot);
		for (unsigned k = 0; k < DT_NATIVE_LEVELS; k++) {
			facts.random = (random + facts.slot) * 2 + 1 + ((uint64_t)k << 32);
			facts.lane = facts.slot * DT_NATIVE_LEVELS + k + 1;
			*dt_native_region_level(r, facts.slot, k) = facts;
		}
	}
}

void dt_native_region_prepare(struct dt_native_region *r, unsigned slot,
			      const struct dt_native_level *facts, uint64_t region)
{
	clear_threads(r, slot);
	for (unsigned k = 0; k < DT_NATIVE_LEVELS; k++) {
		struct dt_native_level *level = dt_native_region_level(r, slot, k);
		const uint64_t n_chunks = level->n_chunks, room = level->room;

		*level = *facts;
		level->lane = slot * DT_NATIVE_LEVELS + k + 1;
		level->n_chunks = n_chunks; // the next thread continues in the same chunk
		level->room = room;
		level->slot = slot;
		level->random = (dt_now() ^ slot) * 2 + 1 + ((uint64_t)k << 32);
		level->ctx = region + (uint64_t)((uint8_t *)level->regs - r->memory);
	}
}

/** Returns the time that a scale gives for a value of the counter. */
static uint64_t time_at(const struct dt_native_scale *s, uint64_t tsc)
{
	return s->ns + (uint64_t)(((unsigned __int128)(tsc - s->tsc) * s->rate) >> 32);
}

/** Turns a scale that begins at a reading into one that continues `old`, so that the time of no
 * thread goes back, and that is right again after `interval` ns. A thread that is late with the
 * next measurement must not make a large error of a small one, so the rate changes by at most
 * 1/SLOPE. */
static void join_scales(struct dt_native_scale *s, const struct dt_native_scale *old,
			uint64_t interval)
{
	enum { SLOPE = 1024 };
	uint64_t tsc = dt_arch_counter(), ns = time_at(old, tsc);
	int64_t behind = (int64_t)(time_at(s, tsc) - ns), most = (int64_t)interval / SLOPE;

	s->tsc = tsc;
	s->ns = behind > most ? ns + (uint64_t)behind : ns;
	if (behind > most)
		return;
	behind = behind < -most ? -most : behind;
	s->rate += (uint64_t)((__int128)s->rate * behind / (int64_t)interval);
}

void dt_native_region_renew(struct dt_native_region *r)
{
	struct dt_native_head *head = (struct dt_native_head *)r->memory;
	struct dt_native_scale now = {0};
	uint64_t span, interval, close;

	if (!r->has_counter || dt_now() < r->due)
		return;
	do
		close = read_both(&now, r->close);
	while (now.ns - r->first.ns < SCALE_MIN);
	if (close < r->close)
		r->close = close;
	span = now.ns - r->first.ns;
	now.rate = (uint64_t)(((unsigned __int128)span << 32) / (now.tsc - r->first.tsc));
	interval = span < SCALE_NEXT ? span : SCALE_NEXT;
	if (now.ns - r->second.ns > SCALE_LONG) {
		r->first = r->second;
		r->second = now;
	}
	if (r->current && r->n_own) // threads of a target read the time meanwhile
		join_scales(&now, &r->scale, interval);
	r->due = now.ns + interval;
	r->scale = now;
	head->scale[++r->current & 1] = now;
	__atomic_store_n(&head->current, r->current, __ATOMIC_RELEASE);
}

/** Returns a level of the slot that no firing uses, or NULL after it has counted a drop. Only
 * signal handlers of the slot's thread are rivals, and they end first: no atomic operation is
 * needed. */
static struct dt_native_level *take_level(const struct dt_native_region *r, unsigned slot)
{
	struct dt_cpu *cpu;

	for (unsigned k = 0; k < DT_NATIVE_LEVELS; k++) {
		struct dt_native_level *level = dt_native_region_level(r, slot, k);

		if (__atomic_load_n(&level->busy, __ATOMIC_RELAXED))
			continue;
		__atomic_store_n(&level->busy, 1, __ATOMIC_RELAXED);
		__atomic_signal_fence(__ATOMIC_ACQ_REL);
		return level;
	}
	cpu = dt_native_region_element(r, DT_MAP_CPUS, slot);
	__atomic_add_fetch(&cpu->drops[DT_DROP_SCRATCH], 1, __ATOMIC_RELAXED);
	return NULL;
}

static uint64_t run_at(const struct dt_native_region *r, size_t entry,
		       struct dt_native_level *level)
{
	uint64_t (*run)(struct dt_native_level *), result;
	const uint8_t *code = r->code + entry;

	memcpy(&run, &code, sizeof(run)); // ISO C has no conversion between these pointers
	result = run(level);
	__atomic_store_n(&level->busy, 0, __ATOMIC_RELEASE);
	return result;
}

uint64_t dt_native_region_run(const struct dt_native_region *r, size_t entry, unsigned slot,
			      void *ctx)
{
	struct dt_native_level *level = take_level(r, slot);

	if (!level)
		return 0;
	level->ctx = (uint64_t)(uintptr_t)ctx;
	return run_at(r, entry, level);
}

void dt_native_region_repeat(const struct dt_native_region *r, size_t entry, unsigned slot,
			     uint64_t cookie, uint64_t weight)
{
	struct dt_native_level *level = take_level(r, slot);

	if (!level)
		return;
	level->ctx = (uint64_t)(uintptr_t)level->regs;
	level->cookie = cookie;
	level->weight = weight;
	run_at(r, entry, level);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Areas of a target's memory. Each begins with a page that has code for further calls, and a mark
 * by which another dtrace recognises the area. Code is readable and executable, never writable:
 * the placer writes through /proc/PID/mem.
 *
 * The shared part of an area is a memfd that the target creates and the placer fetches. A process
 * that shares the target's descriptors may replace the file. So the placer checks everything after
 * sealing, and the mapping's inode after mapping.
 *
 * Decision: docs/dev/decisions/0142-children-inherit-the-region.md
 */
#include "place/program/target.h"

#include "place/program/call.h"
#include "place/program/step.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <linux/memfd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>
#include <unistd.h>

enum { PAGE = 4096, PATH_SIZE = 64, LINK_SIZE = 128 };
static const uint64_t REACH = (UINT64_C(1) << 31) - (1 << 20); // of a relative jump, with a margin
static const uint64_t LOWEST = 1 << 16;
static const uint64_t HIGHEST = (UINT64_C(1) << 47) - PAGE;
static const uint64_t STACK_GAP = 64 << 20; // below the stack, which grows

/** The mark, at the beginning of an area's first page. */
struct mark {
	char magic[32];
	uint64_t begin, end;
	uint64_t owner, owner_start; // the placer's pid, and when it was started
	uint64_t target;	     // the process; children inherit the mark
	uint64_t noted;		     // dt_place_note(), in the first area
};
static const char magic[32] = "dtrace: code of probes, v1";
_Static_assert(sizeof(struct mark) <= DT_CALL_CODE, "the code follows the mark");

// ---- a free place

/** Returns an address for `size` bytes in the gap [begin, end), near both bounds, or 0. */
static uint64_t fit_gap(const struct dt_place_memory *m, uint64_t size, uint64_t begin,
			uint64_t end)
{
	uint64_t lowest = m->high > REACH ? m->high - REACH : 0, highest = m->low + REACH;

	if (begin < lowest)
		begin = (lowest + PAGE - 1) & ~(uint64_t)(PAGE - 1);
	if (end > highest)
		end = highest & ~(uint64_t)(PAGE - 1);
	return end >= begin && end - begin >= size ? end - size : 0;
}

/** Returns the highest free address below `low`, else the highest one above, or 0. */
static uint64_t find_place(const struct dt_maps *maps, const struct dt_place_memory *m,
			   uint64_t size)
{
	uint64_t below = 0, above = 0, begin = LOWEST, at;

	for (size_t i = 0; i <= maps->v.len; i++) {
		const struct dt_mapping *next = i < maps->v.len ? &maps->v.data[i] : NULL;
		uint64_t end = next && next->begin < HIGHEST ? next->begin : HIGHEST;

		if (next && strcmp(next->name, "[stack]") == 0)
			end = end > STACK_GAP ? end - STACK_GAP : 0;
		at = fit_gap(m, size, begin, end);
		if (at && at < m->low)
			below = at;
		else if (at)
			above = at;
		begin = next ? next->end : HIGHEST;
	}
	return below ? below : above;
}

// ---- the memfd

static struct dt_error *create_hostile(const struct dt_target *t)
{
	return dt_error_new(DT_ERR_PROC_GRAB, "process %d has changed the memory of its probes",
			    t->pid);
}

/** Duplicates a descriptor of the target. */
static int fetch_descriptor(pid_t pid, pid_t tid, int number)
{
	dt_cleanup(dt_close_p) int process = (int)syscall(SYS_pidfd_open, pid, 0);
	int fd = process < 0 ? -1 : (int)syscall(SYS_pidfd_getfd, process, number, 0);
	char path[PATH_SIZE];

	if (fd >= 0)
		return fd;
	snprintf(path, sizeof(path), "/proc/%d/task/%d/fd/%d", tid, tid,
		 number); // the leader exited
	return open(path, O_RDWR | O_CLOEXEC);
}

/** Reports whether the descriptor is a sealed memfd of that size. */
static bool is_sound(int fd, size_t size)
{
	static const int seals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;
	char path[PATH_SIZE], name[LINK_SIZE] = "";
	struct statfs fs;
	struct stat st;

	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	return !fstatfs(fd, &fs) && fs.f_type == TMPFS_MAGIC &&
	       readlink(path, name, sizeof(name) - 1) > 0 &&
	       strcmp(name, "/memfd:" DT_PLACE_REGION " (deleted)") == 0 &&
	       (fcntl(fd, F_GET_SEALS) & seals) == seals && !fstat(fd, &st) &&
	       st.st_size == (off_t)size;
}

/** Creates the memfd in the target. Its pages are this process's, so no touch can fail there. */
static struct dt_error *create_shared(struct dt_call *c, size_t size, int64_t *number, int *ret)
{
	static const unsigned flags[] = {MFD_CLOEXEC | MFD_ALLOW_SEALING | 8U, // MFD_NOEXEC_SEAL
					 MFD_CLOEXEC | MFD_ALLOW_SEALING};
	struct dt_target *t = c->target;
	static const char name[] = DT_PLACE_REGION;
	uint64_t at = c->frame - sizeof(name) - DT_RED_ZONE;
	char under[sizeof(name)];
	dt_cleanup(dt_close_p) int fd = -1;
	struct dt_error *err = NULL;

	if (!dt_target_read(t, at, under, sizeof(under)))
		return create_hostile(t);
	DT_TRY(dt_target_write(t, at, name, sizeof(name)));
	*number = -EINVAL;
	for (size_t i = 0; !err && i < dt_array_len(flags) && *number == -EINVAL; i++)
		err = dt_call(c, SYS_memfd_create, (uint64_t[DT_CALL_ARGS]){at, flags[i]}, number);
	dt_error_destroy(dt_target_write(t, at, under, sizeof(under)));
	if (err)
		return err;
	if (*number < 0)
		return dt_error_os((int)-*number, "failed to create a file in process %d", t->pid);
	fd = fetch_descriptor(t->pid, c->task->tid, (int)*number);
	if (fd < 0)
		return dt_error_os(errno, "failed to fetch a descriptor of process %d", t->pid);
	if (ftruncate(fd, (off_t)size) || fallocate(fd, 0, 0, (off_t)size))
		return dt_error_os(errno, "failed to allocate %zu bytes for process %d", size,
				   t->pid);
	fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL);
	if (!is_sound(fd, size))
		return create_hostile(t);
	*ret = fd;
	fd = -1;
	return NULL;
}

/** Opens a file of this process in the target. */
static struct dt_error *open_shared(struct dt_call *c, int fd, int64_t *number)
{
	struct dt_target *t = c->target;
	char path[PATH_SIZE], under[PATH_SIZE];
	uint64_t at = c->frame - sizeof(path) - DT_RED_ZONE;
	struct dt_error *err;

	snprintf(path, sizeof(path), "/proc/%d/fd/%d", (int)getpid(), fd);
	if (!dt_target_read(t, at, under, sizeof(under)))
		return create_hostile(t);
	DT_TRY(dt_target_write(t, at, path, sizeof(path)));
	err = dt_call(c, SYS_openat,
		      (uint64_t[DT_CALL_ARGS]){(uint64_t)(int64_t)AT_FDCWD, at, O_RDWR | O_CLOEXEC},
		      number);
	dt_error_destroy(dt_target_write(t, at, under, sizeof(under)));
	if (!err && *number < 0)
		err = dt_error_os((int)-*number,
				  "failed to open the memory of probes in process %d", t->pid);
	return err;
}

/** Reports whether that file is mapped there. */
static bool is_mapped(pid_t tid, uint64_t at, int fd)
{
	const struct dt_mapping *m;
	struct dt_maps maps;
	struct stat st;
	bool is = false;
	struct dt_error *err = dt_maps_read(tid, &maps);

	if (!err) {
		m = dt_maps_find(&maps, at);
		is = m && m->begin == at && !fstat(fd, &st) && m->inode == st.st_ino;
		dt_maps_deinit(&maps);
	}
	dt_error_destroy(err);
	return is;
}

// ---- an area

static struct dt_error *check_result(const struct dt_target *t, int64_t result, const char *call)
{
	if (result < 0 && result > -PAGE)
		return dt_error_os((int)-result, "failed to map memory in process %d: %s", t->pid,
				   call);
	return NULL;
}

static struct dt_error *call_map(struct dt_call *c, uint64_t at, size_t size, int prot, int flags,
				 int64_t fd, int64_t *ret)
{
	DT_TRY(dt_call(
	    c, SYS_mmap,
	    (uint64_t[DT_CALL_ARGS]){at, size, (uint64_t)prot, (uint64_t)flags, (uint64_t)fd, 0},
	    ret));
	return check_result(c->target, *ret, "mmap");
}

static struct dt_error *call_advise(struct dt_call *c, uint64_t at, size_t size, int advice)
{
	int64_t result;

	if (!size)
		return NULL;
	DT_TRY(
	    dt_call(c, SYS_madvise, (uint64_t[DT_CALL_ARGS]){at, size, (uint64_t)advice}, &result));
	return check_result(c->target, result, "madvise");
}

static void call_unmap(struct dt_call *c, const struct dt_area *a)
{
	int64_t result;

	dt_error_destroy(
	    dt_call(c, SYS_munmap, (uint64_t[DT_CALL_ARGS]){a->begin, a->end - a->begin}, &result));
}

/** Maps the shared part at an address: a new memfd, or the one that is given. */
static struct dt_error *map_shared(struct dt_call *c, uint64_t at, size_t size, bool is_inherited,
				   int given, int *ret)
{
	const struct dt_target *t = c->target;
	dt_cleanup(dt_close_p) int fd = -1;
	int64_t number, result;
	struct dt_error *err;

	if (given < 0)
		DT_TRY(create_shared(c, size, &number, &fd));
	else
		DT_TRY(open_shared(c, given, &number));
	err =
	    call_map(c, at, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, number, &result);
	if (!err)
		err = dt_call(c, SYS_close, (uint64_t[DT_CALL_ARGS]){(uint64_t)number}, &result);
	if (!err && !is_mapped(c->task->tid, at, given < 0 ? fd : given))
		err = create_hostile(t);
	if (!err && !is_inherited)
		err = call_advise(c, at, size, MADV_DONTFORK);
	if (err || given >= 0)
		return err;
	*ret = fd;
	fd = -1;
	return NULL;
}

static struct dt_error *write_mark(struct dt_target *t, const struct dt_area *a)
{
	uint8_t page[DT_CALL_CODE + DT_CALL_CODE_SIZE] = {0};
	struct mark mark = {.begin = a->begin,
			    .end = a->end,
			    .owner = (uint64_t)getpid(),
			    .owner_start = dt_task_start(getpid()),
			    .target = (uint64_t)t->pid};

	memcpy(mark.magic, magic, sizeof(magic));
	memcpy(page, &mark, sizeof(mark));
	memcpy(page + DT_CALL_CODE, dt_call_code, sizeof(dt_call_code));
	return dt_target_write(t, a->begin, page, sizeof(page));
}

/** Maps one area. If that fails half way, the target keeps unused memory with a mark. */
static struct dt_error *allocate_one(struct dt_target *t, struct dt_call *c,
				     struct dt_place_memory *m)
{
	size_t size = m->size + PAGE, kept = m->is_inherited ? PAGE : 0;
	bool is_near = m->low || m->high || m->fixed;
	int prot = PROT_READ | (m->is_data ? PROT_WRITE : PROT_EXEC);
	int flags = MAP_PRIVATE | MAP_ANONYMOUS | (is_near ? MAP_FIXED_NOREPLACE : 0);
	struct dt_maps maps;
	uint64_t at = m->fixed ? m->fixed - PAGE : 0;
	int64_t base;

	if (m->size % PAGE || m->shared % PAGE || m->shared > m->size || !m->size)
		return dt_error_new(DT_ERR_USAGE, "failed to allocate: sizes must be whole pages");
	if (is_near && !at) {
		DT_TRY(dt_maps_read(c->task->tid, &maps));
		at = find_place(&maps, m, size);
		dt_maps_deinit(&maps);
		if (!at)
			return dt_error_new(DT_ERR_PROC_GRAB,
					    "process %d has no free %zu bytes near its code",
					    t->pid, size);
	}
	DT_TRY(call_map(c, at, size, prot, flags, -1, &base));
	dt_place_step();
	struct dt_area area = {.begin = (uint64_t)base,
			       .end = (uint64_t)base + size,
			       .code_end = (uint64_t)base + (m->is_data ? 0 : size - m->shared)};

	dt_vec_push(&t->areas, area);
	if (at && area.begin != at)
		return create_hostile(t);
	m->at = area.begin + PAGE;
	DT_TRY(write_mark(t, &area));
	dt_place_step();
	if (m->is_data)
		DT_TRY(call_advise(c, m->at + kept, m->size - m->shared - kept, MADV_WIPEONFORK));
	if (m->shared)
		DT_TRY(map_shared(c, m->at + m->size - m->shared, m->shared, m->is_inherited,
				  m->is_given ? m->fd : -1, &m->fd));
	dt_place_step();
	return call_advise(c, area.begin, size, MADV_DONTDUMP);
}

struct dt_error *dt_memory_allocate(struct dt_target *t, struct dt_place_memory *memory, size_t n)
{
	struct dt_maps maps = {0};
	struct dt_call c;
	struct dt_stop s;
	struct dt_error *err;
	size_t before = t->areas.len;

	DT_TRY(dt_target_stop(t, &s));
	err = dt_maps_read(dt_stop_next(&s, NULL)->tid, &maps);
	if (!err)
		err = dt_call_begin(t, &s, &maps, &c);
	if (!err) {
		for (size_t i = 0; !err && i < n; i++)
			err = allocate_one(t, &c, &memory[i]);
		while (err && t->areas.len > before)
			call_unmap(&c, &dt_vec_pop(&t->areas));
		dt_call_end(&c);
	}
	dt_stop_end(&s);
	dt_maps_deinit(&maps);
	for (size_t i = 0; err && i < n; i++)
		if (memory[i].fd >= 0 && !memory[i].is_given)
			close(memory[i].fd);
	return err;
}

struct dt_error *dt_memory_note(struct dt_target *t, size_t n)
{
	uint64_t noted = n;

	if (!t->areas.len)
		return NULL;
	return dt_target_write(t, t->areas.data[0].begin + offsetof(struct mark, noted), &noted,
			       sizeof(noted));
}

void dt_memory_free(struct dt_target *t, struct dt_stop *s)
{
	struct dt_maps maps = {0};
	struct dt_call c;
	struct dt_error *err = dt_maps_read(dt_stop_next(s, NULL)->tid, &maps);
	struct dt_target own = *t;

	own.areas.len = 0; // the call must not run in memory that it unmaps
	if (!err)
		err = dt_call_begin(&own, s, &maps, &c);
	if (!err) {
		while (t->areas.len)
			call_unmap(&c, &dt_vec_pop(&t->areas));
		dt_call_end(&c);
	}
	dt_error_destroy(err);
	dt_maps_deinit(&maps);
}

// ---- areas of others

/** Reports whether the placer of an area lives. It removes the area itself. */
static bool has_owner(const struct mark *m)
{
	return !dt_task_is_dead((pid_t)m->owner) &&
	       dt_task_start((pid_t)m->owner) == m->owner_start;
}

/** Reads the mark of the area that begins here. */
static bool read_mark(const struct dt_target *t, uint64_t at, struct mark *ret)
{
	return dt_target_read(t, at, ret, sizeof(*ret)) &&
	       memcmp(ret->magic, magic, sizeof(magic)) == 0 && ret->begin == at && ret->end > at &&
	       ret->end % PAGE == 0;
}

bool dt_memory_is_left(const struct dt_target *t)
{
	struct mark mark;

	dt_vec_foreach (&t->areas, a)
		if (a->owner && (!read_mark(t, a->begin, &mark) || mark.end != a->end ||
				 mark.owner != a->owner || mark.owner_start != a->owner_start))
			return false;
	return true;
}

void dt_memory_find(struct dt_target *t, const struct dt_maps *maps, bool owned, pid_t *owner)
{
	struct mark mark;

	*owner = 0;
	dt_vec_foreach (&maps->v, m)
		for (uint64_t at = m->begin; !m->inode && !m->shared && m->readable && at < m->end;
		     at = mark.end) {
			struct dt_area a;

			if (!read_mark(t, at, &mark))
				break;
			a = (struct dt_area){.begin = at,
					     .end = mark.end,
					     .code_end = at,
					     .owner = mark.owner,
					     .owner_start = mark.owner_start,
					     .target = mark.target,
					     .noted = mark.noted};
			if (m->executable)
				a.code_end = m->end < mark.end ? m->end : mark.end;
			if (has_owner(&mark))
				*owner = (pid_t)mark.owner;
			if (owned || !has_owner(&mark))
				dt_vec_push(&t->areas, a);
		}
}

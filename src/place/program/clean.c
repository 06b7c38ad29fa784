/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Removes the patches and areas of a killed placer. The marks of areas locate the placed memory.
 * Every jump into it, in text that differs from its file, is a patch, and the file has the original
 * bytes. A hop to such a jump is a patch, too. So is a jump without its first byte, which the
 * kernel changes for a uprobe. The placer does not trust anything else in the target.
 *
 * Decision: docs/dev/decisions/0116-uprobes-keep-off-jumps.md
 */
#include "place/program/target.h"

#include "place/program/jumps.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { PAGE = 4096, PATH_SIZE = PATH_MAX + 64, SPAN = 128 }; // SPAN: of a hop

/** A page of text, with some bytes of its neighbours. */
struct text {
	uint64_t at;
	size_t n;
	uint8_t now[PAGE], file[PAGE];
};

/** Kinds of patches, in the order of searching. */
enum kind { JUMPS, HOPS, HURT, N_KINDS };

struct cleaning {
	struct dt_target *target;
	dt_vec(struct dt_place_patch) found; // `old` is from the file
	struct dt_map by_at;		     // address → index in `found` + 1
	size_t n_lost;			     // patches without a file
};

static bool is_placed(const struct dt_target *t, uint64_t at)
{
	dt_vec_foreach (&t->areas, a)
		if (at >= a->begin && at < a->code_end)
			return true;
	return false;
}

/** Opens the file of a mapping: what is mapped, else by its path in the target's root. */
static int open_file(pid_t tid, const struct dt_mapping *m)
{
	char path[PATH_SIZE];
	int fd;

	snprintf(path, sizeof(path), "/proc/%d/map_files/%lx-%lx", tid, m->begin, m->end);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd >= 0)
		return fd;
	snprintf(path, sizeof(path), "/proc/%d/root%s", tid, m->name);
	return open(path, O_RDONLY | O_CLOEXEC);
}

/** Returns the found patch at the address, or NULL. */
static const struct dt_place_patch *find_patch(const struct cleaning *c, uint64_t at)
{
	uintptr_t n = (uintptr_t)dt_map_get(&c->by_at, &at, sizeof(at));

	return n ? &c->found.data[n - 1] : NULL;
}

/** Reports whether a found patch covers one of these bytes: then they are no jump, but a part of
 * one. */
static bool is_covered(const struct cleaning *c, uint64_t at, size_t n)
{
	for (uint64_t from = at - (DT_PLACE_BYTES - 1); from < at + n; from++) {
		const struct dt_place_patch *p = find_patch(c, from);

		if (p && from + p->size > at)
			return true;
	}
	return false;
}

static void add_patch(struct cleaning *c, const struct text *x, size_t i, const uint8_t *jump,
		      size_t n)
{
	struct dt_place_patch p = {.at = x->at + i, .size = (uint8_t)n};

	memcpy(p.new, jump, n);
	memcpy(p.old, x->file + i, n);
	dt_vec_push(&c->found, p);
	dt_map_put(&c->by_at, &p.at, sizeof(p.at), (void *)(uintptr_t)c->found.len);
}

/** Takes the jump at this offset of a page for a patch if it leads to placed code, or for a hop if
 *  it leads to such a jump. */
static void take_jump(struct cleaning *c, const struct text *x, size_t i, enum kind kind)
{
	const uint8_t *now = x->now + i, *file = x->file + i;
	uint64_t to, at = x->at + i;
	uint8_t mended[DT_JUMP_MAX];
	bool is_hop;
	size_t n = x->n - i, lost = kind == HURT; // bytes

	if (kind == HURT) {
		n = dt_jump_mend(now, n, mended);
		if (!n || !dt_jump_is_hurt(now, mended, *file, n))
			return;
		now = mended;
	}
	n = dt_jump_parse(now, n, at, &to, &is_hop);
	if (!n || is_hop != (kind == HOPS) || memcmp(now + lost, file + lost, n - lost) == 0)
		return;
	if ((is_hop ? !find_patch(c, to) : !is_placed(c->target, to)) || is_covered(c, at, n))
		return;
	add_patch(c, x, i, now, n);
}

/** Compares a mapping with its file, page by page. */
static void search_mapping(struct cleaning *c, const struct dt_mapping *m, int fd, enum kind kind)
{
	struct text x;

	for (x.at = m->begin; x.at < m->end; x.at += PAGE) {
		off_t offset = (off_t)(m->offset + (x.at - m->begin));

		x.n = PAGE;
		memset(x.file, 0, sizeof(x.file));
		if (!dt_target_read(c->target, x.at, x.now, PAGE) ||
		    pread(fd, x.file, PAGE, offset) <= 0 || memcmp(x.now, x.file, PAGE) == 0)
			continue;
		for (size_t i = 0; i < PAGE; i++)
			take_jump(c, &x, i, kind);
	}
}

/** Finds the patches while the target runs; no process writes new ones. */
static void search_all(struct cleaning *c, const struct dt_maps *maps, pid_t tid)
{
	dt_vec_foreach (&maps->v, m) {
		int fd;

		if (!m->executable || m->writable || m->shared || !m->inode)
			continue;
		fd = open_file(tid, m);
		if (fd < 0) {
			c->n_lost++;
			continue;
		}
		for (enum kind kind = JUMPS; kind < N_KINDS; kind++)
			search_mapping(c, m, fd, kind);
		close(fd);
	}
}

/** Makes the target look as if this placer had written the patches. */
static void adopt(struct cleaning *c, const struct dt_maps *maps)
{
	dt_vec_foreach (&c->found, p) {
		const struct dt_mapping *m = dt_maps_find(maps, p->at);
		struct dt_written w = {*p, m->device, m->inode, m->offset + (p->at - m->begin)};

		dt_vec_push(&c->target->written, w);
	}
}

/** Describes the found patches and areas. */
static void describe(const struct cleaning *c, struct dt_place_found *ret)
{
	ret->patches = (long)c->found.len;
	ret->target = c->target->pid;
	ret->noted = 0;
	dt_vec_foreach (&c->target->areas, a) {
		ret->target = (pid_t)a->target;
		ret->noted += a->noted;
	}
}

struct dt_error *dt_target_clean(struct dt_target *t, struct dt_place_found *ret)
{
	pid_t tid = dt_target_thread(t->pid);
	struct cleaning c = {.target = t};
	struct dt_maps maps;
	struct dt_error *err = NULL;

	*ret = (struct dt_place_found){.patches = -1};
	DT_TRY(dt_maps_read(tid, &maps));
	dt_memory_find(t, &maps, false, &ret->placer);
	if (t->areas.len) {
		search_all(&c, &maps, tid);
		adopt(&c, &maps);
		describe(&c, ret);
		err = dt_target_remove(t);
		if (t->is_overtaken)
			ret->patches = -1;
	}
	dt_map_deinit(&c.by_at);
	dt_vec_deinit(&c.found);
	dt_maps_deinit(&maps);
	return err;
}

struct dt_error *dt_target_look(pid_t pid, struct dt_place_found *ret)
{
	pid_t tid = dt_target_thread(pid);
	struct dt_target t = {.pid = pid, .memory = -1};
	struct cleaning c = {.target = &t};
	struct dt_place_found found = {0};
	struct dt_maps maps;
	struct dt_error *err;

	DT_TRY(dt_target_open_memory(pid, tid, &t.memory));
	err = dt_maps_read(tid, &maps);
	if (!err) {
		dt_memory_find(&t, &maps, true, &found.placer);
		if (t.areas.len)
			search_all(&c, &maps, tid);
		describe(&c, &found);
		dt_maps_deinit(&maps);
		*ret = found;
	}
	dt_map_deinit(&c.by_at);
	dt_vec_deinit(&c.found);
	dt_vec_deinit(&t.areas);
	close(t.memory);
	return err;
}

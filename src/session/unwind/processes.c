/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The ranges of a process are sorted and contiguous. When a mapping changes, all its ranges are
 * written elsewhere, and the process's entry then refers to the new ranges. The old ranges stay for
 * a while for programs that are reading them; a program that reads even longer sees another
 * generation.
 *
 * Decision: docs/dev/decisions/0065-ranges-from-mapping-tree.md
 */
#include "session/unwind/unwind.h"

#include "base/time.h"

#include <string.h>

enum { SHARE = 10 }; // a process may take 1/SHARE of our time

static const uint64_t easy_ns = UINT64_C(5000000), // unless it takes at most this long
    pause_ns = UINT64_C(1000000000);		   // and it waits at most this long

typedef dt_vec(struct dt_unwind_range) ranges;

static void insert_range(ranges *list, size_t at, struct dt_unwind_range r)
{
	if (at == DT_UNWIND_PROCESS_RANGES)
		return;
	list->len -= list->len == DT_UNWIND_PROCESS_RANGES; // too many: removes the last one
	dt_vec_push(list, r);
	memmove(&list->data[at + 1], &list->data[at], (list->len - 1 - at) * sizeof(r));
	list->data[at] = r;
}

/** Returns the first range that ends after an address. */
static size_t find_range(const ranges *list, uint64_t addr)
{
	size_t low = 0, high = list->len;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (list->data[mid].end <= addr)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

/** Cuts start ≤ address < end out of the sorted ranges. Returns the index at which a range of it
 * belongs. */
static size_t cut_range(ranges *list, uint64_t start, uint64_t end)
{
	size_t at = find_range(list, start), behind;

	if (at < list->len && list->data[at].start < start) {
		if (list->data[at].end > end)
			insert_range(list, at + 1, list->data[at]);
		list->data[at++].end = start;
	}
	for (behind = at; behind < list->len && list->data[behind].end <= end;)
		behind++;
	if (behind < list->len && list->data[behind].start < end)
		list->data[behind].start = end;
	if (behind > at)
		memmove(&list->data[at], &list->data[behind],
			(list->len - behind) * sizeof(*list->data));
	list->len -= behind - at;
	return at;
}

/** Reports whether the process executes 32-bit code. The newest vDSO is that of the last exec. */
static bool is_32bit(const struct dt_process *q)
{
	for (size_t i = q->mappings.len; i--;) {
		const struct dt_image *image = q->mappings.data[i].image;

		if (image && image->is_vdso)
			return !(q->mappings.data[i].start >> 32);
	}
	return false;
}

/** Returns the offset of a mapping in its file; the vDSO is not part of a file. */
static uint64_t offset_of(const struct dt_mapping *m)
{
	return m->image->is_vdso ? 0 : m->offset;
}

/** Collects the newest mapping at each address, for files with the process's word size and known
 * addresses. */
static void collect_ranges(struct dt_unwinding *u, const struct dt_process *q, ranges *ret)
{
	bool narrow = is_32bit(q);

	dt_vec_foreach (&q->mappings, m) {
		size_t at = cut_range(ret, m->start, m->end);
		const struct dt_elf *e = m->image ? dt_image_elf(m->image) : NULL;
		uint64_t own;
		uint32_t file;

		if (!e || !e->machine || e->is_32bit != narrow ||
		    !dt_elf_code_address(e, m->offset, &own))
			continue;
		file = dt_unwind_file_number(u, m->image);
		if (file)
			dt_unwind_file_learn(u, file, m, own);
		if (file)
			insert_range(ret, at,
				     (struct dt_unwind_range){.start = m->start,
							      .end = m->end,
							      .bias = m->start - own,
							      .place = m->start - offset_of(m),
							      .file = file});
	}
}

/** Reports whether programs still have the entry. Our program on exec (lower/account/exec.c)
 * removes it. */
static bool is_known(const struct dt_unwinding *u, pid_t pid, const struct dt_unwind_process *p)
{
	struct dt_unwind_process known;
	uint32_t key = (uint32_t)pid;

	return !p->n || (u->store->type->find(u->store, u->process_map, &key, &known) &&
			 known.generation == p->generation);
}

/** Reports whether programs already have these ranges. Then the ranges need not move. */
static bool is_published(const struct dt_unwinding *u, pid_t pid, const struct dt_unwind_process *p,
			 const ranges *list)
{
	if (p->n != list->len || !is_known(u, pid, p))
		return false;
	for (dt_u32 i = 0; i < p->n; i++) {
		const struct dt_unwind_range *a = &u->range[p->first + i], *b = &list->data[i];

		if (a->start != b->start || a->end != b->end || a->bias != b->bias ||
		    a->place != b->place || a->file != b->file)
			return false;
	}
	return true;
}

void dt_unwind_ranges_give_back(struct dt_unwinding *u, uint64_t since)
{
	size_t n = 0;

	for (; n < u->left.len && u->left.data[n].since <= since; n++) {
		struct dt_unwind_left *old = &u->left.data[n];

		for (dt_u32 i = 0; i < old->n; i++)
			u->range[old->first + i].generation = 0;
		dt_extents_free(&u->ranges, old->first, old->n);
	}
	if (n)
		memmove(u->left.data, &u->left.data[n], (u->left.len - n) * sizeof(*u->left.data));
	u->left.len -= n;
}

static uint32_t take_ranges(struct dt_unwinding *u, uint32_t n)
{
	uint32_t at = dt_extents_allocate(&u->ranges, n, 0);

	if (at != DT_EXTENT_NONE)
		return at;
	dt_unwind_ranges_give_back(u, UINT64_MAX);
	return dt_extents_allocate(&u->ranges, n, 0);
}

/** Publishes the ranges. Returns false if there are none or there is no room. */
static bool write_ranges(struct dt_unwinding *u, pid_t pid, const ranges *list,
			 struct dt_unwind_process *p)
{
	uint32_t key = (uint32_t)pid;

	p->n = (dt_u32)list->len;
	p->first = p->n ? take_ranges(u, p->n) : DT_EXTENT_NONE;
	if (p->first == DT_EXTENT_NONE)
		return false;
	p->generation = ++u->generation;
	for (dt_u32 i = 0; i < p->n; i++) {
		u->range[p->first + i] = list->data[i];
		u->range[p->first + i].generation = p->generation;
	}
	if (!u->store->type->put(u->store, u->process_map, &key, p, DT_PUT_ANY))
		return true;
	dt_extents_free(&u->ranges, p->first, p->n);
	return false;
}

static void replace_ranges(struct dt_unwinding *u, pid_t pid, const ranges *list,
			   struct dt_unwind_published *published, bool narrow)
{
	struct dt_unwind_process old = published->p;
	uint32_t key = (uint32_t)pid;

	published->p = (struct dt_unwind_process){.word = narrow ? 4 : 8};
	if (!write_ranges(u, pid, list, &published->p)) {
		published->p.n = 0;
		if (old.n)
			u->store->type->take(u->store, u->process_map, &key, NULL);
	}
	if (old.n)
		dt_vec_push(&u->left, (struct dt_unwind_left){old.first, old.n, dt_now()});
}

/** Returns the record of the process, zeroed if it is new. */
static struct dt_unwind_published *published_of(struct dt_unwinding *u, pid_t pid)
{
	struct dt_unwind_published *published = dt_map_get(&u->published, &pid, sizeof(pid));

	if (!published) {
		published = dt_zalloc(sizeof(*published));
		dt_map_put(&u->published, &pid, sizeof(pid), published);
	}
	return published;
}

void dt_unwind_process_publish(struct dt_unwinding *u, pid_t pid)
{
	const struct dt_process *q = dt_map_get(&u->processes->by_pid, &pid, sizeof(pid));
	struct dt_unwind_published *published = published_of(u, pid);
	uint64_t begin = dt_now(), took;
	ranges list = {0};

	if (q && !q->has_ended)
		collect_ranges(u, q, &list);
	if (u->reads_kernel && !published->is_wanted && !published->is_target)
		list.len = 0;
	if (!is_published(u, pid, &published->p, &list))
		replace_ranges(u, pid, &list, published, q && is_32bit(q));
	dt_vec_deinit(&list);
	took = dt_now() - begin;
	published->due = took < easy_ns		   ? 0
			 : took < pause_ns / SHARE ? begin + SHARE * took
						   : begin + pause_ns;
	if (!q || q->has_ended) {
		dt_map_remove(&u->published, &pid, sizeof(pid));
		free(published);
	}
}

bool dt_unwind_process_is_due(const struct dt_unwinding *u, pid_t pid)
{
	const struct dt_unwind_published *published = dt_map_get(&u->published, &pid, sizeof(pid));

	return !published || published->is_target || published->due <= dt_now();
}

void dt_unwind_process_target(struct dt_unwinding *u, pid_t pid)
{
	published_of(u, pid)->is_target = true;
}

void dt_unwind_process_requested(struct dt_unwinding *u, pid_t pid)
{
	published_of(u, pid)->is_wanted = true;
}

void dt_unwind_process_executed(struct dt_unwinding *u, pid_t pid)
{
	struct dt_unwind_published *published = dt_map_get(&u->published, &pid, sizeof(pid));

	if (published)
		published->is_wanted = false;
}

void dt_unwind_process_want(struct dt_unwinding *u, pid_t pid)
{
	const struct dt_unwind_published *published = dt_map_get(&u->published, &pid, sizeof(pid));

	for (dt_u32 i = 0; published && i < published->p.n; i++)
		u->file[u->range[published->p.first + i].file].used = 1;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The ranges of a process, sorted, lie one behind the other. When something is mapped they are
 * written anew elsewhere, and the process is led there.
 */
#include "session/unwind/unwind.h"

#include <bpf/bpf.h>
#include <string.h>

typedef dt_vec(struct dt_unwind_range) ranges;

/** Cut what lies in start ≤ address < end out of the sorted ranges; where that would stand. */
static size_t punch(ranges *list, uint64_t start, uint64_t end)
{
	ranges kept = {0};
	size_t at = 0;

	dt_vec_foreach (list, r) {
		struct dt_unwind_range left = *r, right = *r;

		left.end = r->end < start ? r->end : start;
		right.start = r->start > end ? r->start : end;
		if (left.start < left.end)
			dt_vec_push(&kept, left);
		if (r->start < start)
			at = kept.len;
		if (right.start < right.end)
			dt_vec_push(&kept, right);
	}
	dt_vec_deinit(list);
	memcpy(list, &kept, sizeof(kept));
	return at;
}

static void insert(ranges *list, size_t at, struct dt_unwind_range r)
{
	dt_vec_push(list, r);
	memmove(&list->data[at + 1], &list->data[at], (list->len - 1 - at) * sizeof(r));
	list->data[at] = r;
}

/** What the newest mappings are at each address: of files whose addresses are known. */
static void collect(struct dt_unwinding *u, const struct dt_process *q, ranges *ret)
{
	dt_vec_foreach (&q->mappings, m) {
		size_t at = punch(ret, m->start, m->end);
		const struct dt_elf *e = m->image ? dt_image_elf(m->image) : NULL;
		uint64_t own;
		uint32_t file;

		if (!e || !dt_elf_address(e, m->offset, &own))
			continue;
		file = dt_unwind_file_number(u, m->image);
		if (file && ret->len < DT_UNWIND_PROCESS_RANGES)
			insert(ret, at,
			       (struct dt_unwind_range){.start = m->start,
							.end = m->end,
							.bias = m->start - own,
							.file = file,
							.owner = (dt_u32)q->pid});
	}
}

/** Bytes of an address there. */
static dt_u32 word_of(const struct dt_unwinding *u, const ranges *list)
{
	dt_vec_foreach (list, r)
		if (strcmp(u->files.data[r->file].image->path, "[vdso]") != 0)
			return u->files.data[r->file].image->elf->is_32bit ? 4 : 8;
	return 8;
}

static void remove_old(struct dt_unwinding *u, pid_t pid, struct dt_unwind_process *old)
{
	if (!old)
		return;
	// What programs still read there says that it is another's.
	for (dt_u32 i = 0; i < old->n; i++)
		u->range[old->first + i].owner = 0;
	dt_extents_give(&u->ranges, old->first, old->n);
	free(old);
}

/** Are they what programs know already? Then nothing is moved under those that read. */
static bool is_placed(const struct dt_unwinding *u, pid_t pid, const ranges *list)
{
	const struct dt_unwind_process *p = dt_map_get(&u->placed, &pid, sizeof(pid));

	return p && p->n == list->len &&
	       !memcmp(&u->range[p->first], list->data, p->n * sizeof(*list->data));
}

void dt_unwind_process_place(struct dt_unwinding *u, pid_t pid)
{
	struct dt_process *q = dt_map_get(&u->processes.by_pid, &pid, sizeof(pid));
	struct dt_unwind_process p = {0}, *old;
	uint32_t key = (uint32_t)pid;
	ranges list = {0};

	if (q && !q->gone)
		collect(u, q, &list);
	if (is_placed(u, pid, &list)) {
		dt_vec_deinit(&list);
		return;
	}
	p.n = (dt_u32)list.len;
	p.word = word_of(u, &list);
	p.first = p.n ? dt_extents_take(&u->ranges, p.n, 0) : DT_EXTENT_NONE;
	old = dt_map_remove(&u->placed, &pid, sizeof(pid));
	if (p.first != DT_EXTENT_NONE) {
		memcpy(&u->range[p.first], list.data, p.n * sizeof(*list.data));
		if (!bpf_map_update_elem(u->process_fd, &key, &p, BPF_ANY)) {
			struct dt_unwind_process *copy = dt_malloc(sizeof(*copy));

			*copy = p;
			dt_map_put(&u->placed, &pid, sizeof(pid), copy);
		} else {
			dt_extents_give(&u->ranges, p.first, p.n);
			p.first = DT_EXTENT_NONE;
		}
	}
	if (p.first == DT_EXTENT_NONE && old)
		bpf_map_delete_elem(u->process_fd, &key);
	remove_old(u, pid, old);
	dt_vec_deinit(&list);
}

void dt_unwind_process_want(struct dt_unwinding *u, pid_t pid)
{
	const struct dt_unwind_process *p = dt_map_get(&u->placed, &pid, sizeof(pid));

	for (dt_u32 i = 0; p && i < p->n; i++)
		u->file[u->range[p->first + i].file].used = 1;
}

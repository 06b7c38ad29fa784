/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Finds the jumps that dtrace has placed in processes. /proc/PID/pagemap tells which pages of text
 * a process shares with the page cache. The process has not changed those, so they are not read. In
 * most processes no page is left.
 *
 * Decision: docs/dev/decisions/0116-uprobes-keep-off-jumps.md
 */
#include "provider/uprobe/changed.h"

#include "arch/uprobe.h"
#include "base/error.h"
#include "symbols/process/mapped.h"
#include "symbols/process/memory.h"
#include "symbols/process/proc.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PAGE = 4096 };

/** A search in one process after the other. */
struct search {
	struct dt_changed *changed;
	int fd; // the file
	struct stat file;
};

/** Compares a page with the file's. */
static void compare_page(const struct search *s, pid_t pid, uint64_t offset,
			 const uint8_t now[PAGE])
{
	uint8_t file[PAGE] = {0};

	if (pread(s->fd, file, PAGE, (off_t)offset) <= 0 || !memcmp(now, file, PAGE))
		return;
	for (size_t i = 0, n; i < PAGE; i += n ? n : 1) {
		n = dt_uprobe_jump(now + i, file + i, PAGE - i);
		if (n)
			dt_vec_push(&s->changed->v,
				    (struct dt_changed_bytes){offset + i, offset + i + n, pid});
	}
}

static void search_mapping(const struct search *s, struct dt_memory *memory,
			   const struct dt_proc_mapping *m)
{
	uint8_t page[PAGE];

	for (uint64_t at = m->start; at < m->end; at += PAGE)
		if (dt_memory_is_copied(memory, at) && dt_memory_read(memory, at, page, PAGE))
			compare_page(s, memory->pid, m->offset + (at - m->start), page);
}

/** Reports whether a mapping may be of the file. Other mount namespaces have their own paths. */
static bool is_of_file(const struct search *s, pid_t pid, const struct dt_proc_mapping *m)
{
	struct stat st;

	return m->is_executable && !m->is_writable && m->inode == s->file.st_ino &&
	       (!dt_mapped_stat(m, &st) || dt_mapped_world(pid) || st.st_dev == s->file.st_dev);
}

static void search_process(void *self, pid_t pid)
{
	const struct search *s = self;
	struct dt_memory memory;
	struct dt_proc_mapping m;
	struct dt_proc_maps maps;

	if (!dt_proc_maps_open(&maps, pid))
		return;
	if (dt_memory_open(&memory, pid))
		while (dt_proc_maps_next(&maps, &m))
			if (is_of_file(s, pid, &m))
				search_mapping(s, &memory, &m);
	dt_memory_deinit(&memory);
	dt_proc_maps_close(&maps);
}

static int compare_bytes(const void *a, const void *b)
{
	const struct dt_changed_bytes *x = a, *y = b;

	return (x->offset > y->offset) - (x->offset < y->offset);
}

void dt_changed_find(const char *path, pid_t pid, struct dt_changed *ret)
{
	struct search s = {ret, open(path, O_RDONLY | O_CLOEXEC), {0}};

	*ret = (struct dt_changed){0};
	if (s.fd < 0)
		return;
	if (!fstat(s.fd, &s.file)) {
		if (pid)
			search_process(&s, pid);
		else
			dt_error_destroy(dt_proc_each(search_process, &s));
	}
	close(s.fd);
	if (ret->v.len)
		qsort(ret->v.data, ret->v.len, sizeof(*ret->v.data), compare_bytes);
}

void dt_changed_deinit(struct dt_changed *c)
{
	dt_vec_deinit(&c->v);
}

pid_t dt_changed_at(const struct dt_changed *c, uint64_t offset)
{
	size_t i = dt_leading(c->v.data, c->v.len, e, e->offset <= offset);

	for (; i && c->v.data[i - 1].offset + DT_UPROBE_JUMP > offset; i--)
		if (c->v.data[i - 1].end > offset)
			return c->v.data[i - 1].pid;
	return 0;
}

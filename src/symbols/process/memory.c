/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * /proc/PID/pagemap has eight bytes for each page. The bits are those of the kernel's
 * Documentation/admin-guide/mm/pagemap.rst.
 *
 * A process can have a page taken away between the look and the reading. Then a second ^C ends
 * dtrace, as the wait for the page can be interrupted by what kills.
 */
#include "symbols/process/memory.h"

#include "base/mem.h"

#include <fcntl.h>
#include <unistd.h>

#define IS_PRESENT (UINT64_C(1) << 63)
#define IS_SWAPPED (UINT64_C(1) << 62)
#define IS_GUARDED (UINT64_C(1) << 57) // by userfaultfd(2): such a mark looks as if swapped

static int open_of(pid_t pid, const char *name)
{
	dt_cleanup(dt_free_p) char *path = dt_asprintf("/proc/%d/%s", (int)pid, name);

	return open(path, O_RDONLY | O_CLOEXEC);
}

bool dt_memory_open(struct dt_memory *m, pid_t pid)
{
	*m = (struct dt_memory){open_of(pid, "mem"), open_of(pid, "pagemap")};
	return m->words >= 0 && m->pages >= 0;
}

void dt_memory_deinit(struct dt_memory *m)
{
	dt_close_p(&m->words);
	dt_close_p(&m->pages);
}

static bool is_there(const struct dt_memory *m, uint64_t at)
{
	uint64_t page, begin = at / (uint64_t)sysconf(_SC_PAGESIZE) * sizeof(page);

	if (pread(m->pages, &page, sizeof(page), (off_t)begin) != sizeof(page))
		return false;
	return page & IS_PRESENT || (page & IS_SWAPPED && !(page & IS_GUARDED));
}

bool dt_memory_read(const struct dt_memory *m, uint64_t at, void *to, size_t n)
{
	return is_there(m, at) && pread(m->words, to, n, (off_t)at) == (ssize_t)n;
}

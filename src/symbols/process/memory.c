/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * /proc/PID/pagemap has eight bytes for each page. The kernel's
 * Documentation/admin-guide/mm/pagemap.rst describes the bits.
 *
 * A process can get rid of a page between the check and the read; then the process counts as silent
 * (timed.h).
 */
#include "symbols/process/memory.h"

#include "base/mem.h"
#include "base/host/timed.h"

#include <fcntl.h>
#include <unistd.h>

#define IS_PRESENT (UINT64_C(1) << 63)
#define IS_SWAPPED (UINT64_C(1) << 62)
#define IS_FILE	   (UINT64_C(1) << 61)
#define IS_GUARDED (UINT64_C(1) << 57) // marked by userfaultfd(2), which looks like swapped

bool dt_memory_open(struct dt_memory *m, pid_t pid)
{
	*m = (struct dt_memory){pid, dt_timed_open(pid, "mem", O_RDONLY),
				dt_timed_open(pid, "pagemap", O_RDONLY)};
	return m->words >= 0 && m->pages >= 0;
}

void dt_memory_deinit(struct dt_memory *m)
{
	dt_close_p(&m->words);
	dt_close_p(&m->pages);
}

/** Reads the bits of a page, or 0. */
static uint64_t read_page_bits(struct dt_memory *m, uint64_t at)
{
	uint64_t page, begin = at / (uint64_t)sysconf(_SC_PAGESIZE) * sizeof(page);

	if (dt_timed_read(m->pid, &m->pages, &page, sizeof(page), (off_t)begin) != sizeof(page))
		return 0;
	return page;
}

static bool is_page_present(struct dt_memory *m, uint64_t at)
{
	uint64_t page = read_page_bits(m, at);

	return page & IS_PRESENT || (page & IS_SWAPPED && !(page & IS_GUARDED));
}

bool dt_memory_is_copied(struct dt_memory *m, uint64_t at)
{
	uint64_t page = read_page_bits(m, at);

	return page & (IS_PRESENT | IS_SWAPPED) && !(page & IS_FILE);
}

bool dt_memory_read(struct dt_memory *m, uint64_t at, void *to, size_t n)
{
	return is_page_present(m, at) &&
	       dt_timed_read(m->pid, &m->words, to, n, (off_t)at) == (ssize_t)n;
}

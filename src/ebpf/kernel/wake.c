/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A wake-up map. Only its two position pages are mapped. The kernel's documentation of the layout
 * is Documentation/bpf/ringbuf.rst.
 */
#include "ebpf/ebpf.h"

#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>

static size_t page_size(void)
{
	return (size_t)sysconf(_SC_PAGESIZE);
}

static void *map_page(int fd, int protection, size_t offset)
{
	void *page = mmap(NULL, page_size(), protection, MAP_SHARED, fd, (off_t)offset);

	return page == MAP_FAILED ? NULL : page;
}

struct dt_error *dt_wake_init(struct dt_wake *w, int fd)
{
	*w = (struct dt_wake){.fd = fd};
	w->consumer = map_page(fd, PROT_READ | PROT_WRITE, 0);
	w->producer = w->consumer ? map_page(fd, PROT_READ, page_size()) : NULL;
	return w->producer ? NULL : dt_error_os(errno, "map the wake-up ring");
}

void dt_wake_deinit(struct dt_wake *w)
{
	if (w->consumer)
		munmap(w->consumer, page_size());
	if (w->producer)
		munmap((void *)w->producer, page_size());
	*w = (struct dt_wake){.fd = -1};
}

void dt_wake_clear(struct dt_wake *w)
{
	if (w->producer)
		__atomic_store_n(w->consumer, __atomic_load_n(w->producer, __ATOMIC_ACQUIRE),
				 __ATOMIC_RELEASE);
}

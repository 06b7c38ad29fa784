/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Makes the system calls without libbpf, because the keeper is a small program.
 *
 * The request of a multi-link has the layout of union bpf_attr since Linux 6.6 (89ae89f53d20). The
 * headers of the oldest build machines lack it.
 */
#include "keeper/link.h"

#include "base/mem.h"

#include <linux/bpf.h>
#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { REF_CTR_SHIFT = 32 }; // of the uprobe PMU: config:32-63

/** The request BPF_LINK_CREATE for a multi-link. */
struct multi_request {
	uint32_t prog_fd, target_fd, attach_type, link_flags;
	uint64_t path, offsets, ref_ctr_offsets, cookies;
	uint32_t n, flags, pid, pad;
};
_Static_assert(sizeof(struct multi_request) == 64, "as the kernel has it");

static int link_multi(const struct dt_uprobe_request *q)
{
	struct multi_request r = {.prog_fd = (uint32_t)q->program,
				  .attach_type = DT_UPROBE_MULTI,
				  .path = (uintptr_t)q->path,
				  .offsets = (uintptr_t)q->offsets,
				  .cookies = (uintptr_t)q->cookies,
				  .ref_ctr_offsets = (uintptr_t)q->semaphores,
				  .n = (uint32_t)q->n,
				  .pid = (uint32_t)q->pid};

	return syscall(SYS_bpf, BPF_LINK_CREATE, &r, sizeof(r));
}

static int link_event(const struct dt_uprobe_request *q)
{
	struct perf_event_attr attr = {.type = q->event_type,
				       .size = sizeof(attr),
				       .uprobe_path = (uintptr_t)q->path,
				       .probe_offset = *q->offsets,
				       .config = *q->semaphores << REF_CTR_SHIFT};
	// The program runs on every CPU that reaches the location, so the event's CPU is arbitrary.
	dt_cleanup(dt_close_p) int event = syscall(SYS_perf_event_open, &attr, q->pid ? q->pid : -1,
						   q->pid ? -1 : 0, -1, PERF_FLAG_FD_CLOEXEC);
	union bpf_attr link = {.link_create = {.prog_fd = (uint32_t)q->program,
					       .target_fd = (uint32_t)event,
					       .attach_type = BPF_PERF_EVENT,
					       .perf_event.bpf_cookie = *q->cookies}};

	if (event < 0)
		return -1;
	return syscall(SYS_bpf, BPF_LINK_CREATE, &link, sizeof(link)); // keeps the event
}

int dt_uprobe_link(const struct dt_uprobe_request *q)
{
	return q->event_type ? link_event(q) : link_multi(q);
}

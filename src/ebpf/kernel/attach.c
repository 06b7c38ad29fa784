/* SPDX-License-Identifier: BSD-2-Clause */
#include "ebpf/attach.h"

#include "ebpf/kernel/sys.h"

#include <errno.h>

static int request_link(int cmd, union bpf_attr *attr)
{
	int fd = dt_sys_bpf(cmd, attr);

	return fd < 0 ? -errno : fd;
}

int dt_bpf_attach_tracepoint(const struct dt_bpf_program *p, const char *name)
{
	union bpf_attr attr = {.raw_tracepoint.prog_fd = (uint32_t)p->fd};

	if (p->attach != DT_ATTACH_TYPED_TRACEPOINT)
		attr.raw_tracepoint.name = (uint64_t)(uintptr_t)name;
	return request_link(BPF_RAW_TRACEPOINT_OPEN, &attr);
}

int dt_bpf_attach_event(const struct dt_bpf_program *p, int event, uint64_t cookie)
{
	union bpf_attr attr = {.link_create = {.prog_fd = (uint32_t)p->fd,
					       .target_fd = (uint32_t)event,
					       .attach_type = BPF_PERF_EVENT,
					       .perf_event.bpf_cookie = cookie}};

	return request_link(BPF_LINK_CREATE, &attr);
}

int dt_bpf_attach_functions(const struct dt_bpf_program *p, const uint64_t *addresses,
			    const uint64_t *cookies, size_t n, bool is_return)
{
	bool is_session = p->attach == DT_ATTACH_SESSION;
	union bpf_attr attr = {
	    .link_create = {.prog_fd = (uint32_t)p->fd,
			    .attach_type = is_session ? DT_BPF_KPROBE_SESSION : DT_BPF_KPROBE_MULTI,
			    .kprobe_multi = {.flags = is_return ? BPF_F_KPROBE_MULTI_RETURN : 0,
					     .cnt = (uint32_t)n,
					     .addrs = (uint64_t)(uintptr_t)addresses,
					     .cookies = (uint64_t)(uintptr_t)cookies}}};

	return request_link(BPF_LINK_CREATE, &attr);
}

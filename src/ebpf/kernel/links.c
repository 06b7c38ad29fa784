/* SPDX-License-Identifier: BSD-2-Clause */
#include "ebpf/links.h"

#include "ebpf/kernel/sys.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH_BYTES = 4096 };

/** BPF_LINK_TYPE_*. */
enum { RAW_TRACEPOINT = 1, PERF_EVENT = 7, UPROBE_MULTI = 12 };
/** BPF_PERF_EVENT_*. */
enum { EVENT_UPROBE = 1, EVENT_TRACEPOINT = 5 };

/** struct bpf_link_info as of Linux 6.10; older headers lack parts, older kernels leave them 0. */
struct link_info {
	uint32_t type, id, prog_id, pad;
	union {
		struct {
			uint64_t name;
			uint32_t name_len;
		} raw_tracepoint;
		struct {
			uint64_t path, offsets, ref_ctr_offsets, cookies;
			uint32_t path_size, count, flags, pid;
		} multi;
		struct {
			uint32_t type, pad;
			uint64_t name;
			uint32_t name_len, offset;
		} event;
		uint64_t room[10];
	};
};

static bool get_info(int fd, void *info, uint32_t size)
{
	union bpf_attr attr = {
	    .info = {.bpf_fd = (uint32_t)fd, .info_len = size, .info = (uintptr_t)info}};

	return dt_sys_bpf(BPF_OBJ_GET_INFO_BY_FD, &attr) == 0;
}

/** Opens the link or program with this number. */
static int open_by_id(int cmd, uint32_t id)
{
	union bpf_attr attr = {.prog_id = id}; // the number of a link is the same member

	return dt_sys_bpf(cmd, &attr);
}

/** Returns the program's name (heap), or NULL if it does not begin with `prefix`. */
static char *name_of(uint32_t program, const char *prefix)
{
	dt_cleanup(dt_close_p) int fd = open_by_id(BPF_PROG_GET_FD_BY_ID, program);
	struct bpf_prog_info info = {0};

	if (fd < 0 || !get_info(fd, &info, sizeof(info)) ||
	    strncmp(info.name, prefix, strlen(prefix)) != 0)
		return NULL;
	return dt_asprintf("%.*s", (int)sizeof(info.name), info.name);
}

/** Reads the places of a multi-link with a second query, which has room for them. */
static void read_multi(int fd, struct link_info *info, struct dt_bpf_link *ret)
{
	uint32_t n = info->multi.count;

	ret->kind = DT_BPF_LINK_UPROBE_MULTI;
	ret->where = dt_zalloc(PATH_BYTES);
	ret->offsets = dt_zalloc((n + 1) * sizeof(*ret->offsets));
	ret->process = (pid_t)info->multi.pid;
	memset(info, 0, sizeof(*info));
	info->multi.path = (uintptr_t)ret->where;
	info->multi.path_size = PATH_BYTES;
	info->multi.offsets = (uintptr_t)ret->offsets;
	info->multi.count = n;
	if (get_info(fd, info, sizeof(*info)))
		ret->n_offsets = info->multi.count < n ? info->multi.count : n;
}

static void read_raw_tracepoint(int fd, struct link_info *info, struct dt_bpf_link *ret)
{
	ret->kind = DT_BPF_LINK_RAW_TRACEPOINT;
	ret->where = dt_zalloc(PATH_BYTES);
	memset(info, 0, sizeof(*info));
	info->raw_tracepoint.name = (uintptr_t)ret->where;
	info->raw_tracepoint.name_len = PATH_BYTES;
	get_info(fd, info, sizeof(*info));
}

static void read_event(int fd, struct link_info *info, struct dt_bpf_link *ret)
{
	ret->kind = DT_BPF_LINK_PERF_EVENT;
	ret->where = dt_zalloc(PATH_BYTES);
	memset(info, 0, sizeof(*info));
	info->event.name = (uintptr_t)ret->where;
	info->event.name_len = PATH_BYTES;
	if (!get_info(fd, info, sizeof(*info)))
		return;
	if (info->event.type == EVENT_TRACEPOINT)
		ret->kind = DT_BPF_LINK_TRACEPOINT;
	if (info->event.type != EVENT_UPROBE)
		return;
	ret->kind = DT_BPF_LINK_UPROBE;
	ret->offsets = dt_zalloc(sizeof(*ret->offsets));
	*ret->offsets = info->event.offset;
	ret->n_offsets = 1;
}

static void read_link(uint32_t id, const char *prefix, dt_bpf_links *ret)
{
	dt_cleanup(dt_close_p) int fd = open_by_id(BPF_LINK_GET_FD_BY_ID, id);
	struct dt_bpf_link link = {.id = id};
	struct link_info info = {0};

	if (fd >= 0 && get_info(fd, &info, sizeof(info)))
		link.program = name_of(info.prog_id, prefix);
	if (!link.program)
		return;
	if (info.type == UPROBE_MULTI)
		read_multi(fd, &info, &link);
	else if (info.type == RAW_TRACEPOINT)
		read_raw_tracepoint(fd, &info, &link);
	else if (info.type == PERF_EVENT)
		read_event(fd, &info, &link);
	dt_vec_push(ret, link);
}

int dt_bpf_links_read(const char *prefix, dt_bpf_links *ret)
{
	union bpf_attr attr = {.start_id = 0};

	while (dt_sys_bpf(BPF_LINK_GET_NEXT_ID, &attr) == 0) {
		read_link(attr.next_id, prefix, ret);
		attr.start_id = attr.next_id;
	}
	return errno == ENOENT ? 0 : errno;
}

void dt_bpf_links_deinit(dt_bpf_links *list)
{
	dt_vec_foreach (list, link) {
		free(link->program);
		free(link->where);
		free(link->offsets);
	}
	dt_vec_deinit(list);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The links of BPF programs on this machine, of any process, as the kernel lists them.
 */
#ifndef DT_EBPF_LINKS_H
#define DT_EBPF_LINKS_H

#include "base/vec.h"

#include <stdint.h>
#include <sys/types.h>

enum dt_bpf_link_kind {
	DT_BPF_LINK_OTHER,
	DT_BPF_LINK_RAW_TRACEPOINT,
	DT_BPF_LINK_TRACEPOINT,
	DT_BPF_LINK_UPROBE,
	DT_BPF_LINK_UPROBE_MULTI,
	DT_BPF_LINK_PERF_EVENT, // before Linux 6.6 also a uprobe or tracepoint
};

struct dt_bpf_link {
	uint32_t id;
	enum dt_bpf_link_kind kind;
	pid_t process;	   // the only one of a UPROBE_MULTI; 0: all, or unknown
	char *program;	   // the program's name
	char *where;	   // file or tracepoint; NULL: unknown
	uint64_t *offsets; // of uprobes in the file
	size_t n_offsets;
};
typedef dt_vec(struct dt_bpf_link) dt_bpf_links;

/** Adds the links of all programs whose names begin with `prefix`. Returns 0, or errno; EPERM: only
 *  root can list them. The list then has a part of the links. */
int dt_bpf_links_read(const char *prefix, dt_bpf_links *ret);
void dt_bpf_links_deinit(dt_bpf_links *list);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Attaching programs to places in files, for one process.
 *
 * A multi-link (Linux 6.6) holds all places of a file and is made and closed at once; before that,
 * each place is a perf event, and closing one takes the kernel some 100 ms. A program's cookie is
 * the probe's id, with the place's offset in its function above it.
 */
#ifndef DT_PROVIDER_UPROBE_H
#define DT_PROVIDER_UPROBE_H

#include "provider/provider.h"

enum {
	DT_UPROBE_MULTI = 48, // BPF_TRACE_UPROBE_MULTI, which older headers lack
	DT_COOKIE_SHIFT = 32,
};

/** Where a probe is placed; data[0] of a probe points to its first one, data[1] counts them. */
struct dt_site {
	const char *path;
	uint64_t offset; // in the file
	uint32_t shown;	 // offset in the function: arg0 of return
	pid_t pid;
};

/** Does this kernel have multi-links? Found by trying, once per session. Their programs need
 *  attach_type DT_UPROBE_MULTI. */
bool dt_uprobe_multi(struct dt_registry *r);
/** dt_provider.attach of probes with sites. */
struct dt_error *dt_uprobe_attach(const struct dt_attachment *a, size_t n, struct dt_links *links);

#endif

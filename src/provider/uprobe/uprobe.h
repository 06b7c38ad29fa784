/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Attaches programs to addresses in files, for one process or all, and generates code that such
 * programs share.
 *
 * A multi-link (Linux 6.6) holds all addresses of a file; one request creates it and one closes it.
 * On older kernels each address needs a perf event, and the kernel takes some 100 ms to close one.
 * The cookie of an address holds the probe's id in its low bits and data of the site above it.
 */
#ifndef DT_PROVIDER_UPROBE_H
#define DT_PROVIDER_UPROBE_H

#include "provider/provider.h"

enum {
	DT_COOKIE_SHIFT = 32,
	DT_COOKIE_FLAG = 31, // the bit below; ids are smaller
	DT_COOKIE_EXECUTED = 63,
};

/** Returns how addresses in a process are attached; `pid` 0: in all processes. For a multi-link,
 *  the kernel does not find a process whose first thread has ended; an event finds it by another
 *  thread. */
enum dt_attach dt_uprobe_attach_kind(pid_t pid);
/** Returns dt_probe.mechanism of a probe with this context. */
const char *dt_uprobe_mechanism(const struct dt_context *context);
/** dt_provider.attach of probes with sites. Skips addresses that the kernel refuses. */
struct dt_error *dt_uprobe_attach(const struct dt_attachment *a, size_t n, struct dt_links *links);

/** Notes the counters of the addresses of probes, before any of them is attached. The kernel
 * permits one counter for each address in a file, so all probes there get the counter noted first.
 */
void dt_uprobe_note_counters(struct dt_links *links, struct dt_probe *const *probes, size_t n);
/** Writes the counters of n sites of one file, as offsets in it; 0: none. */
void dt_uprobe_counters(const struct dt_links *links, const struct dt_site *const *sites, size_t n,
			uint64_t *ret);

/** Returns the cookie of a site. */
uint64_t dt_uprobe_cookie(const struct dt_probe *p, const struct dt_site *s);
/** Read a member of the dt_site that fired. */
dt_reg dt_uprobe_site_value(struct dt_ir_func *f);
dt_reg dt_uprobe_site_flag(struct dt_ir_func *f);
dt_reg dt_uprobe_site_executed(struct dt_ir_func *f);
/** dt_context.probe_id of such programs. Their argument is struct pt_regs. */
dt_reg dt_uprobe_probe_id(const struct dt_context *self, struct dt_ir_func *f,
			  const struct dt_probe_set *set);

#endif

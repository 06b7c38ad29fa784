/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Attaching programs to places in files, for one process or all, and what such programs share.
 *
 * A multi-link (Linux 6.6) holds all places of a file and is made and closed at once; before that,
 * each place is a perf event, and closing one takes the kernel some 100 ms. The cookie that a
 * program is given is the probe's id, with what it must know of the place above it.
 */
#ifndef DT_PROVIDER_UPROBE_H
#define DT_PROVIDER_UPROBE_H

#include "provider/provider.h"

#include <linux/bpf.h>

enum {
	DT_COOKIE_SHIFT = 32,
	DT_COOKIE_FLAG = 31, // the bit below; ids are smaller
	DT_COOKIE_EXECUTED = 63,
};

/** Does this kernel have multi-links, and do they tell processes apart? Found by trying, once per
 * session. Their programs are DT_ATTACH_UPROBES. */
bool dt_uprobe_multi(struct dt_registry *r);
/** How places of a process are attached, 0: of all. The kernel does not find one whose first thread
 *  has ended for a multi-link; events find it by another. */
enum dt_attach dt_uprobe_way(struct dt_registry *r, pid_t pid);
/** dt_probe.mechanism of a probe with that context. */
const char *dt_uprobe_mechanism(const struct dt_context *context);
/** Does the kernel accept this code as the program of a multi-link? */
bool dt_uprobe_accepts(const struct bpf_insn *code, size_t n);
/** dt_provider.attach of probes with sites. A place that the kernel refuses is skipped. */
struct dt_error *dt_uprobe_attach(const struct dt_attachment *a, size_t n, struct dt_links *links);

/** What such programs learn of the dt_site: its value, flag and executed. */
dt_reg dt_uprobe_site_value(struct dt_ir_func *f);
dt_reg dt_uprobe_site_flag(struct dt_ir_func *f);
dt_reg dt_uprobe_site_executed(struct dt_ir_func *f);
/** dt_context.probe_id of theirs; what they are given is struct pt_regs. */
dt_reg dt_uprobe_probe_id(const struct dt_context *self, struct dt_ir_func *f,
			  const struct dt_probe_set *set);

#endif

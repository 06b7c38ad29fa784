/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Attaching programs to places in files, for one process or all, and what such programs share.
 *
 * A multi-link (Linux 6.6) holds all places of a file and is made and closed at once; before that,
 * each place is a perf event, and closing one takes the kernel some 100 ms. A program's cookie is
 * the probe's id, with a number of the place's own above it.
 */
#ifndef DT_PROVIDER_UPROBE_H
#define DT_PROVIDER_UPROBE_H

#include "provider/provider.h"

#include <linux/bpf.h>

enum {
	DT_UPROBE_MULTI = 48,	  // BPF_TRACE_UPROBE_MULTI, which older headers lack
	DT_PID_ID_BASE = 1 << 24, // the pid provider numbers its probes from here on
	DT_COOKIE_SHIFT = 32,
	DT_COOKIE_FLAG = 31, // the bit below; ids are smaller
	DT_COOKIE_EXECUTED = 63,
};

/** What is known of the stack frame at a place within a function. */
enum dt_place_frame {
	DT_PLACE_KNOWN = 1,  // the return address lies at a register +
	DT_PLACE_BP = 2,     // which is the frame pointer, else the stack pointer
	DT_PLACE_MISSED = 4, // the kernel's unwinder misses the caller
	DT_PLACE_SHIFT = 3,  // the number of bytes behind these
};

/** Where a probe is placed; data[0] of a probe points to its first one, data[1] counts them. */
struct dt_site {
	const char *path;
	uint64_t offset;    // in the file
	uint64_t semaphore; // offset in the file of a counter that says "is probed"; 0: none
	uint32_t shown;	    // what dt_uprobe_cookie_value() gives, 31 bits,
	uint32_t frame;	    // unless this is not 0: DT_PLACE_*
	pid_t pid;	    // 0: all processes
	bool flag;	    // what dt_uprobe_cookie_flag() gives
	bool executed;	    // what dt_uprobe_cookie_executed() gives
};

/** Does this kernel have multi-links, and do they tell processes apart? Found by trying, once per
 * session. Their programs are DT_ATTACH_UPROBES. */
bool dt_uprobe_multi(struct dt_registry *r);
/** Does the kernel accept this code as the program of a multi-link? */
bool dt_uprobe_accepts(const struct bpf_insn *code, size_t n);
/** dt_provider.attach of probes with sites. A place that the kernel refuses is skipped. */
struct dt_error *dt_uprobe_attach(const struct dt_attachment *a, size_t n, struct dt_links *links);

/** What such programs read of the cookie. */
dt_reg dt_uprobe_cookie_value(struct dt_ir_func *f); // dt_site.shown
dt_reg dt_uprobe_cookie_flag(struct dt_ir_func *f);  // dt_site.flag
dt_reg dt_uprobe_cookie_executed(struct dt_ir_func *f);
/** Accessors of their contexts; what they get is struct pt_regs. */
dt_reg dt_uprobe_probe_id(const struct dt_context *self, struct dt_ir_func *f,
			  const struct dt_probe_set *set);
dt_reg dt_uprobe_uregs(const struct dt_context *self, struct dt_ir_func *f);

#endif

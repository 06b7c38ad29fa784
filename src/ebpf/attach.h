/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Attaches programs to events of the kernel. The functions return a descriptor, which the caller
 * owns and whose closing detaches the program, or minus errno.
 *
 * The keeper (keeper/link.h) attaches programs to uprobes.
 */
#ifndef DT_EBPF_ATTACH_H
#define DT_EBPF_ATTACH_H

#include "ir/ir.h"

/** A program in the kernel. Its session owns it. */
struct dt_bpf_program {
	int fd; // -1: not loaded
	enum dt_attach attach;
};

/** Attaches to a raw tracepoint. A typed program was loaded for its tracepoint, so the name is
 *  ignored. */
int dt_bpf_attach_tracepoint(const struct dt_bpf_program *p, const char *name);
/** Attaches to a perf event, which the descriptor then keeps open. COOKIE is `cookie`. */
int dt_bpf_attach_event(const struct dt_bpf_program *p, int event, uint64_t cookie);
/** Attaches to the entries of `n` kernel functions, to their returns, or to both (SESSION), at all
 *  or none. COOKIE is the address's element of `cookies`. */
int dt_bpf_attach_functions(const struct dt_bpf_program *p, const uint64_t *addresses,
			    const uint64_t *cookies, size_t n, bool is_return);

#endif

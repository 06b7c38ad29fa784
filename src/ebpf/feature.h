/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Features of the running kernel.
 */
#ifndef DT_EBPF_FEATURE_H
#define DT_EBPF_FEATURE_H

#include <stdbool.h>

/** Kernel features. Each is probed by a trial when it is first needed. */
enum dt_feature {
	DT_FEAT_RAW_TP,
	DT_FEAT_TASK_STORAGE,
	DT_FEAT_RINGBUF,
	DT_FEAT_LOOP,	       // bpf_loop
	DT_FEAT_ATTACH_COOKIE, // perf event links with cookie
	DT_FEAT_TRACE_EVENT,   // programs of trace events
	DT_FEAT_PERF_EVENT,    // programs of perf events
	DT_FEAT_KPROBE,	       // programs of kprobes and uprobes
	DT_FEAT_RUN,	       // BPF_PROG_RUN
	DT_FEAT_TYPES,	       // BTF loaded with programs
	// The features above exist in every supported kernel; those below may be missing.
	DT_FEAT_WRITE_USER, // bpf_probe_write_user; missing if the kernel is locked down
	DT_FEAT_KPROBES,    // links of programs to many kernel functions
	DT_FEAT_SESSION,    // one link for entry and return of functions (Linux 6.10)
	DT_FEAT_UPROBES,    // links to many addresses in a file that filter by process (Linux 6.6)
	DT_FEAT_REGISTERS,  // their programs can write registers (Linux 6.19)
	DT_FEAT_SLEEPABLE_RAW, // raw tracepoint programs that may sleep: all are preemptible (Linux
			       // 7)
	DT_N_FEATURES
};
bool dt_feature(enum dt_feature f);
/** Returns the feature's name for messages, such as "task storage". */
const char *dt_feature_name(enum dt_feature f);
/** Returns the names of those features that this kernel lacks although every supported kernel has
 *  them, separated by commas (heap), or NULL if it has all. */
char *dt_features_lacking(void);

#endif

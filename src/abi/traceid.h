/* SPDX-License-Identifier: (BSD-2-Clause OR GPL-2.0-only) */
/**
 * The trace context of threads. Processes publish it by OpenTelemetry's proposal 4947: the
 * thread-local variable `otel_thread_ctx_v1` has the address of a record, or NULL. The session
 * finds out where each process keeps the variable (session/trace/traceid.c), and the BPF runtime
 * reads it (runtime/user/traceid.bpf.c).
 */
#ifndef DT_ABI_TRACEID_H
#define DT_ABI_TRACEID_H

#include "abi/layout.h"

/** How the address of a thread-local variable is found. */
enum dt_tls_kind {
	DT_TLS_THREAD,	   // `offset` is added to the thread pointer
	DT_TLS_DESCRIPTOR, // `at` has a TLS descriptor: a function, and its argument
	DT_TLS_OFFSET,	   // `at` has the offset from the thread pointer
	DT_TLS_MODULE,	   // `at` has the number of the file, in whose block `offset` is
};

struct dt_trace_place {
	dt_u64 at;     // address in the process
	dt_s64 offset; // of the variable, in its file's block or from the thread pointer
	dt_u32 kind;   // enum dt_tls_kind
	dt_s16 vector; // offset from the thread pointer of the address of the vector of blocks
	dt_u8 is_musl; // the vector is that of musl, not of glibc
	dt_u8 pad;
};
_Static_assert(sizeof(struct dt_trace_place) == 24, "abi");

/** The beginning of a record. Flags and attributes follow. */
struct dt_trace_record {
	dt_u8 trace[16];
	dt_u8 span[8];
	dt_u8 is_valid; // 1: it is; other values: the record is being changed
};
_Static_assert(sizeof(struct dt_trace_record) == 25, "abi");

/** Texts of the ids, which are read once in a firing: hexadecimal digits and a NUL, or "". */
struct dt_trace_ids {
	dt_u64 is_known;
	char trace[40], span[24];
};
_Static_assert(sizeof(struct dt_trace_ids) == 72, "abi");

#endif

/* SPDX-License-Identifier: (BSD-2-Clause OR GPL-2.0-only) */
/**
 * Common declarations of the BPF runtime: fixed-width types, the kernel's helpers, and strings of
 * the session's size. README.md lists the rules for functions. Tests compile the same sources for
 * the host and define the helpers themselves.
 */
#ifndef DT_RUNTIME_H
#define DT_RUNTIME_H

#include "abi/layout.h"

typedef dt_u8 u8;
typedef dt_u16 u16;
typedef dt_u32 u32;
typedef dt_u64 u64;
typedef int s32;
typedef dt_s64 s64;

#ifndef NULL
#define NULL ((void *)0)
#endif
#ifndef __always_inline
#define __always_inline inline __attribute__((always_inline))
#endif

/** Most bytes of a string, with its NUL. */
enum { DT_STRSIZE_MAX = 65537 };

/** A string. For the verifier it has dt_strsize() bytes; for the compiler it has the maximum. */
struct dt_string {
	char b[DT_STRSIZE_MAX];
};

#ifdef __bpf__
/** Bytes of a string, one more than -x strsize: a constant that the linker sets. */
extern const char __dt_strsize[];
#define dt_strsize() ((u32)(u64)__dt_strsize)

/** The map of a table that the session fills (enum dt_table), by its name in tools/embed-runtime.c;
 *  the linker sets it. */
#define dt_table(name) ((void *)__dt_table_##name)

static void *(*const bpf_map_lookup_elem)(void *map, const void *key) = (void *)1;
static u32 (*const bpf_get_smp_processor_id)(void) = (void *)8;
static long (*const bpf_probe_read_kernel)(void *dst, u32 size, const void *src) = (void *)113;
static long (*const bpf_probe_read_user)(void *dst, u32 size, const void *src) = (void *)112;
static long (*const bpf_probe_read_kernel_str)(void *dst, u32 size, const void *src) = (void *)115;
static long (*const bpf_probe_read_user_str)(void *dst, u32 size, const void *src) = (void *)114;
static long (*const bpf_copy_from_user)(void *dst, u32 size, const void *src) = (void *)148;
static long (*const bpf_map_delete_elem)(void *map, const void *key) = (void *)3;
static u64 (*const bpf_ktime_get_ns)(void) = (void *)5;
static u64 (*const bpf_get_current_task)(void) = (void *)35;
static u64 (*const bpf_get_current_task_btf)(void) = (void *)158;
static long (*const bpf_copy_from_user_task)(void *dst, u32 size, const void *src, u64 task,
					     u64 flags) = (void *)191;
static long (*const bpf_loop)(u32 n, void *callback, void *ctx, u64 flags) = (void *)181;
#else
u32 dt_strsize(void);
#define dt_table(name) dt_table_##name()
void *bpf_map_lookup_elem(void *map, const void *key);
u32 bpf_get_smp_processor_id(void);
long bpf_probe_read_kernel(void *dst, u32 size, const void *src);
long bpf_probe_read_user(void *dst, u32 size, const void *src);
long bpf_probe_read_kernel_str(void *dst, u32 size, const void *src);
long bpf_probe_read_user_str(void *dst, u32 size, const void *src);
long bpf_copy_from_user(void *dst, u32 size, const void *src);
long bpf_map_delete_elem(void *map, const void *key);
u64 bpf_ktime_get_ns(void);
u64 bpf_get_current_task(void);
u64 bpf_get_current_task_btf(void);
long bpf_copy_from_user_task(void *dst, u32 size, const void *src, u64 task, u64 flags);
long bpf_loop(u32 n, void *callback, void *ctx, u64 flags);
#endif

#endif

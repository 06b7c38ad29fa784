/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The bpf() system call. It is called directly, because libbpf's wrappers first load test programs
 * to find out what kernels older than 6.1 lack, which takes longer than our whole start.
 */
#ifndef DT_EBPF_SYS_H
#define DT_EBPF_SYS_H

#include "base/error.h"

#include <linux/bpf.h>
#include <stddef.h>

enum { DT_BPF_NAME_MAX = BPF_OBJ_NAME_LEN }; // with NUL

/** Of enum bpf_attach_type, what older headers lack. */
enum { DT_BPF_KPROBE_MULTI = 42, DT_BPF_UPROBE_MULTI = 48, DT_BPF_KPROBE_SESSION = 56 };

/** The result of bpf(cmd); -1 and errno on failure. */
int dt_sys_bpf(int cmd, union bpf_attr *attr);
/** Copy a name into a BPF object's, replacing what the kernel refuses. */
void dt_sys_name(char dst[DT_BPF_NAME_MAX], const char *name);
/** An error of bpf(), formatted like dt_error_os(); a refusal for lack of privilege says what to
 * do. */
struct dt_error *dt_sys_error(int os_errno, const char *fmt, ...) dt_printf_like(2, 3) dt_must_use;

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The bpf() system call. dtrace calls it directly, because libbpf's wrappers first load test
 * programs to detect features of kernels before 6.1, which takes longer than dtrace's whole start.
 */
#ifndef DT_EBPF_SYS_H
#define DT_EBPF_SYS_H

#include "base/error.h"

#include <linux/bpf.h>
#include <stddef.h>

enum { DT_BPF_NAME_MAX = BPF_OBJ_NAME_LEN }; // with NUL

/** Values of enum bpf_attach_type that older headers lack. */
enum { DT_BPF_KPROBE_MULTI = 42, DT_BPF_KPROBE_SESSION = 56 };

/** Calls bpf(cmd). Returns its result, or -1 with errno on failure. */
int dt_sys_bpf(int cmd, union bpf_attr *attr);
/** Copies a BPF object's name, replacing characters that the kernel rejects. */
void dt_sys_name(char dst[DT_BPF_NAME_MAX], const char *name);
/** Returns an error of bpf(), formatted like dt_error_os(). If a privilege is missing, the message
 *  says how to get it. */
struct dt_error *dt_sys_error(int os_errno, const char *fmt, ...) dt_printf_like(2, 3) dt_must_use;

#endif

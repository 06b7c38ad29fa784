/* SPDX-License-Identifier: BSD-2-Clause */
/* cflags: -shared -fPIC */
/*
 * LD_PRELOAD of a tracer: the kernel lacks what the environment's MASKED names, and refuses it as a
 * kernel does that has never heard of it. Both of dtrace and libbpf go through syscall().
 *
 * Decision: docs/dev/decisions/0069-old-kernels-by-masking.md
 */
#include <dlfcn.h>
#include <errno.h>
#include <linux/bpf.h>
#include <linux/perf_event.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>

enum kind { COMMAND, MAP, PROGRAM, HELPER, LINK, EVENT };

static const struct masked {
	const char *name;
	enum kind kind;
	uint32_t number; // of the kind: bpf()'s command, enum bpf_map_type, …
	int error;
} table[] = {
    {"ring-buffer", MAP, BPF_MAP_TYPE_RINGBUF, EINVAL},
    {"task-storage", MAP, BPF_MAP_TYPE_TASK_STORAGE, EINVAL},
    {"raw-tracepoint", PROGRAM, BPF_PROG_TYPE_RAW_TRACEPOINT, EINVAL},
    {"typed-tracepoint", PROGRAM, BPF_PROG_TYPE_TRACING, EINVAL},
    {"trace-event", PROGRAM, BPF_PROG_TYPE_TRACEPOINT, EINVAL},
    {"perf-program", PROGRAM, BPF_PROG_TYPE_PERF_EVENT, EINVAL},
    {"kprobe-program", PROGRAM, BPF_PROG_TYPE_KPROBE, EINVAL},
    {"loop", HELPER, BPF_FUNC_loop, EINVAL},
    {"cookie", HELPER, BPF_FUNC_get_attach_cookie, EINVAL},
    {"write-user", HELPER, BPF_FUNC_probe_write_user, EINVAL},
    {"kprobe-multi", LINK, 42, EINVAL},
    {"uprobe-multi", LINK, 48, EINVAL},
    {"kprobe-session", LINK, 56, EINVAL},
    {"perf-link", LINK, BPF_PERF_EVENT, EINVAL},
    {"run", COMMAND, BPF_PROG_TEST_RUN, EOPNOTSUPP},
    {"batch", COMMAND, BPF_MAP_LOOKUP_BATCH, EINVAL},
    {"iterator", COMMAND, BPF_ITER_CREATE, EINVAL},
    {"type-data", COMMAND, BPF_BTF_LOAD, EINVAL},
    {"software-event", EVENT, PERF_TYPE_SOFTWARE, ENOENT},
    {"breakpoint", EVENT, PERF_TYPE_BREAKPOINT, ENOENT},
    {"kprobe-event", EVENT, 8, ENOENT},
    {"uprobe-event", EVENT, 9, ENOENT},
};

static bool calls(const union bpf_attr *a, uint32_t helper)
{
	const struct bpf_insn *code = (const struct bpf_insn *)(uintptr_t)a->insns;

	for (uint32_t i = 0; i < a->insn_cnt; i++)
		if (code[i].code == (BPF_JMP | BPF_CALL) && !code[i].src_reg &&
		    (uint32_t)code[i].imm == helper)
			return true;
	return false;
}

static bool is_masked(const struct masked *m, long call, long command, const void *attr)
{
	const union bpf_attr *a = attr;
	const struct perf_event_attr *event = attr;

	if (call == SYS_perf_event_open)
		return m->kind == EVENT && event->type == m->number;
	if (call != SYS_bpf)
		return false;
	switch (m->kind) {
	case COMMAND:
		return command == m->number;
	case MAP:
		return command == BPF_MAP_CREATE && a->map_type == m->number;
	case PROGRAM:
		return command == BPF_PROG_LOAD && a->prog_type == m->number;
	case HELPER:
		return command == BPF_PROG_LOAD && calls(a, m->number);
	case LINK:
		return command == BPF_LINK_CREATE && a->link_create.attach_type == m->number;
	default:
		return false;
	}
}

long syscall(long call, ...)
{
	long (*real)(long, ...) = dlsym(RTLD_NEXT, "syscall");
	const char *name = getenv("MASKED");
	long a[6];
	va_list list;

	va_start(list, call);
	for (int i = 0; i < 6; i++)
		a[i] = va_arg(list, long);
	va_end(list);
	for (size_t i = 0; name && i < sizeof(table) / sizeof(table[0]); i++) {
		const struct masked *m = &table[i];
		const void *attr = (const void *)(call == SYS_bpf ? a[1] : a[0]);

		if (!strcmp(m->name, name) && is_masked(m, call, a[0], attr)) {
			errno = m->error;
			return -1;
		}
	}
	return real(call, a[0], a[1], a[2], a[3], a[4], a[5]);
}

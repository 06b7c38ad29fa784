/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Probes kernel features. When a feature is first needed, its probe creates the smallest object
 * that uses it. Version numbers are never compared, because distributions backport features.
 * Without the required privileges every probe fails; loading the real program then reports the
 * cause.
 *
 * Decision: docs/dev/decisions/0069-old-kernels-by-masking.md
 */
#include "ebpf/feature.h"

#include "arch/arch.h"
#include "ebpf/attach.h"
#include "ebpf/ebpf.h"
#include "ebpf/kernel/btf.h"
#include "ebpf/kernel/insn.h"
#include "ebpf/kernel/sys.h"
#include "keeper/link.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

static bool close_created(int fd)
{
	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

/** The kernel's kind of a program. */
struct kind {
	uint32_t type, expected; // BPF_PROG_TYPE_*; expected_attach_type or 0
	uint32_t flags;
};

/** Loads a program. Returns its descriptor or -1. */
static int load_program(struct kind kind, const struct bpf_insn *insns, size_t n)
{
	union bpf_attr attr = {.prog_type = kind.type,
			       .expected_attach_type = kind.expected,
			       .prog_flags = kind.flags,
			       .insn_cnt = (uint32_t)n};

	attr.insns = (uint64_t)(uintptr_t)insns;
	attr.license = (uint64_t)(uintptr_t) "Dual BSD/GPL";
	return dt_sys_bpf(BPF_PROG_LOAD, &attr);
}

static bool loads_program(uint32_t type, const struct bpf_insn *insns, size_t n)
{
	return close_created(load_program((struct kind){.type = type}, insns, n));
}

/** Reports whether programs of this type can call the helper with the context in r1. */
static bool has_simple_helper(uint32_t type, int32_t helper)
{
	const struct bpf_insn insns[] = {insn_call(helper), insn_mov(0, 0), EXIT_INSN};

	return loads_program(type, insns, dt_array_len(insns));
}

/** Loads a program that does nothing. Returns its descriptor or -1. */
static int load_empty(struct kind kind)
{
	const struct bpf_insn insns[] = {insn_mov(0, 0), EXIT_INSN};

	return load_program(kind, insns, dt_array_len(insns));
}

static bool loads_empty(struct kind kind)
{
	return close_created(load_empty(kind));
}

static bool probe_raw_tracepoint(void)
{
	return loads_empty((struct kind){.type = BPF_PROG_TYPE_RAW_TRACEPOINT});
}

static bool probe_trace_event(void)
{
	return loads_empty((struct kind){.type = BPF_PROG_TYPE_TRACEPOINT});
}

static bool probe_perf_event(void)
{
	return loads_empty((struct kind){.type = BPF_PROG_TYPE_PERF_EVENT});
}

static bool probe_kprobe(void)
{
	return loads_empty((struct kind){.type = BPF_PROG_TYPE_KPROBE});
}

static bool probe_run(void)
{
	dt_cleanup(dt_close_p) int prog =
	    load_empty((struct kind){.type = BPF_PROG_TYPE_RAW_TRACEPOINT});
	union bpf_attr attr = {.test.prog_fd = (uint32_t)prog};

	return prog >= 0 && dt_sys_bpf(BPF_PROG_TEST_RUN, &attr) >= 0;
}

static bool probe_types(void)
{
	struct dt_bpf_btf *btf;
	int fd;
	struct dt_error *err = dt_btf_create(256, NULL, 0, &btf, &fd);

	if (err) {
		dt_error_destroy(err);
		return false;
	}
	dt_btf_destroy(btf);
	return close_created(fd);
}

/** Probes the map type, and the helper in perf event programs, the last to gain it. */
static bool probe_task_storage(void)
{
	const struct dt_map_desc desc = {
	    .name = "probe", .kind = DT_MAPK_THREAD, .key_size = 4, .value_size = 8};
	struct dt_maps m;
	struct dt_error *err = dt_maps_create(&desc, 1, 256, &m);

	if (err) {
		dt_error_destroy(err);
		return false;
	}
	const struct bpf_insn insns[] = {
	    insn_call(BPF_FUNC_get_current_task_btf),
	    insn_copy(2, 0), // r2 = task
	    {.code = BPF_LD | BPF_IMM | BPF_DW,
	     .dst_reg = 1,
	     .src_reg = BPF_PSEUDO_MAP_FD,
	     .imm = m.fds[0]},
	    {0},
	    insn_mov(3, 0),
	    insn_mov(4, 0),
	    insn_call(BPF_FUNC_task_storage_get),
	    insn_mov(0, 0),
	    EXIT_INSN,
	};
	bool found = loads_program(BPF_PROG_TYPE_PERF_EVENT, insns, dt_array_len(insns));
	dt_maps_deinit(&m);
	return found;
}

static bool probe_ring_buffer(void)
{
	union bpf_attr attr = {.map_type = BPF_MAP_TYPE_RINGBUF,
			       .max_entries = (uint32_t)sysconf(_SC_PAGESIZE)};

	return close_created(dt_sys_bpf(BPF_MAP_CREATE, &attr));
}

/** Probes bpf_loop(), whose callback is a second function, which needs a type. */
static bool probe_loop(void)
{
	const struct bpf_insn insns[] = {
	    insn_mov(1, 1),
	    {.code = BPF_LD | BPF_IMM | BPF_DW, .dst_reg = 2, .src_reg = BPF_PSEUDO_FUNC, .imm = 6},
	    {0},
	    insn_mov(3, 0),
	    insn_mov(4, 0),
	    insn_call(BPF_FUNC_loop),
	    insn_mov(0, 0),
	    EXIT_INSN,
	    insn_mov(0, 0), // the callback
	    EXIT_INSN,
	};
	struct dt_bpf_btf *btf;
	int btf_fd;
	struct dt_error *err = dt_btf_create(256, NULL, 0, &btf, &btf_fd);

	if (err) {
		dt_error_destroy(err);
		return false;
	}
	const struct bpf_func_info info[] = {
	    {.insn_off = 0, .type_id = btf->local[1]},
	    {.insn_off = 8, .type_id = btf->local[1]}, // callbacks must be static
	};
	union bpf_attr attr = {
	    .prog_type = BPF_PROG_TYPE_RAW_TRACEPOINT,
	    .insn_cnt = dt_array_len(insns),
	    .prog_btf_fd = (uint32_t)btf_fd,
	    .func_info_cnt = dt_array_len(info),
	    .func_info_rec_size = sizeof(info[0]),
	};
	attr.insns = (uint64_t)(uintptr_t)insns;
	attr.license = (uint64_t)(uintptr_t) "Dual BSD/GPL";
	attr.func_info = (uint64_t)(uintptr_t)info;
	bool found = close_created(dt_sys_bpf(BPF_PROG_LOAD, &attr));
	close(btf_fd);
	dt_btf_destroy(btf);
	return found;
}

static bool probe_attach_cookie(void)
{
	dt_cleanup(dt_close_p) int prog =
	    load_empty((struct kind){.type = BPF_PROG_TYPE_PERF_EVENT});
	const struct dt_bpf_program p = {prog, DT_ATTACH_PERF_EVENT};

	// A kernel with such links examines the event's descriptor, which is invalid.
	return has_simple_helper(BPF_PROG_TYPE_PERF_EVENT, BPF_FUNC_get_attach_cookie) &&
	       prog >= 0 && dt_bpf_attach_event(&p, -1, 0) == -EBADF;
}

static bool probe_write_user(void)
{
	const struct bpf_insn insns[] = {
	    {.code = BPF_ST | BPF_MEM | BPF_DW, .dst_reg = 10, .off = -8},
	    insn_mov(1, 0),
	    insn_copy(2, 10),
	    insn_add(2, -8),
	    insn_mov(3, 8),
	    insn_call(BPF_FUNC_probe_write_user),
	    insn_mov(0, 0),
	    EXIT_INSN,
	};

	return loads_program(BPF_PROG_TYPE_RAW_TRACEPOINT, insns, dt_array_len(insns));
}

/** An invalid pointer. */
static const uint64_t *const unreadable = (const uint64_t *)1;

static bool links_functions(enum dt_attach attach, uint32_t expected)
{
	dt_cleanup(dt_close_p) int prog =
	    load_empty((struct kind){BPF_PROG_TYPE_KPROBE, expected, 0});
	const struct dt_bpf_program p = {prog, attach};

	// A kernel with such links tries to read the addresses.
	return prog >= 0 && dt_bpf_attach_functions(&p, unreadable, NULL, 1, false) == -EFAULT;
}

static bool probe_kprobes(void)
{
	return links_functions(DT_ATTACH_KPROBES, DT_BPF_KPROBE_MULTI);
}

static bool probe_session(void)
{
	return links_functions(DT_ATTACH_SESSION, DT_BPF_KPROBE_SESSION);
}

static const struct kind uprobes = {BPF_PROG_TYPE_KPROBE, DT_UPROBE_MULTI, 0};

/** A request for a multi-link from a thread other than the first, and the kernel's answer. */
struct inquiry {
	int program;
	int failed;
};

static void *attach_in_thread(void *arg)
{
	struct inquiry *i = arg;
	struct dt_uprobe_request q = {.program = i->program,
				      .path = "/proc/self/exe",
				      .pid = gettid(),
				      .n = 1,
				      .offsets = unreadable}; // always fails

	i->failed = dt_uprobe_link(&q) < 0 ? errno : 0;
	return NULL;
}

/**
 * Reports whether multi-links filter by process. The first kernels with multi-links compare threads
 * instead of processes, so that links of a process fire in its first thread only. These kernels
 * accept a thread id as pid; fixed kernels (46ba0e49b642) find no such process.
 */
static bool filters_by_process(int program)
{
	struct inquiry i = {program, 0};
	pthread_t thread;

	if (pthread_create(&thread, NULL, attach_in_thread, &i))
		return false;
	pthread_join(thread, NULL);
	return i.failed == ESRCH;
}

static bool probe_uprobes(void)
{
	dt_cleanup(dt_close_p) int prog = load_empty(uprobes);
	const struct dt_uprobe_request q = {
	    .program = prog, .path = "/", .n = 1, .offsets = unreadable};

	// A kernel with multi-links checks the path, and "/" is not a regular file.
	return prog >= 0 && dt_uprobe_link(&q) < 0 && errno == EBADF && filters_by_process(prog);
}

static bool probe_registers(void)
{
	const struct bpf_insn insns[] = {insn_mov(0, 0),
					 insn_store(1, (int16_t)dt_arch.native.pc, 0), EXIT_INSN};

	return dt_feature(DT_FEAT_UPROBES) &&
	       close_created(load_program(uprobes, insns, dt_array_len(insns)));
}

static bool probe_sleepable_raw(void)
{
	return loads_empty((struct kind){BPF_PROG_TYPE_RAW_TRACEPOINT, 0, BPF_F_SLEEPABLE});
}

bool dt_bpf_has_view(const struct dt_bpf_view *view)
{
	const struct bpf_insn insns[] = {
	    insn_mov(2, (int32_t)view->type),
	    {.code = BPF_JMP | BPF_CALL,
	     .src_reg = BPF_PSEUDO_KFUNC_CALL,
	     .imm = (int32_t)view->function},
	    insn_load(0, 0, 0),
	    EXIT_INSN,
	};

	return loads_program(BPF_PROG_TYPE_RAW_TRACEPOINT, insns, dt_array_len(insns));
}

static bool (*const probes[DT_N_FEATURES])(void) = {
    [DT_FEAT_RAW_TP] = probe_raw_tracepoint,
    [DT_FEAT_TASK_STORAGE] = probe_task_storage,
    [DT_FEAT_RINGBUF] = probe_ring_buffer,
    [DT_FEAT_LOOP] = probe_loop,
    [DT_FEAT_ATTACH_COOKIE] = probe_attach_cookie,
    [DT_FEAT_TRACE_EVENT] = probe_trace_event,
    [DT_FEAT_PERF_EVENT] = probe_perf_event,
    [DT_FEAT_KPROBE] = probe_kprobe,
    [DT_FEAT_RUN] = probe_run,
    [DT_FEAT_TYPES] = probe_types,
    [DT_FEAT_WRITE_USER] = probe_write_user,
    [DT_FEAT_KPROBES] = probe_kprobes,
    [DT_FEAT_SESSION] = probe_session,
    [DT_FEAT_UPROBES] = probe_uprobes,
    [DT_FEAT_REGISTERS] = probe_registers,
    [DT_FEAT_SLEEPABLE_RAW] = probe_sleepable_raw,
};

bool dt_feature(enum dt_feature f)
{
	// The kernel cannot change while dtrace runs. Two threads may find the same answer at once.
	static signed char known[DT_N_FEATURES]; // 0: unknown, 1: yes, -1: no
	signed char ret = __atomic_load_n(&known[f], __ATOMIC_RELAXED);

	if (!ret) {
		errno = 0;
		ret = probes[f]() ? 1 : -1;
		if (ret > 0 || errno != EPERM) // the process may gain the privilege
			__atomic_store_n(&known[f], ret, __ATOMIC_RELAXED);
	}
	return ret > 0;
}

const char *dt_feature_name(enum dt_feature f)
{
	static const char *const names[DT_N_FEATURES] = {
	    [DT_FEAT_RAW_TP] = "raw tracepoint programs",
	    [DT_FEAT_TASK_STORAGE] = "task storage",
	    [DT_FEAT_RINGBUF] = "ring buffers",
	    [DT_FEAT_LOOP] = "loops in helpers",
	    [DT_FEAT_ATTACH_COOKIE] = "perf event links with cookies",
	    [DT_FEAT_TRACE_EVENT] = "trace event programs",
	    [DT_FEAT_PERF_EVENT] = "perf event programs",
	    [DT_FEAT_KPROBE] = "programs of kprobes and uprobes",
	    [DT_FEAT_RUN] = "programs that are run by themselves",
	    [DT_FEAT_TYPES] = "types of programs",
	    [DT_FEAT_WRITE_USER] = "writing to processes (copyout)",
	    [DT_FEAT_KPROBES] = "kprobe_multi links",
	    [DT_FEAT_SESSION] = "kprobe sessions",
	    [DT_FEAT_UPROBES] = "uprobe_multi links that filter by process",
	    [DT_FEAT_REGISTERS] = "uprobe programs that write registers",
	    [DT_FEAT_SLEEPABLE_RAW] = "sleepable raw tracepoint programs",
	};

	return names[f];
}

char *dt_features_lacking(void)
{
	char *list = NULL;

	for (enum dt_feature f = 0; f < DT_FEAT_WRITE_USER; f++) {
		dt_cleanup(dt_free_p) char *before = NULL;

		if (dt_feature(f))
			continue;
		before = list;
		list = dt_asprintf("%s%s%s", before ? before : "", before ? ", " : "",
				   dt_feature_name(f));
	}
	return list;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The back end: maps are created, IR becomes eBPF, is linked with the functions of the BPF runtime
 * that it calls, and loaded. All kernel objects are file descriptors owned by the structs below.
 */
#ifndef DT_EBPF_EBPF_H
#define DT_EBPF_EBPF_H

#include "abi/program.h"
#include "base/error.h"
#include "ir/ir.h"
#include "ir/executor.h"

#include <linux/bpf.h>

/** The maps of a session, by index of dt_program_desc.maps. */
struct dt_maps {
	int *fds;      // -1: a template
	void **memory; // mmapable ones, mapped read-write; else NULL
	size_t *memory_size;
	size_t n;
	int btf_fd; // types of the runtime's functions and of task storage; -1 until needed
	struct dt_bpf_btf *btf;
	size_t strsize;
	unsigned n_cpus;    // possible CPUs
	unsigned n_present; // highest CPU that is present, on or off, plus 1
};

/**
 * Create all maps. Error: which map, its size in bytes, and what to make smaller.
 *
 * MAP_VALUE reaches only arrays with one element. Programs may write to all maps: the contents of
 * some are passed to runtime functions, even if those only read (see runtime/README.md).
 */
struct dt_error *dt_maps_create(const struct dt_map_desc *desc, size_t n, size_t strsize,
				struct dt_maps *ret);
void dt_maps_deinit(struct dt_maps *m);
/** Pin all maps in a directory (pin.h); open those of the same program, made when so many CPUs were
 *  present: for reading, no program can be loaded with them. */
struct dt_error *dt_maps_pin(const struct dt_maps *m, const char *dir);
struct dt_error *dt_maps_open(const struct dt_map_desc *desc, size_t n, const char *dir,
			      unsigned n_present, struct dt_maps *ret);
/** Put a loaded program into slot `index` of a prog array. */
struct dt_error *dt_maps_set_prog(struct dt_maps *m, unsigned map, uint32_t index, int prog_fd);

/** What lowering must know of BPF. */
extern const struct dt_executor dt_bpf_executor;

/** Translated code, with the IR location of every instruction. */
struct dt_bpf_code {
	struct bpf_insn *insns;
	const struct dt_ir_loc **locs; // per instruction; NULL: prologue or runtime
	const char **notes;	       // per instruction: listing comment or NULL
	size_t n;
	struct dt_bpf_func { // start of each function, main first
		size_t start;
		const char *name;
		bool runtime;
		unsigned index; // of the IR function, or in the runtime's table
	} * funcs;
	size_t n_funcs;
	unsigned stack; // bytes of stack of the main function
};

/** Allocate registers, emit, append the runtime functions. Heap; map references are still indices.
 */
struct dt_error *dt_bpf_compile(const struct dt_ir_prog *p, size_t strsize,
				struct dt_bpf_code *ret);
void dt_bpf_code_deinit(struct dt_bpf_code *c);

/**
 * Load into the kernel; *fd is the program. DT_ERR_VERIFIER errors name the D line and the last
 * lines of the verifier's log; `-x bpflog` adds the whole log to *log (heap; may be NULL).
 * `may_retry`: a program that is too complex is DT_ERR_TOO_COMPLEX, without the time that a log
 * takes.
 */
struct dt_error *dt_bpf_load(const struct dt_ir_prog *p, struct dt_bpf_code *c, struct dt_maps *m,
			     bool want_log, bool may_retry, int *fd, char **log);

/** Listing: the D source line, then the instructions that it became, in the kernel's notation. */
void dt_bpf_disasm(struct dt_str *out, const struct dt_bpf_code *c);

/** Run a raw tracepoint program once, on this CPU (BEGIN and END). */
struct dt_error *dt_bpf_run(int prog_fd);

/** Eight bytes of the kernel's memory; address 0: the address of our thread's struct task_struct.
 *  False: there is nothing, or we have not the privilege. */
bool dt_bpf_peek(uint64_t address, uint64_t *ret);

/** How often the kernel skipped the program because one was already active on the CPU. */
uint64_t dt_bpf_misses(int prog_fd);

/** What this kernel offers, each found by trying it once, when first asked. */
enum dt_feature {
	DT_FEAT_RAW_TP,
	DT_FEAT_TASK_STORAGE,
	DT_FEAT_RINGBUF,
	DT_FEAT_LOOP,	       // bpf_loop
	DT_FEAT_ATTACH_COOKIE, // perf event links with cookie
	DT_FEAT_TRACE_EVENT,   // programs of trace events
	DT_FEAT_PERF_EVENT,    // programs of perf events
	DT_FEAT_KPROBE,	       // programs of places in functions, the kernel's and processes'
	DT_FEAT_RUN,	       // a program run by itself
	DT_FEAT_TYPES,	       // types that programs bring along
	// above: every kernel since the floor; below: what may be missing
	DT_FEAT_WRITE_USER, // bpf_probe_write_user: not if the kernel is locked down
	DT_FEAT_SESSION,    // a link for entry and return of functions (Linux 6.10)
	DT_N_FEATURES
};
bool dt_feature(enum dt_feature f);
/** Do programs get pointers by that? It takes a kernel that compiles programs. */
bool dt_bpf_has_view(const struct dt_ir_view *view);
/** What a person calls it: "task storage". */
const char *dt_feature_name(enum dt_feature f);
/** What it lacks of what every kernel since the floor has, with commas between (heap); NULL:
 * nothing. */
char *dt_features_lacking(void);

#endif

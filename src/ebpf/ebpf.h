/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The eBPF back end. It creates maps, compiles IR to BPF, links it with the BPF runtime and loads
 * programs. All kernel objects are file descriptors, owned by the structs below.
 */
#ifndef DT_EBPF_EBPF_H
#define DT_EBPF_EBPF_H

#include "abi/program.h"
#include "abi/store.h"
#include "base/error.h"
#include "ir/ir.h"
#include "ir/executor.h"

#include <linux/bpf.h>

/** A wake-up map (DT_MAPK_WAKE): a BPF ring buffer of one page, whose contents have no meaning. Its
 *  descriptor becomes readable when a program writes there. */
struct dt_wake {
	int fd;			  // borrowed
	uint64_t *consumer;	  // shared, written by us
	const uint64_t *producer; // shared
};

struct dt_error *dt_wake_init(struct dt_wake *w, int fd) dt_must_use;
void dt_wake_deinit(struct dt_wake *w);
/** Makes room for the next wake-up. */
void dt_wake_clear(struct dt_wake *w);

/** The maps of a session, by index of dt_program_desc.maps. */
struct dt_maps {
	struct dt_store store;		// the interface to them; has the numbers of CPUs
	const struct dt_map_desc *desc; // borrowed
	struct dt_wake wake;		// DT_MAP_WAKE; without one, all zero
	int *fds;			// -1: a template, which is not created
	int *writers;			// programs that write a map's elements; -1: none yet
	/** Returns the BTF number of a kernel function, or 0. Set by the caller; NULL: unknown. */
	uint32_t (*function)(const char *name);
	void **memory; // mmapable maps are mapped read-write; others have NULL
	size_t *memory_size;
	size_t n;
	int btf_fd; // BTF of the runtime's functions and of task storage; -1 until needed
	struct dt_bpf_btf *btf;
	size_t strsize;
};

/**
 * Creates all maps. An error names the map, its size in bytes, and the option that makes it
 * smaller.
 *
 * MAP_VALUE works on arrays with one element only. All maps are writable by programs, because
 * programs pass map memory to runtime functions (see runtime/README.md). `desc` must live as long
 * as the store is used.
 */
struct dt_error *dt_maps_create(const struct dt_map_desc *desc, size_t n, size_t strsize,
				struct dt_maps *ret);
void dt_maps_deinit(struct dt_maps *m);
/** dt_maps_pin() pins all maps in a directory (pin.h). dt_maps_open() opens those of the same
 *  program, which was started when n_present CPUs were present. Opened maps are only for reading:
 *  no program can be loaded with them. */
struct dt_error *dt_maps_pin(const struct dt_maps *m, const char *dir);
struct dt_error *dt_maps_open(const struct dt_map_desc *desc, size_t n, const char *dir,
			      unsigned n_present, struct dt_maps *ret);
/** Puts a loaded program into slot `index` of a program array. */
struct dt_error *dt_maps_set_prog(struct dt_maps *m, unsigned map, uint32_t index, int prog_fd);

/** BPF in the kernel as an executor. */
extern const struct dt_executor dt_bpf_executor;

/** BTF numbers of the running kernel with which words are implemented; 0: unknown. */
struct dt_bpf_kernel {
	struct dt_bpf_view {
		uint32_t function; // the kfunc that turns an address into a pointer to a struct
		uint32_t type;	   // a struct that begins with an integer of 8 bytes
	} view;			   // VIEW
	uint32_t is_return;	   // the kfunc of RETURNED
};

/** Compiled code, with the IR location of every instruction. */
struct dt_bpf_code {
	struct bpf_insn *insns;
	const struct dt_ir_loc **locs; // by instruction; NULL: prologue or runtime
	const char **notes;	       // by instruction: comment for listings, or NULL
	size_t n;
	struct dt_bpf_func { // start of each function, main first
		size_t start;
		const char *name;
		bool runtime;
		unsigned index; // of the IR function, or in the runtime's table
	} * funcs;
	size_t n_funcs;
	unsigned stack;	    // bytes of stack of the main function
	bool sleeps;	    // calls helpers that only sleepable programs may call
	uint32_t prototype; // TYPED_TRACEPOINT: BTF number of its prototype, which the caller sets
};

/** Compiles a program: allocates registers, emits, and appends the runtime functions. Allocates
 *  *ret on the heap. Map references remain indices. `kernel` may be NULL if the program asks for no
 *  word that needs it. */
struct dt_error *dt_bpf_compile(const struct dt_ir_prog *p, size_t strsize,
				const struct dt_bpf_kernel *kernel, struct dt_bpf_code *ret);
void dt_bpf_code_deinit(struct dt_bpf_code *c);

/**
 * Loads a program into the kernel and writes its descriptor to *fd. A DT_ERR_VERIFIER error
 * contains the D line and the last lines of the verifier's log. If want_log is set, the whole log
 * is written to *log (heap; log may be NULL). With `may_retry`, a program that is too complex fails
 * with DT_ERR_TOO_COMPLEX at once, without spending time on a log.
 */
struct dt_error *dt_bpf_load(const struct dt_ir_prog *p, struct dt_bpf_code *c, struct dt_maps *m,
			     bool want_log, bool may_retry, int *fd, char **log);

/** Prints a listing: each D line followed by its instructions, in the kernel's notation. */
void dt_bpf_disasm(struct dt_str *out, const struct dt_bpf_code *c);

/** Reports whether this thread may load programs, as far as its capabilities tell. */
bool dt_bpf_may_trace(void);
/** Runs a raw tracepoint program once on this CPU (BEGIN and END). */
struct dt_error *dt_bpf_run(int prog_fd);

/** Reads eight bytes of kernel memory; address 0 reads the address of this thread's task_struct.
 *  Returns false if the memory is unreadable or the privilege is missing. */
bool dt_bpf_peek(uint64_t address, uint64_t *ret);

/** Returns how often the kernel skipped the program because it was already active on the CPU. */
uint64_t dt_bpf_misses(int prog_fd);

/** Returns the version of libbpf. */
const char *dt_bpf_library(void);

/** Reports whether programs can turn addresses into pointers by this view. That requires a kernel
 *  with the BPF JIT compiler. */
bool dt_bpf_has_view(const struct dt_bpf_view *view);

#endif

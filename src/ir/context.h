/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * A context tells how a program reads the arguments, registers and stack of its firing. It belongs
 * to one kind of attachment: a system call's entry, an address in a process's code, a perf event.
 * A context is a value. A provider composes it from functions, which it may share with other
 * providers, and from private data behind this struct, which the functions reach through `self`.
 *
 * Lowering calls an accessor when a clause needs the datum. The accessor appends IR and returns the
 * register of the result. Lowering caches results within a firing, so it calls an accessor at most
 * once per program, in code that dominates all uses.
 */
#ifndef DT_IR_CONTEXT_H
#define DT_IR_CONTEXT_H

#include "ir/ir.h"

enum { DT_FRAME_RANGES = 4 };

/** The probes that a program serves. */
struct dt_probe_set {
	const uint32_t *ids; // sorted
	size_t n;
	/** Probes with greater ids may be added while tracing. */
	bool grows;
	/** The map of struct dt_operand_code with the argument locations of added probes, if the
	 *  context is `by_place`; else 0. */
	unsigned operands;
};

struct dt_context;

/** One attachment for entry and return of the same functions. Its dispatcher tail-calls the program
 *  of the entries or that of the returns. */
struct dt_joint {
	const struct dt_context *dispatcher;
	const struct dt_context *programs[2]; // by has_returned
};

struct dt_context {
	const char *name; // "syscall entry"
	enum dt_attach attach;
	/** Its programs may sleep, so they can read user memory that is not resident. */
	bool may_sleep;
	/** The program runs in the consumer, not in a traced thread: dtrace:::BEGIN and END. */
	bool in_consumer;
	/** The context of programs that the tracer itself runs (DT_ATTACH_TRACER). NULL: only the
	 * kernel runs programs for this context. */
	const struct dt_context *in_tracer;
	/** The context of programs that patched code of a process calls (DT_ATTACH_SITE). NULL: no
	 * such code calls programs for this context. */
	const struct dt_context *in_target;
	/** The firing does not concern the thread that it interrupts: tick-N. */
	bool of_no_thread;
	/** The traced function has returned, so its stack begins with the caller. */
	bool has_returned;
	/** A program cannot find out which probe has fired, so each probe needs a separate one. */
	bool is_single;
	/** The kernel counts all firings, including those for which it skips the program. The
	 *  program counts its runs in dt_cpu.fired, so that the difference can be reported. */
	bool is_counted;
	/** Argument locations differ between probes, or between the addresses of one probe. */
	bool by_site;
	/** Appends a filter to the start of the program: a jump to `skip` unless the firing probe
	 * belongs to the set. NULL if the attachment fires for probes of the set only. */
	void (*filter)(const struct dt_context *self, struct dt_ir_func *f,
		       const struct dt_probe_set *set, dt_label skip);
	/** Returns the id of the firing probe. NULL if the context is `is_single`. */
	dt_reg (*probe_id)(const struct dt_context *self, struct dt_ir_func *f,
			   const struct dt_probe_set *set);
	/**
	 * The context of programs that use argument n as a typed pointer to the current thread, as
	 * TASK is one; its `object` returns that pointer. Both are NULL if no argument is one.
	 */
	const struct dt_context *typed;
	dt_reg (*object)(const struct dt_context *self, struct dt_ir_func *f, unsigned n);
	/** TYPED_TRACEPOINT: returns the BTF number of its prototype. */
	uint32_t (*prototype)(const struct dt_context *self);
	/** Returns the raw argN, 64 bits, or 0 if the probe has no such argument. NULL: all are 0.
	 */
	dt_reg (*arg)(const struct dt_context *self, struct dt_ir_func *f,
		      const struct dt_probe_set *set, unsigned n);
	/** Returns errno. NULL: errno is 0. */
	dt_reg (*errno_)(const struct dt_context *self, struct dt_ir_func *f);
	/**
	 * Writes the address ranges, [0] ≤ pc < [1], of the kernel functions between the probe and
	 * the program; stack() skips frames in these ranges. Returns their number, at most
	 * DT_FRAME_RANGES. NULL: unknown. The stack of a perf event begins with the interrupted
	 * code, so it has no ranges.
	 */
	size_t (*own_frames)(const struct dt_context *self, uint64_t (*ret)[2]);
	/**
	 * If the probed instruction determines where its function keeps the return address:
	 * `caller` returns that return address, or 0 if it is unknown or unreadable;
	 * `caller_missed` returns 1 if an unwinder that follows frame pointers from here would skip
	 * the caller, else 0. Both are NULL if nothing is known.
	 */
	dt_reg (*caller)(const struct dt_context *self, struct dt_ir_func *f);
	dt_reg (*caller_missed)(const struct dt_context *self, struct dt_ir_func *f);
	/** Returns the caller of the kernel function whose entry is probed if the kernel's unwinder
	 *  misses it, else no register (0). NULL: the unwinder misses none. */
	dt_reg (*kernel_caller)(const struct dt_context *self, struct dt_ir_func *f);
	/** Returns the address of struct pt_regs of the user mode, which READ_KERNEL reads. NULL:
	 *  none. */
	dt_reg (*uregs)(const struct dt_context *self, struct dt_ir_func *f);
	/** Returns the distance in bytes from the probed address to the program counter in uregs.
	 *  NULL: 0. */
	dt_reg (*moved)(const struct dt_context *self, struct dt_ir_func *f);
	/** Appends code that runs last, even after faults in clauses. NULL: none. */
	void (*finish)(const struct dt_context *self, struct dt_ir_func *f);
	/**
	 * Dispatch. If several groups share a context, one small program attaches and tail-calls
	 * the program of the firing probe's group. `dispatch` returns the slot of the firing probe,
	 * below `n_dispatch`; `dispatch_slot` returns the slot of a probe id. NULL: each group has
	 * an attachment that fires for its probes only.
	 */
	dt_reg (*dispatch)(const struct dt_context *self, struct dt_ir_func *f);
	uint32_t (*dispatch_slot)(const struct dt_context *self, uint32_t probe);
	uint32_t n_dispatch;
};

#endif

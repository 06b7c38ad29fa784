/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * How a program reads what fired it. A context belongs to one kind of attachment (a system call's
 * entry, a place in a process's code, a perf event, …). It is a value: a provider puts it together
 * from functions that it shares with others and from data of its own, which stand behind this
 * struct and which the functions reach through `self`.
 *
 * Lowering calls an accessor when a clause needs the datum. The accessor appends IR and returns the
 * register that holds the result. Lowering caches the results within one firing, so an accessor is
 * called once per program at most, in code that dominates the uses.
 */
#ifndef DT_IR_CONTEXT_H
#define DT_IR_CONTEXT_H

#include "ir/ir.h"

enum { DT_FRAME_RANGES = 4 };

/** The probes that a program serves. */
struct dt_probe_set {
	const uint32_t *ids; // sorted
	size_t n;
	/** Others may come while it traces, with greater ids. */
	bool grows;
	/** Where those keep their arguments: a map of struct dt_operand_code, if the context is
	 *  `by_place`; 0: none. */
	unsigned operands;
};

struct dt_context;

/** One attachment for entry and return of the same functions: a dispatcher, which calls the
 *  programs of either. */
struct dt_joint {
	const struct dt_context *dispatcher;
	const struct dt_context *programs[2]; // by has_returned
};

struct dt_context {
	const char *name; // "syscall entry"
	enum dt_attach attach;
	/** Its programs may sleep: memory of the process that is not resident is brought in. */
	bool may_sleep;
	/** Runs in the consumer, not in a traced thread: dtrace:::BEGIN and END. */
	bool in_consumer;
	/** Whatever thread it fires in, it is about none: tick-N. */
	bool of_no_thread;
	/** The function that the probe is about has returned: its stack begins with the caller. */
	bool has_returned;
	/** Nothing tells a program which probe has fired: each probe has a program of its own. */
	bool is_single;
	/** The kernel counts firings, also those for which it does not run the program: the program
	 *  counts in dt_cpu.fired how often it runs. */
	bool is_counted;
	/** Each probe, or each of its places, keeps its arguments elsewhere. */
	bool by_place;
	/** Filter at the start of the program: jump to `skip` unless the firing probe is of the
	 * set. NULL if the attachment delivers nothing else. */
	void (*filter)(const struct dt_context *self, struct dt_ir_func *f,
		       const struct dt_probe_set *set, dt_label skip);
	/** The id of the firing probe, one of several. NULL if the context is `is_single`. */
	dt_reg (*probe_id)(const struct dt_context *self, struct dt_ir_func *f,
			   const struct dt_probe_set *set);
	/**
	 * The same for programs that take an argument for the current thread: there `object` gives
	 * argument n as a pointer with its type, as TASK is one. NULL, both: no argument can be.
	 */
	const struct dt_context *typed;
	dt_reg (*object)(const struct dt_context *self, struct dt_ir_func *f, unsigned n);
	/** Of TYPED_TRACEPOINT: the number of its prototype in the kernel's type data. */
	uint32_t (*prototype)(const struct dt_context *self);
	/** Raw argN, 64 bits; 0 for an argument that the probe does not have. NULL: all are 0. */
	dt_reg (*arg)(const struct dt_context *self, struct dt_ir_func *f,
		      const struct dt_probe_set *set, unsigned n);
	/** errno; NULL: 0. */
	dt_reg (*errno_)(const struct dt_context *self, struct dt_ir_func *f);
	/**
	 * Kernel functions by which the probe reaches the program, as address ranges [0] ≤ pc <
	 * [1]: behind those of its frames that lie in them begins what the probe is about. Returns
	 * how many there are, at most DT_FRAME_RANGES. NULL: unknown; a perf event has none, its
	 * stack begins with what it interrupted.
	 */
	size_t (*own_frames)(const struct dt_context *self, uint64_t (*ret)[2]);
	/**
	 * Where the place in a process's code tells where its function keeps the return address:
	 * that address, 0 if it is not known or cannot be read; and whether an unwinder that
	 * follows frame pointers from here misses it (1, 0). NULL, both: nothing is known.
	 */
	dt_reg (*caller)(const struct dt_context *self, struct dt_ir_func *f);
	dt_reg (*caller_missed)(const struct dt_context *self, struct dt_ir_func *f);
	/** struct pt_regs of the user mode, a kernel pointer read by READ_KERNEL; NULL:
	 * none. */
	dt_reg (*uregs)(const struct dt_context *self, struct dt_ir_func *f);
	/** How many bytes the program counter in uregs is behind the place that the probe stands
	 * for. NULL: none. */
	dt_reg (*moved)(const struct dt_context *self, struct dt_ir_func *f);
	/** What the program does last, whatever became of its clauses. NULL: nothing. */
	void (*finish)(const struct dt_context *self, struct dt_ir_func *f);
	/**
	 * Dispatch: with several groups on one context, one small program attaches and tail-calls
	 * the group of the firing probe. `dispatch` computes the index of the firing probe among
	 * `n_dispatch` slots; `dispatch_slot` gives the slot of a probe id. NULL: each group
	 * attaches by itself, because its attachment delivers its own probes only.
	 */
	dt_reg (*dispatch)(const struct dt_context *self, struct dt_ir_func *f);
	uint32_t (*dispatch_slot)(const struct dt_context *self, uint32_t probe);
	uint32_t n_dispatch;
};

#endif

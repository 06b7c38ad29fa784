/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * How a program reads what fired it. Each provider implements this once per kind of attachment
 * (syscall entry, syscall return, a perf event, …); lowering calls it when a clause needs the
 * datum. An accessor appends IR and returns the register that holds the result. Lowering caches the
 * results within one firing, so an accessor is called once per program at most, in code that
 * dominates the uses.
 */
#ifndef DT_IR_CONTEXT_H
#define DT_IR_CONTEXT_H

#include "ir/ir.h"

enum { DT_CONTEXT_WAY = 4 };

struct dt_context {
	const char *name;     // "syscall entry"
	uint32_t bpf_type;    // BPF_PROG_TYPE_* of its programs
	uint32_t attach_type; // their expected_attach_type, where the kernel wants one
	/** Filter at the start of the program: jump to `skip` unless the firing probe belongs to
	 * the group (`probes`, sorted ids). NULL if the attachment delivers nothing else. */
	void (*filter)(struct dt_ir_func *f, const uint32_t *probes, size_t n, dt_label skip);
	/** The id of the firing probe. `probes` is the group's: a single one is a constant. */
	dt_reg (*probe_id)(struct dt_ir_func *f, const uint32_t *probes, size_t n);
	/** Raw argN, 64 bits; 0 for an argument that the probe does not have. NULL: all are 0. */
	dt_reg (*arg)(struct dt_ir_func *f, unsigned n);
	/** The same where each probe, or each of its places, keeps its arguments elsewhere:
	 * `probes` as for probe_id. Probes that the group gets while it traces are described in the
	 * map `later` (struct dt_operand_code); 0: it gets none. Instead of `arg`. */
	dt_reg (*site_arg)(const struct dt_context *self, struct dt_ir_func *f,
			   const uint32_t *probes, size_t n_probes, unsigned later, unsigned n);
	/** errno; NULL: 0. */
	dt_reg (*errno_)(struct dt_ir_func *f);
	/**
	 * Kernel functions by which the probe reaches the program, as address ranges [0] ≤ pc <
	 * [1]: behind those of its frames that lie in them begins what the probe is about. Returns
	 * how many there are, at most DT_CONTEXT_WAY. NULL: unknown; a perf event has none, its
	 * stack begins with what it interrupted.
	 */
	size_t (*way)(const struct dt_context *self, uint64_t (*ret)[2]);
	/**
	 * Where the place in a process's code tells where its function keeps the return address:
	 * that address, 0 if it is not known or cannot be read; and whether an unwinder that
	 * follows frame pointers from here misses it (1, 0). NULL, both: nothing is known.
	 */
	dt_reg (*caller)(struct dt_ir_func *f);
	dt_reg (*caller_missed)(struct dt_ir_func *f);
	/** struct pt_regs of the user mode, a kernel pointer readable with probe_read_kernel; NULL:
	 * none. */
	dt_reg (*uregs)(struct dt_ir_func *f);
	/** How many bytes the program counter in uregs is behind the place that the probe stands
	 * for. NULL: none. */
	dt_reg (*moved)(struct dt_ir_func *f);
	/** What the program does last, whatever became of its clauses. NULL: nothing. */
	void (*finish)(struct dt_ir_func *f);
	/**
	 * Dispatch: with several groups on one context, one small program attaches and tail-calls
	 * the group of the firing probe. `dispatch` computes the index of the firing probe among
	 * `n_dispatch` slots; `dispatch_slot` gives the slot of a probe id. NULL: each group
	 * attaches by itself, because its attachment delivers its own probes only.
	 */
	dt_reg (*dispatch)(struct dt_ir_func *f);
	uint32_t (*dispatch_slot)(uint32_t probe);
	uint32_t n_dispatch;
	/** Its programs may sleep: memory of the process that is not resident is brought in. */
	bool may_sleep;
	/** Runs in the consumer, not in a traced thread: dtrace:::BEGIN and END. */
	bool in_consumer;
};

#endif

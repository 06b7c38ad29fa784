/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Lowering: from the checked tree to IR, and to the description that the consumer decodes with.
 *
 * The state of a D program (globals, thread-locals, associative arrays, aggregations) is laid out
 * once per compilation; code is generated once per probe group. Builtins bring their own lowering
 * (lower/builtin.h) and are found through the descriptors in the tree.
 */
#ifndef DT_LOWER_LOWER_H
#define DT_LOWER_LOWER_H

#include "abi/program.h"
#include "dialect/options.h"
#include "ir/context.h"
#include "ir/executor.h"
#include "lang/compile.h"

/** Names of one enabled probe, for probeprov … probename as strings. */
struct dt_lower_probe {
	uint32_t id;
	const char *prov, *mod, *func, *name;
};

/** A static probe where it fires: at a probe of the group. */
struct dt_fired {
	struct dt_lower_probe probe;	// what the clauses see
	const struct dt_clause *origin; // the condition, and the arguments
	const struct dt_fired *by; // the origin's probe is a static one, too; NULL: the group's
};

/** A clause that the probes of a group run. */
struct dt_lower_clause {
	const struct dt_clause *clause;
	const struct dt_fired *fired; // by which static probe; NULL: the group's own probes
};

/** Probes with one context and one list of clauses. */
struct dt_lower_group {
	const struct dt_context *context;
	const char *name;		     // for the kernel: ≤ 15 chars
	const struct dt_lower_probe *probes; // sorted by id
	size_t n_probes;
	const struct dt_lower_clause *clauses; // in the order in which they run
	size_t n_clauses;
	/** EPID of a clause on a probe of the group, or on a static one. NULL: each clause's probes
	 * are just those of the group, and its EPIDs count up from epid_base. */
	uint32_t (*epid)(const void *self, uint32_t clause, uint32_t probe);
	const void *self;
	/** Probes with greater ids than these may come: they count as the last of these. */
	bool grows;
	bool followed;	 // only in processes of the map of -x follow
	bool dispatched; // reached through a dispatcher: no filter needed
};

struct dt_lower;

/** Forget what was laid out: the same compilation can be lowered anew. */
void dt_lower_undo(struct dt_lower *l);

/** Whose firings count: -x user, cgroup, container, confine. */
struct dt_lower_who {
	bool by_user, by_group;
	uint32_t user;
	/** A control group and all below it: so deep in the hierarchy, of that number. */
	unsigned level;
	uint64_t group;
	/** The processes that clauses are confined to, with what they start; none: to no process.
	 */
	const pid_t *targets;
	size_t n_targets;
};

struct dt_lower_setup {
	const struct dt_options *options;
	const struct dt_executor *executor;
	struct dt_lower_who who;
	/** Those of dtrace:::ERROR, compiled into every program. */
	const struct dt_lower_clause *error_clauses;
	size_t n_error_clauses;
	/** Programs that are small and simple rather than fast: a first attempt was too complex. */
	bool careful;
	/** The PID namespace whose numbers programs see (dt_pidns()); 0: the kernel's own. */
	uint32_t pidns;
	/** Constants of programs may be what the running kernel's type data say. */
	bool uses_offsets;
	/** How programs load numbers of the kernel's memory, asked at most once; false: they
	 * cannot. NULL: they are not to. */
	bool (*view)(struct dt_ir_view *ret);
};

/**
 * Lay out the state of the whole program. Call after all texts are checked without errors. Memory
 * is c->arena's.
 */
struct dt_lower *dt_lower_create(struct dt_compile *c, const struct dt_lower_setup *setup);

/** The EPID of the clause on its first probe; before the groups with that clause are generated. */
void dt_lower_set_epid_base(struct dt_lower *l, const struct dt_clause *clause, uint32_t base);

/** Generate the program of one group; a large one goes on in dt_ir_prog.next. Diagnostics (limits
 * of the executor) go to c->diags. */
struct dt_ir_prog *dt_lower_group(struct dt_lower *l, const struct dt_lower_group *g);

/** The dispatcher of a context (see ir/context.h); *map is its prog array. */
struct dt_ir_prog *dt_lower_dispatcher(struct dt_lower *l, const struct dt_context *ctx,
				       unsigned *map);

/** The program on sched_switch that keeps account for vtimestamp; NULL: no clause names it. */
struct dt_ir_prog *dt_lower_vtime(struct dt_lower *l);
/** The program for raw tracepoint sched_process_exit that deletes the ending thread's elements of
 *  self-> arrays; NULL if there are none. */
struct dt_ir_prog *dt_lower_thread_exit(struct dt_lower *l);

/** The programs of -x follow for the raw tracepoints sched_process_fork and sched_process_exit,
 * NULL without the option; the map "dt_follow" has the processes' numbers as keys. */
struct dt_ir_prog *dt_lower_follow_fork(struct dt_lower *l);
struct dt_ir_prog *dt_lower_follow_exit(struct dt_lower *l);
/** The program for raw tracepoint sched_process_exec that makes user stacks forget what the process
 * has mapped; NULL if there are none. After all groups. */
struct dt_ir_prog *dt_lower_unwind_exec(struct dt_lower *l);

/** The program for the place that a process passes before it runs code of a file that it has just
 * mapped (struct dt_gate): it waits there. `sp` is the offset of the stack pointer in its context.
 */
struct dt_ir_prog *dt_lower_gate(struct dt_lower *l, enum dt_attach attach, int sp);

/** What the consumer and the loader need; valid until the compilation is destroyed. Complete after
 *  the last group. */
struct dt_program_desc *dt_lower_desc(struct dt_lower *l);

/** Does the program contain a destructive action? From dt_lower_create() on. */
bool dt_lower_is_destructive(const struct dt_lower *l);
/** ... one that writes memory of processes? */
bool dt_lower_writes_user(const struct dt_lower *l);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Lowering: translates the checked tree to IR, and describes records for the consumer.
 *
 * The state of a D program (globals, thread-locals, associative arrays, aggregations) is laid out
 * once per compilation; code is generated once per probe group. Each builtin has its own lowering
 * (lower/builtin.h), found through the descriptor in the tree.
 */
#ifndef DT_LOWER_LOWER_H
#define DT_LOWER_LOWER_H

#include "abi/program.h"
#include "dialect/options.h"
#include "ir/context.h"
#include "ir/executor.h"
#include "lang/compile.h"

/** Names of an enabled probe, for probeprov … probename. */
struct dt_lower_probe {
	uint32_t id;
	const char *prov, *mod, *func, *name;
};

/** A static probe that a probe of the group fires. */
struct dt_fired {
	struct dt_lower_probe probe;	// the probe that clauses see
	const struct dt_clause *origin; // has the condition and the arguments
	const struct dt_fired *by;	// origin's probe if it is static; NULL: the group's
};

/** A clause that the probes of a group run. */
struct dt_lower_clause {
	const struct dt_clause *clause;
	const struct dt_fired *fired; // static probe that runs it; NULL: the group's probes
};

/** Probes with one context and one list of clauses. */
struct dt_lower_group {
	const struct dt_context *context;
	const struct dt_executor *executor;  // NULL: that of the setup
	const char *name;		     // shown by the kernel, ≤ 15 chars
	const struct dt_lower_probe *probes; // sorted by id
	size_t n_probes;
	const struct dt_lower_clause *clauses; // in order of execution
	size_t n_clauses;
	/** Returns the EPID of a clause on a probe of the group or on a static one. NULL: each
	 * clause's probes are those of the group, and its EPIDs count up from epid_base. */
	uint32_t (*epid)(const void *self, uint32_t clause, uint32_t probe);
	const void *self;
	/** Probes with greater ids may be added later. They count as the last of these. */
	bool grows;
	bool followed;	 // fires only in processes in the map of -x follow
	bool dispatched; // reached through a dispatcher: no filter needed
	/** Each run stands for several firings, that happened while tracing was active. All clauses
	 * only count. */
	bool adds;
};

struct dt_lower;

/** A request of a group's program that its executor does not serve. */
struct dt_lower_refusal {
	struct dt_lower_refusal *next;
	const struct dt_ir_prog *prog; // the first program of the group
	struct dt_loc loc;
	const char *text, *way_out; // "stack() in dtrace:::BEGIN needs …"
};

/** Discards the layout, so that the same compilation can be lowered again. */
void dt_lower_undo(struct dt_lower *l);

/** Threads whose firings run clauses: -x user, cgroup, container, confine. */
struct dt_lower_limits {
	bool by_user, by_group;
	uint32_t user;
	/** A control group, with all below it: its depth in the hierarchy and its number. */
	unsigned level;
	uint64_t group;
	/** Clauses run only in these processes and their descendants. None: no restriction. */
	const pid_t *targets;
	size_t n_targets;
};

struct dt_lower_setup {
	const struct dt_options *options;
	/** The executor of programs without clauses. Its limits determine the layout, so other
	 * executors must not have lower ones. */
	const struct dt_executor *executor;
	struct dt_lower_limits limits;
	/** Clauses of dtrace:::ERROR, compiled into every program. */
	const struct dt_lower_clause *error_clauses;
	size_t n_error_clauses;
	/** Generate simple programs, not fast ones, because a first attempt was too complex. */
	bool careful;
	/** Every record has its process and thread. */
	uint32_t ring; // bytes of a ring; 0: option bufsize
	/** Executors with slots claim space for records from a pool of chunks. */
	bool has_pool;
	bool records_thread;
	/** PID namespace whose numbers programs see (dt_pidns()); 0: the initial one. */
	uint32_t pidns;
	/** Programs may contain offsets from the running kernel's type data. */
	bool uses_offsets;
	/** Reports whether the environment has VIEW; called at most once. NULL: it has not. */
	bool (*has_view)(void *self);
	void *self;
};

/** Lays out the state of the whole program. Call it after all texts are checked without errors.
 * Allocates in c->arena. */
struct dt_lower *dt_lower_create(struct dt_compile *c, const struct dt_lower_setup *setup);

/** Sets the EPID of the clause on its first probe. Call it before generating groups with that
 * clause. */
void dt_lower_set_epid_base(struct dt_lower *l, const struct dt_clause *clause, uint32_t base);

/** Generates the program of a group. A large one continues in dt_ir_prog.next. Reports limits of
 * the executor to c->diags. */
struct dt_ir_prog *dt_lower_group(struct dt_lower *l, const struct dt_lower_group *g);

/** Returns the refusals of the groups lowered so far, the latest first. Lowering does not report
 * them, because the caller may have another executor. */
const struct dt_lower_refusal *dt_lower_refusals(const struct dt_lower *l);
/** Reports the refusals of a group, whose first program is `p`, to c->diags. */
void dt_lower_report_refusals(struct dt_lower *l, const struct dt_ir_prog *p);

/** Generates the dispatcher of a context (ir/context.h), and writes its prog array to *map. */
struct dt_ir_prog *dt_lower_dispatcher(struct dt_lower *l, const struct dt_context *ctx,
				       unsigned *map);

/** Returns the program on sched_switch that maintains vtimestamp, or NULL if no clause uses it. */
struct dt_ir_prog *dt_lower_vtime(struct dt_lower *l);
/** Returns the program for raw tracepoint sched_process_exit that deletes the ending thread's
 * elements of self-> arrays, or NULL if there are none. */
struct dt_ir_prog *dt_lower_thread_exit(struct dt_lower *l);

/** These return the programs for the raw tracepoints sched_process_fork and sched_process_exit that
 * maintain DT_TABLE_FOLLOWED and DT_TABLE_TRACE_PLACES, or NULL if there is neither. The keys are
 * the processes' numbers. Call these and the next function after all groups. */
struct dt_ir_prog *dt_lower_follow_fork(struct dt_lower *l);
struct dt_ir_prog *dt_lower_follow_exit(struct dt_lower *l);
/** Returns the program for raw tracepoint sched_process_exec that removes what user stacks and
 * trace contexts know of the process's mappings, or NULL if no program uses that. */
struct dt_ir_prog *dt_lower_forget_mappings(struct dt_lower *l);

/** Returns the program of the gate (struct dt_gate), which a process passes between mapping a file
 * and running its code. The process waits there. `sp` is the offset of the stack pointer in the
 * program's context. */
struct dt_ir_prog *dt_lower_gate(struct dt_lower *l, enum dt_attach attach, int sp);
/** The same for a program inside the process. */
struct dt_ir_prog *dt_lower_gate_inside(struct dt_lower *l, const struct dt_executor *executor);
/** Returns the program that runs inside a process in front of a system call that may execute a
 * program. The thread waits at the gate of DT_TABLE_EXEC_GATE. */
struct dt_ir_prog *dt_lower_gate_exec(struct dt_lower *l, const struct dt_executor *executor);
/** Returns the program that runs inside a process in front of its system calls, and notes filters
 * of system calls before they are installed. */
struct dt_ir_prog *dt_lower_guard(struct dt_lower *l, const struct dt_executor *executor);

/** Returns the description for the consumer and the loader, valid until the compilation is
 * destroyed. It is complete after the last group. */
struct dt_program_desc *dt_lower_desc(struct dt_lower *l);

/** Reports whether the program contains a destructive action. */
bool dt_lower_is_destructive(const struct dt_lower *l);
/** Reports whether the program contains an action that writes memory of processes. */
bool dt_lower_writes_user(const struct dt_lower *l);

#endif

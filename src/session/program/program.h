/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The programs of a session: one for each group of probes, with its later parts; a dispatcher
 * where several groups share an attachment; and accounts, which run on their own events. All
 * programs are in one list, dt_programs.list. Each step (translating, -S, loading, attaching,
 * pinning) handles every program of the list. The kernel runs BPF programs; dtrace itself can run
 * those of BEGIN, END and tick as machine code.
 *
 *	group.c     matched clauses → groups, EPIDs      generate.c  groups → IR → eBPF
 *	fired.c     probes that fire static probes	   partition.c  groups → executors
 *	load.c      maps and programs into the kernel    attach.c    programs to their events
 *	memory.c    sizes of maps                        join.c      probes created while tracing
 *	host.c      programs that dtrace itself runs     inside/     programs inside the target
 */
#ifndef DT_SESSION_PROGRAM_H
#define DT_SESSION_PROGRAM_H

#include "ebpf/attach.h"
#include "ebpf/ebpf.h"
#include "lower/lower.h"
#include "native/region.h"
#include "session/core/session.h"

struct dt_firing {
	struct dt_probe *probe;
	const struct dt_fired *fired;
};

/** The probes at which a static probe fires. None of them is static. */
struct dt_firings {
	dt_vec(struct dt_firing) list;
};

/** A probe with its clauses in execution order. */
struct dt_enabled {
	struct dt_probe *probe;
	dt_vec(struct dt_lower_clause) clauses;
	bool is_inside;	 // the target may run its program: its site can be patched
	bool in_region;	 // the target or dtrace itself runs its program
	bool is_dropped; // no executor serves it
};

/** Probes that share a program. */
struct dt_group {
	const struct dt_context *context;
	dt_vec(struct dt_probe *) probes; // sorted by id; of a dispatcher: where it is attached
	const struct dt_lower_clause *clauses;
	size_t n_clauses; // 0: a dispatcher
	struct dt_group
	    *dispatcher;      // calls the group's program; NULL: the program is attached itself
	unsigned jumps;	      // of a dispatcher: the map through which it calls
	struct dt_prog *prog; // its first part
	bool is_inside;	      // the target may run it
	struct dt_prog
	    *adder; // of a group that only counts: adds what blocks have counted; or NULL
	/** Why the kernel runs it, as a part of a sentence; NULL: the target runs it if it
	 * is_inside, else dtrace itself. */
	const char *why;
	struct dt_group *joined; // partition.c: a group that has the same executor; or NULL
	/** The probes are those of this group with their sites in_place (inside.h): the kernel runs
	 *  this one, the target that one. NULL: all others. */
	struct dt_group *original;
};

/** State that clauses may need, kept up to date by a program on a raw tracepoint. */
struct dt_account {
	const char *tracepoint;
	const char *user; // the D feature that needs it
	bool is_last;	  // runs after the probes on the same event
	/** Returns NULL if the D program does not need the account. */
	struct dt_ir_prog *(*lower)(struct dt_lower *l);
};

/** A program. Exactly one of the last members is set and determines when the program runs. */
struct dt_prog {
	struct dt_ir_prog *ir;
	struct dt_bpf_code code;
	uint32_t prototype; // dt_bpf_code.prototype
	struct dt_bpf_program loaded;
	struct dt_native_program *native; // NULL: the kernel runs it
	size_t entry;			  // of the native program, in the region's code
	struct dt_group *group;		  // runs for its probes, or dispatches to them
	const struct dt_ir_prog *before;  // continues here by a tail call
	const struct dt_account *account;
	bool is_gate;	   // program of struct dt_gate
	bool is_hook;	   // the same inside the target, which has no group
	bool is_guard;	   // inside the target, of struct dt_inside_guard
	bool is_exec_gate; // the same in front of execve(2)
	bool is_adder;	   // dt_group.adder of its group
};

/** The program's translation, from clauses matched to probes up to eBPF. */
struct dt_programs {
	dt_vec(struct dt_enabled *) enabled; // sorted by probe id; arena
	struct dt_map enabled_by_id;
	dt_vec(struct dt_lower_clause) error_clauses;
	struct dt_map firings;		  // of static probes: u32 id → struct dt_firings; arena
	dt_vec(struct dt_group *) groups; // arena; groups with clauses, then dispatchers
	dt_vec(struct dt_prog *) list;	  // arena; each group's parts in order
	struct dt_lower *lower;
	const struct dt_program_desc *desc; // of `lower`
	const struct dt_executor *executor; // of the programs in the kernel
	bool in_kernel;			    // some groups run there
	bool in_region;			    // some are machine code, in dtrace itself or the target
	bool in_target;
	bool is_anonymous;  // the kernel must run all of them, for -A
	bool is_for_all;    // another user may run them: the kernel can be asked for anything
	struct dt_map kept; // by the number of a probe: why the kernel must run its group
	struct dt_bpf_kernel kernel;
	bool uses_offsets; // programs contain this kernel's offsets as constants
	bool careful;	   // simpler programs for the verifier, which refused the first ones
};

/** A probe that dtrace itself fires by time. */
struct dt_timed_group {
	const struct dt_group *group;
	uint64_t period, due; // ns; ns of CLOCK_MONOTONIC
};

/** The session's objects in the kernel and the memory of the programs that dtrace runs, except the
 * programs, which are in struct dt_prog. */
struct dt_loaded {
	struct dt_maps maps;
	struct dt_native_region region;
	struct dt_store *stores[2]; // of those that exist
	size_t n_stores;
	struct dt_links links;
	dt_vec(struct dt_timed_group) timers;
	uint64_t skipped; // firings that the kernel counted without running a program; at the end
};

/** Returns where a static probe fires, or NULL if the probe is not static. The call also enables
 * the accounts that the probe and its arguments need. */
const struct dt_firings *dt_session_firings(struct dtrace *d, const struct dt_probe *p,
					    uint64_t args);
void dt_session_firings_deinit(struct dtrace *d);
/** Makes dt_programs.groups from the matched clauses; dispatchers come last. */
struct dt_error *dt_session_group(struct dtrace *d) dt_must_use;
/** Assigns EPIDs, densely over (clause, probe): clause by clause, then probes by id. */
void dt_session_assign_epids(struct dtrace *d);
uint32_t dt_session_epid(const struct dtrace *d, uint32_t clause, uint32_t probe);

/** Decides which executor runs each group, and replaces the contexts of groups that dtrace itself
 * runs. */
void dt_session_partition(struct dtrace *d);
/** Returns why all groups are the kernel's, or NULL. */
const char *dt_session_why_kernel(const struct dtrace *d);
/** Reports whether dtrace itself runs the group of the probe. */
bool dt_session_runs_here(const struct dtrace *d, uint32_t probe);
/** Reports whether the target or dtrace itself runs the clause at the probe; `clause` DT_REC_ERROR:
 *  any clause. Another record in the memory that they share is forged. */
bool dt_session_may_record(const struct dtrace *d, uint32_t clause, uint32_t probe);
/** Notes that the kernel must run the group. The next partition heeds it. */
void dt_session_keep(struct dtrace *d, const struct dt_group *g, const char *why);

/** Sends, as details, which executor runs which groups, and why. */
void dt_session_note_executors(struct dtrace *d);

/** Makes groups, IR and code, once. Asks nothing of the kernel. */
struct dt_error *dt_session_generate(struct dtrace *d) dt_must_use;
/** Generates again, because some probes need another executor. Frees the first programs. */
struct dt_error *dt_session_generate_again(struct dtrace *d) dt_must_use;
/** Generates again, in smaller programs with less for the verifier to track. Frees the first
 * programs. */
struct dt_error *dt_session_generate_carefully(struct dtrace *d) dt_must_use;
void dt_session_generate_deinit(struct dtrace *d);

/** Loads maps and programs, into the kernel, this process and the target, and patches the target's
 * sites. If the verifier finds a program too complex, generates carefully and loads again; if a
 * site cannot be patched, leaves its probes to the kernel. */
struct dt_error *dt_session_load(struct dtrace *d) dt_must_use;
/** Lists the stores of the loaded programs. */
void dt_session_list_stores(struct dtrace *d);
/** Reports whether a program called exit(). */
bool dt_session_has_exited(const struct dtrace *d);
/** Lets the programs of all probes but BEGIN and END run, or not. */
void dt_session_set_active(struct dtrace *d, bool active);
/** Sets the difference between the wall clock and the programs' clock, in ns. */
void dt_session_set_clock(struct dtrace *d, uint64_t wall_offset);
/** Sets a key of the table, unless no program reads the table. */
void dt_session_table_put(const struct dtrace *d, enum dt_table table, const void *key,
			  const void *value);
/** Removes a key of the table, if there is one. */
void dt_session_table_remove(const struct dtrace *d, enum dt_table table, const void *key);
/** Copies the value of a key. Returns false if there is none, or no table. */
bool dt_session_table_find(const struct dtrace *d, enum dt_table table, const void *key,
			   void *value);
/** Returns the number of firings for which the kernel ran no program. */
uint64_t dt_session_misses(const struct dtrace *d);
/** Runs the program of a probe of the dtrace provider, if that probe is enabled. */
struct dt_error *dt_session_run_probe(struct dtrace *d, uint32_t id) dt_must_use;

/** host.c: The programs that dtrace itself runs are compiled for memory whose layout
 * dt_session_host_init() determines. */
void dt_session_host_init(struct dtrace *d);
struct dt_error *dt_session_host_compile(struct dtrace *d, struct dt_prog *p) dt_must_use;
void dt_session_host_free(struct dt_prog *p);
struct dt_error *dt_session_host_load(struct dtrace *d) dt_must_use;
void dt_session_host_run(struct dtrace *d, const struct dt_prog *p);
void dt_session_host_deinit(struct dtrace *d);
/** Begins to fire the probes that dtrace fires by time. */
void dt_session_host_begin(struct dtrace *d);
/** Fires those that are due. */
void dt_session_host_work(struct dtrace *d);
/** Returns when the next one is due, ns of CLOCK_MONOTONIC; UINT64_MAX: never. */
uint64_t dt_session_host_due(const struct dtrace *d);

struct dt_error *dt_session_attach(struct dtrace *d) dt_must_use;
/** Reports whether the group's probes must be attached on a CPU that comes online. */
bool dt_session_is_of_cpu(const struct dtrace *d, const struct dt_group *g);
/** Attaches probes on a CPU that came online. Continues after a failure and returns the first
 * error. */
struct dt_error *dt_session_attach_cpu(struct dtrace *d, unsigned cpu) dt_must_use;

/** Reduces bufsize, unwindsize and specsize if memory is short. Call before lowering. */
struct dt_error *dt_session_fit_buffers(struct dtrace *d) dt_must_use;
/** Reduces the sizes of arrays and aggregations if memory is short. Call when their maps are known.
 */
struct dt_error *dt_session_fit_maps(struct dtrace *d) dt_must_use;
/** Adds the memory of the maps. */
void dt_session_measure_memory(const struct dtrace *d, struct dtrace_statistics *ret);

#endif

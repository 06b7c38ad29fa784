/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The BPF programs of a session: one for each group of probes, with its later parts; a dispatcher
 * where several groups share an attachment; and those that keep accounts on events of their own.
 * All are of one kind and stand in one list, dtrace.progs: whatever is done with programs
 * (translating, -S, loading, attaching, pinning) is done with each of the list.
 *
 *	group.c     matched clauses → groups, EPIDs      generate.c  groups → IR → eBPF
 *	fired.c     what static probes are fired by
 *	load.c      maps and programs into the kernel    attach.c    programs to what fires them
 *	memory.c    sizes of maps                        join.c  probes that come while tracing
 *	modules.c   those of modules of the kernel     hotplug.c  modules and CPUs that come
 */
#ifndef DT_SESSION_PROGRAM_H
#define DT_SESSION_PROGRAM_H

#include "base/vec.h"
#include "ebpf/ebpf.h"
#include "lower/lower.h"
#include "provider/provider.h"

struct dtrace;

struct dt_firing {
	struct dt_probe *probe;
	const struct dt_fired *fired;
};

/** Where a static probe fires: the probes below, none of which is static. */
struct dt_firings {
	dt_vec(struct dt_firing) list;
};

/** A probe with the clauses that it fires, in the order in which they run. */
struct dt_enabled {
	struct dt_probe *probe;
	dt_vec(struct dt_lower_clause) clauses;
};

/** Probes that share a program. */
struct dt_group {
	const struct dt_context *context;
	dt_vec(struct dt_probe *) probes; // sorted by id; a dispatcher's: where it is attached
	const struct dt_lower_clause *clauses;
	size_t n_clauses;	     // 0: a dispatcher
	struct dt_group *dispatcher; // that calls its program; NULL: it is attached itself
	unsigned jumps;		     // of a dispatcher: the map through which it calls
	struct dt_prog *prog;	     // the first one
};

/** Something that clauses can need to be kept up to date, by a program on a raw tracepoint. */
struct dt_account {
	const char *tracepoint;
	const char *user; // what of D needs it
	bool is_last;	  // on an event that probes are on as well, it runs behind them
	/** NULL: the D program does not need it. */
	struct dt_ir_prog *(*lower)(struct dt_lower *l);
};

/** A BPF program. One of the last members is set and says what makes it run. */
struct dt_prog {
	struct dt_ir_prog *ir;
	struct dt_bpf_code code;
	int fd;				 // -1: not loaded
	struct dt_group *group;		 // its probes, or its dispatcher
	const struct dt_ir_prog *before; // the program that goes on here, by a tail call
	const struct dt_account *account;
	bool is_gate; // of struct dt_gate
};

/** NULL: the probe is not static. Asking enables what the probe needs, and the arguments do. */
const struct dt_firings *dt_session_firings(struct dtrace *d, const struct dt_probe *p,
					    uint64_t args);
void dt_session_firings_deinit(struct dtrace *d);
/** From matched clauses to dtrace.groups, the dispatchers last. */
void dt_session_group(struct dtrace *d);
/** EPIDs are dense over (clause, probe), clause by clause, probes by id. */
void dt_session_assign_epids(struct dtrace *d);
uint32_t dt_session_epid(const struct dtrace *d, uint32_t clause, uint32_t probe);

/** Groups, IR and code; once. The kernel is not asked for anything. */
struct dt_error *dt_session_generate(struct dtrace *d) dt_must_use;
/** The same again, in smaller programs that tell the verifier less; the first are gone. */
struct dt_error *dt_session_generate_carefully(struct dtrace *d) dt_must_use;
void dt_session_generate_deinit(struct dtrace *d);

/** Maps and programs into the kernel; carefully, if the verifier finds them too complex. */
struct dt_error *dt_session_load(struct dtrace *d) dt_must_use;
/** The descriptor of the table's map; -1: no program reads it. */
int dt_session_table(const struct dtrace *d, enum dt_table table);
/** Firings that the kernel did not hand to a program. */
uint64_t dt_session_misses(const struct dtrace *d);
/** Run the program of a probe of the dtrace provider, if it is enabled. */
struct dt_error *dt_session_run_probe(struct dtrace *d, uint32_t id) dt_must_use;

struct dt_error *dt_session_attach(struct dtrace *d) dt_must_use;
/** Do the probes come to a CPU that comes on? */
bool dt_session_is_of_cpu(const struct dtrace *d, const struct dt_group *g);
/** A CPU has come on: attach what it is to have. What cannot be attached keeps nothing else from
 *  being so; the first error is returned. */
struct dt_error *dt_session_attach_cpu(struct dtrace *d, unsigned cpu) dt_must_use;

/** Lower bufsize and specsize if memory is short, before anything is lowered; what arrays and
 *  aggregations may take, when their maps are known. */
struct dt_error *dt_session_fit_buffers(struct dtrace *d) dt_must_use;
struct dt_error *dt_session_fit_maps(struct dtrace *d) dt_must_use;

#endif

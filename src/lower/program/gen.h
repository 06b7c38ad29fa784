/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The program of a group while it is generated: struct dt_gen, and what a firing has at hand.
 *
 *	group.c   the whole program, ERROR, the dispatcher    clause.c  clauses and statements
 *	firing.c  context data, literals                      slot.c    memory of the firing
 *	probe.c   names and EPIDs of the firing probe         fault.c   faults and drops
 *	thread.c  the thread that a clause is about
 *
 * Values in registers are 64 bits wide and extended by the sign of their type. Control only goes
 * forward; a register that is cached for later use must have been assigned on every way there,
 * which dt_gen_branch_begin() and dt_gen_branch_end() keep true.
 */
#ifndef DT_LOWER_GEN_H
#define DT_LOWER_GEN_H

#include "lower/record/record.h"
#include "lower/state/state.h"

enum {
	DT_GEN_CACHE = 64,	   // context data that are cached at once
	DT_GEN_ARGS = 64,	   // more than a probe can have
	DT_GEN_STACK_SCRATCH = 64, // larger dt_gen_scratch() requests lie in the claimed slot
};

/** Functions of a program, by what they do; their numbers are only known at the end. */
enum {
	DT_LOWER_FUNC_ERROR = 1,
	DT_LOWER_FUNC_DROP, // + enum dt_drop
	DT_LOWER_N_FUNCS = DT_LOWER_FUNC_DROP + DT_N_DROPS,
};

/** A cached register. */
enum dt_cache_kind {
	DT_CACHE_ARG,
	DT_CACHE_ERRNO,
	DT_CACHE_PROBE_ID,
	DT_CACHE_PROBE_INDEX,
	DT_CACHE_PID_TGID, // n of these: 0, the current thread; 1 + that of an argument
	DT_CACHE_PID,
	DT_CACHE_TID,
	DT_CACHE_TASK,
	DT_CACHE_SELF,
	DT_CACHE_CPU_ELEM, // n: the map; or NULL
};

struct dt_gen {
	struct dt_lower *l;
	struct dt_ir_prog
	    *prog; // NULL while the state is laid out: only descriptions are asked for
	struct dt_ir_func *f;
	const struct dt_lower_group *group;
	const struct dt_context *context;
	uint32_t *ids; // of the group's probes; NULL until they are asked for
	bool in_error; // the function of the ERROR clauses
	struct dt_chain *chain;
	uint32_t frame_number; // of the chain, or ERROR's function: who knows a frame's variable
	bool hands_on;	       // the slot goes to the next program
	dt_label done;	       // leaves the program
	dt_label finish;       // there begins what it does last, 0: elsewhere or nothing

	// what the prologue, generated last, must prepare
	bool claims;
	dt_reg scratch; // address of the claimed slot
	dt_reg clock;	// of vtimestamp, stopped by this program; 0 in it: by none; 0: not needed
	dt_reg firing;	// the time of the firing, 0 in it: not known yet; 0: no clause needs it yet
	dt_reg this_regs[DT_LOWER_THIS_REGS];
	struct dt_ident_list frame_vars;    // to be initialised
	uint32_t scratch_used, scratch_max; // bytes of the slot

	struct {
		enum dt_cache_kind kind;
		unsigned n;
		dt_reg reg;
	} cache[DT_GEN_CACHE];
	unsigned n_cached;

	// stack memory; slots are taken and released again
	struct {
		dt_slot slot;
		uint32_t size;
		bool taken;
	} stack[64];
	unsigned n_stack;
	uint32_t stack_size; // bytes of all of them

	// the clause
	const struct dt_clause *clause;
	const struct dt_fired *fired; // the static probe that runs it, or whose origin is evaluated
	size_t clause_at;	      // index in the group
	size_t clause_begin;
	dt_label clause_end;
	bool may_fault; // in some program
	unsigned n_conds;
	uint32_t action;		      // statements are numbered from 1; 0 = predicate
	dt_label fault_predicate, fault_body; // 0: no fault yet
	dt_slot fault;			      // struct dt_fault_info
	dt_reg time;
	bool reads_clock; // the clause, or an origin of the static probe that runs it
	bool time_read;
	struct dt_gen_record rec;
	struct {
		const struct dt_node *node;
		dt_reg reg;
	} memo[4]; // values that dt_gen_value() must not compute again
	unsigned n_memo;
};

enum { DT_GEN_ERROR_TIME = 5 }; // parameter of the function of the ERROR clauses

// ---- group.c
void dt_gen_loc(struct dt_gen *g, struct dt_loc loc);
/** The program is complete: generate what stands before and behind its clauses. */
void dt_gen_prog_end(struct dt_gen *g);
/** End the program before it has done anything but what it always does last; in the prologue. */
void dt_gen_pass_over(struct dt_gen *g);

// ---- clause.c
void dt_gen_clause(struct dt_gen *g, const struct dt_lower_clause *c, size_t at);
/** Evaluate for the effect. */
void dt_gen_effect(struct dt_gen *g, const struct dt_node *n);

// ---- firing.c
bool dt_gen_cached(const struct dt_gen *g, enum dt_cache_kind kind, unsigned n, dt_reg *reg);
dt_reg dt_gen_cache(struct dt_gen *g, enum dt_cache_kind kind, unsigned n, dt_reg reg);
/** Does code behind the statement read this register? */
bool dt_gen_lasts(const struct dt_gen *g, dt_reg r);
/** What `read` gives of the thread that the clause is about: once for each, in a register. */
dt_reg dt_gen_of_thread(struct dt_gen *g, enum dt_cache_kind kind,
			dt_reg (*read)(struct dt_gen *g));
/** MAP_FIND: the address of the element's value; 0 if there is none. */
dt_reg dt_gen_lookup(struct dt_gen *g, unsigned map, dt_reg key);
dt_reg dt_gen_literal(struct dt_gen *g, const char *text, size_t len);

// ---- pidns.c
/** What dtrace's PID namespace, which is not the initial one, calls a task. */
dt_reg dt_lower_pidns_of(struct dt_lower *l, struct dt_ir_func *f, dt_reg task,
			 enum dt_pidns_of of);

// ---- slot.c
/** `size` bytes of stack, 8-aligned, until they are released; returns the index for that. */
unsigned dt_gen_stack_take(struct dt_gen *g, uint32_t size);
dt_reg dt_gen_stack_addr(struct dt_gen *g, unsigned taken);
void dt_gen_stack_release(struct dt_gen *g, unsigned taken);
dt_reg dt_gen_frame(struct dt_gen *g, struct dt_ident *id, const struct dt_lower_var *v);
/** Byte `off` of the claimed slot, of which `end` bytes are used. */
dt_reg dt_gen_slot(struct dt_gen *g, uint32_t off, uint32_t end);
/** Say how many bytes of the slot are used. */
void dt_gen_slot_reserve(struct dt_gen *g, uint32_t end);
/** Set g->scratch to the slot: claimed anew, or found again. */
void dt_gen_slot_claim(struct dt_gen *g);
void dt_gen_slot_release(struct dt_gen *g);

// ---- fault.c
/** The body of the function that counts a drop. */
void dt_gen_drop_function(struct dt_gen *g, enum dt_drop cause);
/** The fault exits of the clause, or of its part in this program, before its end. */
void dt_gen_fault_exits(struct dt_gen *g);
/** Fault if the environment's word, whose result that is, could not read. */
void dt_gen_fault_badaddr(struct dt_gen *g, dt_reg result, dt_reg addr);

// ---- probe.c
/** The group's probes as its context wants to know them; without a map of operands. */
struct dt_probe_set dt_gen_probe_set(struct dt_gen *g);
/** Position of the firing probe among those of the group. */
dt_reg dt_gen_probe_index(struct dt_gen *g);

#endif

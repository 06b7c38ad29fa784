/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Code generation: struct dt_gen, and the data of a firing.
 *
 *	firing.c  its data, cached        slot.c   its memory
 *	code.c    short code for all      fault.c  faults and drops
 *	thread.c  the clause's thread     pidns.c  numbers of processes
 *	probe.c   names and EPIDs of the firing probe
 *	ask.c     requests that the executor may refuse, members of the kernel's structs
 *
 * Values in registers are 64 bits wide, sign- or zero-extended by their type. Control only goes
 * forward. A cached register must be assigned on every path to a later use; dt_gen_branch_begin()
 * and dt_gen_branch_end() ensure that.
 */
#ifndef DT_LOWER_GEN_H
#define DT_LOWER_GEN_H

#include "ir/phrases.h"
#include "lower/state/state.h"

enum {
	DT_GEN_CACHE = 64, // max. context data cached at the same time
	DT_GEN_ARGS = 64,  // more than a probe can have
};

/** Functions of a program, by purpose. Their numbers are known at the end. */
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
	DT_CACHE_PID_TGID, // n of these: 0: the current thread; else 1 + that of its argument
	DT_CACHE_PID,
	DT_CACHE_TID,
	DT_CACHE_TASK,
	DT_CACHE_SELF,
	DT_CACHE_VTIME,
	DT_CACHE_CPU_ELEM, // n: the map; the register may be NULL
};

/** Sizes and offsets of a record that are known at the end of its clause (late constants). */
struct dt_late_record {
	int64_t whole;	 // bytes in the ring, header included
	int64_t spilled; // offset in the slot if the ring is full
};

/** A token of an ended speculation in the record. */
struct dt_record_token {
	struct dt_record_token *next;
	uint32_t at; // in the record
	int guard;   // of the action
};

/** The record of the clause being lowered. */
struct dt_gen_record {
	bool used;		     // the clause has a record
	bool unguarded;		     // an action runs whenever the clause does
	bool vital;		     // written even if the ring is full
	bool has_mask, has_thread;   // words of the payload
	struct dt_late_record *late; // arena
	dt_reg bytes, pos, rec;	     // in this program: its size, position in the ring, address
	dt_reg mask;		     // bits of the arms that ran
	dt_label full;		     // target if claiming fails
	dt_label discard;	     // discards the record and leaves the clause; 0: none
	uint32_t payload;	     // bytes so far
	unsigned n_guards;
	int *guard;			// of the innermost arm; -1: not assigned yet; NULL: no arm
	struct dt_action_desc *actions; // arena, grown by doubling
	size_t n_actions, cap_actions;
	struct dt_action_desc *act;	// the current action
	struct dt_record_token *tokens; // of speculations that its actions end; arena
};

/**
 * The programs of a group, each tail-calling the next. The claimed slot holds shared data and is
 * handed on instead of being released.
 */
struct dt_chain {
	uint32_t number;
	bool this_in_memory; // this-> scalars are in the frame, not in registers
	bool must_be_cut;    // its clauses name too many maps for one program
	size_t part_size;    // IR instructions after which the first program is cut; 0: never
	unsigned part;	     // number of the current program, from 0
	unsigned map;	     // 0: not cut yet
	bool *named;	     // for each map of the state: this program names it
	unsigned n_named;
	bool held;	  // the previous program handed on its slot
	bool has_time;	  // ... with the time of the firing
	bool is_complete; // no clause follows
	struct dt_ir_prog *first, *last;
};

/** The program being generated, one of a chain. */
struct dt_gen_program {
	struct dt_ir_prog *ir; // NULL during layout, which only needs descriptions
	uint32_t frame_number; // of the chain or ERROR's function (dt_lower_var.framed)
	uint32_t *probe_ids;   // of the group's probes; NULL before dt_gen_probe_set()
	bool sleeps;	       // reads memory that may not be resident; is never cut
	bool hands_on;	       // the next program of the chain takes over the slot
	dt_label done;	       // leaves the program
	dt_label finish;       // start of the context's final code; 0: none, or in another program
	// prepared by the prologue, which is generated last; register 0: not needed
	dt_reg clock; // vtimestamp's clock, stopped by this program; 0 at run time: by none
	dt_reg time;  // of the firing; 0 at run time: not known yet
	dt_reg this_regs[DT_LOWER_THIS_REGS];
	struct dt_ident_list frame_vars; // the prologue initialises them
};

/** Memory of a firing: objects on the stack, reusable after their release, and the claimed slot. */
struct dt_gen_memory {
	struct {
		dt_slot slot;
		uint32_t size;
		bool taken;
	} stack[64];
	unsigned n_stack;
	uint32_t stack_size; // total bytes
	bool claims;	     // the prologue claims a slot
	dt_reg slot;	     // its address; 0: not needed
	uint32_t used, max;  // bytes of the slot: by the clause so far, by all clauses
};

/** Registers with data of the firing that following code can use again. */
struct dt_gen_cache {
	struct {
		enum dt_cache_kind kind;
		unsigned n;
		dt_reg reg;
	} entries[DT_GEN_CACHE];
	unsigned n;
};

/** The clause being generated. */
struct dt_gen_clause {
	const struct dt_clause *ast;
	const struct dt_fired *fired; // its static probe, or the one whose origin is evaluated
	size_t at;		      // index in the group
	size_t begin;		      // its first instruction in this program
	dt_label end;
	uint32_t action;  // number of the statement, from 1; 0 = predicate
	unsigned n_conds; // conditions with operands that later code reads (dt_verifier_operand())
	bool reads_clock; // the clause does, or an origin of its static probe
	bool time_read;
	dt_reg time; // valid if time_read
};

/** Faults of the clause. */
struct dt_gen_fault {
	bool is_possible;	  // a program of the chain has one
	dt_label predicate, body; // exits; 0: no fault yet
	dt_slot info;		  // struct dt_fault_info
};

/** Values of nodes that dt_gen_value() reuses. */
struct dt_gen_memo {
	struct {
		const struct dt_node *node;
		dt_reg reg;
	} values[4];
	unsigned n;
};

/** The generation of code for a group of probes. */
struct dt_gen {
	struct dt_lower *l;
	const struct dt_lower_group *group;
	const struct dt_context *context;
	struct dt_chain *chain; // NULL in the function of the ERROR clauses and in others
	bool in_error;		// generating the function of the ERROR clauses
	struct dt_ir_func *f;
	struct dt_gen_program program;
	struct dt_gen_memory memory;
	struct dt_gen_cache cache;
	struct dt_gen_clause clause;
	struct dt_gen_fault fault;
	struct dt_gen_record record;
	struct dt_gen_memo memo;
};

enum { DT_GEN_ERROR_TIME = 5 }; // parameter of the function of the ERROR clauses

// ---- firing.c
bool dt_cache_find(const struct dt_gen_cache *c, enum dt_cache_kind kind, unsigned n, dt_reg *reg);
/** Adds a register and returns it. */
dt_reg dt_cache_add(struct dt_gen_cache *c, enum dt_cache_kind kind, unsigned n, dt_reg reg);
/** Reports whether code after the statement may read this register. */
bool dt_gen_lasts(const struct dt_gen *g, dt_reg r);
/** Returns the result of `read` for the clause's thread, cached for each thread. */
dt_reg dt_gen_of_thread(struct dt_gen *g, enum dt_cache_kind kind,
			dt_reg (*read)(struct dt_gen *g));
/** Ends the program early; it only runs the context's final code. For the prologue. */
void dt_gen_end_early(struct dt_gen *g);
/** Reports whether the program may sleep. If so, it is never cut. */
bool dt_gen_sleeps(struct dt_gen *g);

// ---- thread.c
/** Returns the clause's thread for THREAD_FIND and THREAD_MAKE. */
dt_reg dt_gen_thread(struct dt_gen *g);

// ---- code.c
const struct dt_ir_phrases *dt_gen_phrases(const struct dt_gen *g);
/** Returns the address of the element's value, 0 if there is none (MAP_FIND). */
dt_reg dt_gen_lookup(struct dt_gen *g, unsigned map, dt_reg key);
dt_reg dt_gen_literal(struct dt_gen *g, const char *text, size_t len);
/** Multiplies a register by a constant. */
dt_reg dt_gen_scale(struct dt_gen *g, dt_reg r, uint64_t by);
/** Copies a string within D's own memory. */
void dt_gen_string_copy(struct dt_gen *g, dt_reg dst, uint32_t cap, dt_reg src);

// ---- pidns.c
/** Returns a task's number in dtrace's PID namespace, which is not the initial one. */
dt_reg dt_lower_pidns_of(struct dt_lower *l, struct dt_ir_func *f, dt_reg task,
			 enum dt_pidns_of of);

// ---- ask.c
/** Notes that the node asks for the instructions that follow. Returns the node that did so before,
 * for dt_gen_asked(). */
const struct dt_node *dt_gen_ask(struct dt_gen *g, const struct dt_node *n);
void dt_gen_asked(struct dt_gen *g, const struct dt_node *before);
/** Notes what the optimized programs of a group ask for in vain. */
void dt_lower_check_requests(struct dt_lower *l, const struct dt_ir_prog *first,
			     const struct dt_lower_group *group);

// ---- slot.c
/** Allocates `size` bytes of stack, 8-aligned. Returns the index by which they are released. */
unsigned dt_gen_stack_alloc(struct dt_gen *g, uint32_t size);
dt_reg dt_gen_stack_addr(struct dt_gen *g, unsigned taken);
dt_slot dt_gen_stack_slot(const struct dt_gen *g, unsigned taken);
void dt_gen_stack_release(struct dt_gen *g, unsigned taken);
/** Releases all objects on the stack. */
void dt_memory_release_all(struct dt_gen_memory *m);
dt_reg dt_gen_frame(struct dt_gen *g, struct dt_ident *id, const struct dt_lower_var *v);
/** Returns the address of byte `off` of the claimed slot, and reserves its first `end` bytes. */
dt_reg dt_gen_slot(struct dt_gen *g, uint32_t off, uint32_t end);
/** Reserves the first `end` bytes of the slot. */
void dt_gen_slot_reserve(struct dt_gen *g, uint32_t end);
/** Sets memory.slot to a newly claimed slot or to the one that the previous program handed on. */
void dt_gen_slot_claim(struct dt_gen *g);
void dt_gen_slot_release(struct dt_gen *g);

// ---- fault.c
/** Generates the body of the function that counts a drop. */
void dt_gen_drop_function(struct dt_gen *g, enum dt_drop cause);
/** Raises BADADDR if `result`, returned by a word of the environment, is an error. */
void dt_gen_fault_badaddr(struct dt_gen *g, dt_reg result, dt_reg addr);

// ---- probe.c
/** Returns the group's probes for functions of the context, without a map of operands. */
struct dt_probe_set dt_gen_probe_set(struct dt_gen *g);
/** Returns the index of the firing probe in the group. */
dt_reg dt_gen_probe_index(struct dt_gen *g);

#endif

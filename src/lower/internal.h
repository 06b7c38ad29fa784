/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * What the files of lowering share.
 *
 *	program/clause.c    clauses and statements
 *	program/fault.c     faults and drops
 *	program/firing.c    context data, scratch memory, literals
 *	program/group.c     the program of a group, ERROR, the dispatcher
 *	program/probe.c     names and EPIDs of the firing probe
 *	account/followed.c  -x follow: which processes are meant
 *	account/thread.c    what a thread leaves behind
 *	account/vtime.c     vtimestamp
 *	state/layout.c      variables, aggregations, tuples
 *	state/maps.c        maps, read-only data
 *	record/record.c     records and the description of their actions
 *	value/agg.c         aggregations
 *	value/assign.c      assignments
 *	value/compare.c     comparison of strings
 *	value/cond.c        conditions as branches
 *	value/expr.c        scalar expressions
 *	value/string.c      strings
 *	value/translate.c   whole translations
 *	place/assoc.c       tuples and associative arrays
 *	place/kernel.c      offsets and addresses in the running kernel
 *	place/memory.c      loads, stores and copies of places
 *	place/object.c      members of kernel objects that the verifier knows
 *	place/place.c       where a value lies
 *	verifier/chain.c    groups that are cut into several programs
 *
 * Values in registers are 64 bits wide and extended by the sign of their type. Control only goes
 * forward; a register that is cached for later use must have been assigned on every way there,
 * which dt_gen_branch_begin() and dt_gen_branch_end() keep true.
 */
#ifndef DT_LOWER_INTERNAL_H
#define DT_LOWER_INTERNAL_H

#include "lower/builtin.h"

enum {
	DT_LOWER_THIS_REGS = 16,     // this-> scalars in registers; the others lie in the frame
	DT_LOWER_STACK_TUPLE = 96,   // larger key tuples lie in scratch memory
	DT_LOWER_STACK_SCRATCH = 64, // larger dt_gen_scratch() requests lie in the claimed slot,
	DT_LOWER_STACK_MAX = 192,    // and all when this many bytes of stack are taken
	DT_LOWER_SCRATCH_LEVELS = 4, // slots per CPU: how deep programs may preempt each other
	DT_LOWER_SLOT_NUMBER = 8,    // the claimed slot: a word that claims it, a word for
	DT_LOWER_SLOT_POS = 16,	     // dt_gen_number(); what a clause takes along when it goes on
	DT_LOWER_SLOT_MASK = 24,     // in another program: its record, the arms that ran, the
	DT_LOWER_SLOT_TIME = 32,     // time, and whether it has ended;
	DT_LOWER_SLOT_ENDED = 40,    // then the frame and dt_gen_scratch()
	DT_LOWER_SLOT_BEGIN = 48,
	DT_LOWER_ALLOCA_MIN = 65536, // how far into the slot a pointer may write at least
	DT_LOWER_FEW_CLAUSES = 32,   // up to here predicates are branches to the clause's end
	// A program's instructions after which it is cut: loading takes time by the square of the
	// size. The size doubles every DT_LOWER_PARTS_DOUBLE programs, so that DT_LOWER_PARTS_MAX
	// of them hold 250,000 instructions; a chain of BPF tail calls ends after 33, one of which
	// dispatches.
	DT_LOWER_PART_SIZE = 2048,
	DT_LOWER_PART_SIZE_CAREFUL = 512,
	DT_LOWER_PARTS_DOUBLE = 8,
	DT_LOWER_PARTS_MAX = 32,
	DT_LOWER_FEW_CONDS = 6,	     // of a clause: the verifier may learn from them
	DT_LOWER_CACHE = 64,	     // context data that are cached at once
	DT_LOWER_GUARDS = 64,	     // arms of if/else with actions in one clause: bits of the mask
	DT_LOWER_PERCPU_MAX = 32768, // largest value of a per-CPU hash: PCPU_MIN_UNIT_SIZE
	DT_LOWER_AGGS_MAX = 1 << 20, // of aggregations without keys in one map; an element ≤ 4 MB
	DT_LOWER_CACHE_LINE = 64,
	// The struct of a thread, which the kernel allocates in interrupt context: a longer
	// variable, and what exceeds the whole, lies in a hash of its own.
	DT_LOWER_SELF_LONG = 4096,
	DT_LOWER_SELF_MAX = 16384,
};

/** Functions of a program, by what they do; their numbers are only known at the end. */
enum {
	DT_LOWER_FUNC_ERROR = 1,
	DT_LOWER_FUNC_DROP, // + enum dt_drop
	DT_LOWER_N_FUNCS = DT_LOWER_FUNC_DROP + DT_N_DROPS,
};

/** A packed tuple: fields at their natural alignment, padding zero, size a multiple of 8. */
struct dt_tuple {
	struct dt_field *fields;
	size_t n;
	uint32_t size;
};

/** dt_ident.lowered of variables and aggregations. */
struct dt_lower_var {
	uint32_t off;  // GLOBAL: in dt_globals; SELF: in the thread's struct; THIS: in the frame
	uint32_t size; // bytes it occupies there; ASSOC: of an element
	int reg;       // THIS: index of its register in a small group; -1: always in the frame
	uint32_t framed[2];   // THIS: the last chain that knows it in its frame; [1]: ERROR's
	unsigned map;	      // ASSOC, long SELF
	bool per_thread;      // SELF_ASSOC, long SELF: the key begins with the thread id
	struct dt_tuple keys; // ASSOC, AGG
	unsigned agg;	      // AGG: index into dt_program_desc.aggs
};

/** Identifiers in order of first use. */
struct dt_ident_list {
	struct dt_ident **ids; // arena
	size_t n, cap;
};

struct dt_lower {
	struct dt_compile *c;
	struct dt_arena *arena;
	const struct dt_options *options;
	const struct dt_clause *const *error_clauses;
	size_t n_error_clauses;
	uint32_t error_probe_id;
	uint32_t strsize;
	unsigned builtin_flags; // DT_BF_ of all builtins that are called
	bool *exits;		// by clause: it calls exit()
	struct dt_clause_size {
		uint64_t this_used;   // its this-> variables, bit (index % 64)
		size_t this_mentions; // how often it names one
		size_t nodes;	      // of its tree
	} * clause_sizes;	      // by clause

	struct dt_map_desc *maps; // arena, grown by doubling
	size_t n_maps, cap_maps;
	struct dt_builtin_map {
		const struct dt_map_desc *desc; // the builtin's
		unsigned map;
	} * builtin_maps; // arena, grown by doubling
	size_t n_builtin_maps, cap_builtin_maps;
	char *rodata;
	uint32_t rodata_len, rodata_cap;
	struct dt_ident_list aggs, assocs;
	struct dt_intern *probe_names; // what parts of probes have as numbers
	struct dt_ident_list placed;   // all whose `lowered` is set
	struct dt_program_desc desc;

	uint32_t globals_size, self_size, frame_size;
	uint32_t self_mark; // in the thread's struct: it has elements of self-> arrays
	bool has_thread_arrays;
	uint32_t alloca_max; // how far into the slot a pointer may write, a power of two
	uint32_t slack;	     // how far a masked array index may point beyond a variable,
	uint32_t self_slack; // beyond one of the thread's struct
	uint32_t zero_size;  // bytes that dt_lower_zero_map() must have
	// 0: none yet
	unsigned globals_map, self_map, rodata_map, scratch_map, zero_map, vtime_map, since_map;
	unsigned aggs_map;  // the last one of those without keys,
	uint32_t aggs_size; // of which so many bytes are used
	uint32_t n_chains;  // numbers them
	bool careful;	    // the verifier found a first attempt too complex
};

/**
 * The programs of a group, one tail-calling the next. What crosses from one to another lies in the
 * claimed slot, which is then handed on instead of being released.
 */
struct dt_chain {
	uint32_t number;
	bool this_in_memory; // this-> scalars lie in the frame, not in registers
	size_t part_size;    // instructions of IR after which the first program is cut
	unsigned part;	     // of the program that is being generated, from 0
	unsigned map;	     // 0: not cut yet
	bool held;	     // this program got its slot from the one before
	bool is_complete;    // no clause follows
	struct dt_ir_prog *first, *last;
};

/** Code in a program before that waits for what is known of the clause's record at its end. */
struct dt_record_patch {
	struct dt_ir_func *f;
	size_t begin, end; // goes if nothing is recorded at all
	enum {
		DT_PATCH_NONE,
		DT_PATCH_SIZE,	  // the immediate of `at` is the record's size,
		DT_PATCH_DISCARD, // its size as a word that gives it up,
		DT_PATCH_SPILL,	  // where it lies in the slot if it found no room
	} kind;
	size_t at;
};

/** A cached register. */
enum dt_cache_kind {
	DT_CACHE_ARG,
	DT_CACHE_PROBE_ID,
	DT_CACHE_PROBE_INDEX,
	DT_CACHE_PID_TGID,
	DT_CACHE_TASK,
	DT_CACHE_SELF,
	DT_CACHE_CPU_ELEM, // n: the map; or NULL
};

/** The record of the clause that is being lowered. */
struct dt_gen_record {
	bool used;		      // some action records
	bool unguarded;		      // some action runs whenever the clause does
	size_t begin, end, size_insn; // the code that reserves it; its size
	dt_reg rec, mask;
	dt_label full;	   // where reserving failed
	dt_label discard;  // gives the record up and leaves the clause; 0: none
	bool vital;	   // runs even if the ring is full
	size_t spill_insn; // where its record is then placed
	bool has_mask;
	dt_reg pos;			 // where it begins in the ring
	struct dt_record_patch *patches; // in programs that were cut within the clause; arena
	size_t n_patches, cap_patches;
	uint32_t payload;
	unsigned n_guards;
	int *guard;			// of the innermost arm; -1: not given yet; NULL: no arm
	struct dt_action_desc *actions; // arena, grown by doubling
	size_t n_actions, cap_actions;
	struct dt_action_desc *act; // the one that is open
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
	dt_reg begun;	// when the program began; 0: not needed
	dt_reg this_regs[DT_LOWER_THIS_REGS];
	struct dt_ident_list frame_vars;    // to be initialised
	uint32_t scratch_used, scratch_max; // bytes of the slot

	struct {
		enum dt_cache_kind kind;
		unsigned n;
		dt_reg reg;
	} cache[DT_LOWER_CACHE];
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
	size_t clause_at; // index in the group
	size_t clause_begin;
	dt_label clause_end;
	bool may_fault; // in some program
	unsigned n_conds;
	uint32_t action;		      // statements are numbered from 1; 0 = predicate
	dt_label fault_predicate, fault_body; // 0: no fault yet
	dt_slot fault;			      // struct dt_fault_info
	dt_reg time;
	size_t time_insn; // where the clock is to be read; a NOP as long as nobody needs it
	bool time_read;
	struct dt_gen_record rec;
	struct {
		const struct dt_node *node;
		dt_reg reg;
	} memo[4]; // values that dt_gen_value() must not compute again
	unsigned n_memo;
};

// ---- maps.c
void dt_lower_std_maps(struct dt_lower *l);
/** Bytes of each CPU's ring and of its chunks, powers of two. */
uint32_t dt_lower_ring_size(const struct dt_lower *l);
uint32_t dt_lower_ring_chunk(const struct dt_lower *l);
/** A new map: its handle. */
unsigned dt_lower_map(struct dt_lower *l, const struct dt_map_desc *desc);
/** The map *handle, made from `desc` if it is still 0. */
unsigned dt_lower_map_once(struct dt_lower *l, unsigned *handle, const struct dt_map_desc *desc);
/** The map of this very descriptor, which lives as long as the compilation. */
unsigned dt_lower_map_of(struct dt_lower *l, const struct dt_map_desc *desc);
/** Offset of a copy of the bytes in dt_rodata, 8-aligned, shared if `share`. */
uint32_t dt_lower_rodata(struct dt_lower *l, const void *data, uint32_t size, bool share);
/** A map whose single element is `size` zero bytes that nobody changes. */
unsigned dt_lower_zero_map(struct dt_lower *l, uint32_t size);
unsigned dt_lower_scratch_map(struct dt_lower *l, uint32_t size);
/** The speculations, all of them free. */
unsigned dt_lower_spec_map(struct dt_lower *l);
unsigned dt_lower_table(struct dt_lower *l, enum dt_table table);
/** Sizes and contents that are only known at the end. */
void dt_lower_maps_finish(struct dt_lower *l);

// ---- layout.c
/** Describe one datum: kind, size and type; the offset is the caller's. */
void dt_lower_field(struct dt_gen *g, const struct dt_node *expr, struct dt_field *field);
uint32_t dt_lower_align(const struct dt_field *f);
static inline uint32_t dt_lower_round(uint32_t n, uint32_t to)
{
	return (n + to - 1) / to * to;
}
static inline const struct dt_lower_var *dt_lower_var(const struct dt_ident *id)
{
	return id->lowered;
}

/** Append to a list. */
void dt_ident_note(struct dt_lower *l, struct dt_ident_list *list, struct dt_ident *id);

// ---- group.c
void dt_gen_loc(struct dt_gen *g, struct dt_loc loc);
/** The program is complete: generate what stands before and behind its clauses. */
void dt_gen_prog_end(struct dt_gen *g);
/** End the program before it has done anything but what it always does last; in the prologue. */
void dt_gen_pass_over(struct dt_gen *g);

// ---- chain.c
void dt_chain_init(struct dt_chain *ch, struct dt_lower *l, const struct dt_lower_group *group);
/** Begin the next program of the chain; *g forgets the one before. */
void dt_gen_part_begin(struct dt_gen *g);
/** Is the program so large that it is to be cut here, before clause `at` of the group? */
bool dt_gen_is_full(const struct dt_gen *g, size_t at);
/** Go on in a new program. `hold`: with the same slot. */
void dt_gen_part_cut(struct dt_gen *g, bool hold);
/** Within a clause. */
void dt_gen_clause_cut(struct dt_gen *g);
/** Do clauses before `at` share this-> variables with those from there on? */
bool dt_gen_shares_this(const struct dt_gen *g, size_t at);
/** Set g->scratch to the slot: claimed anew, or found again. */
void dt_gen_slot_claim(struct dt_gen *g);
void dt_gen_slot_release(struct dt_gen *g);

// ---- clause.c
void dt_gen_clause(struct dt_gen *g, const struct dt_clause *c, size_t at);
/** Evaluate for the effect. */
void dt_gen_effect(struct dt_gen *g, const struct dt_node *n);

// ---- record.c
void dt_gen_record_begin(struct dt_gen *g);
/** Give up the record, if there is one; `goes_on`: that is not known yet. */
void dt_gen_record_abandon(struct dt_gen *g, bool goes_on);
/** Before the program is cut: keep what describes the record. */
void dt_gen_record_suspend(struct dt_gen *g);
/** The ways out of the part of the clause in this program; they end at its end or fall through. */
void dt_gen_record_exits(struct dt_gen *g);
/** In the next program: find the record again. */
void dt_gen_record_resume(struct dt_gen *g);
/** Submit; the discarding exits are placed after it. All ways end at `end` or fall through. */
void dt_gen_record_end(struct dt_gen *g, dt_label end);
void dt_gen_record_describe(struct dt_gen *g);
/** Claim a record of `size` bytes in this CPU's ring; its address. The constant that says `size` is
 *  instruction *size_insn, which the caller may still change. */
dt_reg dt_gen_ring_reserve(struct dt_gen *g, int64_t size, dt_label full, size_t *size_insn,
			   dt_reg *pos);
/** What was claimed, or could not be, is done with; dt_gen_ring_submit() does this itself. */
void dt_gen_ring_done(struct dt_gen *g);
/** The record is complete, or (`discard`) given up; `size` as reserved. */
void dt_gen_ring_submit(struct dt_gen *g, dt_reg rec, int64_t size, bool discard);

// ---- firing.c
/** `size` bytes of stack, 8-aligned, until they are released; returns the index for that. */
unsigned dt_gen_stack_take(struct dt_gen *g, uint32_t size);
dt_reg dt_gen_stack_addr(struct dt_gen *g, unsigned taken);
void dt_gen_stack_release(struct dt_gen *g, unsigned taken);
dt_reg dt_gen_frame(struct dt_gen *g, struct dt_ident *id, const struct dt_lower_var *v);
/** Byte `off` of the claimed slot, of which `end` bytes are used. */
dt_reg dt_gen_slot(struct dt_gen *g, uint32_t off, uint32_t end);
/** Say how many bytes of the slot are used. */
void dt_gen_slot_reserve(struct dt_gen *g, uint32_t end);
bool dt_gen_cached(const struct dt_gen *g, enum dt_cache_kind kind, unsigned n, dt_reg *reg);
dt_reg dt_gen_cache(struct dt_gen *g, enum dt_cache_kind kind, unsigned n, dt_reg reg);
/** map_lookup_elem(); 0 if there is none. */
dt_reg dt_gen_lookup(struct dt_gen *g, unsigned map, dt_reg key);
dt_reg dt_gen_literal(struct dt_gen *g, const char *text, size_t len);

// ---- vtime.c
bool dt_lower_has_vtime(const struct dt_lower *l);
/** At the end of a group's program that began at g->begun. */
void dt_gen_vtime_end(struct dt_gen *g);

/** followed.c: do nothing in a process that is not followed, if the group is of followed ones. */
void dt_gen_check_followed(struct dt_gen *g);

// ---- fault.c
/** The body of the function that counts a drop. */
void dt_gen_drop_function(struct dt_gen *g, enum dt_drop cause);
/** The fault exits of the clause, before its end, or (`goes_on`) of its part in this program. */
void dt_gen_fault_exits(struct dt_gen *g, bool goes_on);
/** Fault if the result of a helper is an error. */
void dt_gen_fault_badaddr(struct dt_gen *g, dt_reg result, dt_reg addr);

// ---- probe.c
/** The group's probes as its context wants to know them; without a map of operands. */
struct dt_probe_set dt_gen_probe_set(struct dt_gen *g);
/** Position of the firing probe among those of the group. */
dt_reg dt_gen_probe_index(struct dt_gen *g);

// ---- cond.c
/** Jump to `label` if the truth of `n` is `want`. Returns how much of the cache is valid both there
 *  and behind; what was cached beyond is only valid where the code falls through. */
unsigned dt_gen_cond(struct dt_gen *g, const struct dt_node *n, bool want, dt_label label);
/** The truth as 0 or 1. */
dt_reg dt_gen_truth(struct dt_gen *g, const struct dt_node *n);
bool dt_node_is_compare(const struct dt_node *n);

// ---- expr.c
/** Extend what was computed in 64 bits by the type's width and sign. */
dt_reg dt_gen_normalize(struct dt_gen *g, dt_reg r, const struct dt_type *type);
/** a OP b in a type; faults on a division by 0. */
dt_reg dt_gen_arith(struct dt_gen *g, enum dt_op op, const struct dt_type *type, dt_reg a,
		    dt_reg b);
/** A register times a constant. */
dt_reg dt_gen_scale(struct dt_gen *g, dt_reg r, uint64_t by);
bool dt_node_const(const struct dt_node *n, int64_t *value);
/** Bytes that a pointer or array advances by one element. */
uint64_t dt_type_step(const struct dt_type *pointer);
/** Does the type hold its value in memory: string, struct, union, array? */
bool dt_type_in_memory(const struct dt_type *t);
/** Is it an associative element? */
bool dt_node_is_assoc(const struct dt_node *n);
/** ... or a long self-> variable, which is one whose only key is the thread? Once all is laid out.
 */
bool dt_node_is_element(const struct dt_node *n);

// ---- place.c
enum dt_place_kind {
	DT_PLACE_REG,	   // a register: base
	DT_PLACE_MEM,	   // D's own memory
	DT_PLACE_NULLABLE, // D's own memory, or base is 0: then all its bytes are 0
	DT_PLACE_KERNEL,   // read by probe_read_kernel
	DT_PLACE_USER,	   // read by probe_read_user
};
struct dt_place {
	enum dt_place_kind kind;
	dt_reg base, index; // index: bounded byte offset to be added, or 0
	int64_t off;
	bool scratch; // memory of this firing alone, of any alignment
	unsigned bit_off,
	    bit_width; // width 0: not a bit-field; bit_off is within the unit at `off`
	bool bytewise; // ... or, in a packed struct, within the byte there: it crosses units
	const struct dt_type *type;
};
struct dt_place dt_gen_place(struct dt_gen *g, const struct dt_node *n);
/** Make a struct of `whole` bytes, at p->off, its member of p->type: a bit-field. */
void dt_place_bits(struct dt_place *p, uint64_t bit_offset, unsigned bit_width, uint64_t whole);
/** The same, to be written: D's own memory or a register. What does not exist is created; a failure
 *  is counted and goes to `fail`. */
struct dt_place dt_gen_place_write(struct dt_gen *g, const struct dt_node *n, dt_label fail);
bool dt_node_has_place(const struct dt_node *n);
/** Address of the current thread's struct, 0 if it has none. */
dt_reg dt_gen_self(struct dt_gen *g);
/** The same, created if the thread has none; a failure is counted and goes to `fail`. */
dt_reg dt_gen_self_create(struct dt_gen *g, dt_label fail);

// ---- thread.c
/** Note that the thread has elements of self-> arrays. A failure is counted and goes to `fail`. */
void dt_gen_thread_mark(struct dt_gen *g, dt_label fail);

// ---- object.c
/** Is it a scalar member of a kernel object that loads can reach: curthread->group_leader->pid? */
bool dt_node_in_object(const struct dt_node *n);
/** Its value; faults on a link that is NULL. */
dt_reg dt_gen_object_member(struct dt_gen *g, const struct dt_node *n);

// ---- translate.c
/** The struct that the translation makes, in memory of its own. */
struct dt_place dt_gen_translation(struct dt_gen *g, const struct dt_node *n);

// ---- kernel.c
/** The address of the kernel variable, of this CPU's if each has one. */
dt_reg dt_gen_kernel_address(struct dt_gen *g, const struct dt_node *n);

// ---- memory.c
dt_reg dt_place_load(struct dt_gen *g, const struct dt_place *p);
void dt_place_store(struct dt_gen *g, const struct dt_place *p, dt_reg value);
/** The value, of which the verifier knows nothing. */
dt_reg dt_gen_forget(struct dt_gen *g, dt_reg value);
/** The address of D's own memory, for direct access. */
dt_reg dt_place_direct(struct dt_gen *g, const struct dt_place *p);
/** The address as the value of an expression: a number. */
dt_reg dt_place_address(struct dt_gen *g, const struct dt_place *p);
/** A pointer's target that shall be written: D's own memory afterwards, or a fault. */
void dt_place_own(struct dt_gen *g, struct dt_place *p);
/** Copy `size` bytes of a place to memory; a place that does not exist gives zeros. */
void dt_place_copy(struct dt_gen *g, dt_reg dst, int64_t off, const struct dt_place *p,
		   uint32_t size);

// ---- assign.c
/** ASSIGN and the increments. The value is 0 (no register) unless it is wanted. */
dt_reg dt_gen_assign(struct dt_gen *g, const struct dt_node *n, bool want);
dt_reg dt_gen_increment(struct dt_gen *g, const struct dt_node *n, bool want);

// ---- assoc.c
/** Write one datum to memory as the field says. */
void dt_gen_store_field(struct dt_gen *g, const struct dt_node *expr, dt_reg dst, int64_t off,
			const struct dt_field *field);
/** A packed key; released with dt_gen_key_release(). */
struct dt_key {
	dt_reg addr;
	unsigned taken; // stack, index + 1; 0: scratch
};
struct dt_key dt_gen_key(struct dt_gen *g, const struct dt_tuple *t, const struct dt_node *list,
			 bool per_thread);
void dt_gen_key_release(struct dt_gen *g, struct dt_key k);
struct dt_place dt_gen_assoc_place(struct dt_gen *g, const struct dt_node *n);
struct dt_place dt_gen_assoc_write(struct dt_gen *g, const struct dt_node *n, dt_label fail);
/** An element that is changed in place: its key, its place, and what comes after, when one that has
 *  become 0 is freed. A change by another CPU at that very moment is lost with it. */
struct dt_key dt_gen_assoc_key(struct dt_gen *g, const struct dt_node *n);
struct dt_place dt_gen_assoc_change(struct dt_gen *g, const struct dt_node *n, struct dt_key k,
				    dt_label fail);
void dt_gen_assoc_changed(struct dt_gen *g, const struct dt_node *n, struct dt_key k,
			  const struct dt_place *p);
/** Address of the element, created from `zero` if it does not exist; or a drop, and on to `fail`.
 */
dt_reg dt_gen_element(struct dt_gen *g, unsigned map, dt_reg key, dt_reg zero, enum dt_drop cause,
		      dt_label fail);
/** element = value. */
void dt_gen_assoc_assign(struct dt_gen *g, const struct dt_node *n, const struct dt_node *rhs,
			 dt_reg value);

// ---- string.c
/** A string in strsize bytes that a runtime function may be handed. */
dt_reg dt_gen_string_whole(struct dt_gen *g, const struct dt_node *n);
/** Copy a string between memories of D. */
void dt_gen_string_copy(struct dt_gen *g, dt_reg dst, uint32_t cap, dt_reg src);

// ---- compare.c
void dt_gen_string_cond(struct dt_gen *g, const struct dt_node *n, bool want, dt_label label);

// ---- agg.c
void dt_gen_aggregate(struct dt_gen *g, const struct dt_node *n);

#endif

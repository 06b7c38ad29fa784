/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Where the state of a D program lies, for all programs of a compilation: struct dt_lower.
 *
 *	layout.c    one walk over all clauses; the compilation's whole life
 *	variable.c  variables                    tuple.c  packed tuples: keys
 *	hash.c      maps of arrays and of aggregations
 *	maps.c      the list of maps, read-only data
 */
#ifndef DT_LOWER_STATE_H
#define DT_LOWER_STATE_H

#include "lower/builtin.h"

enum {
	DT_LOWER_THIS_REGS = 16,     // this-> scalars in registers; the others lie in the frame
	DT_LOWER_SCRATCH_LEVELS = 4, // slots per CPU: how deep programs may preempt each other
	DT_LOWER_SLOT_NUMBER = 8,    // the claimed slot: a word that claims it, a word for
	DT_LOWER_SLOT_POS = 16,	     // dt_gen_number(); what a clause takes along when it goes on
	DT_LOWER_SLOT_MASK = 24,     // in another program: its record, the arms that ran, the
	DT_LOWER_SLOT_TIME = 32,     // time, and whether it has ended;
	DT_LOWER_SLOT_ENDED = 40,    // the time of the firing, how much alloca() has given;
	DT_LOWER_SLOT_FIRING = 48,   // then the frame and dt_gen_scratch()
	DT_LOWER_SLOT_GIVEN = 56,
	DT_LOWER_SLOT_BEGIN = 64,
};

/** A packed tuple: fields at their natural alignment, padding zero, size a multiple of 8. The
 *  longest string or stack comes last if it is long, so that all behind its end is zero. */
struct dt_tuple {
	struct dt_field *fields;
	size_t n;
	uint32_t size;
	uint32_t tail; // offset of a long string or stack at the end; `size`: there is none
	bool ends_with_stack;
};

/** dt_ident.lowered of variables and aggregations. */
struct dt_lower_var {
	uint32_t off;	  // GLOBAL: in dt_globals; SELF: in the thread's struct; THIS: in the frame
	uint32_t size;	  // bytes it occupies there; ASSOC: of an element
	bool is_indexed;  // a string whose characters are written
	bool may_be_null; // a string that is assigned what may be NULL
	uint32_t mark;	  // of a string: the word behind it; 1 if a SELF is set, if another is NULL
	int reg;	  // THIS: index of its register in a small group; -1: always in the frame
	uint32_t framed[2];   // THIS: the last chain that knows it in its frame; [1]: ERROR's
	unsigned map;	      // ASSOC, long SELF
	bool per_thread;      // SELF_ASSOC, long SELF: the key begins with the thread id
	bool opens_map;	      // it is the first of those that share the map
	uint32_t number;      // of those that share maps, from 1; 0: its map is its own
	struct dt_tuple keys; // ASSOC, AGG
	unsigned agg;	      // AGG: index into dt_program_desc.aggs
};

/** Identifiers in order of first use. */
struct dt_ident_list {
	struct dt_ident **ids; // arena
	size_t n, cap;
};

/** What a look ahead over a clause says. */
struct dt_clause_facts {
	uint64_t this_used;   // its this-> variables, bit (index % 64)
	size_t this_mentions; // how often it names one
	size_t nodes;	      // of its tree
	bool stores;	      // through a pointer
	bool exits;	      // calls exit()
	bool is_vital;	      // exit(), commit() or discard(): runs even if the ring is full
	bool records;
	bool has_if;
	bool reads_clock; // for itself, not for its record
};

struct dt_lower {
	struct dt_compile *c;
	struct dt_arena *arena;
	const struct dt_options *options;
	const struct dt_executor *executor;
	struct dt_lower_who who;
	const struct dt_lower_clause *error_clauses;
	size_t n_error_clauses;
	uint32_t strsize;
	unsigned builtin_flags;	       // DT_BF_ of all builtins that are called
	struct dt_clause_facts *facts; // by clause

	struct dt_map_desc *maps; // arena, grown by doubling
	size_t n_maps, cap_maps;
	size_t n_state_maps; // the first of them hold the state, and are known before any code
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
	unsigned pointed_to; // bits by enum dt_ident_kind: variables whose address is taken
	uint32_t alloca_max; // what alloca() may give at most in a clause, a power of two
	uint32_t slack;	     // how far a masked array index may point beyond a variable,
	uint32_t self_slack; // beyond one of the thread's struct
	uint32_t zero_size;  // bytes that dt_lower_zero_map() must have
	// 0: none yet
	unsigned globals_map, self_map, rodata_map, scratch_map, zero_map, vtime_map;
	unsigned aggs_map;     // the last one of those without keys,
	uint32_t aggs_size;    // of which so many bytes are used
	uint32_t cells_size;   // of DT_TABLE_CELLS
	uint32_t n_chains;     // numbers them
	struct dt_pidns pidns; // .number 0: numbers are those of the kernel
	bool uses_offsets;
	uint32_t comm; // of a thread's name in a struct task_struct; 0: not known
	bool (*find_view)(struct dt_ir_view *ret); // dt_lower_setup.view; NULL: it has answered
	struct dt_ir_view view;			   // its answer; function 0: none
	bool careful;				   // the verifier found a first attempt too complex
};

enum { DT_LOWER_BYTES_MAX = 1 << 30 };
/** A size, which types and programs state; what is larger than anything may be is that large. */
static inline uint32_t dt_lower_bytes(uint64_t n)
{
	return n < DT_LOWER_BYTES_MAX ? (uint32_t)n : DT_LOWER_BYTES_MAX;
}

static inline uint32_t dt_lower_round(uint32_t n, uint32_t to)
{
	return (n + to - 1) / to * to;
}

/** The power of two that covers the size. */
static inline uint32_t dt_lower_room(uint32_t size)
{
	uint32_t room = 1;

	while (room < size)
		room *= 2;
	return room;
}

/** Where dt_gen_scratch() begins in the slot. */
static inline uint32_t dt_lower_scratch_begin(const struct dt_lower *l)
{
	return l->frame_size + l->slack;
}

static inline struct dt_clause_facts *dt_lower_facts(const struct dt_lower *l,
						     const struct dt_clause *c)
{
	return &l->facts[c->index];
}

static inline const struct dt_lower_var *dt_lower_var(const struct dt_ident *id)
{
	return id->lowered;
}

/** Bytes of the key of an array before its first field. */
static inline uint32_t dt_lower_key_begin(const struct dt_lower_var *v)
{
	return v->per_thread || v->number ? 8 : 0;
}

// ---- variable.c
/** Append to a list. */
void dt_ident_note(struct dt_lower *l, struct dt_ident_list *list, struct dt_ident *id);
/** What is known of a variable or aggregation; *is_new if it was not known yet. */
struct dt_lower_var *dt_lower_var_make(struct dt_lower *l, struct dt_ident *id, bool *is_new);
/** Give a variable its place, if it has none. */
void dt_lower_var_place(struct dt_lower *l, struct dt_ident *id);
/** The same for what a builtin keeps for the length of a firing. */
void dt_lower_state_place(struct dt_gen *g, struct dt_ident *builtin);
/** A character of the string variable, which has its place, is written by its index. */
void dt_lower_var_index(struct dt_lower *l, const struct dt_ident *string);
/** Maps of the variables that have their places now. */
void dt_lower_var_maps(struct dt_lower *l);

// ---- tuple.c
/** Describe one datum, of a tuple (`is_key`) or a record: kind, size and type; the offset is the
 *  caller's. */
void dt_lower_field(struct dt_gen *g, const struct dt_node *expr, bool is_key,
		    struct dt_field *field);
uint32_t dt_lower_align(const struct dt_field *f);
/** One more use of an identifier's tuple: its fields hold these expressions as well. */
void dt_tuple_merge(struct dt_gen *g, struct dt_ident *id, const struct dt_node *list);
/** Give both tuples the wider fields; did that change one? */
bool dt_tuple_join(const struct dt_lower *l, struct dt_tuple *a, struct dt_tuple *b);
/** Offsets and size, behind `before` bytes. */
void dt_tuple_place(struct dt_tuple *t, uint32_t before);

// ---- hash.c
/** The maps of all arrays and aggregations, and the consumer's description of the latter. */
void dt_lower_arrays(struct dt_lower *l);
void dt_lower_aggs(struct dt_lower *l);

// ---- mapped.c
/** In the compilation's arena; `is_known` is 0 if this kernel keeps it elsewhere. */
const struct dt_unwind_layout *dt_lower_unwind_layout(struct dt_lower *l);

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
/** A map whose single element is `size` zero bytes that never change. */
unsigned dt_lower_zero_map(struct dt_lower *l, uint32_t size);
unsigned dt_lower_scratch_map(struct dt_lower *l, uint32_t size);
/** The speculations, all of them free. */
unsigned dt_lower_spec_map(struct dt_lower *l);
unsigned dt_lower_table(struct dt_lower *l, enum dt_table table);
/** Sizes and contents that are only known at the end. */
void dt_lower_maps_finish(struct dt_lower *l);

#endif

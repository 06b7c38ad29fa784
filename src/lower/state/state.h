/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The layout of a D program's state, for all programs of a compilation: struct dt_lower.
 *
 *	variable.c  variables                    tuple.c   packed tuples: keys
 *	node.c      nodes that mean memory       offset.c  offsets in the kernel's structs
 *	hash.c      maps of arrays and of aggregations
 *	maps.c      the list of maps, read-only data
 *	mapped.c    layout of the kernel's record of a process's mappings
 */
#ifndef DT_LOWER_STATE_H
#define DT_LOWER_STATE_H

#include "ir/executor.h"
#include "lower/builtin.h"

enum {
	DT_LOWER_THIS_REGS = 16,   // this-> scalars in registers; others are in the frame
	DT_LOWER_SLOT_NUMBER = 8,  // layout of a slot: word that claims it, word for
	DT_LOWER_SLOT_POS = 16,	   // dt_gen_number(); data of a clause that continues
	DT_LOWER_SLOT_MASK = 24,   // in another program: its record, arms that ran,
	DT_LOWER_SLOT_TIME = 32,   // time, whether it has ended;
	DT_LOWER_SLOT_ENDED = 40,  // time of the firing, bytes allocated by alloca();
	DT_LOWER_SLOT_FIRING = 48, // then the frame and dt_gen_scratch()
	DT_LOWER_SLOT_ALLOCATED = 56,
	DT_LOWER_SLOT_BEGIN = 64,
};

/** A packed tuple: fields have their natural alignment, padding is zero, the size is a multiple
 * of 8. If the longest string or stack is long, it comes last, so that all bytes after its end are
 * zero. */
struct dt_tuple {
	struct dt_field *fields;
	size_t n;
	uint32_t size;
	uint32_t tail; // offset of a long string or stack at the end; `size`: none
	bool ends_with_stack;
};

/** dt_ident.lowered of variables and aggregations. */
struct dt_lower_var {
	uint32_t off;	  // GLOBAL: in dt_globals; SELF: in the thread's struct; THIS: in the frame
	uint32_t size;	  // bytes there; ASSOC: of an element
	bool is_indexed;  // a string with assignments to its characters
	bool may_be_null; // a string that may be assigned NULL
	uint32_t mark;	  // of a string: the word behind it; 1: a SELF is set, another is NULL
	int reg;	  // THIS: index of its register in a small group; -1: always in the frame
	uint32_t framed[2];   // THIS: last chain that has it in its frame; [1]: last ERROR function
	unsigned map;	      // ASSOC, long SELF
	bool per_thread;      // SELF_ASSOC, long SELF: the key begins with the thread id
	bool opens_map;	      // the first variable of a shared map
	uint32_t number;      // number in a shared map, from 1; 0: the map is not shared
	struct dt_tuple keys; // ASSOC, AGG
	unsigned agg;	      // AGG: index into dt_program_desc.aggs
};

/** Identifiers in order of first use. */
struct dt_ident_list {
	struct dt_ident **ids; // arena
	size_t n, cap;
};

/** Facts about a clause, found before its code is generated. */
struct dt_clause_facts {
	uint64_t this_used;   // its this-> variables, bit (index % 64)
	size_t this_mentions; // uses of this-> variables
	size_t nodes;	      // in its tree
	bool stores;	      // through a pointer
	bool exits;	      // calls exit()
	bool is_vital;	      // has exit(), commit() or discard(): runs even if the ring is full
	bool records;
	bool has_if;
	bool reads_clock; // in an expression, not for its record
};

/** The maps that the programs use. Their numbers are the handles. */
struct dt_state_maps {
	struct dt_map_desc *list; // arena, grown by doubling
	size_t n, cap;
	size_t n_state; // the first maps hold the state and are known before any code
	struct dt_builtin_map {
		const struct dt_map_desc *desc; // the builtin's
		unsigned map;
	} * builtin; // arena, grown by doubling
	size_t n_builtin, cap_builtin;
	uint32_t zero_size; // bytes of dt_lower_zero_map()
	// handles; 0: not created yet. `aggs` is the last map of aggregations without keys.
	unsigned globals, self, rodata, scratch, zero, vtime, aggs;
};

/** Read-only data, in one map. */
struct dt_state_rodata {
	char *data; // arena
	uint32_t len, cap;
};

/** Variables and associative arrays. */
struct dt_state_vars {
	struct dt_ident_list assocs;
	struct dt_ident_list lowered; // all identifiers with `lowered`
	uint32_t globals_size, self_size, frame_size;
	uint32_t self_mark; // in the thread's struct: set if it has elements of self-> arrays
	bool has_thread_arrays;
	unsigned pointed_to; // bits by enum dt_ident_kind: variables whose address is taken
	uint32_t alloca_max; // max. bytes of alloca() in a clause, a power of two
	uint32_t slack;	     // max. bytes of a masked array index beyond a variable,
	uint32_t self_slack; // or a variable in the thread's struct
};

/** Aggregations. */
struct dt_state_aggs {
	struct dt_ident_list list;
	uint32_t size;	     // bytes in use of the last map of those without keys
	uint32_t cells_size; // of DT_TABLE_CELLS
};

/** Facts about the running kernel. */
struct dt_state_kernel {
	struct dt_pidns pidns; // .number 0: the initial namespace
	struct dt_found_member {
		bool is_sought, exists;
		uint32_t offset;
	} members[DT_N_KERNEL_MEMBERS];
	bool view_sought;
	bool has_view; // result of dt_lower_setup.has_view()
};

/** The lowering of a D program. */
struct dt_lower {
	struct dt_compile *c;
	struct dt_arena *arena;
	struct dt_lower_setup setup;
	const struct dt_executor *executor; // of the program that is being generated
	uint32_t strsize;
	unsigned builtin_flags;	       // union of DT_BF_ of all builtins used
	struct dt_clause_facts *facts; // by clause
	struct dt_intern *probe_names; // numbers of parts of probe names
	uint32_t n_chains;	       // number of the last chain
	struct dt_program_desc desc;
	struct dt_state_maps maps;
	struct dt_state_rodata rodata;
	struct dt_state_vars vars;
	struct dt_state_aggs aggs;
	struct dt_state_kernel kernel;
	struct dt_lower_refusal *refusals; // arena; the latest first
};

enum { DT_LOWER_BYTES_MAX = 1 << 30 };
/** Caps a size from types or programs at DT_LOWER_BYTES_MAX. */
static inline uint32_t dt_lower_bytes(uint64_t n)
{
	return n < DT_LOWER_BYTES_MAX ? (uint32_t)n : DT_LOWER_BYTES_MAX;
}

static inline uint32_t dt_lower_round(uint32_t n, uint32_t to)
{
	return (n + to - 1) / to * to;
}

/** Rounds up to a power of two. */
static inline uint32_t dt_lower_room(uint32_t size)
{
	uint32_t room = 1;

	while (room < size)
		room *= 2;
	return room;
}

/** Returns the offset of dt_gen_scratch() memory in the slot. */
static inline uint32_t dt_lower_scratch_begin(const struct dt_lower *l)
{
	return l->vars.frame_size + l->vars.slack;
}

/** Returns the number of bytes that must follow `size` bytes accessed by a masked index. */
static inline uint32_t dt_lower_slack(const struct dt_lower *l, uint32_t size)
{
	return dt_trick_is_on(l->executor, DT_TRICK_MASKS) ? size : 0;
}

/** Reports whether the numbers of processes are those of a PID namespace below the initial one. */
static inline bool dt_lower_is_contained(const struct dt_lower *l)
{
	return l->kernel.pidns.number && l->executor->reads_kernel;
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

/** Returns the size of an array's key before its first field. */
static inline uint32_t dt_lower_key_begin(const struct dt_lower_var *v)
{
	return v->per_thread || v->number ? 8 : 0;
}

// ---- node.c
/** Reports whether values of the type are in memory: string, struct, union, array. */
bool dt_type_in_memory(const struct dt_type *t);
/** Reports whether the node is an element of an associative array. */
bool dt_node_is_assoc(const struct dt_node *n);
/** ... or a long self-> variable, an element whose only key is the thread. Needs the layout. */
bool dt_node_is_element(const struct dt_node *n);
bool dt_node_has_place(const struct dt_node *n);
/** Returns the indexed array if it has a place, or NULL if there is only a pointer to it. */
const struct dt_node *dt_node_indexed_array(const struct dt_node *n);
/** Returns the variable or element of an associative array whose memory contains the node, or NULL
 * if the node is behind a pointer. */
const struct dt_node *dt_node_root(const struct dt_node *n);

// ---- kernel.c
/** Writes the offset of a member to *ret. Returns false, with *ret unchanged, if this kernel has no
 * such member, or the executor no memory of the kernel. */
bool dt_lower_member(struct dt_lower *l, enum dt_kernel_member member, uint32_t *ret);

// ---- variable.c
/** Appends an identifier to a list. */
void dt_ident_list_add(struct dt_arena *a, struct dt_ident_list *list, struct dt_ident *id);
/** Returns id->lowered, and creates it first if there is none. Writes whether it did to *is_new. */
struct dt_lower_var *dt_lower_var_ensure(struct dt_lower *l, struct dt_ident *id, bool *is_new);
/** Assigns an address to a variable, if it has none. */
void dt_lower_var_layout(struct dt_lower *l, struct dt_ident *id);
/** The same for the `size` bytes that a builtin keeps during a firing. */
void dt_lower_state_layout(struct dt_lower *l, struct dt_ident *builtin, uint32_t size);
/** Notes that a character of the string variable, which has an address, is assigned by index. */
void dt_lower_var_index(struct dt_lower *l, const struct dt_ident *string);
/** Creates the maps of all variables that have addresses. */
void dt_lower_var_maps(struct dt_lower *l);

// ---- tuple.c
uint32_t dt_lower_align(const struct dt_field *f);
/** Widens `have` so that it can also hold values of `f`. */
void dt_field_widen(uint32_t strsize, struct dt_field *have, const struct dt_field *f);
/** Widens the fields of both tuples to the wider of each pair. Returns true if one changed. */
bool dt_tuple_join(uint32_t strsize, struct dt_tuple *a, struct dt_tuple *b);
/** Assigns offsets, from `before` on, and the size. */
void dt_tuple_layout(struct dt_tuple *t, uint32_t before);

// ---- hash.c
/** These create the maps of all arrays and of all aggregations, and describe the latter for the
 * consumer. */
void dt_lower_arrays(struct dt_lower *l);
void dt_lower_aggs(struct dt_lower *l);

// ---- mapped.c
/** Returns the layout in the compilation's arena. `is_known` is 0 if this kernel's layout is not
 * supported. */
const struct dt_unwind_layout *dt_lower_unwind_layout(struct dt_lower *l);

// ---- maps.c
/** Returns a new program for the executor. */
struct dt_ir_prog *dt_lower_prog(struct dt_lower *l, const char *name, enum dt_attach attach);
void dt_lower_std_maps(struct dt_lower *l);
/** These return the sizes of each CPU's ring and of its chunks, powers of two. */
uint32_t dt_lower_ring_size(const struct dt_lower *l);
uint32_t dt_lower_ring_chunk(const struct dt_lower *l);
/** Adds a map and returns its handle. */
unsigned dt_lower_map(struct dt_lower *l, const struct dt_map_desc *desc);
/** Returns *handle. If it is 0, creates the map from `desc` first. */
unsigned dt_lower_map_once(struct dt_lower *l, unsigned *handle, const struct dt_map_desc *desc);
/** Returns the map of this descriptor, which is identified by its address and must live as long as
 * the compilation. */
unsigned dt_lower_map_of(struct dt_lower *l, const struct dt_map_desc *desc);
/** Copies the bytes to dt_rodata, 8-aligned, and returns their offset. `share`: may return an
 * existing copy. */
uint32_t dt_lower_rodata(struct dt_lower *l, const void *data, uint32_t size, bool share);
/** Returns a map with one element of at least `size` zero bytes that never change. */
unsigned dt_lower_zero_map(struct dt_lower *l, uint32_t size);
unsigned dt_lower_scratch_map(struct dt_lower *l, uint32_t size);
/** Returns the map of the speculations, all of them free. */
unsigned dt_lower_spec_map(struct dt_lower *l);
unsigned dt_lower_table(struct dt_lower *l, enum dt_table table);
/** Sets the sizes and contents that are only known at the end. */
void dt_lower_maps_finish(struct dt_lower *l);

#endif

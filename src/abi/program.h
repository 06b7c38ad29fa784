/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The description of a compiled D program: the layout of its records, the actions of each clause,
 * its aggregations and its maps. Lowering builds the description and the consumer reads it; the two
 * modules do not know each other. Everything lives in the compilation's arena, which the session
 * keeps.
 */
#ifndef DT_ABI_PROGRAM_H
#define DT_ABI_PROGRAM_H

#include "abi/aggs.h"
#include "abi/cells.h"
#include "abi/layout.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct dt_type; // types/types.h

/** How a datum in a record or an aggregation key is encoded. */
enum dt_field_kind {
	DT_FIELD_INT,	 // `size` 1, 2, 4 or 8 bytes; `type` gives the sign and the printed width,
			 // because an integer may be recorded with more bits than its type has
	DT_FIELD_STRING, // `size` bytes, NUL-terminated within; bytes after the NUL are unspecified
	DT_FIELD_BYTES,	 // `size` raw bytes: struct, array
	DT_FIELD_PROBE, // u32 probe id, printed as the probe's part `part`: probefunc costs 4 bytes
	DT_FIELD_NAME,	// u32 number of the text of the probe's part `part`; equal texts have equal
		       // numbers. Only in keys of associative arrays, which are never printed.
	DT_FIELD_KSTACK, // u32 frame count with enum dt_stack_flag, u32 wanted, then `max_frames`
			 // u64 pcs. At most `wanted` of them are printed; 0: all.
	DT_FIELD_USTACK, // u32 frame count with enum dt_stack_flag, u32 pid, then `max_frames` u64
			 // pcs
	DT_FIELD_SYM,	 // u64 kernel address; sym(), func(), mod()
	DT_FIELD_USYM,	 // u64 pid, u64 address
	DT_FIELD_TEXT,	 // address of a terminated text in the consumer's memory: a key of a
			 // snapshot that is shown (consume/sink/snapshot/show.c)
};

enum dt_stack_flag {
	DT_STACK_CALLER = 1u << 31,  // the second frame is certain
	DT_STACK_TABLES = 1u << 30,  // found by unwinding tables: certain up to the first guess
	DT_STACK_CUT = 1u << 29,     // the caller of the last frame could not be found
	DT_STACK_LIMITED = 1u << 28, // the last frame has a caller, which is one too many
	DT_STACK_OWN = 1u << 27,     // a kernel stack that begins with the frames of tracing
	DT_STACK_COUNT = 0xffff,
};
/** The bits between hold the index of the first guessed frame; 0: none. */
enum { DT_STACK_GUESS_SHIFT = 16, DT_STACK_GUESS = (DT_STACK_OWN - 1) & ~DT_STACK_COUNT };
enum { DT_FIELD_WORD = 8 }; // size of an INT that holds a whole register

enum dt_probe_part { DT_PART_PROVIDER, DT_PART_MODULE, DT_PART_FUNCTION, DT_PART_NAME };

/** Ways to print an address. */
enum dt_symbol_form {
	DT_FORM_SYMBOL,	 // mod`sym
	DT_FORM_OBJECT,	 // mod
	DT_FORM_ADDRESS, // mod`sym+0xoff
	DT_FORM_RETURN,	 // the same for a return address, looked up by the call before it
	DT_FORM_CALLER,	 // mod`sym of a return address, looked up the same way
};

struct dt_field {
	enum dt_field_kind kind;
	uint32_t offset; // from the start of the payload (of the key tuple, in an aggregation)
	uint32_t size;	 // bytes it occupies
	const struct dt_type *type; // D type of the value
	const char *name;	    // of the variable or member it is the value of; or NULL
	enum dt_probe_part part;
	uint32_t max_frames;
	bool is_key;		  // a part of a tuple
	bool has_default_frames;  // of a stack: the program gives no number of frames
	enum dt_symbol_form form; // of SYM and USYM
	bool is_data;		  // STRING and BYTES: data that may contain newlines, not a name
	bool has_frames;	  // TEXT: of a stack, with a newline between frames
	bool is_symbol;		  // TEXT: of an address
};

/**
 * One action of a clause. Its fields are its recorded arguments, in order; the consumer's table
 * (consume/consumer/actions.c) interprets them. tracemem() records the memory and the dynamic size
 * only. speculate(), commit() and discard() record the DT_SPEC_TOKEN, or 0 if they have no effect.
 */
struct dt_action_desc {
	const char *act; // "trace", "printf", …; "stack" and "sym" stand for their whole family
	const char *format; // as written, unescaped; NUL-terminated
	const struct dt_field *fields;
	size_t n_fields;
	const unsigned *aggs; // indices into dt_program_desc.aggs
	size_t n_aggs;
	uint32_t line;
	int guard; // the action runs if this bit of the record's mask is set; -1: always (if/else)
};

struct dt_clause_desc {
	const struct dt_action_desc *actions; // program order; none = the default action
	size_t n_actions;
	uint32_t payload; // bytes after struct dt_rec
	bool records;	  // false: it never writes a record
	bool is_default;  // default action: print the probe only
	bool has_mask; // the payload begins with a u64: bit g is set if the branch with guard g ran
	bool has_thread; // then comes a u64: process << 32 | thread, for -F
	// The EPID of (clause, probe) is epid_base + the probe's index among the clause's probes.
	// The session fills it in after it has matched the probes.
	uint32_t epid_base;
};

struct dt_agg_desc {
	const char *name; // without '@'; "_" for the anonymous one
	const struct dt_agg_function *func;
	int64_t params[DT_AGG_PARAMS]; // see dt_ident.agg_params
	const struct dt_field *keys;
	size_t n_keys;
	uint32_t key_size;   // bytes of the packed tuple; 0 = no keys
	uint32_t value_size; // bytes, a multiple of 8
	/** Index into dt_program_desc.maps. With keys: a hash map for keys that have no cell; all
	 * CPUs share its values. Without keys: a mapped array with one element per CPU, which
	 * several aggregations share; the value begins at `offset`. */
	unsigned map;
	uint32_t offset;
	struct dt_cells cells; // in DT_TABLE_CELLS
	/**
	 * Offset in the value of an extra word, the mark, which records that updates happened even
	 * if they added 0; 0: no mark. Without keys the mark follows the value: an update sets it,
	 * a reader resets it. With keys it is the value's last word and counts updates, so that
	 * trunc() can tell new data from old.
	 */
	uint32_t mark;
	/**
	 * Offset in the value of two extra words behind a histogram's buckets: the sum of the
	 * values that are not negative, and the number of those that are; 0: none.
	 */
	uint32_t sum;
};

enum dt_map_kind {
	DT_MAPK_ARRAY,	  // elements by index, preallocated
	DT_MAPK_HASH,	  // elements by key
	DT_MAPK_THREAD,	  // one element per thread, freed when the thread ends
	DT_MAPK_PROGRAMS, // programs by index, for tail calls
	DT_MAPK_WAKE,	  // wakes the consumer
	DT_N_MAPKS
};

/** A map that the programs use. All code refers to it by its index in dt_program_desc.maps; its
 *  name is for people only. */
struct dt_map_desc {
	const char *name; // as printed by bpftool: at most 15 characters
	enum dt_map_kind kind;
	uint32_t key_size, value_size, max_entries;
	bool is_mapped;		// ARRAY: mapped into the consumer's memory
	bool is_lazy;		// HASH: elements are allocated on insertion, not in advance
	uint32_t elems_per_cpu; // if not 0, the loader sets max_entries to this times the number
				// of possible CPUs,
	bool present_only;	// or times the number of present CPUs, online or not
	const char *option;	// the option that bounds its size, for messages; NULL: by kind
	const void *init;	// initial contents of element 0, value_size bytes; or NULL
	bool frozen;		// user space cannot change it after that, only programs can
};

/** Probes without an attachment: the consumer runs BEGIN and END; ERROR's clauses are compiled into
 *  the programs that may fault. */
enum { DT_PROBE_BEGIN = 1, DT_PROBE_END, DT_PROBE_ERROR };

/** Indices of the maps that every session has. */
enum dt_std_map {
	DT_MAP_CTL,   // struct dt_ctl
	DT_MAP_CPUS,  // struct dt_cpu
	DT_MAP_RINGS, // the chunks of all rings; see struct dt_ring_hdr
	DT_MAP_WAKE,  // a small BPF ring buffer, whose descriptor wakes the consumer
	DT_N_STD_MAPS,
};

struct dt_program_desc {
	struct dt_clause_desc *clauses; // index = dt_clause.index
	size_t n_clauses;
	struct dt_agg_desc *aggs; // order of first use
	size_t n_aggs;
	struct dt_map_desc *maps;
	size_t n_maps;
	uint32_t record_max;	      // bytes of the largest record, with its header
	unsigned spec_map;	      // map of struct dt_specs; 0: the program never speculates
	unsigned tables[DT_N_TABLES]; // maps of these tables; 0: no program reads the table
};

#endif

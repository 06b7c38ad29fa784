/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * What a compiled D program leaves for the consumer: how to decode a record, what each clause does
 * with it, which aggregations exist and where. Lowering builds it, the consumer reads it; neither
 * sees the other. Everything lives in the compilation's arena, which the session keeps.
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
	DT_FIELD_INT, // `size` 1, 2, 4 or 8 bytes; `type` gives the sign, and the width in which
		      // the value is shown: an integer may be recorded with more bits than it has
	DT_FIELD_STRING, // `size` bytes, NUL-terminated within; bytes after the NUL are unspecified
	DT_FIELD_BYTES,	 // `size` raw bytes: struct, array
	DT_FIELD_PROBE,	 // u32 probe id, shown as the probe's part `part`: probefunc costs 4 bytes
	DT_FIELD_NAME, // u32 number of the probe's part `part`, equal where the texts are: only in
		       // keys of associative arrays, which nobody shows
	DT_FIELD_KSTACK, // u32 frame count, u32 wanted, then `max_frames` u64 pcs; if wanted is not
			 // 0, so many are shown behind those by which the probe reached the program
	DT_FIELD_USTACK, // u32 frame count, u32 pid, then `max_frames` u64 pcs; in the count are
			 // bits of enum dt_stack_flag
	DT_FIELD_SYM,	 // u64 kernel address; sym(), func(), mod()
	DT_FIELD_USYM,	 // u64 pid, u64 address
};

enum dt_stack_flag {
	DT_STACK_CALLER = 1u << 31, // the second frame is certain
	DT_STACK_TABLES = 1u << 30, // tables led to the frames: they are certain, but for the guess
	DT_STACK_CUT = 1u << 29,    // the last frame has a caller that could not be found
	DT_STACK_COUNT = 0xffff,
};
/** The number of the first frame that was guessed, in the bits between; 0: none. */
enum { DT_STACK_GUESS_SHIFT = 16, DT_STACK_GUESS = (DT_STACK_CUT - 1) & ~DT_STACK_COUNT };
enum { DT_FIELD_WORD = 8 }; // size of an INT with all bits of a register

enum dt_probe_part { DT_PART_PROVIDER, DT_PART_MODULE, DT_PART_FUNCTION, DT_PART_NAME };

/** How an address is shown. */
enum dt_symbol_form {
	DT_FORM_SYMBOL,	 // mod`sym
	DT_FORM_OBJECT,	 // mod
	DT_FORM_ADDRESS, // mod`sym+0xoff
	DT_FORM_RETURN,	 // the same of a frame's return address: the call before it counts
	DT_FORM_CALLER,	 // mod`sym of such an address
};

struct dt_field {
	enum dt_field_kind kind;
	uint32_t offset; // from the start of the payload (of the key tuple, in an aggregation)
	uint32_t size;	 // bytes it occupies
	const struct dt_type *type; // D type of the value
	enum dt_probe_part part;
	uint32_t max_frames;
	enum dt_symbol_form form; // of SYM and USYM
	bool is_data;		  // STRING and BYTES: it may hold lines, other names do not
};

/**
 * One action of a clause. The consumer's table (consume/record/actions.c) says what it does with
 * the fields: the data in the order of the arguments, of which tracemem() has only the memory and
 * the dynamic size; of speculate(), commit() and discard() the DT_SPEC_TOKEN, 0: nothing to do.
 */
struct dt_action_desc {
	const char *act; // "trace", "printf", …; "stack" and "sym" stand for all of their family
	const char *format; // as written, unescaped; NUL-terminated
	const struct dt_field *fields;
	size_t n_fields;
	const unsigned *aggs; // indices into dt_program_desc.aggs
	size_t n_aggs;
	uint32_t line;
	int guard; // -1: always done; else done if this bit of the record's mask is set (if/else)
};

struct dt_clause_desc {
	const struct dt_action_desc *actions; // program order; none = the default action
	size_t n_actions;
	uint32_t payload; // bytes after struct dt_rec
	bool records;	  // false: it never writes a record
	bool is_default;  // default action: print the probe only
	bool has_mask; // the payload begins with a u64: bit g is set if the branch with guard g ran
	bool has_thread; // then comes a u64: process << 32 | thread, for -F
	// The EPID of (clause, probe) is epid_base + the probe's position among the clause's
	// probes. Lowering cannot know it: the session fills it in when it has matched the probes.
	uint32_t epid_base;
};

struct dt_agg_desc {
	const char *name; // without '@'; "_" for the anonymous one
	const struct dt_agg_function *func;
	int64_t params[DT_AGG_PARAMS]; // as dt_ident.agg_params
	const struct dt_field *keys;
	size_t n_keys;
	uint32_t key_size;   // bytes of the packed tuple; 0 = no keys
	uint32_t value_size; // bytes, a multiple of 8
	/** Index into dt_program_desc.maps. Keyed: a hash whose values all CPUs share, for keys
	 * that have no cell. Without keys: a mapped array, one element per CPU, in which the value
	 * begins at `offset`: many aggregations share it. */
	unsigned map;
	uint32_t offset;
	struct dt_cells cells; // in DT_TABLE_CELLS
	/**
	 * Offset in the value of a word behind the words of the function, for updates that may add
	 * 0; 0: there is none. Without keys it lies behind the value, an update sets it, and
	 * whoever reads it resets it. With keys, where trunc() must tell new data from old, it is
	 * the value's last word and counts updates.
	 */
	uint32_t mark;
};

enum dt_map_kind {
	DT_MAPK_ARRAY,	  // elements by number, all there from the beginning
	DT_MAPK_HASH,	  // elements by key
	DT_MAPK_THREAD,	  // an element for each thread, freed with it
	DT_MAPK_PROGRAMS, // programs by number
	DT_MAPK_WAKE,	  // what wakes the consumer
	DT_N_MAPKS
};

/** A map that the programs need. Its index in dt_program_desc.maps is the handle by which all know
 *  it; its name is for people. */
struct dt_map_desc {
	const char *name; // what bpftool shows of it: 15 characters
	enum dt_map_kind kind;
	uint32_t key_size, value_size, max_entries;
	bool is_mapped;		// ARRAY: the consumer has it in its memory
	bool is_lazy;		// HASH: an element takes memory when it is made
	uint32_t elems_per_cpu; // not 0: max_entries is this times the number of possible CPUs,
				// which is known at load time,
	bool present_only;	// or of the CPUs that are present, on or off
	const char *option;	// that bounds its size, for messages; NULL: by kind
	const void *init;	// initial contents of element 0, value_size bytes; or NULL
	bool frozen;		// only programs change it after that
};

/** The probes that are not attached to anything: BEGIN and END are run by the consumer, the clauses
 *  of ERROR stand in the programs that may fault. */
enum { DT_PROBE_BEGIN = 1, DT_PROBE_END, DT_PROBE_ERROR };

/** Maps that every session has, at these indices. */
enum dt_std_map {
	DT_MAP_CTL,   // struct dt_ctl
	DT_MAP_CPUS,  // struct dt_cpu
	DT_MAP_RINGS, // the chunks of all rings; see struct dt_ring_hdr
	DT_MAP_WAKE,  // a small BPF ring buffer: its descriptor wakes the consumer
	DT_N_STD_MAPS,
};

struct dt_program_desc {
	struct dt_clause_desc *clauses; // index = dt_clause.index
	size_t n_clauses;
	struct dt_agg_desc *aggs; // order of first use
	size_t n_aggs;
	struct dt_map_desc *maps;
	size_t n_maps;
	unsigned spec_map;	      // struct dt_specs; 0: the program does not speculate
	unsigned tables[DT_N_TABLES]; // 0: no program reads it
};

#endif

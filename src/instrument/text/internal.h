/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Internals of the reader of text:
 *
 *	text.c			files, and their functions
 *	pointers.c		landing points to which data leads
 *	x86_64/sweep.c		those to which instructions lead; padding; jumps through tables
 *	x86_64/effects.c	registers and flags that an instruction reads and writes
 *	x86_64/plan.c		plans of sites
 *	x86_64/calls.c		system calls
 *	x86_64/body.c		plans of whole functions
 */
#ifndef DT_INSTRUMENT_TEXT_INTERNAL_H
#define DT_INSTRUMENT_TEXT_INTERNAL_H

#include "base/vec.h"
#include "instrument/decode/decode.h"
#include "instrument/text/text.h"
#include "symbols/elf/functions.h"

/** Marks of a byte. */
enum dt_mark {
	DT_MARK_START = 1,    // an instruction begins here
	DT_MARK_LANDING = 2,  // control may arrive here other than from the instruction before
	DT_MARK_JUMPED = 4,   // a landing point to which a jump leads, not only calls and pointers
	DT_MARK_PADDING = 8,  // never executed
	DT_MARK_TAKEN = 16,   // padding that a plan uses
	DT_MARK_SITE = 32,    // probes of a plan or of the kernel fire in front of this instruction
	DT_MARK_OUTSIDE = 64, // a landing point not only of branches of its own function
	DT_MARK_POINTED = DT_MARK_LANDING | DT_MARK_OUTSIDE,
};

/** Adjacent executable bytes: a section, or a segment of a file without sections. */
struct dt_text_part {
	uint64_t addr, offset, size;
	const uint8_t *bytes; // in a segment
	uint8_t *marks;	      // one for each byte; owned
};

struct dt_text_segment {
	uint64_t addr, offset, size;
	uint8_t *bytes; // owned; freed after the analysis unless executable
	bool is_executable, is_writable;
};

struct dt_text_function {
	uint64_t addr, end;
	enum dt_refusal refusal; // of every site in it
	bool is_go;
	bool is_part; // begins with a frame set up: the rare part of a function, jumped to
};

/** Padding that belongs to the jump of a site. */
struct dt_text_claim {
	uint64_t at, padding;
};

struct dt_text {
	struct dt_file_id id;
	unsigned users;
	bool is_32bit;
	dt_vec(struct dt_text_segment) segments;
	dt_vec(struct dt_text_part) parts;	   // by address
	dt_vec(struct dt_text_function) functions; // by address, one for each
	dt_vec(struct dt_text_claim) claims;
	dt_vec(uint64_t) calls; // addresses of system calls, ascending
};

/** A file while it is analysed. */
struct dt_text_reader {
	struct dt_text *t;
	struct dt_functions f;
	bool is_fixed;		   // the file's addresses are the target's
	bool has_no_linker;	   // no dynamic linker runs before it
	uint64_t entry;		   // the program's first instruction
	dt_vec(uint64_t) bases;	   // data whose address the text computes
	dt_vec(uint64_t) jumps;	   // jumps to computed addresses
	dt_vec(uint64_t) switches; // functions into which a table leads
	dt_vec(uint64_t) words;	   // words with the starts of restartable sequences
};

/** Returns the part that contains an address, or NULL. */
struct dt_text_part *dt_text_part(const struct dt_text *t, uint64_t addr);
/** Adds marks to a byte, if it is in the text. */
void dt_text_mark(struct dt_text *t, uint64_t addr, unsigned marks);
/** Returns the marks of a byte; 0 outside the text. */
unsigned dt_text_marks(const struct dt_text *t, uint64_t addr);
/** Returns the function that begins last at or before an address and contains it, or NULL. */
struct dt_text_function *dt_text_function(const struct dt_text *t, uint64_t addr);
/** Refuses all functions that contain an address. */
void dt_text_refuse(struct dt_text *t, uint64_t addr, enum dt_refusal why);
/** Returns the file's bytes at an address of any segment, and their number up to its end; NULL if
 *  there are none. */
const uint8_t *dt_text_data(const struct dt_text *t, uint64_t addr, size_t *n);

/** Reads a file, which it takes over, without the cache. */
struct dt_error *dt_text_read(struct dt_elf *e, struct dt_text **ret) dt_must_use;
/** Plans the entry of the function at an address. */
enum dt_refusal dt_text_plan_function(struct dt_text *t, uint64_t addr, struct dt_plan *ret);
/** Plans the instruction at an address. */
enum dt_refusal dt_text_plan_insn(struct dt_text *t, uint64_t addr, struct dt_plan *ret);

/** Plans the whole function that contains an address. */
enum dt_refusal dt_text_plan_unit(struct dt_text *t, uint64_t addr, struct dt_body *ret);
/** A way of control between blocks of a body, by their numbers + 1; 0: outside of them. */
struct dt_text_way {
	uint32_t from, to;
};
/** Fills in `blocks`, `steps`, `n_nodes` and `n_counters` of a body, and is_counted of its heads.
 */
void dt_text_choose_counters(struct dt_body *b, const struct dt_text_way *ways, size_t n);
/** Returns why no instruction of the function that contains `addr` can be patched. */
enum dt_refusal dt_text_refuses(const struct dt_text *t, uint64_t addr);
/** Returns why an instruction cannot move, or DT_REFUSE_NONE. */
enum dt_refusal dt_insn_refuses(const struct dt_decoded *d);
/** Finds padding for a jump to which a hop at `at` can lead, or 0. */
uint64_t dt_text_find_padding(const struct dt_text_part *p, uint64_t at);
/** Returns the number of functions that begin at or before an address. */
size_t dt_text_functions_up_to(const struct dt_text *t, uint64_t addr);

void dt_text_read_pointers(struct dt_text_reader *r);
void dt_text_sweep(struct dt_text_reader *r);
/** Follows the tables of jumps, after the sweep. */
void dt_text_read_tables(struct dt_text_reader *r);

/** Registers are bits in the order of machine code, flags ZYDIS_CPUFLAG_…. */
struct dt_effects {
	uint16_t reads, kills; // kills: writes the whole register, in any case
	uint32_t flag_reads, flag_kills;
	bool writes_other; // a register that is neither general, nor flags, nor the pc
	uint16_t writes;   // at least a part, or in some cases
	bool uses_memory;  // other than the stack, by rsp
};
void dt_effects_of(const struct dt_decoded *d, struct dt_effects *ret);
/** Finds the instruction that ends in front of offset `at` of the part, but not before `start`.
 *  Returns false if there is none. */
bool dt_insn_before(const struct dt_text_part *p, uint64_t start, uint64_t at,
		    struct dt_decoded *ret);
/** Reports whether control never continues behind the instruction. Traps do not count: a handler
 *  of signals may step over them. */
bool dt_insn_ends(const struct dt_decoded *d);

#endif

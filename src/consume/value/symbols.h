/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Addresses as text: mod`sym+0xoff. Owns the symbols of the kernel and of processes. They are read
 * when the first address must be named; only the mappings of processes are followed from the start,
 * if the program records user addresses.
 */
#ifndef DT_CONSUME_SYMBOLS_H
#define DT_CONSUME_SYMBOLS_H

#include "abi/program.h"
#include "base/str.h"
#include "dialect/options.h"
#include "symbols/kernel/symbols.h"
#include "symbols/process/process.h"

/** Addresses of processes that are shown in the same way. */
struct dt_symbol_row {
	char *text;    // on the heap
	uint64_t addr; // the first that was met
};

/** A zeroed struct is ready, and follows nothing. */
struct dt_symbols {
	bool is_off;		// every address stays a number
	bool demangles;		// names of processes
	bool has_inlined;	// stacks show inlined functions, ...
	bool has_lines;		// ... and places in the source
	struct dt_watch *watch; // borrowed; NULL: it follows nothing
	struct dt_kernel_symbols kernel;
	struct dt_processes processes;
	struct dt_map row_of; // position in `rows` + 1, by what is shown, not demangled
	dt_vec(struct dt_symbol_row) rows; // fields that stand for several
};

/** Follow processes by the watch if a record or a key of the program holds their addresses. Error:
 *  option debuginfod has no server. */
struct dt_error *dt_symbols_init(struct dt_symbols *s, const struct dt_program_desc *program,
				 struct dt_watch *watch,
				 const struct dt_options *options) dt_must_use;
void dt_symbols_deinit(struct dt_symbols *s);
/** Learn what processes have done since the last call. */
void dt_symbols_refresh(struct dt_symbols *s);

enum { DT_KERNEL = -1 }; // instead of a process id

/** Append; what has no name is 0xaddr, or mod`0xaddr if only the object is known: as the file
 * counts, so that it is the same in all processes. */
void dt_symbols_show(struct dt_symbols *s, struct dt_str *out, int64_t pid, uint64_t addr,
		     enum dt_symbol_form form);
/** The name of a function of a process, as it was written. */
void dt_symbols_show_name(const struct dt_symbols *s, struct dt_str *out, const char *name);
/** What the source says of an address (symbols/debug/lines.h); 0: nothing, or nobody asked. */
size_t dt_symbols_lines(struct dt_symbols *s, int64_t pid, uint64_t addr,
			const struct dt_line **ret);
/** The same of a SYM or USYM field, in the form of its builtin. */
void dt_symbols_show_field(struct dt_symbols *s, struct dt_str *out, const struct dt_field *f,
			   const uint8_t *base);
/** Write the field that stands for all which its builtin shows in the same way, of whatever
 * process.
 */
void dt_symbols_same(struct dt_symbols *s, const struct dt_field *f, const uint8_t *base,
		     uint8_t *to);

/** What is named next happened at that time, by dt_now(), when other files may have been mapped; 0:
 *  now, or nobody knows. */
void dt_symbols_as_of(struct dt_symbols *s, uint64_t time);
/** Nothing is traced any more: names may be waited for. */
void dt_symbols_may_wait(struct dt_symbols *s);
/** Append a sentence on files whose symbols were not read in time, if there are any. */
void dt_symbols_complain(const struct dt_symbols *s, struct dt_str *ret);

/**
 * The frames of a stack field that are shown: *ret is the first one's place, the result their
 * number; those of tracing itself are left out. *is_limited: the stack goes on behind them, and as
 * many were wanted.
 */
uint32_t dt_symbols_frames(struct dt_symbols *s, const struct dt_field *f, const uint8_t *base,
			   const uint8_t **ret, bool *is_limited);
/**
 * Is frame `i` of those uncertain? A frame pointer led to it from one that keeps none, or of which
 * nobody knows whether it does: its caller may be missing; what was found instead may be a caller
 * further out, or none at all.
 */
bool dt_symbols_uncertain(struct dt_symbols *s, const struct dt_field *f, const uint8_t *base,
			  uint32_t i);

/** Has the last frame a caller that could not be found? */
bool dt_symbols_is_cut(const struct dt_field *f, const uint8_t *base);

#endif

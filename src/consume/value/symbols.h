/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Addresses as text: mod`sym+0xoff. Owns the symbols of the kernel and of processes, which are read
 * when the first address needs a name. If the program records user addresses, the mappings of
 * processes are followed from the start.
 */
#ifndef DT_CONSUME_SYMBOLS_H
#define DT_CONSUME_SYMBOLS_H

#include "abi/program.h"
#include "base/str.h"
#include "dialect/options.h"
#include "symbols/kernel/symbols.h"
#include "symbols/process/process.h"

/** Addresses of processes that have the same text. */
struct dt_symbol_row {
	char *text;    // on the heap
	uint64_t addr; // the first one seen
	int pid;       // its process
};

/** A zeroed struct is ready and follows no process. */
struct dt_symbols {
	bool is_off;		// every address stays a number
	bool demangles;		// names of processes
	bool has_inlined;	// stacks show inlined functions
	bool has_lines;		// stacks show source lines
	struct dt_watch *watch; // borrowed; NULL: no process is followed
	struct dt_kernel_symbols kernel;
	struct dt_processes processes;
	struct dt_map row_of;		   // position in `rows` + 1, by the text, not demangled
	dt_vec(struct dt_symbol_row) rows; // the representatives of dt_symbols_same()
};

/** Follows processes with the watch if a record or a key of the program holds their addresses.
 *  Fails if option debuginfod has no server. */
struct dt_error *dt_symbols_init(struct dt_symbols *s, const struct dt_program_desc *program,
				 struct dt_watch *watch,
				 const struct dt_options *options) dt_must_use;
void dt_symbols_deinit(struct dt_symbols *s);
/** Takes in the changes of processes since the last call. */
void dt_symbols_refresh(struct dt_symbols *s);

enum { DT_KERNEL = -1 }; // instead of a process id

/** Appends the address as text. Without a name it is 0xaddr. If only the object is known, it is
 *  mod`0xaddr with the address in the file, which is the same in all processes. */
void dt_symbols_show(struct dt_symbols *s, struct dt_str *out, int64_t pid, uint64_t addr,
		     enum dt_symbol_form form);
/** Appends the name of a process's function, demangled if that is enabled. */
void dt_symbols_show_name(const struct dt_symbols *s, struct dt_str *out, const char *name);
/** Returns the number of source lines of an address (symbols/debug/lines.h). 0: none known, or not
 *  asked for by an option. */
size_t dt_symbols_lines(struct dt_symbols *s, int64_t pid, uint64_t addr,
			const struct dt_line **ret);
/** Appends the text of a SYM or USYM field, in the form of its builtin. */
void dt_symbols_show_field(struct dt_symbols *s, struct dt_str *out, const struct dt_field *f,
			   const uint8_t *base);
/** Returns the process of a SYM or USYM field, or of the first field that it represents; 0: the
 *  kernel. */
int dt_symbols_process(const struct dt_symbols *s, const struct dt_field *f, const uint8_t *base);
/** Writes the field that represents all fields, of any process, with the same text. */
void dt_symbols_same(struct dt_symbols *s, const struct dt_field *f, const uint8_t *base,
		     uint8_t *to);

/** Sets the time (dt_now()) of the events whose addresses are named next; other files may have been
 *  mapped then. 0: now, or unknown. */
static inline void dt_symbols_as_of(struct dt_symbols *s, uint64_t time)
{
	s->processes.as_of = time;
}
/** Notes that tracing has ended, so that finding names may wait. */
void dt_symbols_may_wait(struct dt_symbols *s);
/** Appends a sentence on files whose symbols were not read in time, if there are any. */
void dt_symbols_complain(const struct dt_symbols *s, struct dt_str *ret);

/**
 * Returns the number of frames of a stack field to show, without those of tracing itself. Writes
 * the position of the first one to *ret. *is_limited: the stack has more frames than were asked
 * for.
 */
uint32_t dt_symbols_frames(struct dt_symbols *s, const struct dt_field *f, const uint8_t *base,
			   const uint8_t **ret, bool *is_limited);
/**
 * Reports whether frame `i` of dt_symbols_frames() is uncertain. It was found by the frame pointer
 * of a function that keeps none, or may keep none. That function's caller may be missing, and the
 * frame may be an outer caller or no caller at all.
 */
bool dt_symbols_uncertain(struct dt_symbols *s, const struct dt_field *f, const uint8_t *base,
			  uint32_t i);

/** Reports whether the last frame has a caller that could not be found. */
bool dt_symbols_is_cut(const struct dt_field *f, const uint8_t *base);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Properties of an executor on which lowering depends.
 */
#ifndef DT_IR_EXECUTOR_H
#define DT_IR_EXECUTOR_H

#include "ir/ir.h"

struct dt_ir_phrases;

/** The frames at the top of a kernel stack that a program reads. */
enum dt_stack_top {
	DT_TOP_PROBED,	// the probed code
	DT_TOP_TRACING, // code that traces
	DT_TOP_PROGRAM, // the program, then code that traces
};

/** Limits for objects on the stack, in bytes. */
struct dt_executor_room {
	uint32_t scratch; // larger scratch memory of an expression is in the firing's slot,
	uint32_t key;	  // and so are larger keys
	uint32_t zeros;	  // larger values of new elements come from a map
};

/** Limits for windows, stack objects that take the place of several reads (wide.c), in bytes. */
struct dt_executor_windows {
	uint32_t size, large; // a window; one of a function that has hardly other objects
	uint32_t all;	      // all windows of a function
	uint32_t small;	      // with more bytes of other objects, a function gets no large windows
	uint32_t stack;	      // with more, it gets no windows at all
};

/** Limits of maps, in bytes. */
struct dt_executor_maps {
	uint32_t overhead;    // of an element of a hash map
	uint32_t cells;	      // of all cells of aggregations
	uint32_t cpu_element; // of the aggregations without keys in an element for each CPU
};

struct dt_executor {
	/** Texts for a request that it does not serve: the end of the message ("needs …"), and the
	 * hint. */
	const char *refusal, *way_out;
	/** Reports whether it serves the word. */
	bool (*serves)(enum dt_env word);
	uint32_t attaches; // bits of enum dt_attach: kinds of attachment that it serves
	uint32_t maps_of;  // bits of enum dt_map_kind: kinds of maps
	/** Its programs read memory of the kernel, by loads and by offsets. */
	bool reads_kernel;
	/** The word that means the current thread to THREAD_FIND and THREAD_MAKE. */
	enum dt_env thread;
	/** Returns what is at the top of a stack; NULL if it has no kernel stacks. */
	enum dt_stack_top (*stack_top)(enum dt_attach attach);
	/** How programs of this executor share memory and rings. */
	const struct dt_ir_phrases *phrases;
	/** Workarounds for a verifier that its programs need: bits of enum dt_trick
	 *  (lower/verifier). */
	uint32_t tricks;
	/** A firing stays on its CPU. */
	bool is_pinned;
	/** Bytes of stack that a function may use for scratch memory. */
	uint32_t stack;
	struct dt_executor_room room;
	struct dt_executor_windows windows;
	struct dt_executor_maps map_limits;
	/** Maximum number of maps of a program; 0: unlimited. */
	unsigned maps;
	/**
	 * Maximum number of IR instructions of a program. Lowering splits a larger program into
	 * several parts; 0: it never splits. The maximum doubles every `parts_double` parts.
	 */
	uint32_t part_size, part_size_careful;
	unsigned parts_double, parts_max;
};

/** Reports whether the executor serves what the instruction asks for, maps apart. */
bool dt_executor_serves(const struct dt_executor *x, const struct dt_ir_insn *i);

#endif

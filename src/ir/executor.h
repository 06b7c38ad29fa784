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

/**
 * The demands of the kernel's verifier on programs, as a list of tricks: bits of
 * dt_executor.tricks. Most of their code is in lower/verifier/. Each comment quotes the kernel's
 * message without the trick, on Linux 6.18 unless it names another version.
 * tests/unit/test_session_verifier.c has the programs. A step is an instruction that the verifier
 * analyses; its limit is a million steps.
 *
 * Decision: docs/dev/decisions/0021-hide-values-from-verifier.md
 */
enum dt_trick {
	/** From the fifth on, this-> variables in registers are XORed twice with a word that may
	 * change. Without: 12 assignments of one of three constants and 12 ifs on them fail after a
	 * million steps and 1.5 s. With: 8 ms. */
	DT_TRICK_HIDE_KEPT,
	/** The same for operands of a clause's conditions that later code reads, too, from the
	 * seventh on. Without: 75 comparisons of six arguments fail after a million steps and
	 * 1.3 s. With: 5 ms. */
	DT_TRICK_HIDE_OPERANDS,
	/** An address goes through memory before D arithmetic. Times 3: "pointer arithmetic with *=
	 * operator prohibited". */
	DT_TRICK_NUMBERS,
	/** A pointer in a kernel object is read as data, not loaded. The same message. */
	DT_TRICK_UNTYPED,
	/** An index is masked after its comparison, because the verifier loses the bound of a
	 * register that is spilled and reloaded. Linux 6.1, six arguments as indices: "unbounded
	 * memory access, make sure to bounds check any such access". */
	DT_TRICK_MASKS,
	/** The result of a runtime function is compared with its maximum, and the offset of a cell
	 * is shown to be aligned. quantize(): "math between map_value pointer and register with
	 * unbounded min value is not allowed". */
	DT_TRICK_RESULTS,
	/** A size that a program computes is compared with 1, not with 0, and a size from a table
	 * is masked. copyout() of arg2 bytes, before Linux 6.8: "invalid zero-sized read". An
	 * operand of a USDT probe in a file that appears later: "invalid write to stack R1 off=-64
	 * size=255". */
	DT_TRICK_SIZES,
	/** The end of a record is compared with the end of its chunk. "R9 max value is outside of
	 * the allowed memory range". */
	DT_TRICK_RECORD_END,
	/** Stack memory is zeroed if words are read, or handed to a function of the runtime, of
	 * which only some bytes were written.
	 * Linux 6.1 and 6.2 without a backported change of 6.3: "invalid read from stack". */
	DT_TRICK_WRITE_FIRST,
	/** In a large group, a function of the program counts drops. The kernel inlines each lookup
	 * of this CPU's element, which moves the whole program each time. 500 clauses load in
	 * 0.36 s, with the trick in 0.26 s. */
	DT_TRICK_SHARE_DROPS,
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
	/** The tricks that its programs need: bits of enum dt_trick. */
	uint32_t tricks;
	/** A firing stays on its CPU. */
	bool is_pinned;
	/** Its programs look for cells of short keys without a call. */
	bool inlines_cells;
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

/** Reports whether the executor needs the trick. `x` may be NULL. */
static inline bool dt_trick_is_on(const struct dt_executor *x, enum dt_trick trick)
{
	return x && x->tricks >> trick & 1;
}

/** Reports whether the executor serves what the instruction asks for, maps apart. */
bool dt_executor_serves(const struct dt_executor *x, const struct dt_ir_insn *i);

#endif

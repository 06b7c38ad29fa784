/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The demands of the kernel's verifier on programs, as a list of tricks. Most of their code is in
 * lower/verifier/.
 *
 * Decision: docs/dev/decisions/0021-hide-values-from-verifier.md
 */
#ifndef DT_LOWER_TRICKS_H
#define DT_LOWER_TRICKS_H

#include "ir/executor.h"

#include <stdbool.h>

/**
 * The tricks: bits of dt_executor.tricks. Each comment quotes the kernel's message without the
 * trick, on Linux 6.18 unless it names another version. tests/unit/test_session_verifier.c has the
 * programs. A step is an instruction that the verifier analyses; its limit is a million steps.
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
	/** The end of a record is compared with the end of its chunk. "R9 max value is outside of
	 * the allowed memory range". */
	DT_TRICK_RECORD_END,
	/** Stack memory is zeroed if words are read of which only some bytes were written.
	 * Linux 6.1 and 6.2 without a backported change of 6.3: "invalid read from stack". */
	DT_TRICK_WRITE_FIRST,
	/** In a large group, a function of the program counts drops. The kernel inlines each lookup
	 * of this CPU's element, which moves the whole program each time. 500 clauses load in
	 * 0.36 s, with the trick in 0.26 s. */
	DT_TRICK_SHARE_DROPS,
};

static inline bool dt_trick_is_on(const struct dt_executor *x, enum dt_trick trick)
{
	return x->tricks >> trick & 1;
}

#endif

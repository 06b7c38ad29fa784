/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Positions in a program that is being written: the kind of word that can stand there. The text may
 * be wrong in any way.
 */
#ifndef DT_SESSION_COMPLETE_POSITION_H
#define DT_SESSION_COMPLETE_POSITION_H

#include "base/str.h"

enum dt_place {
	DT_PLACE_NONE, // a comment, a string, a number
	DT_PLACE_PRAGMA,
	DT_PLACE_OPTION,
	DT_PLACE_DESCRIPTION,
	DT_PLACE_MEMBER,
	DT_PLACE_SELF,
	DT_PLACE_THIS,
	DT_PLACE_AGGREGATION,
	DT_PLACE_AGG_FUNCTION,
	DT_PLACE_MACRO,
	DT_PLACE_EXPRESSION,
	DT_PLACE_STATEMENT,
};

enum { DT_PLACE_DEPTH = 64 };

struct dt_position {
	enum dt_place place;
	size_t at;	// byte of the text
	size_t word;	// byte where the word before `at` begins
	size_t segment; // byte where the description, predicate, statement or control line begins
	bool in_predicate;
	char open[DT_PLACE_DEPTH]; // brackets that are open, the outermost first
	size_t n_open;
};

/** Finds the position of byte `at` of the text. */
void dt_position_find(struct dt_position *ret, const char *text, size_t at);
/** Appends the text up to the position with the word `wanted` there, then what closes all that is
 * open, and the clauses that follow. */
void dt_position_finish(const struct dt_position *p, const char *text, const char *wanted,
			struct dt_str *out);

#endif

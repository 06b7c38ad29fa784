/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Completion of programs.
 *
 *	complete.c     the words that the tables of dtrace and the program offer
 *	description.c  probe descriptions		position.c  the place of the word
 */
#ifndef DT_SESSION_COMPLETE_COMPLETE_H
#define DT_SESSION_COMPLETE_COMPLETE_H

#include "session/core/session.h"

enum { DT_COMPLETE_MAX = 5000 }; // words: more than a user reads

/** A search for the words that begin as the text does. */
struct dt_completing {
	struct dtrace *d;
	const char *begun; // the beginning of the word
	struct dt_map seen;
};

/** Offers a word, unless it does not begin as wanted, is offered already, or cannot be shown. The
 * strings must live as long as the session, or be in its arena; detail and doc may be NULL. */
void dt_complete_offer(struct dt_completing *c, const char *word, const char *kind,
		       const char *detail, const char *doc);

/** description.c: Completes the last field of a probe description. Writes its offset to *field. */
struct dt_error *dt_complete_description(struct dt_completing *c, const char *text,
					 size_t *field) dt_must_use;

#endif

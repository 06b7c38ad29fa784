/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Functions of the target that move whole, because most of their instructions are probed.
 *
 *	bodies.c  which functions do, and their sites
 *	counts.c  clauses that only count: blocks are counted instead of instructions
 */
#ifndef DT_SESSION_BODY_H
#define DT_SESSION_BODY_H

#include "session/program/inside/inside.h"

/** Finds functions for the sites from number `first` on, and plans these sites. The others have no
 *  body after that. */
void dt_session_bodies_plan(struct dtrace *d, size_t first);
/** Gives a guard at an address of the file its place in the body that has it, if one has. */
bool dt_session_bodies_take(struct dtrace *d, struct dt_inside_site *s, uint64_t at);
/** Returns the bytes of stubs that a body needs at most. */
size_t dt_session_body_room(const struct dt_inside_body *b);
void dt_session_bodies_deinit(struct dt_inside *in);

/** Decides which sites are counted with their blocks, once groups have their executors. */
void dt_session_counts_plan(struct dtrace *d);
/** Reports whether sites of the group are counted with their blocks. */
bool dt_session_counts_group(const struct dtrace *d, const struct dt_group *g);
/** Returns where the blocks of a body are counted. */
struct dt_body_counters dt_session_counts_of(struct dtrace *d, const struct dt_inside_body *b);
/** Prepares for dt_session_counts_add(), once all stubs are there. */
void dt_session_counts_attach(struct dtrace *d);
/** Begins to count, or ends it after the last counts are added. */
void dt_session_counts_begin(struct dtrace *d, bool active);
/** Adds what blocks have counted since the last call to the aggregations. */
void dt_session_counts_add(struct dtrace *d);
void dt_session_counts_deinit(struct dt_inside *in);

#endif

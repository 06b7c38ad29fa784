/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * State that separate programs (lower/lower.h) maintain.
 *
 *	vtime.c     vtimestamp
 *	thread.c    deletes the elements of ended threads
 *	followed.c  tables of processes, and -x follow
 *	exec.c      removes what is known of the mappings of a process that calls exec
 *	gate.c      waits until newly mapped files are probed
 */
#ifndef DT_LOWER_ACCOUNT_H
#define DT_LOWER_ACCOUNT_H

#include "lower/firing/gen.h"

// ---- vtime.c
bool dt_lower_has_vtime(const struct dt_lower *l);
/** Stops the thread's clock at the start of a group's program, if g->program.clock is needed. */
void dt_gen_vtime_begin(struct dt_gen *g);
/** Starts the clock at the end of the program. */
void dt_gen_vtime_end(struct dt_gen *g);
/** Leaves the clock stopped for the next program of the chain. */
void dt_gen_vtime_hand_on(struct dt_gen *g);

/** followed.c: returns the address of the current process's number. */
dt_reg dt_gen_current_process(struct dt_lower *l, struct dt_ir_func *f);
/** followed.c: ends the program in processes that are not followed, if the group requires that. */
void dt_gen_check_followed(struct dt_gen *g);

#endif

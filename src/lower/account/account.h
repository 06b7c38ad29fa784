/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * What is kept up to date beside the clauses, by programs of its own (lower/lower.h).
 *
 *	vtime.c     vtimestamp
 *	thread.c    what a thread leaves behind
 *	followed.c  -x follow: which processes are meant
 *	exec.c      what was mapped in a process that runs another program now
 *	gate.c      waiting until files that were mapped are probed
 */
#ifndef DT_LOWER_ACCOUNT_H
#define DT_LOWER_ACCOUNT_H

#include "lower/builtin.h"

// ---- vtime.c
bool dt_lower_has_vtime(const struct dt_lower *l);
/** When a group's program begins: stops the thread's clock, if g->clock is needed. */
void dt_gen_vtime_begin(struct dt_gen *g);
/** ... when it ends. */
void dt_gen_vtime_end(struct dt_gen *g);
/** ... before it calls the next program of its chain. */
void dt_gen_vtime_hand_on(struct dt_gen *g);

/** followed.c: the number of the current process, in memory. */
dt_reg dt_gen_current_process(struct dt_lower *l, struct dt_ir_func *f);
/** followed.c: do nothing in a process that is not followed, if the group is of followed ones. */
void dt_gen_check_followed(struct dt_gen *g);

// ---- thread.c
/** What keys of a thread's elements begin with: its id, from PID_TGID, below the bits of `number`.
 */
dt_reg dt_gen_thread_word(struct dt_ir_func *f, dt_reg pid_tgid, uint64_t number);
/** Note that the thread has elements of self-> arrays. A failure is counted and goes to `fail`. */
void dt_gen_thread_mark(struct dt_gen *g, dt_label fail);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The tracer's side of its keeper (src/keeper): a process that attaches uprobes for this one, and
 * holds them as long as this one does. If it dies, its work is done here.
 */
#ifndef DT_PROVIDER_KEEPER_H
#define DT_PROVIDER_KEEPER_H

#include "keeper/link.h"

struct dt_keeper;

/** Receives what a person should know. */
struct dt_keeper_listener {
	void *self;
	void (*say)(void *self, const char *text); // may be NULL
};

/** dt_uprobe_link() by the keeper *k, which is made if it is NULL. The descriptor is the caller's,
 *  the keeper has its own. The program stays open until dt_keeper_end(). */
int dt_keeper_link(struct dt_keeper **k, const struct dt_uprobe_request *q,
		   const struct dt_keeper_listener *listener);
/** Close the links that the keeper made, `fds`; returns when all of them are detached. NULL is
 *  fine. */
void dt_keeper_end(struct dt_keeper *k, const int *fds, size_t n,
		   const struct dt_keeper_listener *listener);

#endif

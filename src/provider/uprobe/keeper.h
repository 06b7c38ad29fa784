/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The tracer's side of its keeper (src/keeper): a process that attaches uprobes for this one, and
 * holds them as long as this one does. If it dies, its work is done here.
 */
#ifndef DT_PROVIDER_KEEPER_H
#define DT_PROVIDER_KEEPER_H

#include "keeper/link.h"

#include <signal.h>
#include <stdbool.h>

struct dt_keeper;
struct dt_links;

/** Receives what a person should know; callbacks may be NULL. */
struct dt_keeper_listener {
	void *self;
	void (*say)(void *self, const char *text);
	/** So many places of all have been removed. */
	void (*removed)(void *self, size_t places, size_t all);
	const volatile sig_atomic_t *stop; // not 0: a link that takes long is not waited for
};

/** Those who are told of the links. */
struct dt_keeper_listener dt_links_listener(struct dt_links *l);

/** Start the process; if that fails, and the listener has been told, all is done here. */
struct dt_keeper *dt_keeper_create(const struct dt_keeper_listener *listener);
/** dt_uprobe_link() by the keeper *k, which is made if it is NULL. The descriptor is the caller's,
 *  the keeper has its own. The program stays open until dt_keeper_end(). EINTR: it was not waited
 *  for, and no later one is made. */
int dt_keeper_link(struct dt_keeper **k, const struct dt_uprobe_request *q,
		   const struct dt_keeper_listener *listener);
/** Have it hold another descriptor, too, whose closing may take long. */
void dt_keeper_hold(struct dt_keeper *k, int fd);
/** Close `fds`, those that the keeper made and others, and have it detach; once. NULL is fine for
 *  each of these. */
void dt_keeper_release(struct dt_keeper *k, const int *fds, size_t n);
/** Wait until all is detached, `ms` at most; is it? */
bool dt_keeper_wait(struct dt_keeper *k, int ms, const struct dt_keeper_listener *listener);
/** Wait for it while it gets on, and free `k`. */
void dt_keeper_end(struct dt_keeper *k, const struct dt_keeper_listener *listener);

#endif

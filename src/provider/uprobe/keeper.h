/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The tracer's interface to its keeper (src/keeper): a process that attaches uprobes for the tracer
 * and holds them as long as the tracer does. If the keeper dies, these functions do its work.
 */
#ifndef DT_PROVIDER_KEEPER_H
#define DT_PROVIDER_KEEPER_H

#include "keeper/link.h"

#include <signal.h>
#include <stdbool.h>

struct dt_keeper;
struct dt_links;

/** Receives messages for the user; callbacks may be NULL. */
struct dt_keeper_listener {
	void *self;
	void (*message)(void *self, const char *text);
	/** Reports that probes are detached from `places` of `all` addresses. */
	void (*detached)(void *self, size_t places, size_t all);
	const volatile sig_atomic_t *stop; // not 0: do not wait for a slow link
	bool is_held;			   // dt_links.is_held
};

/** Returns a listener that calls the callbacks of `l`. */
struct dt_keeper_listener dt_links_listener(struct dt_links *l);

/** Starts the process. If that fails, the listener gets a message and the tracer does the work. */
struct dt_keeper *dt_keeper_create(const struct dt_keeper_listener *listener);
/** Calls dt_uprobe_link() in the keeper *k, which is created if NULL. The caller owns the returned
 *  descriptor; the keeper holds a duplicate. The program must stay open until dt_keeper_end().
 *  EINTR: `stop` cut the wait short, and all later calls fail as well. */
int dt_keeper_link(struct dt_keeper **k, const struct dt_uprobe_request *q,
		   const struct dt_keeper_listener *listener);
/** Makes the keeper hold another descriptor whose closing may take long. */
void dt_keeper_hold(struct dt_keeper *k, int fd);
/** Closes `fds`, which may include other descriptors than the keeper's, and makes the keeper
 *  detach. Only the first call has an effect. `k` may be NULL here and below. */
void dt_keeper_release(struct dt_keeper *k, const int *fds, size_t n);
/** Waits up to `ms` until all probes are detached. Returns true if they are. */
bool dt_keeper_wait(struct dt_keeper *k, int ms, const struct dt_keeper_listener *listener);
/** Waits for the keeper as long as it makes progress, and frees `k`. */
void dt_keeper_end(struct dt_keeper *k, const struct dt_keeper_listener *listener);

#endif

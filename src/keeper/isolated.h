/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Attaches and detaches links without interruption by signals. The kernel inserts and
 * removes breakpoints in the context of the caller. If SIGKILL is pending, each remaining location
 * fails, and its breakpoint stays without a probe.
 *
 * Therefore a separate process creates each link. If it is killed, another process creates the
 * same link again, and the kernel adopts the existing breakpoints. To detach a link, a process that
 * holds its last descriptor exits: the kernel ignores signals to an exiting process.
 *
 * Decision: docs/dev/decisions/0079-links-end-with-processes.md
 */
#ifndef DT_KEEPER_ISOLATED_H
#define DT_KEEPER_ISOLATED_H

#include "keeper/link.h"

/** Calls dt_uprobe_link() in a new process, and again in another one if that is killed. */
int dt_isolated_link(const struct dt_uprobe_request *q);

/** Detaches links and sorts the array. At most `at_once` processes run at a time, each with at most
 *  `in_each` links. Calls `detached` for each link. */
void dt_isolated_detach(int *links, size_t n, size_t at_once, size_t in_each,
			void (*detached)(void));

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Attaching and detaching that no signal can interrupt half way. The kernel inserts and removes
 * breakpoints in the context of the caller. If SIGKILL is pending, each remaining place fails, and
 * its breakpoint stays without a probe.
 *
 * A link is therefore made by a process that is started for it: if that is killed, the same link is
 * made again, and the kernel takes the breakpoints that are there for its own. A link is detached
 * by a process that holds its last descriptor and ends: the kernel ignores signals to a process
 * that ends.
 *
 * Decision: docs/dev/decisions/0079-links-end-with-processes.md
 */
#ifndef DT_KEEPER_APART_H
#define DT_KEEPER_APART_H

#include "keeper/link.h"

/** dt_uprobe_link() in a process of its own, once more if that is killed. */
int dt_apart_link(const struct dt_uprobe_request *q);

/** Detaches links, sorting them, some at a time and a few in each process. `detached` is called for
 *  each link. */
void dt_apart_detach(int *links, size_t n, size_t at_once, size_t in_each, void (*detached)(void));

#endif

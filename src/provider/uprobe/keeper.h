/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * A process that attaches uprobes for this one, and holds them as long as this one does.
 *
 * The kernel places and removes breakpoints in the context of the caller, and gives up half way if
 * that is killed; what it has not come to by then stays in the code of the traced programs, as a
 * trap without a probe. The keeper is not the tracer: who kills the tracer, at whatever moment,
 * ends the keeper's work but does not interrupt it.
 */
#ifndef DT_PROVIDER_KEEPER_H
#define DT_PROVIDER_KEEPER_H

#include "provider/uprobe/link.h"

struct dt_keeper;

/** dt_uprobe_link() by the keeper *k, which is made if it is NULL. The descriptor is the caller's,
 *  the keeper has its own. errno EOWNERDEAD: somebody has killed the keeper. */
int dt_keeper_link(struct dt_keeper **k, const struct dt_uprobe_request *q);
/** Returns when all that nobody else holds is detached. NULL is fine. */
void dt_keeper_end(struct dt_keeper *k);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Which processes a session is about: it writes this, and the providers of probes in processes read
 * it.
 */
#ifndef DT_PROVIDER_PROCESS_SCOPE_H
#define DT_PROVIDER_PROCESS_SCOPE_H

#include "provider/provider.h"

struct dt_process_scope {
	dt_vec(pid_t) targets; // of -c and -p
	/** -x follow: places are in all processes, programs look whose they are. */
	bool follow;
	/** -x usdtfile: files, perhaps mapped by no process yet, ended by NULL; or NULL. */
	char *const *files;
};

struct dt_process_scope *dt_process_scope(struct dt_registry *r);

#endif

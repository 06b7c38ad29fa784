/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Which processes a session is about. It says so here; providers of probes in processes read it.
 */
#ifndef DT_PROVIDER_PROCESS_SCOPE_H
#define DT_PROVIDER_PROCESS_SCOPE_H

#include "provider/provider.h"

struct dt_process_scope {
	dt_vec(pid_t) targets; // of -c and -p
	/** -x follow: places are in all processes, programs look whose they are. */
	bool follow;
	/** -x usdtfile: files that nobody may have mapped yet, ended by NULL; or NULL. */
	char *const *files;
};

struct dt_process_scope *dt_process_scope(struct dt_registry *r);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The processes of a session. The session writes this, and the providers of probes in processes
 * read it.
 */
#ifndef DT_PROVIDER_PROCESS_SCOPE_H
#define DT_PROVIDER_PROCESS_SCOPE_H

#include "provider/provider.h"

struct dt_process_scope {
	dt_vec(pid_t) targets; // of -c and -p
	/** -x follow: probes are attached in all processes, and programs check the process. */
	bool follow;
	/** The same inside the target: probes of programs that its children execute are its own. */
	bool follow_inside;
	/** The only target, if programs may run inside it; else 0. */
	pid_t inside;
	/** -x usdtfile: files that no process need have mapped, ended by NULL; or NULL. */
	char *const *files;
};

struct dt_process_scope *dt_process_scope(struct dt_registry *r);

#endif

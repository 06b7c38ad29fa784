/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Inside the watch provider:
 *
 *	watch.c     names, probes, arguments, attaching
 *	variable.c  where a variable or a function lies
 */
#ifndef DT_PROVIDER_WATCH_H
#define DT_PROVIDER_WATCH_H

#include "arch/arch.h"
#include "provider/provider.h"

/** A place in memory. */
struct dt_variable {
	pid_t pid;	    // whose memory it is; 0: the kernel's
	const char *module; // where its name was found; "" for an address. Lives as the registry.
	uint64_t addr;
	uint64_t size;			  // 0: unknown
	const struct dt_machine *machine; // of the code there
};

/** Find what `name`, or the address 0x..., is in a module, or if that is empty in any. `ret->pid`
 * is given, the rest is filled. */
struct dt_error *dt_variable_find(struct dt_registry *r, const char *module, const char *name,
				  struct dt_variable *ret) dt_must_use;

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Inside the watch provider:
 *
 *	watch.c     names, probes, arguments, attaching
 *	variable.c  addresses of variables and functions
 */
#ifndef DT_PROVIDER_WATCH_H
#define DT_PROVIDER_WATCH_H

#include "arch/arch.h"
#include "provider/provider.h"

/** An address in memory. */
struct dt_variable {
	pid_t pid;	    // process; 0: the kernel
	const char *module; // that has the name; "" for an address. The registry owns it.
	uint64_t addr;
	uint64_t size;			  // 0: unknown
	const struct dt_machine *machine; // of the code there
};

/** Finds the symbol `name` in a module, or in all if `module` is empty or NULL. `name` may also be
 *  an address 0x.... The caller sets ret->pid; the function fills the rest. */
struct dt_error *dt_variable_find(struct dt_registry *r, const char *module, const char *name,
				  struct dt_variable *ret) dt_must_use;

#endif

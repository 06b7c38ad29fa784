/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Inside the fbt provider:
 *
 *	fbt.c        matches names to probes          functions.c  lists traceable functions
 *	context.c    reads registers in programs      attach.c     attaches programs to functions
 *	types.c      types of args[]            caller.c     finds callers in programs
 */
#ifndef DT_PROVIDER_FBT_INTERNAL_H
#define DT_PROVIDER_FBT_INTERNAL_H

#include "provider/provider.h"

#include <stdio.h>

/** Mechanisms for probing functions, the best first. */
enum dt_fbt_mechanism {
	DT_FBT_MULTI,  // kprobe_multi: one link for all functions of a program (Linux 5.18)
	DT_FBT_SINGLE, // one perf event for each function
	DT_FBT_NONE,
};

/** The kinds of probes in a function. */
enum dt_fbt_kind {
	DT_FBT_ENTRY,
	DT_FBT_RETURN,
	DT_FBT_OFFSET, // an instruction; always a perf event. Its name is the offset.
	DT_N_FBT_KINDS,
};

/** The address at which the kernel traces a function. */
struct dt_fbt_entry {
	uint64_t address; // the function's address, or a few bytes after it
	struct dt_fbt_entry *next;
};

/** The functions of one name in one module. Static functions of several files are one probe. */
struct dt_fbt_function {
	const char *module, *name;    // interned
	uint32_t number;	      // determines the ids of its probes
	struct dt_fbt_entry *entries; // NULL: the kernel does not list addresses
	struct dt_fbt_function *same; // function of the same name in another module
	struct dt_probe *probes[2];   // entry and return; NULL: not created yet
	unsigned pass;		      // the registry's pass that added it
	bool is_gone;		      // its module was removed; reloading adds a new function
};

/** One link for entry and return, which the kernel calls a session. */
struct dt_fbt_session {
	struct dt_context context; // of its dispatcher; first member
	bool is_usable;		   // it loses no entries
	struct dt_joint joint;	   // zeroed until the first dt_fbt_joint()
};

/** The provider's state in one session of dtrace. */
struct dt_fbt {
	struct dt_registry *registry;
	enum dt_fbt_mechanism mechanism;
	const char *why_not; // reason why no function can be traced, a sentence; or NULL
	bool is_listed;
	dt_vec(struct dt_fbt_function *) functions; // including those of removed modules
	size_t n_listed;	    // number at first listing; functions loaded later follow
	struct dt_map instructions; // "module`name+offset" → struct dt_probe
	struct dt_map retained;	    // "module:function" of descriptions → struct held
	struct dt_fbt_session session;
};

struct dt_fbt *dt_fbt_of(struct dt_registry *r);
/** Lists all functions that can be traced, at the first call. If there are none, sets why_not. */
void dt_fbt_list(struct dt_fbt *f);
/** Reads the kernel's list, in either of its forms, for one module or all (NULL). */
void dt_fbt_list_in(struct dt_fbt *f, FILE *list, const char *module);
/** dt_provider.note_module */
void dt_fbt_note_module(struct dt_registry *r, const char *module, bool is_loaded);
/** Reports whether the function is a variant of `name` created by the compiler, such as
 *  name.isra.0. */
bool dt_fbt_is_variant(const char *function, const char *name);
/** Returns the reason why a function must not be probed, or NULL if it may. */
const char *dt_fbt_refused(const char *name);

/** dt_provider.types */
const char *dt_fbt_types(struct dt_registry *r, struct dt_probe *p);

const struct dt_context *dt_fbt_context(enum dt_fbt_mechanism mechanism, enum dt_fbt_kind kind);
/** dt_context.kernel_caller of entries */
dt_reg dt_fbt_entry_caller(const struct dt_context *self, struct dt_ir_func *f);
/** dt_provider.joint */
const struct dt_joint *dt_fbt_joint(struct dt_registry *r);

/** dt_provider.attach */
struct dt_error *dt_fbt_attach(const struct dt_attachment *a, size_t n, struct dt_links *links);
/** Returns the type of perf events for kprobes; 0: this kernel has none. */
uint32_t dt_fbt_event_type(void);

#endif

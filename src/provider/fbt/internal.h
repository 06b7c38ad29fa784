/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * What the files of the fbt provider share.
 *
 *	fbt.c        names → probes           functions.c  what can be traced
 *	context.c    what programs read       attach.c     programs to functions
 *	types.c      args[]
 */
#ifndef DT_PROVIDER_FBT_INTERNAL_H
#define DT_PROVIDER_FBT_INTERNAL_H

#include "provider/provider.h"

#include <stdio.h>

/** How functions are probed on this kernel, the best first. */
enum dt_fbt_way {
	DT_FBT_MULTI,  // kprobe_multi: a link for all functions of a program (Linux 5.18)
	DT_FBT_SINGLE, // a perf event for each
	DT_FBT_NONE,
};

/** What of a function a probe is. */
enum dt_fbt_kind {
	DT_FBT_ENTRY,
	DT_FBT_RETURN,
	DT_FBT_OFFSET, // an instruction; always a perf event. Its name is the offset.
	DT_N_FBT_KINDS,
};

/** A place in memory by which the kernel knows a function that it can trace. */
struct dt_fbt_entry {
	uint64_t address; // of the function or a few bytes behind
	struct dt_fbt_entry *next;
};

/** Functions of one name in one module: static ones of several files are one probe. */
struct dt_fbt_function {
	const char *module, *name;    // interned
	uint32_t number;	      // of its probes' ids
	struct dt_fbt_entry *entries; // NULL: this kernel does not tell
	struct dt_fbt_function *same; // another of that name
	struct dt_probe *probes[2];   // entry and return; NULL: not made yet
	unsigned pass;		      // of the registry, in which it came
	bool is_gone;		      // with its module; what comes back is another
};

/** A link for entry and return, which the kernel calls a session. */
struct dt_fbt_session {
	struct dt_context context; // of its dispatcher; first
	uint32_t is_return;	   // the kernel's function that tells which it is; 0: none
	struct dt_joint joint;	   // zeroed: not asked for yet
};

/** What a session knows of the kernel's functions. */
struct dt_fbt {
	struct dt_registry *registry;
	enum dt_fbt_way way;
	const char *why_not; // NONE, or the list cannot be read: a sentence
	bool is_listed;
	dt_vec(struct dt_fbt_function *) functions; // those that have gone as well
	size_t n_listed;			    // of them, at first; what comes is behind
	struct dt_map instructions;		    // "module`name+offset" → struct dt_probe
	struct dt_map retained; // "module:function" of descriptions → struct held
	struct dt_fbt_session session;
};

struct dt_fbt *dt_fbt_of(struct dt_registry *r);
/** All functions that can be traced, read when they are first asked for. Empty: why_not. */
void dt_fbt_list(struct dt_fbt *f);
/** The same of the kernel's list, in either of its forms; of one module, or NULL: of all. */
void dt_fbt_list_in(struct dt_fbt *f, FILE *list, const char *module);
/** dt_provider.note_module */
void dt_fbt_note_module(struct dt_registry *r, const char *module, bool is_loaded);
/** Is it a variant of `name` that the compiler made, such as name.isra.0? */
bool dt_fbt_is_variant(const char *function, const char *name);
/** Why a function must not be probed; NULL: it may. */
const char *dt_fbt_refused(const char *name);

/** dt_provider.types */
const char *dt_fbt_types(struct dt_registry *r, struct dt_probe *p);

const struct dt_context *dt_fbt_context(enum dt_fbt_way way, enum dt_fbt_kind kind);
/** dt_provider.joint */
const struct dt_joint *dt_fbt_joint(struct dt_registry *r);

/** dt_provider.attach */
struct dt_error *dt_fbt_attach(const struct dt_attachment *a, size_t n, struct dt_links *links);
/** Does this kernel have multi-links? Found by trying. */
bool dt_fbt_has_multi(void);
/** The type of perf events that are kprobes; 0: this kernel has none. */
uint32_t dt_fbt_event_type(void);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Determines which processes the provider of a description means:
 *
 *	pid123  python123	one; $target has already been replaced by its number
 *	pid*  python		all, including those that start later
 *	pid12*  p?thon*		those whose number, or name with the number, matches
 *	p*d123  *123		for the provider pid: process 123
 *	pid  *  (nothing)	no process
 *
 * pid is the provider of functions. Programs declare all other names (USDT), which may end in
 * digits themselves.
 */
#ifndef DT_PROVIDER_PROCESS_NAME_H
#define DT_PROVIDER_PROCESS_NAME_H

#include "base/mem.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum dt_process_owner { DT_OWNER_NONE, DT_OWNER_ONE, DT_OWNER_MATCHING, DT_OWNER_ALL };

/** Returns the kind of processes that the provider means. `provider` may be NULL. */
enum dt_process_owner dt_process_owner(const char *provider);
/** Returns 123 for a pattern that matches pid123, such as p*d123 or *123; 0 for other patterns. A
 *  pattern that begins with pid means many processes and returns 0. */
pid_t dt_process_of_pattern(const char *provider);
/** Reports whether it is a name or a pattern of the provider pid. May be NULL. */
bool dt_process_is_pid(const char *provider);

/** Returns the number in pid123, even if it is no valid pid. */
uint64_t dt_process_number(const char *provider);
/** Iterates over the processes that another provider's name may mean: python312 is process 312 of
 *  python, 12 of python3 or 2 of python31. `*at` is 0 at first. Returns false at the end. */
bool dt_process_next(const char *provider, size_t *at, pid_t *ret);
/** Returns the name with the number `from` at its end replaced by `to`, or NULL if it does not name
 *  process `from`. */
const char *dt_process_rename(struct dt_intern *names, const char *provider, pid_t from, pid_t to);

/** Reports whether the pattern matches the provider's name in that process. */
bool dt_process_fits(const char *pattern, const char *declared, pid_t pid);
/** Reports whether the pattern matches for every process, or is the declared name itself. */
bool dt_process_fits_all(const char *pattern, const char *declared);

/** Reports whether the text of a D program may name a process by the provider pid. */
bool dt_process_in_text(const char *text);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Which processes the provider of a description means:
 *
 *	pid123  python123	one; $target has become its number before
 *	pid*  python		all, also those that start later
 *	pid12*  p?thon*		those whose number, or name with the number, fits
 *	p*d123  *123		of the provider pid one, 123
 *	pid  *  (nothing)	none is named
 *
 * pid is the provider of functions; any other name is one that programs declare (USDT), and may
 *itself end in digits.
 */
#ifndef DT_PROVIDER_PROCESS_NAME_H
#define DT_PROVIDER_PROCESS_NAME_H

#include "base/mem.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum dt_process_whose { DT_WHOSE_NOBODY, DT_WHOSE_ONE, DT_WHOSE_FITTING, DT_WHOSE_ALL };

/** `provider` may be NULL. */
enum dt_process_whose dt_process_whose(const char *provider);
/** The process whose pid provider a pattern with its number means, as p*d123 and *123 mean pid123;
 * 0: none. A pattern that begins with pid is one of many processes. */
pid_t dt_process_of_pattern(const char *provider);
/** Is it a name or a pattern of the provider pid? May be NULL. */
bool dt_process_is_pid(const char *provider);

/** The number in pid123, however large. */
uint64_t dt_process_number(const char *provider);
/** The processes that any other name of one may mean: python312 is 312 of python, 12 of python3, 2
 * of python31. `*at` is 0 at first; false: there are no more. */
bool dt_process_next(const char *provider, size_t *at, pid_t *ret);
/** The name of one, with the number of process `to` in the place of `from`; NULL: `from` is not the
 *  one. */
const char *dt_process_rename(struct dt_intern *names, const char *provider, pid_t from, pid_t to);

/** Does the pattern fit what the provider is called in that process? */
bool dt_process_fits(const char *pattern, const char *declared, pid_t pid);
/** Does it fit whatever the number is, or is it the declared name itself? */
bool dt_process_fits_all(const char *pattern, const char *declared);

/** May the text of a program name a process by the provider pid? */
bool dt_process_in_text(const char *text);

#endif

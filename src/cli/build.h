/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * -h and -G: what a program that declares providers is built with.
 */
#ifndef DT_CLI_BUILD_H
#define DT_CLI_BUILD_H

#include "dtrace/dtrace.h"

/** -h: write the header to `output`; NULL: a file named after the script ("x/prov.d": prov.h).
 *  The exit status. */
int dt_build_header(struct dtrace *d, const char *script, const char *output);
/** -G: the same for the object, prov.o; `objects` are the program's own. */
int dt_build_object(struct dtrace *d, const char *script, const char *output,
		    const char *const *objects, size_t n);

#endif

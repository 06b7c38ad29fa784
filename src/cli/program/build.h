/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * -h and -G: files for building a program that declares providers.
 */
#ifndef DT_CLI_PROGRAM_BUILD_H
#define DT_CLI_PROGRAM_BUILD_H

#include "dtrace/dtrace.h"

/** -h: Writes the header to `output`; if NULL, to a file named after the script ("x/prov.d":
 * prov.h). Returns the exit status. */
int dt_build_header(struct dtrace *d, const char *script, const char *output);
/** -G: Writes the object, prov.o, in the same way. `objects` are the program's objects. */
int dt_build_object(struct dtrace *d, const char *script, const char *output,
		    const char *const *objects, size_t n);

#endif

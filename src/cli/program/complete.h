/* SPDX-License-Identifier: BSD-2-Clause */
/** --complete */
#ifndef DT_CLI_PROGRAM_COMPLETE_H
#define DT_CLI_PROGRAM_COMPLETE_H

#include "dtrace/dtrace.h"

#include <stdio.h>

/** Prints the words that can stand at a position: LINE:COLUMN of the program on the standard input,
 * or the end of a description. Returns E_SUCCESS, or E_ERROR after a message. */
int dt_complete_print(FILE *out, struct dtrace *d, const char *where);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Diagnostics of the program, as text for people and as data for editors.
 */
#ifndef DT_CLI_PROGRAM_DIAGNOSTIC_H
#define DT_CLI_PROGRAM_DIAGNOSTIC_H

#include "dtrace/dtrace.h"

#include <stdio.h>

struct dt_diagnostic_form {
	bool errtags; // "[D_TAG] " before "error"
	bool colors;
};

/** Prints a diagnostic with location, source line, caret, message and hint:
 *	FILE:LINE:COL: error: MESSAGE
 *	   12 | source line
 *	      |        ^~~~~
 *	hint: …
 */
void dt_diagnostic_print(FILE *out, const struct dtrace_diagnostic *g,
			 struct dt_diagnostic_form form);
/** Prints a JSON document with all diagnostics, and with the error unless it is NULL or consists of
 * diagnostics. */
void dt_diagnostics_write(FILE *out, struct dtrace *d, const struct dtrace_error *err);
/** Prints all diagnostics of a session in the form that its options choose. */
void dt_diagnostics_print(FILE *out, struct dtrace *d);

#endif

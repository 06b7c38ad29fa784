/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Keeps other output off the display. While the display is shown, output of the program, its
 * commands and system() that is meant for the terminal goes to a file, and is printed afterwards.
 */
#ifndef DT_CLI_TOP_DIVERT_H
#define DT_CLI_TOP_DIVERT_H

#include <stdbool.h>

/** Creates the file. Returns false with errno set on failure. */
bool dt_divert_open(void);
/** Redirects those of the descriptors 0 to 2 that are terminals, also for processes started from
 * now on: output goes to the file, and reading returns the end of file. */
void dt_divert_begin(void);
/** Ends the redirection. Does nothing unless it has begun. */
void dt_divert_end(void);
/** Prints the file's contents and empties it. */
void dt_divert_print(void);

#endif

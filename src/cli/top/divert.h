/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Output beside the display: a file keeps the output of the program, of its commands and of
 * system() on the terminal while the display is shown; it is printed afterwards.
 */
#ifndef DT_CLI_TOP_DIVERT_H
#define DT_CLI_TOP_DIVERT_H

#include <stdbool.h>

/** Creates the file. Returns false with errno set on failure. */
bool dt_divert_open(void);
/** Lets the descriptors 0 to 2 that are terminals, of this process and of those that it starts, use
 *  the file; reading gives an end. */
void dt_divert_begin(void);
/** Ends this. Does nothing unless it has begun. */
void dt_divert_end(void);
/** Prints the file's contents and empties it. */
void dt_divert_print(void);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The terminal of --top. The process has one. It is restored when the display ends, and also when a
 * signal ends the process.
 */
#ifndef DT_CLI_TOP_TERMINAL_H
#define DT_CLI_TOP_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>

/** Opens the terminal of the standard output. Returns false with errno set if there is none. */
bool dt_terminal_open(void);
/** Returns the descriptor, which does not block. */
int dt_terminal_fd(void);
/** Switches to the other screen, without cursor, line editing and echo. Keys such as ^C still send
 *  signals. */
void dt_terminal_enter(void);
/** Switches back. Does nothing unless entered. May be called from signal handlers. */
void dt_terminal_leave(void);
void dt_terminal_size(unsigned *rows, unsigned *columns);

/** Writes a picture after the current one, instead of one that waits. Takes over its heap memory.
 */
void dt_terminal_show(char *picture, size_t len);
/** Writes as much as the terminal takes. Returns false if there is a rest. */
bool dt_terminal_flush(void);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Shows a line on the terminal while attaching or detaching takes longer than half a second.
 */
#ifndef DT_CLI_PROGRESS_H
#define DT_CLI_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct dt_progress {
	bool is_terminal; // of the standard error; else shows nothing
	bool is_shown;
	const char *what;
	uint64_t begin; // ns
};

void dt_progress_init(struct dt_progress *p);
/** For dtrace_set_progress_handler(). */
void dt_progress_show(void *self, const char *what, size_t places, size_t all);
/** Clears the line. Call before writing anything else to the terminal. */
void dt_progress_clear(struct dt_progress *p);

#endif

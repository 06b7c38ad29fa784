/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * A line on the terminal, while probes are placed or removed for longer than half a second.
 */
#ifndef DT_CLI_PROGRESS_H
#define DT_CLI_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct dt_progress {
	bool is_terminal; // standard error; else nothing is shown
	bool is_shown;
	const char *what;
	int64_t begin; // ms
};

void dt_progress_init(struct dt_progress *p);
/** For dtrace_set_progress_handler(). */
void dt_progress_show(void *self, const char *what, size_t places, size_t all);
/** Before anything else is written to the terminal. */
void dt_progress_clear(struct dt_progress *p);

#endif

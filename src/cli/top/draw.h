/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The picture: a head, the columns, rows, and a line of hints, messages or input at the bottom.
 */
#ifndef DT_CLI_TOP_DRAW_H
#define DT_CLI_TOP_DRAW_H

#include "cli/top/text.h"
#include "cli/top/view.h"

#include <stdbool.h>
#include <time.h>

struct dt_picture {
	struct dt_view *view;
	unsigned height, width;
	size_t first; // shown row
	uint64_t drops;
	time_t now;
	unsigned seconds; // since the start
	bool is_frozen, shows_help;
	bool types_filter;   // the filter is being typed
	const char *message; // the last one, or NULL
};

/** Returns the rows that fit. */
size_t dt_picture_rows(const struct dt_picture *p);
/** Appends the picture. */
void dt_picture_draw(const struct dt_picture *p, struct dt_str *ret);

#endif

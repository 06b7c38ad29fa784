/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Colours of what is printed for people: diagnostics, headers, histograms.
 */
#ifndef DT_DIALECT_COLOR_H
#define DT_DIALECT_COLOR_H

#include "dialect/options.h"

#include <stdio.h>

/** -x color: is what is printed to the file coloured? If neither always nor never, on a terminal
 *  that is not dumb, unless NO_COLOR is in the environment and not empty. */
bool dt_color_wanted(const struct dt_options *o, FILE *file);

enum dt_paint {
	DT_PAINT_PLAIN, // ends every other
	DT_PAINT_ERROR,
	DT_PAINT_WARNING,
	DT_PAINT_HINT,
	DT_PAINT_TITLE, // headers
	DT_PAINT_BAR,
};
/** What makes a terminal paint so; "" if it is not wanted. */
const char *dt_paint(bool wanted, enum dt_paint paint);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Colours of output for people: diagnostics, headers, histograms.
 */
#ifndef DT_DIALECT_COLOR_H
#define DT_DIALECT_COLOR_H

#include "dialect/options.h"

#include <stdio.h>

/** Reports whether output to the file is coloured, by -x color. If that is neither always nor
 * never, it is on terminals, unless TERM is dumb or NO_COLOR is set and not empty. */
bool dt_color_is_on(const struct dt_options *o, FILE *file);

enum dt_paint {
	DT_PAINT_PLAIN, // resets the colour
	DT_PAINT_ERROR,
	DT_PAINT_WARNING,
	DT_PAINT_HINT,
	DT_PAINT_TITLE, // headers
	DT_PAINT_BAR,
};
/** Returns the escape sequence of a colour, or "" if colours are not wanted. */
const char *dt_paint(bool wanted, enum dt_paint paint);

#endif

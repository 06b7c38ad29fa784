/* SPDX-License-Identifier: BSD-2-Clause */
#include "dialect/color.h"

#include "base/text/visible.h"

#include <stdlib.h>
#include <string.h>

bool dt_color_is_on(const struct dt_options *o, FILE *file)
{
	const char *no = getenv("NO_COLOR"), *term = getenv("TERM");

	if (o->v[DT_OPT_color] != DT_COLOR_AUTO)
		return o->v[DT_OPT_color] == DT_COLOR_ALWAYS;
	return !(no && *no) && !(term && !strcmp(term, "dumb")) && dt_is_terminal(file);
}

const char *dt_paint(bool wanted, enum dt_paint paint)
{
	static const char *const codes[] = {
	    [DT_PAINT_PLAIN] = "\033[m",       [DT_PAINT_ERROR] = "\033[1;31m",
	    [DT_PAINT_WARNING] = "\033[1;35m", [DT_PAINT_HINT] = "\033[1;36m",
	    [DT_PAINT_TITLE] = "\033[1m",      [DT_PAINT_BAR] = "\033[36m",
	};

	return wanted ? codes[paint] : "";
}

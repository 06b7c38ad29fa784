/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the tables say of themselves to a person at a terminal.
 */
#include "session/session.h"

#include <string.h>
#include <strings.h>

static const char *const kind_names[] = {
    [DT_OPTK_BOOL] = "on|off", [DT_OPTK_INT] = "number", [DT_OPTK_SIZE] = "size",
    [DT_OPTK_RATE] = "rate",   [DT_OPTK_ENUM] = "word",	 [DT_OPTK_STRING] = "text",
    [DT_OPTK_LIST] = "text",
};

void dtrace_help_options(FILE *out)
{
	fprintf(out, "%-14s %-7s %-8s %s\n", "OPTION", "VALUE", "DEFAULT", "MEANING");
	for (int i = 0; i < DT_N_OPTIONS; i++) {
		const struct dt_option_info *o = &dt_option_table[i];

		fprintf(out, "%-14s %-7s %-8s %s\n", o->name, kind_names[o->kind],
			o->fallback ? o->fallback : "-", o->doc);
	}
}

bool dtrace_explain(const char *tag, FILE *out)
{
	for (int i = 0; i < DT_N_TAGS; i++) {
		if (strcasecmp(dt_tag_table[i].name, tag) != 0)
			continue;
		fprintf(out, "%s: %s\n", dt_tag_table[i].name, dt_tag_table[i].text);
		return true;
	}
	return false;
}

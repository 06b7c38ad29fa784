/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the tables say of themselves to a person at a terminal.
 */
#include "session/session.h"

#include "dialect/attributes.h"

#include <bpf/libbpf.h>

#include <string.h>
#include <strings.h>
#include <sys/utsname.h>

static const char *const kind_names[] = {
    [DT_OPTK_BOOL] = "on|off", [DT_OPTK_INT] = "number",       [DT_OPTK_SIZE] = "size",
    [DT_OPTK_RATE] = "rate",   [DT_OPTK_ENUM] = "word",	       [DT_OPTK_STRING] = "text",
    [DT_OPTK_LIST] = "text",   [DT_OPTK_ATTRIBUTES] = "a/b/c", [DT_OPTK_VERSION] = "x.y",
};

void dtrace_help_options(FILE *out)
{
	fprintf(out, "%-14s %-7s %-8s %s\n", "OPTION", "VALUE", "DEFAULT", "MEANING");
	for (int i = 0; i < DT_N_OPTIONS; i++) {
		const struct dt_option_info *o = &dt_option_table[i];

		fprintf(out, "%-14s %-7s %-8s %s\n", o->name, kind_names[o->kind],
			o->fallback ? o->fallback : "-", o->doc);
	}
	fprintf(out, "\nRefused, with the reason:\n");
	for (const struct dt_option_refused *r = dt_option_refused_table; r->name; r++)
		fprintf(out, "%-14s %s\n", r->name, r->reason);
}

const char *dtrace_version(void)
{
	return DT_VERSION;
}

void dtrace_print_version(FILE *out, bool verbose)
{
	struct utsname kernel;

	fprintf(out, "dtrace: D for Linux %s\n", DT_VERSION);
	if (!verbose)
		return;
	if (!uname(&kernel))
		fprintf(out, "kernel: %s %s %s\n", kernel.sysname, kernel.release, kernel.machine);
	fprintf(out, "language: D %s\nlibbpf: %s\n", dt_version_latest, libbpf_version_string());
	for (int i = 0; i < DT_N_FEATURES; i++)
		fprintf(out, "%s: %s\n", dt_feature_name((enum dt_feature)i),
			dt_feature((enum dt_feature)i) ? "yes" : "no");
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

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * -x help and -V, printed from tables.
 */
#include "session/core/api.h"
#include "session/report/machine.h"

#include "dialect/attributes.h"
#include "dialect/options.h"
#include "ebpf/ebpf.h"
#include "provider/provider.h"

#include <bpf/libbpf.h>

static const char *const kind_names[] = {
    [DT_OPTK_BOOL] = "on|off", [DT_OPTK_INT] = "number",       [DT_OPTK_SIZE] = "size",
    [DT_OPTK_RATE] = "rate",   [DT_OPTK_ENUM] = "word",	       [DT_OPTK_STRING] = "text",
    [DT_OPTK_LIST] = "text",   [DT_OPTK_ATTRIBUTES] = "a/b/c", [DT_OPTK_VERSION] = "x.y",
};

static void print_foreign(FILE *out, const char *title, bool refused)
{
	fprintf(out, "\n%s:\n", title);
	for (const struct dt_option_foreign *f = dt_option_foreign_table; f->name; f++)
		if (f->is_refused == refused)
			fprintf(out, "%-14s %s\n", f->name, f->reason);
}

void dtrace_help_options(FILE *out)
{
	if (!out)
		return;
	fprintf(out, "%-14s %-7s %-8s %s\n", "OPTION", "VALUE", "DEFAULT", "MEANING");
	for (int i = 0; i < DT_N_OPTIONS; i++) {
		const struct dt_option_info *o = &dt_option_table[i];

		fprintf(out, "%-14s %-7s %-8s %s\n", o->name, kind_names[o->kind],
			o->fallback ? o->fallback : "-", o->doc);
	}
	print_foreign(out, "Accepted, without effect", false);
	print_foreign(out, "Refused, with the reason", true);
}

/** Prints the mechanism of each provider on this machine, or why it is unavailable. */
static void print_providers(FILE *out)
{
	dt_cleanup(dt_arena_destroy_p) struct dt_arena *arena = dt_arena_create();
	struct dt_registry r;

	dt_registry_init(&r, arena, dt_intern_create(arena), NULL);
	for (size_t i = 0; i < dt_provider_count; i++) {
		const struct dt_provider *p = dt_provider_table[i];
		const struct dt_probe_query all = {.provider = p->name};
		const char *why = p->why_none ? p->why_none(&r, &all) : NULL;

		fprintf(out, "probes of %s: %s\n", p->name, why ? why : p->mechanism);
	}
	dt_registry_deinit(&r);
}

void dtrace_print_version(FILE *out, bool verbose)
{
	if (!out)
		return;
	fprintf(out, "dtrace: D for Linux %s\n", DT_VERSION);
	if (!verbose)
		return;
	dt_print_machine(out);
	fprintf(out, "language: D %s\nlibbpf: %s\n", dt_version_latest, libbpf_version_string());
	for (int i = 0; i < DT_N_FEATURES; i++)
		fprintf(out, "%s: %s\n", dt_feature_name((enum dt_feature)i),
			dt_feature((enum dt_feature)i) ? "yes" : "no");
	print_providers(out);
}

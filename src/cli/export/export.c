/* SPDX-License-Identifier: BSD-2-Clause */
#include "cli/export/export.h"

#include "cli/cli.h"
#include "cli/message.h"
#include "cli/option.h"
#include "export/profile.h"

#include <errno.h>
#include <string.h>
#include <time.h>

static uint64_t read_clock(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

int dt_export_open(struct dt_cli *c)
{
	struct dt_export *e = &c->export;
	const char *profile = dtrace_getopt_text(c->d, "pprof");

	e->start = read_clock(CLOCK_MONOTONIC);
	e->start_wall = read_clock(CLOCK_REALTIME);
	if (profile && !dt_new_file_open(&e->profile, profile))
		return dt_fail_text("failed to write %s: %s", profile, strerror(errno));
	return E_SUCCESS;
}

/** Returns the unit of sums in pprof's words; NULL: none is declared. */
static const char *sum_unit(const struct dt_cli *c)
{
	// the values of option aggunits
	static const char *const units[] = {NULL,	    "nanoseconds", "microseconds",
					    "milliseconds", "seconds",	   "bytes"};

	return units[dt_option(c->d, "aggunits")];
}

/** Adds all aggregations of stacks to the profile. Returns false if there are none. */
static bool fill_profile(struct dt_cli *c, struct dt_profile *p)
{
	const char *name;
	bool has_any = false;

	for (size_t i = 0; (name = dtrace_aggregation_name(c->d, i)); i++) {
		struct dtrace_aggregation *a = NULL;
		struct dtrace_aggregation_info info = {.size = sizeof(info)};
		struct dtrace_error *err = dtrace_aggregation_read(c->d, name, true, &a);

		if (err) {
			dt_fail(err, "failed to read an aggregation");
			continue;
		}
		dtrace_aggregation_info(a, &info);
		if (dt_profile_takes(a) && info.lost_by_trunc)
			dt_cli_message(
			    c, "the profile lacks the values of @%s that trunc() removed", name);
		has_any |= dt_profile_takes(a);
		dt_profile_add(p, c->d, a, sum_unit(c), NULL);
		dtrace_aggregation_free(a);
	}
	return has_any;
}

int dt_export_finish(struct dt_cli *c)
{
	struct dt_export *e = &c->export;
	struct dt_profile p;
	struct dt_str bytes = {0};
	const char *path = dtrace_getopt_text(c->d, "pprof");
	bool okay;

	if (!e->profile.path)
		return E_SUCCESS;
	dt_profile_init(&p);
	if (!fill_profile(c, &p))
		dt_cli_message(c, "the profile is empty: no aggregation that adds values up has a "
				  "stack in its key");
	dt_pprof_write(&p, e->start_wall, read_clock(CLOCK_MONOTONIC) - e->start, &bytes);
	okay = dt_new_file_finish(&e->profile, bytes.data, bytes.len);
	dt_str_deinit(&bytes);
	dt_profile_deinit(&p);
	return okay ? E_SUCCESS : dt_fail_text("failed to write %s: %s", path, strerror(errno));
}

void dt_export_close(struct dt_cli *c)
{
	dt_new_file_discard(&c->export.profile);
}

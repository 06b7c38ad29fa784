/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Data about the host at compile time, as constants for the D library (lib/kernel.d). Kernel
 * variables also hold these data, but most kernels do not expose their addresses.
 */
#include "base/host/cpus.h"
#include "base/host/pidns.h"
#include "session/compile/compile.h"

#include <string.h>
#include <time.h>
#include <unistd.h>

static int64_t cpus_online(void)
{
	struct dt_cpus cpus = {0};
	int64_t n;

	dt_cpus_read(&cpus, "online");
	n = (int64_t)cpus.v.len;
	dt_cpus_deinit(&cpus);
	return n;
}

static int64_t cpus_possible(void)
{
	return dt_cpus_end("possible");
}

static int64_t pages(void)
{
	return sysconf(_SC_PHYS_PAGES);
}

/** Returns the PID namespace in which dtrace runs, or 0 for the initial one. */
static int64_t pidns(void)
{
	return dt_pidns();
}

/** Returns the length of a jiffy in ns. */
static int64_t tick(void)
{
	struct timespec resolution = {0};

	clock_getres(CLOCK_MONOTONIC_COARSE, &resolution);
	return resolution.tv_nsec;
}

static const struct {
	const char *name;
	int64_t (*value)(void);
} facts[] = {
    {"__host_cpus_online", cpus_online},
    {"__host_cpus_possible", cpus_possible},
    {"__host_pages", pages},
    {"__host_pidns", pidns},
    {"__host_tick", tick},
};

static const struct dt_type *no_type(void *self, struct dt_universe *u, enum dt_type_kind kind,
				     const char *name)
{
	return NULL;
}

static const struct dt_type *find_fact(void *self, struct dt_universe *u, const char *name,
				       int64_t *value)
{
	for (size_t i = 0; i < dt_array_len(facts); i++) {
		if (!strcmp(facts[i].name, name)) {
			*value = facts[i].value();
			return dt_type_basic(u, DT_LONG);
		}
	}
	return NULL;
}

const struct dt_type_source dt_session_host = {.lookup = no_type, .enumerator = find_fact};

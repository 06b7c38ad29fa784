/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The profile provider: profile-N[unit] on every CPU, tick-N[unit] on one.
 *
 * A probe is created when a description names it literally. A pattern finds existing probes; the
 * traditional ones exist from the start. Each probe has its own events and therefore its own
 * program. The events are the kernel's cpu-clock software events with an exact period in
 * nanoseconds: a high-resolution timer on each CPU that needs no hardware counter and works in
 * guests. Events are opened disabled and enabled when everything is attached, so the first firing
 * is one period after that.
 *
 * tick uses the first online CPU. Measured on virtual machines, an idle CPU other than the boot CPU
 * may lose most of its ticks.
 *
 * Decision: docs/dev/decisions/0001-tick-first-online-cpu.md
 */
#include "provider/perf/profile.h"

#include "provider/provider.h"

#include "base/str.h"
#include "base/time.h"
#include "provider/perf/perf.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHORTEST_PERIOD = 200000 }; // ns, as in every DTrace

static const char *const prefixes[DT_N_TIMER_KINDS] = {
    [DT_TIMER_PROFILE] = "profile-", [DT_TIMER_TICK] = "tick-"};

// Probes that exist from the start, for listings; they have the first ids.
static const char *const traditional[] = {
    "profile-97",   "profile-199",  "profile-499", "profile-997", "profile-1999",
    "profile-4001", "profile-4999", "tick-1",	   "tick-10",	  "tick-100",
    "tick-500",	    "tick-1000",    "tick-5000",
};

extern const struct dt_provider dt_provider_profile;

/** Parses a period. A number without a unit is a rate in Hz. */
static bool parse_period(const char *text, uint64_t *ret)
{
	uint64_t number, unit = 0;
	char *end;

	if (!isdigit((unsigned char)*text))
		return false;
	errno = 0;
	number = strtoull(text, &end, 10);
	if (errno || !number || (*end && !dt_time_unit(end, &unit)))
		return false;
	if (!unit)
		*ret = 1000000000 / number;
	return !unit || (!__builtin_mul_overflow(number, unit, ret) && *ret <= INT64_MAX);
}

/** Parses a name: "tick-10ms" is TICK, 10000000. Returns false if it is not a probe name of this
 *  provider. */
static bool parse_timer_name(const char *name, struct dt_timer *ret)
{
	for (ret->kind = 0; ret->kind < DT_N_TIMER_KINDS; ret->kind++) {
		size_t len = strlen(prefixes[ret->kind]);

		if (!strncmp(name, prefixes[ret->kind], len))
			return parse_period(name + len, &ret->period);
	}
	return false;
}

static void create_probe(struct dt_registry *r, uint32_t id, const char *name,
			 struct dt_timer timer)
{
	struct dt_probe *p = dt_registry_add(r, &dt_provider_profile, id, "", "", name);
	struct dt_timer *own = dt_arena_new(r->arena, struct dt_timer);

	*own = timer;
	p->own = own;
	dt_perf_probe(r, p, timer.kind == DT_TIMER_TICK);
}

static void create_traditional(struct dt_registry *r)
{
	struct dt_timer timer;

	if (dt_registry_find(r, dt_provider_profile.id_base))
		return;
	for (size_t i = 0; i < dt_array_len(traditional); i++)
		if (parse_timer_name(traditional[i], &timer))
			create_probe(r, dt_provider_profile.id_base + i, traditional[i], timer);
}

/** Creates the probe of that name unless it exists. */
static struct dt_error *create_timer(struct dt_registry *r, const char *name, struct dt_timer timer)
{
	uint32_t id = dt_provider_profile.id_base;
	struct dt_probe *p;

	if (timer.period < SHORTEST_PERIOD)
		return dt_error_new(DT_ERR_NOMATCH,
				    "profile:::%s fires too often: the shortest period is 200us, "
				    "as in %s5000",
				    name, prefixes[timer.kind]);
	for (; (p = dt_registry_find(r, id)); id++)
		if (!strcmp(p->name, name))
			return NULL;
	if (id - dt_provider_profile.id_base >= dt_provider_profile.id_count)
		return dt_error_new(DT_ERR_USAGE, "profile:::%s: too many profile probes (%u)",
				    name, dt_provider_profile.id_count);
	create_probe(r, id, name, timer);
	return NULL;
}

static struct dt_error *profile_match(struct dt_registry *r, const struct dt_probe_query *q,
				      const struct dt_probe_sink *sink)
{
	bool literal = dt_query_is_literal(q->name);
	struct dt_timer timer;
	struct dt_probe *p;

	if (!dt_query_field(q->module, "") || !dt_query_field(q->function, ""))
		return NULL;
	if (literal && !parse_timer_name(q->name, &timer))
		return NULL;
	create_traditional(r);
	if (literal)
		DT_TRY(create_timer(r, q->name, timer));
	for (uint32_t id = dt_provider_profile.id_base; (p = dt_registry_find(r, id)); id++)
		if (dt_query_field(q->name, p->name))
			sink->found(sink->self, p);
	return NULL;
}

static struct dt_probe *profile_by_id(struct dt_registry *r, uint32_t id)
{
	create_traditional(r);
	return dt_registry_find(r, id);
}

static const struct dt_timer *timer_of(const struct dt_probe *p)
{
	return p->own;
}

static uint64_t profile_period(const struct dt_probe *p)
{
	return timer_of(p)->period;
}

static bool profile_is_of_cpu(const struct dt_probe *p, bool is_only)
{
	return is_only || timer_of(p)->kind == DT_TIMER_PROFILE;
}

static struct dt_error *profile_attach(const struct dt_attachment *a, size_t n,
				       struct dt_links *links)
{
	size_t first = links->fds.len;

	for (size_t i = 0; i < n; i++) {
		const struct dt_timer *timer = timer_of(a[i].probes[0]);
		const struct perf_event_attr attr = {
		    .type = PERF_TYPE_SOFTWARE,
		    .config = PERF_COUNT_SW_CPU_CLOCK,
		    .sample_period = timer->period,
		};

		DT_TRY(dt_perf_open(&a[i], &attr, timer->kind == DT_TIMER_TICK, links));
	}
	return dt_perf_start(links, first);
}

const struct dt_provider dt_provider_profile = {
    .name = "profile",
    .flags = DT_PF_ALONE,
    .id_base = 9216,
    .id_count = 4096,
    .attributes = {"Evolving/Evolving/Common", "Unstable/Unstable/Common",
		   "Private/Private/Unknown", "Evolving/Evolving/Common",
		   "Evolving/Evolving/Common"},
    .mechanism = "perf events cpu-clock",
    .claims = (const char *const[]){"profile-*", "tick-*", NULL},
    .match = profile_match,
    .by_id = profile_by_id,
    .period = profile_period,
    .is_of_cpu = profile_is_of_cpu,
    .attach = profile_attach,
    .doc = "profile-N fires N times a second on every CPU, tick-N on one CPU. A unit after N makes "
	   "it a period: ns us ms s m h d; hz, or none, is a rate. arg0 is the interrupted "
	   "instruction's address if the CPU was in the kernel, arg1 if it was in user mode; the "
	   "other is 0. The shortest period is 200us.",
    .example = "profile-997 /arg1/ { @[execname] = count(); } tick-10s { exit(0); }",
};

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The cpc provider: EVENT-MODE-COUNT fires on a CPU each time the event has occurred COUNT times
 * there, in MODE user, kernel or all. EVENT-MODE-MASK-COUNT is for events rNUMBER from the
 * processor's manual; MASK is the unit mask.
 *
 * The events are the kernel's perf events. Software events exist everywhere, and can fire at each
 * occurrence (COUNT 1). Hardware events need a processor or hypervisor with counters. A probe is
 * created when a description names it literally. A pattern finds existing probes; some software
 * events exist from the start.
 */
#include "provider/perf/perf.h"
#include "provider/provider.h"

#include "base/str.h"
#include "base/suggest.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
	SHORTEST_CLOCK = 200000, // ns, the same as for profile
	FEWEST = 5000,		 // minimum COUNT of hardware events: less would stop the machine
};

#define CACHE(cache, op, result)                                          \
	(PERF_COUNT_HW_CACHE_##cache | PERF_COUNT_HW_CACHE_OP_##op << 8 | \
	 PERF_COUNT_HW_CACHE_RESULT_##result << 16)

static const struct event {
	const char *name, *papi;
	uint32_t type;
	uint64_t config;
} events[] = {
#define EVENT(name, papi, type, config) {name, papi, PERF_TYPE_##type, config},
#include "provider/perf/cpc_events.def"
#undef EVENT
};

// Probes that exist from the start, for listings; they have the first ids.
static const char *const customary[] = {
    "cpu_clock-all-1000000", "page_faults-all-1",      "page_faults_min-all-1",
    "page_faults_maj-all-1", "context_switches-all-1", "cpu_migrations-all-1",
};

extern const struct dt_provider dt_provider_cpc;

// ---- names

/** Takes the text up to the next '-' or the end. */
static bool next_part(const char **at, char *ret, size_t size)
{
	size_t len = strcspn(*at, "-");

	if (!len || len >= size)
		return false;
	memcpy(ret, *at, len);
	ret[len] = '\0';
	*at += len + ((*at)[len] == '-');
	return true;
}

static bool parse_number(const char *text, int base, uint64_t *ret)
{
	char *end;

	errno = 0;
	*ret = strtoull(text, &end, base);
	return isxdigit((unsigned char)*text) && !errno && !*end;
}

/** Parses an event given by its number, "r01c2". */
static bool is_raw(const char *name, uint64_t *ret)
{
	return name[0] == 'r' && parse_number(name + 1, 16, ret);
}

static bool parse_event(const char *name, struct perf_event_attr *ret)
{
	uint64_t config;

	for (size_t i = 0; i < dt_array_len(events); i++) {
		const struct event *e = &events[i];

		if (strcmp(name, e->name) && (!*e->papi || strcmp(name, e->papi)))
			continue;
		ret->type = e->type;
		ret->config = e->config;
		return true;
	}
	if (!is_raw(name, &config))
		return false;
	ret->type = PERF_TYPE_RAW;
	ret->config = config;
	return true;
}

static bool parse_mode(const char *mode, struct perf_event_attr *ret)
{
	ret->exclude_kernel = !strcmp(mode, "user");
	ret->exclude_user = !strcmp(mode, "kernel");
	return ret->exclude_kernel || ret->exclude_user || !strcmp(mode, "all");
}

/** Parses a name such as "page_faults-user-1" or "r24-all-0x3f-100000". Returns false if it is not
 *  a probe name of this provider. */
static bool parse_counter_name(const char *name, struct perf_event_attr *ret)
{
	char event[64], mode[8], count[24], mask[24] = "";
	uint64_t period, unit = 0;

	*ret = (struct perf_event_attr){0};
	if (!next_part(&name, event, sizeof(event)) || !next_part(&name, mode, sizeof(mode)) ||
	    !next_part(&name, count, sizeof(count)))
		return false;
	if (*name) {
		strcpy(mask, count);
		if (!next_part(&name, count, sizeof(count)) || *name ||
		    !parse_number(mask, 16, &unit))
			return false;
	}
	if (!parse_event(event, ret) || !parse_mode(mode, ret) ||
	    !parse_number(count, 10, &period) || !period || period > INT64_MAX)
		return false;
	if (*mask && (ret->type != PERF_TYPE_RAW || unit > 0xff))
		return false;
	ret->config |= unit << 8;
	ret->sample_period = period;
	return true;
}

static uint64_t shortest_period(const struct perf_event_attr *attr)
{
	if (attr->type != PERF_TYPE_SOFTWARE)
		return FEWEST;
	return attr->config == PERF_COUNT_SW_CPU_CLOCK || attr->config == PERF_COUNT_SW_TASK_CLOCK
		   ? SHORTEST_CLOCK
		   : 1;
}

// ---- probes

static void create_probe(struct dt_registry *r, uint32_t id, const char *name,
			 const struct perf_event_attr *attr)
{
	struct dt_probe *p = dt_registry_add(r, &dt_provider_cpc, id, "", "", name);
	struct perf_event_attr *own = dt_arena_new(r->arena, struct perf_event_attr);

	*own = *attr;
	p->own = own;
	dt_perf_probe(r, p, false);
}

static void create_customary(struct dt_registry *r)
{
	struct perf_event_attr attr;

	if (dt_registry_find(r, dt_provider_cpc.id_base))
		return;
	for (size_t i = 0; i < dt_array_len(customary); i++)
		if (parse_counter_name(customary[i], &attr))
			create_probe(r, dt_provider_cpc.id_base + (uint32_t)i, customary[i], &attr);
}

/** Creates the probe of that name unless it exists. */
static struct dt_error *create_counter(struct dt_registry *r, const char *name,
				       const struct perf_event_attr *attr)
{
	uint32_t id = dt_provider_cpc.id_base;
	struct dt_probe *p;
	int why;

	if (attr->sample_period < shortest_period(attr))
		return dt_error_new(DT_ERR_NOMATCH,
				    "cpc:::%s fires too often: the smallest count "
				    "is %llu",
				    name, (unsigned long long)shortest_period(attr));
	for (; (p = dt_registry_find(r, id)); id++)
		if (!strcmp(p->name, name))
			return NULL;
	if (id - dt_provider_cpc.id_base >= dt_provider_cpc.id_count)
		return dt_error_new(DT_ERR_USAGE, "cpc:::%s: too many cpc probes (%u)", name,
				    dt_provider_cpc.id_count);
	why = dt_perf_try(attr);
	if (why == ENOENT || why == EOPNOTSUPP || why == EINVAL)
		return dt_error_new(DT_ERR_NOMATCH,
				    "cpc:::%s: this machine has no counter for such events", name);
	create_probe(r, id, name, attr);
	return NULL;
}

/** Returns an error with the nearest event if the description names an unknown one, or NULL. */
static struct dt_error *unknown_event(const struct dt_probe_query *q)
{
	const char *rest = q->name;
	struct perf_event_attr attr;
	struct dt_suggestion near;
	char event[64];

	if (!q->provider || strcmp(q->provider, dt_provider_cpc.name) != 0 ||
	    !next_part(&rest, event, sizeof(event)) || !*rest || parse_event(event, &attr))
		return NULL;
	near = dt_suggest(event);
	for (size_t i = 0; i < dt_array_len(events); i++)
		dt_suggest_name(&near, events[i].name);
	return near.best ? dt_error_new(DT_ERR_NOMATCH, "cpc has no event %s (did you mean %s?)",
					event, near.best)
			 : NULL;
}

static struct dt_error *cpc_match(struct dt_registry *r, const struct dt_probe_query *q,
				  const struct dt_probe_sink *sink)
{
	bool literal = dt_query_is_literal(q->name);
	struct perf_event_attr attr;
	struct dt_probe *p;

	if (!dt_query_field(q->module, "") || !dt_query_field(q->function, ""))
		return NULL;
	if (literal && !parse_counter_name(q->name, &attr))
		return unknown_event(q);
	create_customary(r);
	if (literal)
		DT_TRY(create_counter(r, q->name, &attr));
	for (uint32_t id = dt_provider_cpc.id_base; (p = dt_registry_find(r, id)); id++)
		if (dt_query_field(q->name, p->name))
			sink->found(sink->self, p);
	return NULL;
}

static struct dt_probe *cpc_by_id(struct dt_registry *r, uint32_t id)
{
	create_customary(r);
	return dt_registry_find(r, id);
}

static bool cpc_is_of_cpu(const struct dt_probe *p, bool is_only)
{
	return true;
}

static struct dt_error *cpc_attach(const struct dt_attachment *a, size_t n, struct dt_links *links)
{
	size_t first = links->fds.len;

	for (size_t i = 0; i < n; i++)
		DT_TRY(dt_perf_open(&a[i], a[i].probes[0]->own, false, links));
	return dt_perf_start(links, first);
}

const struct dt_provider dt_provider_cpc = {
    .name = "cpc",
    .id_base = 13312,
    .id_count = 1024,
    .attributes = {"Evolving/Evolving/Common", "Private/Private/Unknown", "Private/Private/Unknown",
		   "Evolving/Evolving/CPU", "Evolving/Evolving/Common"},
    .mechanism = "perf events",
    .match = cpc_match,
    .by_id = cpc_by_id,
    .is_of_cpu = cpc_is_of_cpu,
    .attach = cpc_attach,
    .doc = "EVENT-MODE-COUNT fires on a CPU each time an event of the kernel or the processor has "
	   "occurred COUNT times there. Events are page_faults, page_faults_maj, context_switches, "
	   "cpu_migrations, cpu_clock (in ns), cycles or PAPI_tot_cyc, and more; MODE is user, "
	   "kernel or all. rNUMBER, as in r24-all-0x3f-100000, is an event of the processor's "
	   "manual, with its unit mask. arg0 is the instruction's address if the CPU was in the "
	   "kernel, arg1 if it was in user mode; the other is 0.",
    .example = "cpc:::page_faults-user-1 { @[execname, ufunc(arg1)] = count(); }",
};

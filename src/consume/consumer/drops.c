/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reports drops and faults. The kernel's counters only grow; each increment is reported once.
 * Source of the texts: illumos' <libdtrace/common/dt_handle.c>.
 */
#include "consume/consumer/consumer.h"

#include "base/str.h"
#include "consume/sink/handler.h"

#include <string.h>

struct drop_text {
	const char *tag;
	const char *noun; // gets an "s" unless the number is 1
	const char *detail;
	bool by_cpu;
	const char *details; // plural; NULL: the same
};

static const struct drop_text drop_texts[DT_N_DROPS] = {
    [DT_DROP_PRINCIPAL] = {"PRINCIPAL", "drop", "", true, NULL},
    [DT_DROP_AGGREGATION] = {"AGGREGATION", "aggregation drop", "", true, NULL},
    [DT_DROP_DYNAMIC] = {"DYNAMIC", "dynamic variable drop", "", false, NULL},
    [DT_DROP_SCRATCH] = {"SCRATCH", "scratch space drop", "", true, NULL},
    [DT_DROP_SPEC] = {"SPEC", "speculative drop", "", false, NULL},
    [DT_DROP_SPEC_UNAVAIL] = {"SPECUNAVAIL", "failed speculation",
			      " (no speculative buffer available)", false, NULL},
    [DT_DROP_SPEC_BUSY] = {"SPECBUSY", "failed speculation", " (available buffer still busy)",
			   false, " (available buffers still busy)"},
    [DT_DROP_DBLERROR] = {"DBLERROR", "error", " in ERROR probe enabling", false, NULL},
};

static const char *const remedies[DT_N_DROPS] = {
    [DT_DROP_PRINCIPAL] = ("-b 16m enlarges the buffer, -x switchrate=10ms empties it more often, "
			   "an aggregation needs none"),
    [DT_DROP_AGGREGATION] = "-x aggsize makes room, fewer keys need less",
    [DT_DROP_DYNAMIC] = "-x dynvarsize makes room, = 0 frees an element",
    [DT_DROP_SCRATCH] = "alloca() and copyin() of fewer bytes need less",
    [DT_DROP_SPEC] = "-x specsize makes room",
    [DT_DROP_SPEC_UNAVAIL] = "-x nspec makes more, discard() frees one",
    [DT_DROP_SPEC_BUSY] = "-x nspec makes more",
};

/** The advice of bufpolicy=fill and ring, which read buffers at the end only. */
static const char unread[] = "-b 16m enlarges the buffer, an aggregation needs none";

/** Returns advice on the drops if they are reported for the first time, else NULL. */
static const char *remedy(struct dt_consumer *c, unsigned cause)
{
	bool is_first = !(c->advised >> cause & 1);

	c->advised |= 1u << cause;
	if (!is_first)
		return NULL;
	return cause == DT_DROP_PRINCIPAL && c->policy != DT_BUFPOLICY_SWITCH ? unread
									      : remedies[cause];
}

/** Adds to the total of a kind. Causes that differ in their text alone have one kind. */
static void add_total(struct dt_consumer *c, const char *tag, uint64_t n)
{
	dt_vec_foreach (&c->drops, total) {
		if (!strcmp(total->tag, tag)) {
			total->n += n;
			return;
		}
	}
	dt_vec_push(&c->drops, (struct dt_drop_total){tag, n});
}

static void report_drops(struct dt_consumer *c, const struct drop_text *t, uint64_t n, int cpu,
			 const char *advice)
{
	dt_cleanup(dt_str_deinit) struct dt_str text = {0};

	if (c->config.options->v[DT_OPT_droptags])
		dt_str_printf(&text, "[DTRACEDROP_%s] ", t->tag);
	dt_str_printf(&text, "%llu %s%s%s", (unsigned long long)n, t->noun, n == 1 ? "" : "s",
		      n != 1 && t->details ? t->details : t->detail);
	if (cpu >= 0)
		dt_str_printf(&text, " on CPU %d", cpu);
	const struct dt_drop_report report = {t->tag, n, cpu, dt_str_text(&text), advice};
	if (c->config.handlers && c->config.handlers->drop)
		c->config.handlers->drop(c->config.handlers->self, &report);
	else
		c->sink->type->drop(c->sink, &report);
	add_total(c, t->tag, n);
}

/** Returns the growth of the counters since their last report: of a CPU in all stores that have
 *  CPUs, or of the slot in the others. */
static uint64_t drop_growth(struct dt_consumer *c, unsigned cpu, unsigned cause, bool of_slot)
{
	uint64_t n = 0;

	for (size_t i = 0; i < c->config.n_stores; i++) {
		const struct dt_source *s = &c->sources[i];

		if (cpu >= s->store->n_cpus || s->store->is_foreign != of_slot)
			continue;
		uint64_t now = __atomic_load_n(&s->cpus[cpu].drops[cause], __ATOMIC_RELAXED);
		uint64_t seen = s->reported[cpu].drops[cause];
		n += of_slot ? dt_store_growth(now, &seen) : now - seen;
		s->reported[cpu].drops[cause] = now;
	}
	return n;
}

/** Returns the largest number of CPUs of a store. */
static unsigned count_cpus(const struct dt_consumer *c)
{
	unsigned n = 0;

	for (size_t i = 0; i < c->config.n_stores; i++)
		if (c->config.stores[i]->n_cpus > n)
			n = c->config.stores[i]->n_cpus;
	return n;
}

static void report_malformed(struct dt_consumer *c)
{
	static const struct drop_text malformed = {"MALFORMED", "malformed record", "", false,
						   NULL};
	uint64_t n = c->timeline.malformed;

	for (size_t i = 0; i < c->timeline.n; i++)
		n += c->timeline.lanes[i].ring.damaged;
	if (n != c->malformed)
		report_drops(c, &malformed, n - c->malformed, -1, NULL);
	c->malformed = n;
}

static void report_late(struct dt_consumer *c)
{
	static const struct drop_text late = {"SPEC", "speculative drop",
					      " (recorded after the end of the speculation)", false,
					      NULL};

	if (c->spec_late != c->spec_late_reported)
		report_drops(c, &late, c->spec_late - c->spec_late_reported, -1, NULL);
	c->spec_late_reported = c->spec_late;
}

/** Reports firings that the kernel skipped because a program was already active on the CPU. */
static void report_misses(struct dt_consumer *c)
{
	static const struct drop_text misses = {
	    "RECURSION", "drop", " (probe fired inside the program of a probe)", false, NULL};
	uint64_t n = c->config.misses ? c->config.misses(c->config.self) : 0;

	if (n > c->misses)
		report_drops(c, &misses, n - c->misses, -1, NULL);
	c->misses = n;
}

/** Reports records of a target whose firings were left before their ends. */
static void report_abandoned(struct dt_consumer *c)
{
	static const struct drop_text left = {
	    "LEFT", "drop", " (a signal handler has jumped out of the firing)", false,
	    " (signal handlers have jumped out of the firings)"};
	uint64_t n = 0;

	for (size_t i = 0; i < c->timeline.n; i++)
		n += c->timeline.lanes[i].ring.abandoned;
	if (n != c->abandoned)
		report_drops(c, &left, n - c->abandoned, -1, NULL);
	c->abandoned = n;
}

/** Reports firings of threads without a slot. */
static void report_slotless(struct dt_consumer *c)
{
	static const struct drop_text slotless = {"SLOTLESS", "drop", " (too many threads at once)",
						  false, NULL};
	uint64_t n = c->config.slotless ? c->config.slotless(c->config.self) : 0;

	if (n > c->slotless)
		report_drops(c, &slotless, n - c->slotless, -1, NULL);
	c->slotless = n;
}

void dt_drops_report(struct dt_consumer *c)
{
	unsigned n_cpus = count_cpus(c);

	if (c->sink->type->report)
		c->sink->type->report(c->sink);
	report_misses(c);
	report_slotless(c);
	report_malformed(c);
	report_abandoned(c);
	report_late(c);
	for (unsigned cause = 0; cause < DT_N_DROPS; cause++) {
		uint64_t total = 0;

		for (unsigned cpu = 0; cpu < n_cpus; cpu++) {
			uint64_t n = drop_growth(c, cpu, cause, false);

			if (n && drop_texts[cause].by_cpu)
				report_drops(c, &drop_texts[cause], n, (int)cpu, remedy(c, cause));
			else
				total += n;
			total += drop_growth(c, cpu, cause, true);
		}
		if (total)
			report_drops(c, &drop_texts[cause], total, -1, remedy(c, cause));
	}
}

void dt_drops_report_open(struct dt_consumer *c)
{
	static const struct drop_text open = {
	    "OPEN", "drop", " (its program still waits for memory that it reads)", false,
	    " (their programs still wait for memory that they read)"};
	uint64_t n = dt_timeline_open(&c->timeline);

	if (n)
		report_drops(c, &open, n, -1, NULL);
}

static const struct {
	const char *text;
	bool has_address;
} fault_texts[DT_N_FAULTS] = {
    [DT_FAULT_UNKNOWN] = {"unknown fault", false},
    [DT_FAULT_BADADDR] = {"invalid address", true},
    [DT_FAULT_BADALIGN] = {"invalid alignment", true},
    [DT_FAULT_ILLOP] = {"illegal operation", false},
    [DT_FAULT_DIVZERO] = {"divide-by-zero", false},
    [DT_FAULT_NOSCRATCH] = {"out of scratch space", false},
    [DT_FAULT_KPRIV] = {"invalid kernel access", true},
    [DT_FAULT_UPRIV] = {"invalid user access", true},
    [DT_FAULT_TUPOFLOW] = {"tuple stack overflow", false},
    [DT_FAULT_BADSTACK] = {"bad stack", false},
    [DT_FAULT_BADSIZE] = {"invalid size", false},
    [DT_FAULT_BADINDEX] = {"index out of bounds", false},
};

void dt_drops_error(struct dt_consumer *c, const struct dt_rec *head,
		    const struct dt_fault_info *fault)
{
	uint32_t code = fault->code < DT_N_FAULTS ? fault->code : DT_FAULT_UNKNOWN;
	const struct dt_fault_report report = {
	    .head = head,
	    .info = fault,
	    .probe = dt_names_get(&c->names, head->probe),
	    .epid = c->config.epid(c->config.self, fault->clause, head->probe),
	    .what = fault_texts[code].text,
	    .has_address = fault_texts[code].has_address,
	};

	c->faults++;
	if (c->config.handlers && c->config.handlers->fault)
		c->config.handlers->fault(c->config.handlers->self, &report);
	else
		c->sink->type->error(c->sink, &report);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * #pragma D metric: checks the settings, and the names of all families that take part.
 *
 * To add a key: 1. a function like set_limit(); 2. its line in `keys`.
 */
#include "lang/sema/metric.h"

#include "base/suggest.h"
#include "lang/builtin.h"
#include "lang/sema/internal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/** A pragma, and its aggregation. */
struct metric {
	struct dt_sema *s;
	struct dt_metric_pragma *p;
	struct dt_ident *agg;
};

static enum dt_measure measure_of(const struct metric *m)
{
	return m->agg->agg_func->measure;
}

static const char *agg_text(const struct metric *m)
{
	return dt_sema_agg_text(m->s, m->p->agg);
}

/** Reports whether the text is a name of Prometheus. Colons are for recording rules, "__" is for
 * the server. */
static bool is_name(const char *text)
{
	static const char first[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
	static const char digits[] = "0123456789";
	size_t n = strspn(text, first);

	if (!n || !strncmp(text, "__", 2))
		return false;
	while (text[n] && (strchr(first, text[n]) || strchr(digits, text[n])))
		n++;
	return !text[n];
}

static void report_fit(struct metric *m, const char *what)
{
	dt_sema_error(m->s, m->p->loc, D_METRIC_KIND,
		      "%s does not fit %s, which is aggregated by %s( )", what, agg_text(m),
		      m->agg->agg_func->name);
}

static bool set_name(struct metric *m, const char *value)
{
	m->p->name = value;
	return is_name(value);
}

static bool set_help(struct metric *m, const char *value)
{
	m->p->help = value;
	return true;
}

static bool set_kind(struct metric *m, const char *value)
{
	static const struct {
		const char *name;
		enum dt_metric_kind kind;
		unsigned measures; // that it fits, a bit each
	} kinds[] = {
	    {"none", DT_METRIC_NONE, ~0u},
	    {"counter", DT_METRIC_COUNTER, 1u << DT_MEASURE_EVENTS | 1u << DT_MEASURE_SUM},
	    {"gauge", DT_METRIC_GAUGE, 1u << DT_MEASURE_SUM | 1u << DT_MEASURE_EXTREME},
	    {"histogram", DT_METRIC_HISTOGRAM, 1u << DT_MEASURE_BUCKETS},
	};

	for (size_t i = 0; i < dt_array_len(kinds); i++) {
		if (strcmp(kinds[i].name, value) != 0)
			continue;
		m->p->kind = kinds[i].kind;
		if (!(kinds[i].measures >> measure_of(m) & 1)) {
			report_fit(m, dt_arena_printf(m->s->c->arena, "kind=%s", value));
			dt_sema_hint(m->s, "count() is a counter, sum() a counter or a gauge, "
					   "min() and max() are gauges, distributions histograms");
		} else if (m->p->kind != DT_METRIC_NONE &&
			   dt_metric_kind_of(m->agg) == DT_METRIC_NONE)
			dt_sema_error(m->s, m->p->loc, D_METRIC_KIND,
				      "the keys of %s contain a stack, which is no label",
				      agg_text(m));
		return true;
	}
	return false;
}

static bool set_unit(struct metric *m, const char *value)
{
	static const struct {
		const char *name;
		enum dt_metric_unit unit;
	} units[] = {
	    {"ns", DT_METRIC_NS}, {"us", DT_METRIC_US},	      {"ms", DT_METRIC_MS},
	    {"s", DT_METRIC_S},	  {"bytes", DT_METRIC_BYTES},
	};

	if (measure_of(m) == DT_MEASURE_EVENTS)
		report_fit(m, "a unit");
	for (size_t i = 0; i < dt_array_len(units) && !m->p->unit; i++)
		if (!strcmp(units[i].name, value))
			m->p->unit = units[i].unit;
	return m->p->unit;
}

static bool set_labels(struct metric *m, const char *value)
{
	char *rest = dt_arena_strdup(m->s->c->arena, value), *label;
	const char **labels = dt_arena_array(m->s->c->arena, const char *, strlen(value) + 1);
	size_t n = 0;

	while ((label = strsep(&rest, ","))) {
		if (!is_name(label))
			return false;
		for (size_t i = 0; i < n; i++)
			if (!strcmp(labels[i], label))
				return false;
		if (dt_metric_is_reserved(label))
			dt_sema_error(m->s, m->p->loc, D_METRIC_LABELS,
				      "the label %s has a meaning of its own in metrics", label);
		labels[n++] = label;
	}
	m->p->labels = labels;
	m->p->n_labels = n;
	if (n != m->agg->n_keys)
		dt_sema_error(m->s, m->p->loc, D_METRIC_LABELS, "%s has %zu key%s, labels= has %zu",
			      agg_text(m), m->agg->n_keys, m->agg->n_keys == 1 ? "" : "s", n);
	return true;
}

/** Reads an integer and writes the address behind it. Returns false if there is none. */
static bool read_integer(const char *text, int64_t *ret, const char **end)
{
	char *behind;

	errno = 0;
	*ret = strtoll(text, &behind, 0);
	*end = behind;
	return behind != text && !errno;
}

static bool set_range(struct metric *m, const char *value)
{
	const char *at;

	if (measure_of(m) != DT_MEASURE_BUCKETS)
		report_fit(m, "a range");
	m->p->has_range = true;
	return read_integer(value, &m->p->low, &at) && !strncmp(at, "..", 2) &&
	       read_integer(at + 2, &m->p->high, &at) && !*at && m->p->low < m->p->high;
}

static bool set_sum(struct metric *m, const char *value)
{
	if (measure_of(m) != DT_MEASURE_BUCKETS)
		report_fit(m, "sum");
	m->p->has_sum = true;
	return true;
}

static bool set_limit(struct metric *m, const char *value)
{
	enum { MOST = 1000000 };
	const char *end;
	int64_t limit;

	if (!read_integer(value, &limit, &end) || *end || limit < 1 || limit > MOST)
		return false;
	m->p->limit = (uint64_t)limit;
	return true;
}

static const struct {
	const char *name;
	const char *form; // NULL: the key has no value
	bool (*set)(struct metric *m, const char *value);
} keys[] = {
    {"name", "a name", set_name},
    {"help", "a text", set_help},
    {"kind", "counter, gauge, histogram or none", set_kind},
    {"unit", "ns, us, ms, s or bytes", set_unit},
    {"labels", "different names, separated by commas", set_labels},
    {"range", "LOW..HIGH, two numbers that ascend", set_range},
    {"sum", NULL, set_sum},
    {"limit", "a number from 1 to 1000000", set_limit},
};

/** Reports whether the key of setting number i stands before it. */
static bool is_repeated(const struct dt_metric_pragma *p, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (!strcmp(p->settings[k].key, p->settings[i].key))
			return true;
	return false;
}

static void apply_setting(struct metric *m, const struct dt_metric_setting *set)
{
	for (size_t i = 0; i < dt_array_len(keys); i++) {
		if (strcmp(keys[i].name, set->key) != 0)
			continue;
		if (!keys[i].form == !set->value && keys[i].set(m, set->value))
			return;
		dt_sema_error(m->s, m->p->loc, D_METRIC_KEY, "%s of %s must be %s", set->key,
			      agg_text(m), keys[i].form ? keys[i].form : "without a value");
		return;
	}
	dt_sema_error(m->s, m->p->loc, D_METRIC_KEY, "a metric has no key %.64s", set->key);
	dt_sema_hint(m->s, "the keys are name, help, kind, unit, labels, range, sum and limit; "
			   "quote a value with blanks");
}

static void suggest_aggregation(struct dt_sema *s, const char *name)
{
	struct dt_suggestion best = dt_suggest(name);
	const struct dt_map_entry *e;
	size_t pos = 0;

	while ((e = dt_map_next(&s->c->aggs, &pos)))
		dt_suggest_name(&best, ((const struct dt_ident *)e->value)->name);
	if (best.best)
		dt_sema_hint(s, "did you mean @%s?", best.best);
}

static void apply_pragma(struct dt_sema *s, struct dt_metric_pragma *p)
{
	struct metric m = {s, p, dt_ident_lookup(&s->c->aggs, p->agg)};

	if (!dt_map_get_str(&s->aggregated, p->agg)) {
		dt_sema_error(s, p->loc, D_METRIC_AGG,
			      "#pragma D metric: undefined aggregation: %s", agg_text(&m));
		suggest_aggregation(s, p->agg);
		return;
	}
	if (!m.agg || !m.agg->agg_func)
		return; // in dead or wrong clauses only
	if (m.agg->metric) {
		dt_sema_error(s, p->loc, D_METRIC_AGG, "%s has a #pragma D metric already",
			      agg_text(&m));
		return;
	}
	m.agg->metric = p;
	for (size_t i = 0; i < p->n_settings; i++)
		if (is_repeated(p, i))
			dt_sema_error(s, p->loc, D_METRIC_KEY, "%.64s of %s is set twice",
				      p->settings[i].key, agg_text(&m));
		else
			apply_setting(&m, &p->settings[i]);
}

// ---- names

/** The suffixes of the samples of a kind. */
static const char *const *suffixes_of(enum dt_metric_kind kind)
{
	static const char *const counter[] = {"_total", NULL}, *const plain[] = {"", NULL};
	static const char *const histogram[] = {"", "_bucket", "_sum", "_count", NULL};
	static const char *const moments[] = {"_sum", "_count", "_sumsq", NULL};
	static const char *const none[] = {NULL};

	switch (kind) {
	case DT_METRIC_COUNTER:
		return counter;
	case DT_METRIC_GAUGE:
		return plain;
	case DT_METRIC_HISTOGRAM:
		return histogram;
	case DT_METRIC_MOMENTS:
		return moments;
	default:
		return none;
	}
}

/** Adds the names of the aggregation's samples. Reports one that is taken, if a pragma concerns it:
 * a program without pragmas need not be exported. */
static void add_names(struct dt_sema *s, struct dt_map *names, struct dt_ident *agg)
{
	static const char own[] = "dtrace_exporter_", started[] = "process_start_time_seconds";
	dt_cleanup(dt_str_deinit) struct dt_str name = {0};
	dt_metric_name(agg, &name);
	size_t len = name.len;

	if (agg->metric && (!strncmp(name.data, own, strlen(own)) || !strcmp(name.data, started)))
		dt_sema_error(s, agg->metric->loc, D_METRIC_CLASH,
			      "%s: this name is for the exporter's own metrics", name.data);
	for (const char *const *suffix = suffixes_of(dt_metric_kind_of(agg)); *suffix; suffix++) {
		name.len = len;
		dt_str_append(&name, *suffix);
		const struct dt_ident *other = dt_map_get_str(names, name.data);

		if (!other) {
			dt_map_put_str(names, name.data, agg);
			continue;
		}
		const struct dt_metric_pragma *p = agg->metric ? agg->metric : other->metric;
		if (p)
			dt_sema_error(s, p->loc, D_METRIC_CLASH,
				      "%s and %s are both exported as %s",
				      dt_sema_agg_text(s, other->name),
				      dt_sema_agg_text(s, agg->name), name.data);
		return;
	}
}

void dt_sema_metrics(struct dt_sema *s)
{
	const struct dt_map_entry *e;
	struct dt_map names = {0};
	size_t pos = 0;

	for (struct dt_metric_pragma *p = s->c->program.metrics; p; p = p->next)
		apply_pragma(s, p);
	while ((e = dt_map_next(&s->c->aggs, &pos)))
		if (s->c->program.metrics)
			add_names(s, &names, e->value);
	dt_map_deinit(&names);
}

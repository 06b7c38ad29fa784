/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Source: opentelemetry-proto 1.11.0, metrics.proto. A metric has the name and the bounds that it
 * has for Prometheus. Totals are cumulative since the start of tracing.
 */
#include "export/otlp/otlp.h"

#include <string.h>

enum { METRICS = 2 }; // of ScopeMetrics
enum metric { NAME = 1, DESCRIPTION, UNIT, GAUGE = 5, SUM = 7, HISTOGRAM = 9 };
enum data { POINTS = 1, TEMPORALITY, IS_MONOTONIC }; // of Gauge, Sum, Histogram
enum { CUMULATIVE = 2 };
enum point { START = 2, TIME, AS_DOUBLE, AS_INT = 6, ATTRIBUTES };
enum bucket_point { COUNT = 4, TOTAL, BUCKET_COUNTS, BOUNDS, BUCKET_ATTRIBUTES = 9 };

static const uint64_t second = UINT64_C(1000000000);

/** State while a message is written. */
struct writer {
	struct dt_pb *pb;
	uint64_t start, time; // of all points
	uint64_t n;	      // points
	const char *label;    // of an own metric; NULL: none
	uint64_t divisor;
};

/** Returns the code of a unit as UCUM has it. */
static const char *unit_code(const char *unit)
{
	return !strcmp(unit, "seconds") ? "s" : !strcmp(unit, "bytes") ? "By" : "1";
}

static void begin_metric(struct writer *w, const char *name, const char *suffix, const char *help,
			 const char *unit, enum metric form, bool is_monotonic)
{
	dt_cleanup(dt_free_p) char *whole = dt_asprintf("%s%s", name, suffix);

	dt_pb_begin(w->pb, METRICS);
	dt_pb_string(w->pb, NAME, whole);
	dt_pb_string(w->pb, DESCRIPTION, help);
	dt_pb_string(w->pb, UNIT, unit);
	dt_pb_begin(w->pb, form);
	if (form != GAUGE)
		dt_pb_varint(w->pb, TEMPORALITY, CUMULATIVE);
	if (form == SUM)
		dt_pb_varint(w->pb, IS_MONOTONIC, is_monotonic);
}

static void end_metric(struct writer *w)
{
	dt_pb_end(w->pb);
	dt_pb_end(w->pb);
}

/** Begins a point. The caller writes values and attributes and ends it. */
static void begin_point(struct writer *w)
{
	w->n++;
	dt_pb_begin(w->pb, POINTS);
	dt_pb_fixed64(w->pb, START, w->start);
	dt_pb_fixed64(w->pb, TIME, w->time);
}

static void write_labels(struct writer *w, unsigned field, const struct dt_family *f,
			 const struct dt_series *s)
{
	for (size_t i = 0; i < f->n_labels; i++)
		dt_otlp_text(w->pb, field, f->labels[i], s->labels[i]);
}

/** Writes a number of a series: an integer, or a double in seconds or bytes. */
static void write_value(struct writer *w, const struct dt_family *f, const struct dt_series *s,
			size_t word, bool is_scaled)
{
	begin_point(w);
	if (is_scaled && f->divisor != 1)
		dt_pb_double(w->pb, AS_DOUBLE, dt_family_scaled(f, s->shown[word]));
	else
		dt_pb_fixed64(w->pb, AS_INT, (uint64_t)s->shown[word]);
	write_labels(w, ATTRIBUTES, f, s);
	dt_pb_end(w->pb);
}

static void write_first(struct writer *w, const struct dt_family *f, const struct dt_series *s)
{
	write_value(w, f, s, 0, true);
}

static void write_second(struct writer *w, const struct dt_family *f, const struct dt_series *s)
{
	write_value(w, f, s, 1, false);
}

static void write_squares(struct writer *w, const struct dt_family *f, const struct dt_series *s)
{
	begin_point(w);
	dt_pb_double(w->pb, AS_DOUBLE, dt_series_squares(f, s));
	write_labels(w, ATTRIBUTES, f, s);
	dt_pb_end(w->pb);
}

static void write_histogram(struct writer *w, const struct dt_family *f, const struct dt_series *s)
{
	uint64_t count = 0;

	for (size_t i = 0; i <= f->n_bounds; i++)
		count += (uint64_t)s->shown[i];
	begin_point(w);
	dt_pb_fixed64(w->pb, COUNT, count);
	if (dt_family_has_sum(f, s))
		dt_pb_double(w->pb, TOTAL, dt_family_scaled(f, s->shown[dt_family_sum_word(f)]));
	dt_pb_begin(w->pb, BUCKET_COUNTS);
	for (size_t i = 0; i <= f->n_bounds; i++)
		dt_pb_element_fixed64(w->pb, (uint64_t)s->shown[i]);
	dt_pb_end(w->pb);
	dt_pb_begin(w->pb, BOUNDS);
	for (size_t i = 0; i < f->n_bounds; i++)
		dt_pb_element_double(w->pb, dt_family_scaled(f, f->bounds[i]));
	dt_pb_end(w->pb);
	write_labels(w, BUCKET_ATTRIBUTES, f, s);
	dt_pb_end(w->pb);
}

/** Writes a metric with a point for each series. */
static void write_metric(struct writer *w, const struct dt_family *f, const char *suffix,
			 enum metric form, bool is_monotonic,
			 void (*fn)(struct writer *w, const struct dt_family *f,
				    const struct dt_series *s))
{
	const char *unit = fn == write_second ? "1" : unit_code(f->unit);

	begin_metric(w, f->name, suffix, f->help, unit, form, is_monotonic);
	for (size_t i = 0; i < f->series.len; i++)
		fn(w, f, f->series.entries[i].value);
	if (f->other)
		fn(w, f, f->other);
	end_metric(w);
}

static void write_family(struct writer *w, const struct dt_family *f)
{
	switch (f->kind) {
	case DTRACE_METRIC_COUNTER:
		write_metric(w, f, "", SUM, true, write_first);
		break;
	case DTRACE_METRIC_GAUGE:
		write_metric(w, f, "", f->is_state ? GAUGE : SUM, false, write_first);
		break;
	case DTRACE_METRIC_HISTOGRAM:
		write_metric(w, f, "", HISTOGRAM, false, write_histogram);
		break;
	case DTRACE_METRIC_MOMENTS:
		write_metric(w, f, ".sum", SUM, false, write_first);
		write_metric(w, f, ".count", SUM, true, write_second);
		if (f->n_words > 2)
			write_metric(w, f, ".sumsq", SUM, false, write_squares);
		break;
	default:
		break;
	}
}

static void write_own(void *arg, const char *label, uint64_t value)
{
	struct writer *w = arg;

	begin_point(w);
	if (w->divisor == 1)
		dt_pb_fixed64(w->pb, AS_INT, value);
	else
		dt_pb_double(w->pb, AS_DOUBLE, (double)value / (double)w->divisor);
	if (w->label)
		dt_otlp_text(w->pb, ATTRIBUTES, w->label, label);
	dt_pb_end(w->pb);
}

uint64_t dt_otlp_metrics(struct dt_pb *pb, const struct dt_model *m, uint64_t time)
{
	struct writer w = {.pb = pb, .start = m->started * second, .time = time};

	dt_otlp_scope(pb);
	for (size_t i = 0; i < m->n_families; i++)
		write_family(&w, &m->families[i]);
	for (size_t i = 0; i < DT_N_OWN; i++) {
		const struct dt_own_metric *own = &dt_own_metrics[i];

		w.label = own->label;
		w.divisor = own->divisor;
		begin_metric(&w, own->name, "", own->help, "1", own->is_counter ? SUM : GAUGE,
			     own->is_counter);
		dt_model_own(m, (enum dt_own)i, write_own, &w);
		end_metric(&w);
	}
	return w.n;
}

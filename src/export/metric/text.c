/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Source of the format: Prometheus, "Exposition formats". A number has one spelling for ever,
 * because servers compare the text of `le`.
 */
#include "export/metric/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void escape(struct dt_str *out, const char *text, bool is_label)
{
	for (; *text; text++) {
		if (*text == '\n')
			dt_str_append(out, "\\n");
		else if (*text == '\\')
			dt_str_append(out, "\\\\");
		else if (*text == '"' && is_label)
			dt_str_append(out, "\\\"");
		else
			dt_str_append_c(out, *text);
	}
}

static void head(struct dt_str *out, const char *name, const char *suffix, const char *help,
		 const char *type)
{
	dt_cleanup(dt_free_p) char *valid = dt_utf8_repair(help, strlen(help));

	dt_str_printf(out, "# HELP %s%s ", name, suffix);
	escape(out, valid, false);
	dt_str_printf(out, "\n# TYPE %s%s %s\n", name, suffix, type);
}

/** Appends the shortest text of the number. */
static void number(struct dt_str *out, double v)
{
	char text[32];

	for (int digits = 15; digits <= 17; digits++) {
		snprintf(text, sizeof(text), "%.*g", digits, v);
		if (strtod(text, NULL) == v)
			break;
	}
	dt_str_append(out, text);
}

static void scaled(struct dt_str *out, const struct dt_family *f, int64_t v)
{
	if (f->divisor == 1)
		dt_str_printf(out, "%" PRId64, v);
	else
		number(out, dt_family_scaled(f, v));
}

/** Appends a label; `n` is the number of those before it. */
static void label(struct dt_str *out, size_t n, const char *name, const char *value)
{
	dt_str_printf(out, "%c%s=\"", n ? ',' : '{', name);
	escape(out, value, true);
	dt_str_append_c(out, '"');
}

/** Appends the beginning of a sample. The caller appends further labels, then end_labels(). */
static void begin_sample(struct dt_str *out, const struct dt_family *f, const struct dt_series *s,
			 const char *suffix)
{
	dt_str_append(out, f->name);
	dt_str_append(out, suffix);
	for (size_t i = 0; i < f->n_labels; i++)
		label(out, i, f->labels[i], s->labels[i]);
}

static void end_labels(struct dt_str *out, size_t n)
{
	dt_str_append(out, n ? "} " : " ");
}

static void sample(struct dt_str *out, const struct dt_family *f, const struct dt_series *s,
		   const char *suffix)
{
	begin_sample(out, f, s, suffix);
	end_labels(out, f->n_labels);
}

static void histogram(struct dt_str *out, const struct dt_family *f, const struct dt_series *s)
{
	uint64_t count = 0;

	for (size_t i = 0; i <= f->n_bounds; i++) {
		count += (uint64_t)s->shown[i];
		begin_sample(out, f, s, "_bucket");
		dt_str_append(out, f->n_labels ? ",le=\"" : "{le=\"");
		if (i < f->n_bounds)
			scaled(out, f, f->bounds[i]);
		else
			dt_str_append(out, "+Inf");
		dt_str_printf(out, "\"} %" PRIu64 "\n", count);
	}
	if (dt_family_has_sum(f, s)) {
		sample(out, f, s, "_sum");
		scaled(out, f, s->shown[dt_family_sum_word(f)]);
		dt_str_append_c(out, '\n');
	}
	sample(out, f, s, "_count");
	dt_str_printf(out, "%" PRIu64 "\n", count);
}

static void value(struct dt_str *out, const struct dt_family *f, const struct dt_series *s,
		  const char *suffix)
{
	sample(out, f, s, suffix);
	scaled(out, f, s->shown[0]);
	dt_str_append_c(out, '\n');
}

static void counter(struct dt_str *out, const struct dt_family *f, const struct dt_series *s)
{
	value(out, f, s, "_total");
}

static void gauge(struct dt_str *out, const struct dt_family *f, const struct dt_series *s)
{
	value(out, f, s, "");
}

static void moment_sum(struct dt_str *out, const struct dt_family *f, const struct dt_series *s)
{
	value(out, f, s, "_sum");
}

static void moment_count(struct dt_str *out, const struct dt_family *f, const struct dt_series *s)
{
	sample(out, f, s, "_count");
	dt_str_printf(out, "%" PRId64 "\n", s->shown[1]);
}

static void moment_squares(struct dt_str *out, const struct dt_family *f, const struct dt_series *s)
{
	sample(out, f, s, "_sumsq");
	number(out, dt_series_squares(f, s));
	dt_str_append_c(out, '\n');
}

/** Appends the samples of all series. */
static void
each_series(struct dt_str *out, const struct dt_family *f, const char *suffix, const char *type,
	    void (*fn)(struct dt_str *out, const struct dt_family *f, const struct dt_series *s))
{
	head(out, f->name, suffix, f->help, type);
	for (size_t i = 0; i < f->series.len; i++)
		fn(out, f, f->series.entries[i].value);
	if (f->other)
		fn(out, f, f->other);
}

static void family(struct dt_str *out, const struct dt_family *f)
{
	switch (f->kind) {
	case DTRACE_METRIC_COUNTER:
		each_series(out, f, "_total", "counter", counter);
		break;
	case DTRACE_METRIC_GAUGE:
		each_series(out, f, "", "gauge", gauge);
		break;
	case DTRACE_METRIC_HISTOGRAM:
		each_series(out, f, "", "histogram", histogram);
		break;
	case DTRACE_METRIC_MOMENTS:
		each_series(out, f, "_sum", "untyped", moment_sum);
		each_series(out, f, "_count", "untyped", moment_count);
		if (f->n_words > 2)
			each_series(out, f, "_sumsq", "untyped", moment_squares);
		break;
	default:
		break;
	}
}

// ---- own metrics

struct own {
	struct dt_str *out;
	const struct dt_own_metric *metric;
};

static void own_value(void *arg, const char *text, uint64_t v)
{
	const struct own *o = arg;

	dt_str_printf(o->out, "%s%s", o->metric->name, o->metric->is_counter ? "_total" : "");
	if (o->metric->label)
		label(o->out, 0, o->metric->label, text);
	end_labels(o->out, o->metric->label != NULL);
	number(o->out, (double)v / (double)o->metric->divisor);
	dt_str_append_c(o->out, '\n');
}

void dt_text_render(const struct dt_model *m, struct dt_str *out)
{
	for (size_t i = 0; i < m->n_families; i++)
		family(out, &m->families[i]);
	for (size_t i = 0; i < DT_N_OWN; i++) {
		struct own o = {out, &dt_own_metrics[i]};

		head(out, o.metric->name, o.metric->is_counter ? "_total" : "", o.metric->help,
		     o.metric->is_counter ? "counter" : "gauge");
		dt_model_own(m, (enum dt_own)i, own_value, &o);
	}
	head(out, "process_start_time_seconds", "", "Start of tracing, in seconds since 1970.",
	     "gauge");
	dt_str_printf(out, "process_start_time_seconds %" PRIu64 "\n", m->started);
}

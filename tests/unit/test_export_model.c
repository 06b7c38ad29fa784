/* SPDX-License-Identifier: BSD-2-Clause */
#include "export/metric/model.h"
#include "export/metric/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const int64_t bounds[] = {0, 1, 3, 7};
enum { N_BOUNDS = 4, HISTOGRAM_WORDS = N_BOUNDS + 3, LIMIT = 5 };

static void declare(struct dt_wire *w, enum dtrace_metric_kind kind, const char *name,
		    const char *function, size_t n_words, size_t n_labels)
{
	size_t n_bounds = kind == DTRACE_METRIC_HISTOGRAM ? N_BOUNDS : 0;

	dt_wire_number(w, kind);
	dt_wire_number(w, 1);
	dt_wire_number(w, LIMIT);
	dt_wire_number(w, n_words);
	dt_wire_number(w, !strcmp(function, "max"));
	dt_wire_string(w, name);
	dt_wire_string(w, "help \\ of\nit");
	dt_wire_string(w, "");
	dt_wire_string(w, "a");
	dt_wire_string(w, function);
	dt_wire_number(w, n_labels);
	for (size_t i = 0; i < n_labels; i++)
		dt_wire_string(w, "key");
	dt_wire_number(w, n_bounds);
	for (size_t i = 0; i < n_bounds; i++)
		dt_wire_signed(w, bounds[i]);
}

static void begin_metrics(struct dt_wire *w, size_t n)
{
	dt_wire_number(w, DT_FRAME_METRICS);
	dt_wire_number(w, 1000);
	dt_wire_number(w, n);
}

static void begin_snapshot(struct dt_wire *w, uint64_t time, size_t n)
{
	dt_wire_number(w, DT_FRAME_SNAPSHOT);
	dt_wire_number(w, time);
	dt_wire_number(w, 0);
	dt_wire_number(w, n);
}

static void apply(struct dt_model *m, struct dt_wire *w)
{
	assert_true(dt_model_apply(m, w->data, w->len));
	w->len = 0;
}

static void put_words(struct dt_wire *w, const int64_t *words, size_t n)
{
	dt_wire_number(w, n);
	for (size_t i = 0; i < n; i++) {
		dt_wire_number(w, i);
		dt_wire_signed(w, words[i]);
	}
}

// ---- random additions, against a model that keeps all keys

enum { KEYS = 12, ROUNDS = 3000 };

struct expected {
	int64_t total[KEYS][HISTOGRAM_WORDS];
};

static int64_t random_addition(void)
{
	return rand() % 100 < 15 ? -(rand() % 50) : rand() % 100;
}

/** Returns the sum of a word over all series, also of `other`. */
static int64_t sum_series(const struct dt_family *f, size_t word)
{
	int64_t sum = f->other ? f->other->words[word] : 0;

	for (size_t i = 0; i < f->series.len; i++) {
		const struct dt_series *s = f->series.entries[i].value;

		sum += s->words[word];
	}
	return sum;
}

static void check_sums(const struct dt_family *f, const struct expected *e)
{
	for (size_t word = 0; word < f->n_words; word++) {
		int64_t sum = 0;

		for (size_t key = 0; key < KEYS; key++)
			sum += e->total[key][word];
		assert_int_equal(sum_series(f, word), sum);
	}
}

/** Checks that no shown word is below the one of the previous round. */
static void check_growth(const struct dt_family *f, int64_t shown[LIMIT + 1][HISTOGRAM_WORDS])
{
	for (size_t i = 0; i <= f->series.len; i++) {
		const struct dt_series *s =
		    i < f->series.len ? f->series.entries[i].value : f->other;

		for (size_t word = 0; s && word < f->n_words; word++) {
			size_t row = s == f->other ? LIMIT : i;

			assert_true(s->shown[word] >= shown[row][word]);
			assert_true(s->shown[word] >= 0);
			shown[row][word] = s->shown[word];
		}
	}
}

/** Checks that the buckets of each series in the text are cumulative and end in its count. */
static void check_text(const struct dt_model *m)
{
	struct dt_str text = {0};
	uint64_t last = 0;
	char *rest, *line;

	dt_text_render(m, &text);
	rest = text.data;
	while ((line = strsep(&rest, "\n"))) {
		char *value = strrchr(line, ' ');
		uint64_t v = value ? strtoull(value, NULL, 10) : 0;

		if (!strncmp(line, "h_bucket", 8)) {
			assert_true(v >= last || strstr(line, "le=\"0\""));
			last = v;
		}
		if (!strncmp(line, "h_count", 7))
			assert_int_equal(v, last);
	}
	dt_str_deinit(&text);
}

static void random_round(struct dt_model *m, struct dt_wire *w, unsigned round,
			 struct expected all[2])
{
	begin_snapshot(w, 1000 + round, 2);
	for (size_t i = 0; i < 2; i++) {
		size_t n = (size_t)rand() % 4;

		dt_wire_number(w, i);
		dt_wire_number(w, n);
		while (n--) {
			int key = rand() % KEYS;
			int64_t words[HISTOGRAM_WORDS];
			char name[8];

			snprintf(name, sizeof(name), "k%d", key);
			dt_wire_string(w, name);
			for (size_t j = 0; j < m->families[i].n_words; j++) {
				words[j] = random_addition();
				all[i].total[key][j] += words[j];
			}
			put_words(w, words, m->families[i].n_words);
		}
	}
	apply(m, w);
}

static void totals_equal_the_additions_and_nothing_falls(void **state)
{
	static struct expected all[2];
	static int64_t shown[2][LIMIT + 1][HISTOGRAM_WORDS];
	struct dt_model m = {0};
	struct dt_wire w = {0};

	srand(7);
	begin_metrics(&w, 2);
	declare(&w, DTRACE_METRIC_COUNTER, "c", "sum", 1, 1);
	declare(&w, DTRACE_METRIC_HISTOGRAM, "h", "quantize", HISTOGRAM_WORDS, 1);
	apply(&m, &w);
	for (unsigned round = 0; round < ROUNDS; round++) {
		random_round(&m, &w, round, all);
		for (size_t i = 0; i < 2; i++) {
			assert_true(m.families[i].series.len <= LIMIT);
			check_sums(&m.families[i], &all[i]);
			check_growth(&m.families[i], shown[i]);
		}
		if (round % 100 == 0)
			check_text(&m);
	}
	assert_int_equal(m.folded, 2 * (KEYS - LIMIT));
	assert_true(m.decreases > 0);
	dt_wire_deinit(&w);
	dt_model_deinit(&m);
}

// ---- single promises

static void put_count(struct dt_wire *w, const char *key, size_t len, int64_t n)
{
	dt_wire_text(w, key, len);
	put_words(w, &n, 1);
}

static void text_is_escaped_and_utf8_repaired(void **state)
{
	static const char key[] = "a\"b\\c\n\xff\xc3\xa4\xed\xa0\x80";
	struct dt_model m = {0};
	struct dt_wire w = {0};
	struct dt_str text = {0};

	begin_metrics(&w, 1);
	declare(&w, DTRACE_METRIC_COUNTER, "c", "count", 1, 1);
	apply(&m, &w);
	begin_snapshot(&w, 1, 1);
	dt_wire_number(&w, 0);
	dt_wire_number(&w, 1);
	put_count(&w, key, sizeof(key) - 1, 3);
	apply(&m, &w);
	dt_text_render(&m, &text);
	assert_non_null(strstr(text.data,
			       "# HELP c_total help \\\\ of\\nit\n# TYPE c_total counter\n"
			       "c_total{key=\"a\\\"b\\\\c\\n\xef\xbf\xbd\xc3\xa4\xef\xbf"
			       "\xbd\xef\xbf\xbd\xef\xbf\xbd\"} 3\n"));
	dt_str_deinit(&text);
	dt_wire_deinit(&w);
	dt_model_deinit(&m);
}

static void metrics_without_keys_begin_with_zero(void **state)
{
	struct dt_model m = {0};
	struct dt_wire w = {0};
	struct dt_str text = {0};

	begin_metrics(&w, 2);
	declare(&w, DTRACE_METRIC_COUNTER, "c", "count", 1, 0);
	declare(&w, DTRACE_METRIC_GAUGE, "g", "max", 1, 0);
	apply(&m, &w);
	dt_text_render(&m, &text);
	assert_non_null(strstr(text.data, "\nc_total 0\n"));
	assert_null(strstr(text.data, "\ng "));
	dt_str_deinit(&text);
	dt_wire_deinit(&w);
	dt_model_deinit(&m);
}

static void idle_series_leave_and_extremes_follow_the_snapshot(void **state)
{
	struct dt_model m = {.idle = 100};
	struct dt_wire w = {0};

	begin_metrics(&w, 2);
	declare(&w, DTRACE_METRIC_COUNTER, "c", "count", 1, 1);
	declare(&w, DTRACE_METRIC_GAUGE, "g", "max", 1, 1);
	apply(&m, &w);
	for (uint64_t time = 10; time <= 200; time += 10) {
		begin_snapshot(&w, time, 2);
		dt_wire_number(&w, 0);
		dt_wire_number(&w, time > 50 ? 1 : 2);
		put_count(&w, "busy", 4, 1);
		if (time <= 50)
			put_count(&w, "idle", 4, 1);
		dt_wire_number(&w, 1);
		dt_wire_number(&w, time == 100);
		if (time == 100)
			put_count(&w, "x", 1, -5);
		apply(&m, &w);
		assert_int_equal(m.families[0].series.len, time < 150 ? 2 : 1);
		assert_int_equal(m.families[1].series.len, time == 100);
	}
	assert_int_equal(m.expired, 1);
	dt_wire_deinit(&w);
	dt_model_deinit(&m);
}

static void sum_ends_at_the_first_negative_value(void **state)
{
	int64_t words[HISTOGRAM_WORDS] = {[1] = 2, [N_BOUNDS + 1] = 9};
	struct dt_model m = {0};
	struct dt_wire w = {0};

	begin_metrics(&w, 1);
	declare(&w, DTRACE_METRIC_HISTOGRAM, "h", "quantize", HISTOGRAM_WORDS, 0);
	apply(&m, &w);
	for (int i = 0; i < 3; i++) {
		words[N_BOUNDS + 2] = i == 1;
		begin_snapshot(&w, 1, 1);
		dt_wire_number(&w, 0);
		dt_wire_number(&w, 1);
		put_words(&w, words, HISTOGRAM_WORDS);
		apply(&m, &w);
		const struct dt_series *s = m.families[0].series.entries[0].value;
		assert_int_equal(dt_family_has_sum(&m.families[0], s), i == 0);
	}
	dt_wire_deinit(&w);
	dt_model_deinit(&m);
}

static void damaged_frames_are_refused(void **state)
{
	struct dt_wire metrics = {0}, snapshot = {0};
	int64_t words[HISTOGRAM_WORDS] = {1, 2, 3, 4, 5, 6, 7};

	begin_metrics(&metrics, 1);
	declare(&metrics, DTRACE_METRIC_HISTOGRAM, "h", "quantize", HISTOGRAM_WORDS, 1);
	begin_snapshot(&snapshot, 1, 1);
	dt_wire_number(&snapshot, 0);
	dt_wire_number(&snapshot, 1);
	dt_wire_string(&snapshot, "key");
	put_words(&snapshot, words, HISTOGRAM_WORDS);
	for (int i = 0; i < 20000; i++) {
		struct dt_wire *damaged = i % 2 ? &metrics : &snapshot;
		struct dt_model m = {0};
		size_t at = (size_t)rand() % damaged->len;
		uint8_t was = damaged->data[at];

		damaged->data[at] ^= (uint8_t)(1 << rand() % 8);
		if (dt_model_apply(&m, metrics.data, metrics.len))
			dt_model_apply(&m, snapshot.data, snapshot.len - (size_t)rand() % 3);
		damaged->data[at] = was;
		dt_model_deinit(&m);
	}
	dt_wire_deinit(&metrics);
	dt_wire_deinit(&snapshot);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(totals_equal_the_additions_and_nothing_falls),
	    cmocka_unit_test(text_is_escaped_and_utf8_repaired),
	    cmocka_unit_test(metrics_without_keys_begin_with_zero),
	    cmocka_unit_test(idle_series_leave_and_extremes_follow_the_snapshot),
	    cmocka_unit_test(sum_ends_at_the_first_negative_value),
	    cmocka_unit_test(damaged_frames_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Frames to series. Frames come from another process, so every number is checked.
 */
#include "export/metric/model.h"

#include "base/str.h"

#include <string.h>

enum { MAX_FAMILIES = 10000, MAX_LABELS = 256, MAX_WORDS = 1 << 17, MAX_FOLDED = 1 << 20 };

static void free_series(struct dt_family *f, struct dt_series *s)
{
	if (!s)
		return;
	for (size_t i = 0; i < f->n_labels; i++)
		free((char *)s->labels[i]);
	free(s->labels);
	free(s->shown);
	free(s);
}

static void family_deinit(struct dt_family *f)
{
	for (size_t i = 0; i < f->series.len; i++)
		free_series(f, f->series.entries[i].value);
	dt_map_deinit(&f->series);
	free_series(f, f->other);
	for (size_t i = 0; i < f->n_labels; i++)
		free(f->labels[i]);
	free(f->labels);
	free(f->bounds);
	free(f->name);
	free(f->help);
	free(f->unit);
	free(f->aggregation);
	free(f->function);
}

static void drop_own(struct dt_model *m)
{
	dt_vec_foreach (&m->own, v)
		free(v->label);
	m->own.len = 0;
}

void dt_model_deinit(struct dt_model *m)
{
	for (size_t i = 0; i < m->n_families; i++)
		family_deinit(&m->families[i]);
	free(m->families);
	drop_own(m);
	dt_vec_deinit(&m->own);
	dt_map_deinit(&m->folded_keys);
	*m = (struct dt_model){0};
}

// ---- series

static struct dt_series *create_series(const struct dt_family *f, const char *const *labels)
{
	struct dt_series *s = dt_zalloc(sizeof(*s) + f->n_words * sizeof(s->words[0]));

	s->shown = dt_zalloc(f->n_words * sizeof(*s->shown));
	s->labels = dt_zalloc((f->n_labels + 1) * sizeof(*s->labels));
	for (size_t i = 0; i < f->n_labels; i++)
		s->labels[i] = dt_strdup(labels[i]);
	return s;
}

static struct dt_series *other_series(struct dt_family *f)
{
	const char *labels[MAX_LABELS];

	for (size_t i = 0; i < f->n_labels; i++)
		labels[i] = "other";
	if (!f->other)
		f->other = create_series(f, labels);
	return f->other;
}

/** Counts a key that has no series, once. */
static void count_folded(struct dt_model *m, const struct dt_family *f, const struct dt_str *key)
{
	uint64_t hash = dt_hash_bytes(key->data, key->len) + (uint64_t)(f - m->families);

	if (m->folded_keys.len >= MAX_FOLDED || dt_map_get(&m->folded_keys, &hash, sizeof(hash)))
		return;
	dt_map_put(&m->folded_keys, &hash, sizeof(hash), m);
	m->folded++;
}

static struct dt_series *find_series(struct dt_model *m, struct dt_family *f,
				     const char *const *labels)
{
	dt_cleanup(dt_str_deinit) struct dt_str key = {0};
	struct dt_series *s;

	for (size_t i = 0; i < f->n_labels; i++)
		dt_str_append_n(&key, labels[i], strlen(labels[i]) + 1);
	s = dt_map_get(&f->series, dt_str_text(&key), key.len);
	if (s)
		return s;
	if (f->other || f->series.len >= f->limit) {
		count_folded(m, f, &key);
		return other_series(f);
	}
	s = create_series(f, labels);
	dt_map_put(&f->series, dt_str_text(&key), key.len, s);
	return s;
}

/** Reports whether the word must not fall. */
static bool is_monotonic(const struct dt_family *f)
{
	return f->kind == DTRACE_METRIC_COUNTER || f->kind == DTRACE_METRIC_HISTOGRAM;
}

static void add_word(struct dt_model *m, struct dt_family *f, struct dt_series *s, size_t i,
		     int64_t v)
{
	s->words[i] = (int64_t)((uint64_t)s->words[i] + (uint64_t)v);
	if (v < 0 && is_monotonic(f) && s->words[i] < s->shown[i])
		m->decreases++;
	if (s->words[i] > s->shown[i] || !is_monotonic(f))
		s->shown[i] = s->words[i];
}

/** Adds the squares of stddev(), two words. */
static void add_squares(struct dt_series *s, const int64_t *v)
{
	dt_u128 squares = (dt_u128)(uint64_t)s->words[3] << 64 | (uint64_t)s->words[2];

	squares += (dt_u128)(uint64_t)v[1] << 64 | (uint64_t)v[0];
	s->words[2] = (int64_t)(uint64_t)squares;
	s->words[3] = (int64_t)(uint64_t)(squares >> 64);
}

/** Sets the value of an extreme. Of several keys with these labels the most extreme one counts. */
static void set_extreme(struct dt_model *m, struct dt_family *f, struct dt_series *s, int64_t v)
{
	bool is_first = s->generation != m->generation;
	bool is_min = !strcmp(f->function, "min");

	if (is_first || (is_min ? v < s->words[0] : v > s->words[0]))
		s->words[0] = s->shown[0] = v;
	s->generation = m->generation;
}

// ---- SNAPSHOT

/** Reads the words of a value to `ret`, which has room for n_words. */
static bool read_words(struct dt_unwire *u, const struct dt_family *f, int64_t *ret)
{
	size_t n = dt_unwire_count(u, 2);

	memset(ret, 0, f->n_words * sizeof(*ret));
	for (size_t i = 0; i < n; i++) {
		uint64_t word = dt_unwire_number(u);

		if (word >= f->n_words)
			return false;
		ret[word] = dt_unwire_signed(u);
	}
	return !u->failed;
}

static void add_value(struct dt_model *m, struct dt_family *f, struct dt_series *s,
		      const int64_t *words)
{
	size_t n = f->kind == DTRACE_METRIC_MOMENTS ? 2 : f->n_words;

	s->changed = m->time;
	if (f->is_state) {
		set_extreme(m, f, s, words[0]);
		return;
	}
	for (size_t i = 0; i < n; i++)
		if (words[i])
			add_word(m, f, s, i, words[i]);
	if (f->n_words > n)
		add_squares(s, words + n);
}

static bool apply_row(struct dt_model *m, struct dt_family *f, struct dt_unwire *u, int64_t *words)
{
	char *labels[MAX_LABELS];
	bool ok;

	for (size_t i = 0; i < f->n_labels; i++) {
		size_t len;
		const char *text = dt_unwire_text(u, &len);

		labels[i] = dt_utf8_repair(text, len);
	}
	ok = read_words(u, f, words);
	if (ok)
		add_value(m, f, find_series(m, f, (const char *const *)labels), words);
	for (size_t i = 0; i < f->n_labels; i++)
		free(labels[i]);
	return ok;
}

/** Removes the series for which there is no reason any more. */
static void remove_series(struct dt_model *m, struct dt_family *f)
{
	for (size_t i = f->series.len; f->n_labels && i-- > 0;) {
		struct dt_map_entry *e = &f->series.entries[i];
		struct dt_series *s = e->value;
		bool is_idle = m->idle && m->time - s->changed >= m->idle;

		if (f->is_state ? s->generation == m->generation : !is_idle)
			continue;
		m->expired += !f->is_state;
		dt_map_remove(&f->series, e->key, e->key_len);
		free_series(f, s);
	}
	if (f->is_state && f->other && f->other->generation != m->generation) {
		free_series(f, f->other);
		f->other = NULL;
	}
}

static bool apply_family(struct dt_model *m, struct dt_unwire *u)
{
	uint64_t number = dt_unwire_number(u);
	size_t n = dt_unwire_count(u, 1);

	if (u->failed || number >= m->n_families)
		return false;
	struct dt_family *f = &m->families[number];
	int64_t *words = dt_malloc(f->n_words * sizeof(*words));
	bool ok = true;

	for (size_t i = 0; i < n && ok; i++)
		ok = apply_row(m, f, u, words);
	free(words);
	remove_series(m, f);
	return ok;
}

static bool apply_snapshot(struct dt_model *m, struct dt_unwire *u)
{
	m->time = dt_unwire_number(u);
	m->generation++;
	drop_own(m);
	for (size_t n = dt_unwire_count(u, 3); n; n--) {
		struct dt_own_value v = {.own = (enum dt_own)dt_unwire_number(u)};
		size_t len;
		const char *text = dt_unwire_text(u, &len);

		v.label = dt_utf8_repair(text, len);
		v.value = dt_unwire_number(u);
		dt_vec_push(&m->own, v);
	}
	for (size_t n = dt_unwire_count(u, 2); n; n--)
		if (!apply_family(m, u))
			return false;
	return !u->failed;
}

// ---- METRICS

static bool read_lists(struct dt_unwire *u, struct dt_family *f)
{
	size_t n = dt_unwire_count(u, 1);

	if (n > MAX_LABELS)
		return false;
	f->labels = dt_zalloc((n + 1) * sizeof(*f->labels));
	while (f->n_labels < n)
		f->labels[f->n_labels++] = dt_unwire_string(u);
	n = dt_unwire_count(u, 1);
	if (n > MAX_WORDS)
		return false;
	f->bounds = dt_zalloc((n + 1) * sizeof(*f->bounds));
	while (f->n_bounds < n)
		f->bounds[f->n_bounds++] = dt_unwire_signed(u);
	return !u->failed;
}

/** Reports whether the number of words is that of the kind. */
static bool is_consistent(const struct dt_family *f)
{
	switch (f->kind) {
	case DTRACE_METRIC_COUNTER:
	case DTRACE_METRIC_GAUGE:
		return f->n_words == 1;
	case DTRACE_METRIC_MOMENTS:
		return f->n_words == 2 || f->n_words == 4;
	case DTRACE_METRIC_HISTOGRAM:
		return f->n_words == f->n_bounds + 1 || f->n_words == f->n_bounds + 3;
	default:
		return false;
	}
}

static bool read_family(struct dt_unwire *u, struct dt_family *f)
{
	f->kind = (enum dtrace_metric_kind)dt_unwire_number(u);
	f->divisor = dt_unwire_number(u);
	f->limit = dt_unwire_number(u);
	f->n_words = dt_unwire_number(u);
	f->is_state = dt_unwire_number(u);
	f->name = dt_unwire_string(u);
	f->help = dt_unwire_string(u);
	f->unit = dt_unwire_string(u);
	f->aggregation = dt_unwire_string(u);
	f->function = dt_unwire_string(u);
	return read_lists(u, f) && f->divisor && is_consistent(f);
}

static bool apply_metrics(struct dt_model *m, struct dt_unwire *u)
{
	uint64_t started = dt_unwire_number(u);
	size_t n = dt_unwire_count(u, 8);

	if (m->families || n > MAX_FAMILIES)
		return false;
	m->started = started;
	m->families = dt_zalloc((n + 1) * sizeof(*m->families));
	while (m->n_families < n) {
		struct dt_family *f = &m->families[m->n_families++];

		if (!read_family(u, f))
			return false;
		if (!f->n_labels && !f->is_state)
			find_series(m, f, NULL); // 0 from the start
	}
	return !u->failed;
}

bool dt_model_apply(struct dt_model *m, const uint8_t *frame, size_t len)
{
	struct dt_unwire u = {.at = frame, .end = frame + len};

	switch (dt_unwire_number(&u)) {
	case DT_FRAME_METRICS:
		return apply_metrics(m, &u);
	case DT_FRAME_SNAPSHOT:
		return apply_snapshot(m, &u);
	default:
		return false;
	}
}

bool dt_family_has_sum(const struct dt_family *f, const struct dt_series *s)
{
	size_t word = dt_family_sum_word(f);

	return word < f->n_words && !s->words[word + 1];
}

double dt_series_squares(const struct dt_family *f, const struct dt_series *s)
{
	dt_u128 squares = (dt_u128)(uint64_t)s->words[3] << 64 | (uint64_t)s->words[2];

	return (double)squares / (double)f->divisor / (double)f->divisor;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Each line first becomes a separate aggregation, and is then merged, so a line with an error at
 * its end has no effect. docs/guide/json.md describes the members.
 *
 * Decision: docs/dev/decisions/0085-lines-that-can-be-merged.md
 */
#include "cli/fleet/tables.h"

#include "cli/message.h"

#include <stdlib.h>
#include <string.h>

enum {
	MOST_TABLES = 1000,
	MOST_KEYS = 64,
	MOST_KEY_BYTES = 1 << 16,
	ROW_WORDS = 16, // of a row without buckets
};

/** A line that is being read. */
struct line {
	struct dt_tables *t;
	const char *host;
	struct dtrace_aggregation *a;
	struct dtrace_field keys[MOST_KEYS + 1];
	size_t n_keys, n_buckets;
	bool has_moments, has_squares;
	int64_t normal;
	unsigned char bytes[MOST_KEY_BYTES]; // decoded parts of a key
	size_t n_bytes;
};

void dt_tables_deinit(struct dt_tables *t)
{
	dt_vec_foreach (&t->v, a)
		dtrace_aggregation_free(*a);
	dt_vec_deinit(&t->v);
	dt_vec_deinit(&t->counts);
}

// ---- the form

/** Describes a key of this kind: "int32", "uint64", "string" … Returns false if there is none. */
static bool describe_key(const char *kind, struct dtrace_field *ret)
{
	static const struct {
		const char *word;
		enum dtrace_kind kind;
	} kinds[] = {
	    {"string", DTRACE_STRING},
	    {"bytes", DTRACE_BYTES},
	    {"stack", DTRACE_STACK},
	    {"symbol", DTRACE_SYMBOL},
	};
	char word[8];

	*ret = (struct dtrace_field){.size = sizeof(*ret)};
	for (size_t i = 0; i < dt_array_len(kinds); i++) {
		if (!strcmp(kinds[i].word, kind)) {
			ret->kind = kinds[i].kind;
			return true;
		}
	}
	ret->kind = DTRACE_INTEGER;
	for (uint32_t width = 1; width <= 8; width *= 2) {
		snprintf(word, sizeof(word), "uint%u", 8 * width);
		ret->width = width;
		ret->is_signed = *kind == 'i';
		if (!strcmp(kind, word + ret->is_signed))
			return true;
	}
	return false;
}

static const char *describe_keys(struct line *l, const struct dt_json_value *object)
{
	const struct dt_json_value *kinds = dt_json_member(object, "kinds", DT_JSON_ARRAY);

	if (!kinds)
		return "lacks the kinds of its keys; dtrace there is too old";
	if (kinds->n >= MOST_KEYS)
		return "has too many keys";
	if (l->t->by_host)
		describe_key("string", &l->keys[l->n_keys++]);
	for (const struct dt_json_value *k = kinds->first; k; k = k->next)
		if (k->kind != DT_JSON_STRING || !describe_key(k->text, &l->keys[l->n_keys++]))
			return "has a key of an unknown kind";
	return NULL;
}

/** Creates the aggregation without rows. */
static const char *create(struct line *l, const struct dt_json_value *object)
{
	const struct dt_json_value *list = dt_json_member(object, "parameters", DT_JSON_ARRAY);
	struct dtrace_aggregation_info info = {
	    .size = sizeof(info),
	    .name = dt_json_word(object, "name"),
	    .function = dt_json_word(object, "function"),
	    .lost_by_trunc = dt_json_is_true(object, "lost_by_trunc"),
	    .lost_by_clear = dt_json_is_true(object, "lost_by_clear"),
	};
	const struct dt_json_value *p = list ? list->first : NULL;
	int64_t parameters[8];
	struct dtrace_error *err;
	const char *wrong;

	for (; p && info.n_parameters < 8; p = p->next)
		if (!dt_json_integer(p, &parameters[info.n_parameters++]))
			return "has a parameter that is no integer";
	info.parameters = parameters;
	if (!info.name || !info.function || p ||
	    !dt_json_integer_member(object, "normal", &info.normal))
		return "lacks its name, function or divisor";
	l->normal = info.normal;
	wrong = describe_keys(l, object);
	if (wrong)
		return wrong;
	err = dtrace_aggregation_create(&info, l->keys, l->n_keys, &l->a);
	if (err) {
		dtrace_error_free(err);
		return "has an unknown function, or parameters that it does not take";
	}
	l->n_buckets = dtrace_aggregation_buckets(l->a);
	l->has_squares = !strcmp(info.function, "stddev");
	l->has_moments = l->has_squares || !strcmp(info.function, "avg");
	return NULL;
}

// ---- keys

/** Returns room for the bytes of a key, or NULL if it is too long. */
static unsigned char *key_room(struct line *l, size_t n)
{
	unsigned char *room = l->bytes + l->n_bytes;

	if (n > sizeof(l->bytes) - l->n_bytes)
		return NULL;
	l->n_bytes += n;
	return room;
}

static bool set_bytes(struct line *l, const char *text, size_t n, struct dtrace_datum *ret)
{
	unsigned char *room = key_room(l, n);

	if (!room)
		return false;
	memcpy(room, text, n);
	*ret = (struct dtrace_datum){.bytes = room, .n_bytes = n};
	return true;
}

static bool set_hex(struct line *l, const char *digits, struct dtrace_datum *ret)
{
	size_t n = digits ? strlen(digits) : 1;
	unsigned char *room = n % 2 ? NULL : key_room(l, n / 2);
	unsigned byte;

	if (!room || digits[strspn(digits, "0123456789abcdef")])
		return false;
	for (size_t i = 0; i < n / 2; i++) {
		sscanf(digits + 2 * i, "%2x", &byte);
		room[i] = (unsigned char)byte;
	}
	*ret = (struct dtrace_datum){.bytes = room, .n_bytes = n / 2};
	return true;
}

/** Joins the frames of a stack by newlines. */
static bool set_frames(struct line *l, const struct dt_json_value *stack, bool is_truncated,
		       struct dtrace_datum *ret)
{
	static const char mark[] = "[truncated]";
	unsigned char *begin = l->bytes + l->n_bytes, *room;

	for (const struct dt_json_value *f = stack->first; f; f = f->next) {
		if (f->kind != DT_JSON_STRING || strchr(f->text, '\n') ||
		    !(room = key_room(l, f->len + 1)))
			return false;
		memcpy(room, f->text, f->len);
		room[f->len] = '\n';
	}
	if (is_truncated) {
		if (!(room = key_room(l, sizeof(mark))))
			return false;
		memcpy(room, mark, sizeof(mark));
	}
	*ret = (struct dtrace_datum){.bytes = begin};
	if (l->bytes + l->n_bytes > begin) // without the last newline or the mark's end
		ret->n_bytes = (size_t)(l->bytes + l->n_bytes - begin) - 1;
	return true;
}

static bool set_datum(struct line *l, enum dtrace_kind kind, const struct dt_json_value *v,
		      bool is_truncated, struct dtrace_datum *ret)
{
	switch (kind) {
	case DTRACE_INTEGER:
		*ret = (struct dtrace_datum){0};
		return dt_json_integer(v, &ret->integer);
	case DTRACE_BYTES:
		return set_hex(l, dt_json_word(v, "bytes"), ret);
	case DTRACE_STACK:
		return v->kind == DT_JSON_ARRAY && set_frames(l, v, is_truncated, ret);
	default:
		return v->kind == DT_JSON_STRING && set_bytes(l, v->text, v->len, ret);
	}
}

static bool set_key(struct line *l, const struct dt_json_value *entry, struct dtrace_datum *ret)
{
	const struct dt_json_value *keys = dt_json_member(entry, "keys", DT_JSON_ARRAY), *v;
	bool is_truncated = dt_json_is_true(entry, "truncated");
	size_t i = 0;

	l->n_bytes = 0;
	if (!keys || keys->n + l->t->by_host != l->n_keys)
		return false;
	if (l->t->by_host && !set_bytes(l, l->host, strlen(l->host), &ret[i++]))
		return false;
	for (v = keys->first; v; v = v->next, i++)
		if (!set_datum(l, l->keys[i].kind, v, is_truncated, &ret[i]))
			return false;
	return true;
}

// ---- values

/** Reads a decimal number of 128 bits, the low word first. */
static bool read_wide(const char *digits, uint64_t ret[2])
{
	unsigned __int128 v = 0;

	if (!digits || !*digits || digits[strspn(digits, "0123456789")])
		return false;
	for (; *digits; digits++)
		if (__builtin_mul_overflow(v, 10, &v) ||
		    __builtin_add_overflow(v, (unsigned)(*digits - '0'), &v))
			return false;
	ret[0] = (uint64_t)v;
	ret[1] = (uint64_t)(v >> 64);
	return true;
}

static bool read_value(const struct line *l, const struct dt_json_value *entry,
		       struct dtrace_aggregation_value *v)
{
	int64_t count;

	if (dt_json_is_true(entry, "empty"))
		return true;
	v->has_number = true;
	if (!l->has_moments)
		return dt_json_integer_member(entry, l->normal == 1 ? "value" : "raw", &v->number);
	if (!dt_json_integer_member(entry, "count", &count) ||
	    !dt_json_integer_member(entry, "sum", &v->sum))
		return false;
	v->count = (uint64_t)count;
	return !l->has_squares || read_wide(dt_json_word(entry, "squares"), v->squares);
}

/** The place of a bucket in its histogram. */
struct place {
	bool is_below, is_above;
	int64_t value;
};

static bool read_place(const struct dt_json_value *b, struct place *p)
{
	p->is_below = dt_json_integer_member(b, "below", &p->value);
	p->is_above = !p->is_below && dt_json_integer_member(b, "above", &p->value);
	return p->is_below || p->is_above || dt_json_integer_member(b, "value", &p->value);
}

static bool is_at(const struct dtrace_bucket *bucket, const struct place *p)
{
	return p->is_below   ? bucket->is_open_below
	       : p->is_above ? bucket->is_open_above
			     : bucket->low <= p->value && p->value <= bucket->high;
}

/** Reads the counts of buckets, which ascend. */
static bool read_counts(const struct line *l, const struct dt_json_value *entry, int64_t *counts)
{
	const struct dt_json_value *list = dt_json_member(entry, "buckets", DT_JSON_ARRAY);
	struct dtrace_bucket bucket = {.size = sizeof(bucket)};
	struct place place;
	size_t i = 0;

	memset(counts, 0, l->n_buckets * sizeof(*counts));
	if (!list)
		return false;
	for (const struct dt_json_value *b = list->first; b; b = b->next, i++) {
		if (!read_place(b, &place))
			return false;
		while (dtrace_aggregation_bucket(l->a, i, &bucket) && !is_at(&bucket, &place))
			i++;
		if (i >= l->n_buckets || (!dt_json_integer_member(b, "raw", &counts[i]) &&
					  !dt_json_integer_member(b, "count", &counts[i])))
			return false;
	}
	return true;
}

static bool add_entry(struct line *l, const struct dt_json_value *entry)
{
	struct dtrace_aggregation_value value = {.size = sizeof(value)};
	struct dtrace_datum key[MOST_KEYS + 1];
	int64_t *counts = l->t->counts.data;
	struct dtrace_error *err;

	if (!set_key(l, entry, key) ||
	    !(l->n_buckets ? read_counts(l, entry, counts) : read_value(l, entry, &value)))
		return false;
	err = dtrace_aggregation_add(l->a, key, &value, counts);
	dtrace_error_free(err);
	return !err;
}

static const char *read_entries(struct line *l, const struct dt_json_value *object)
{
	const struct dt_json_value *entries = dt_json_member(object, "entries", DT_JSON_ARRAY);
	struct dt_tables *t = l->t;
	size_t words;

	if (!entries)
		return "has no entries";
	words = entries->n * (ROW_WORDS + l->n_buckets);
	if (t->room && words > *t->room)
		return "is too large";
	if (t->room)
		*t->room -= words;
	dt_vec_reserve(&t->counts, l->n_buckets);
	for (const struct dt_json_value *e = entries->first; e; e = e->next)
		if (!add_entry(l, e))
			return "has an entry that does not fit its function and kinds";
	return NULL;
}

static struct dtrace_aggregation *find_table(const struct dt_tables *t, const char *name)
{
	struct dtrace_aggregation_info info = {.size = sizeof(info)};

	dt_vec_foreach (&t->v, a)
		if (dtrace_aggregation_info(*a, &info) && !strcmp(info.name, name))
			return *a;
	return NULL;
}

/** Merges the line into the table of its name. Takes l->a. */
static const char *merge_line(struct line *l, const char *name)
{
	struct dtrace_aggregation *into = find_table(l->t, name);
	struct dtrace_error *err;

	if (into) {
		err = dtrace_aggregation_merge(into, l->a);
		dtrace_error_free(err);
		return err ? "has another form than those before it" : NULL;
	}
	if (l->t->v.len == MOST_TABLES)
		return "is one too many";
	dt_vec_push(&l->t->v, l->a);
	l->a = NULL;
	return NULL;
}

const char *dt_tables_add(struct dt_tables *t, const struct dt_json_value *object, const char *host)
{
	struct line *l = dt_malloc(sizeof(*l));
	const char *wrong;

	l->t = t;
	l->host = host;
	l->a = NULL;
	l->n_keys = 0;
	wrong = create(l, object);
	if (!wrong)
		wrong = read_entries(l, object);
	if (!wrong)
		wrong = merge_line(l, dt_json_word(object, "name"));
	dtrace_aggregation_free(l->a);
	free(l);
	return wrong;
}

void dt_tables_print(const struct dt_tables *t, FILE *out, bool is_json)
{
	dt_vec_foreach (&t->v, a) {
		const char *line = dtrace_aggregation_show(*a, t->d, is_json), *end;

		for (; (end = strchr(line, '\n')); line = end + 1)
			dt_print_line(out, "%.*s", (int)(end - line), line);
	}
}

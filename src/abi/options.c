/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The option table and the parsing of values. Which option does what is up to those who read it.
 */
#include "abi/options.h"

#include "base/str.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

// In the order of enum dt_bufpolicy and enum dt_bufresize.
static const char *const bufpolicy_values[] = {"switch", "ring", "fill", NULL};
static const char *const bufresize_values[] = {"auto", "manual", NULL};
static const char *const oformat_values[] = {"text", "json", "folded", NULL};
static const char *const stdc_values[] = {"a", "c", "s", "t", NULL};

const struct dt_option_info dt_option_table[DT_N_OPTIONS] = {
#define DT_OPTION(id, kind_, phase_, default_, min_, max_, no_program_, values_, doc_) \
	[DT_OPT_##id] = {                                                              \
	    .name = #id,                                                               \
	    .kind = DT_OPTK_##kind_,                                                   \
	    .phase = DT_OPTP_##phase_,                                                 \
	    .fallback = default_,                                                      \
	    .min = min_,                                                               \
	    .max = max_,                                                               \
	    .no_program = no_program_,                                                 \
	    .values = values_,                                                         \
	    .doc = doc_,                                                               \
	},
#include "abi/options.def"
#undef DT_OPTION
};

struct unit {
	const char *name;
	int64_t factor;
};

// Powers of 1024, either case (reference 5).
static const struct unit size_units[] = {
    {"", 1}, {"k", 1LL << 10}, {"m", 1LL << 20}, {"g", 1LL << 30}, {"t", 1LL << 40},
};

// A bare number is nanoseconds; hz is turned around by parse_rate().
static const struct unit rate_units[] = {
    {"", 1},
    {"ns", 1},
    {"nsec", 1},
    {"us", 1000},
    {"usec", 1000},
    {"ms", 1000000},
    {"msec", 1000000},
    {"s", 1000000000LL},
    {"sec", 1000000000LL},
    {"m", 60000000000LL},
    {"min", 60000000000LL},
    {"h", 3600000000000LL},
    {"hour", 3600000000000LL},
    {"d", 86400000000000LL},
    {"day", 86400000000000LL},
    {"hz", 0},
};

static const struct unit bool_words[] = {
    {"on", 1},	  {"yes", 1},	{"enable", 1}, {"enabled", 1}, {"true", 1},
    {"set", 1},	  {"off", 0},	{"no", 0},     {"disable", 0}, {"disabled", 0},
    {"false", 0}, {"unset", 0}, {"", 0},
};

static const struct unit *find_unit(const struct unit *units, size_t n, const char *word)
{
	for (size_t i = 0; i < n; i++)
		if (!strcasecmp(units[i].name, word))
			return &units[i];
	return NULL;
}

/** A non-negative number and the unit after it; false if either is malformed or overflows. */
static bool parse_scaled(const char *text, const struct unit *units, size_t n, int64_t *ret)
{
	char *end;

	if (!isdigit((unsigned char)*text))
		return false;
	errno = 0;
	long long number = strtoll(text, &end, 0);
	const struct unit *unit = find_unit(units, n, end);
	if (errno || !unit)
		return false;
	if (!unit->factor) {
		if (number == 0)
			return false;
		*ret = 1000000000LL / number;
		return true;
	}
	return !__builtin_mul_overflow((int64_t)number, unit->factor, ret);
}

static bool parse_int(const char *text, int64_t *ret)
{
	char *end;

	errno = 0;
	*ret = strtoll(text, &end, 0);
	return !errno && end != text && !*end;
}

// A number turns a boolean on, 0 included (reference 5).
static bool parse_bool(const char *text, int64_t *ret)
{
	const struct unit *word =
	    text ? find_unit(bool_words, dt_array_len(bool_words), text) : NULL;

	*ret = 1;
	if (word)
		*ret = word->factor;
	else if (text)
		return parse_int(text, &(int64_t){0});
	return true;
}

static bool parse_enum(const struct dt_option_info *info, const char *text, int64_t *ret)
{
	for (int64_t i = 0; info->values[i]; i++)
		if (!strcmp(info->values[i], text)) {
			*ret = i;
			return true;
		}
	return false;
}

static void format_rate(struct dt_str *out, int64_t ns)
{
	if (ns >= 1000000000 && ns % 1000000000 == 0)
		dt_str_printf(out, "%llds", (long long)(ns / 1000000000));
	else if (ns >= 1000000)
		dt_str_printf(out, "%lldms", (long long)(ns / 1000000));
	else
		dt_str_printf(out, "%lldns", (long long)ns);
}

/** Bring a rate into its range; the sentence follows the classic "switch rate reduced to …". */
static void clamp_rate(const struct dt_option_info *info, int64_t *ns, char **note)
{
	int64_t clamped = *ns < info->min ? info->min : *ns > info->max ? info->max : *ns;
	struct dt_str text = {0};
	size_t stem = strlen(info->name) - strlen("rate");

	if (clamped == *ns)
		return;
	dt_str_printf(&text, "%.*s rate %s to ", (int)stem, info->name,
		      clamped > *ns ? "reduced" : "increased");
	format_rate(&text, clamped);
	*ns = clamped;
	if (note)
		*note = dt_str_take(&text);
	dt_str_deinit(&text);
}

static bool parse_number(const struct dt_option_info *info, const char *value, int64_t *ret,
			 char **note)
{
	switch (info->kind) {
	case DT_OPTK_INT:
		return parse_int(value, ret) && *ret >= info->min && *ret <= info->max;
	case DT_OPTK_SIZE:
		return parse_scaled(value, size_units, dt_array_len(size_units), ret) &&
		       *ret >= info->min && *ret <= info->max;
	case DT_OPTK_RATE:
		if (!parse_scaled(value, rate_units, dt_array_len(rate_units), ret))
			return false;
		clamp_rate(info, ret, note);
		return true;
	case DT_OPTK_ENUM:
		return parse_enum(info, value, ret);
	default:
		return false;
	}
}

static void append_list(char ***list, const char *value)
{
	size_t n = 0;

	while (*list && (*list)[n])
		n++;
	*list = dt_realloc(*list, (n + 2) * sizeof(**list));
	(*list)[n] = dt_strdup(value);
	(*list)[n + 1] = NULL;
}

static bool store(struct dt_options *o, enum dt_option id, const char *value, char **note)
{
	const struct dt_option_info *info = &dt_option_table[id];
	int64_t number;

	switch (info->kind) {
	case DT_OPTK_BOOL:
		if (!parse_bool(value, &number))
			return false;
		o->v[id] = number;
		return true;
	case DT_OPTK_STRING:
		if (!value)
			return false;
		free(o->s[id]);
		o->s[id] = dt_strdup(value);
		return true;
	case DT_OPTK_LIST:
		if (!value)
			return false;
		append_list(&o->list[id], value);
		return true;
	default:
		if (!value || !parse_number(info, value, &number, note))
			return false;
		o->v[id] = number;
		return true;
	}
}

void dt_options_init(struct dt_options *o)
{
	memset(o, 0, sizeof(*o));
	for (int i = 0; i < DT_N_OPTIONS; i++)
		if (dt_option_table[i].fallback)
			store(o, i, dt_option_table[i].fallback, NULL);
}

void dt_options_deinit(struct dt_options *o)
{
	for (int i = 0; i < DT_N_OPTIONS; i++) {
		free(o->s[i]);
		for (char **p = o->list[i]; p && *p; p++)
			free(*p);
		free(o->list[i]);
	}
}

struct dt_error *dt_options_set(struct dt_options *o, const char *name, const char *value,
				enum dt_option_origin origin, bool active, char **note)
{
	int id = 0;

	while (id < DT_N_OPTIONS && strcmp(dt_option_table[id].name, name) != 0)
		id++;
	if (id == DT_N_OPTIONS)
		return dt_error_new(DT_ERR_USAGE, "Invalid option name");
	if (origin != DT_ORIGIN_CLI && dt_option_table[id].no_program)
		return dt_error_new(DT_ERR_USAGE, "Option cannot be used from within a D program");
	if (dt_option_table[id].phase != DT_OPTP_DYNAMIC && (active || origin == DT_ORIGIN_SETOPT))
		return dt_error_new(DT_ERR_USAGE, "Operation illegal when tracing is active");
	if (!store(o, id, value, note))
		return dt_error_new(DT_ERR_USAGE, "Invalid value for specified option");
	o->set[id] = true;
	return NULL;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The option table, and parsing of values. The modules that read an option implement its effect.
 */
#include "dialect/options.h"

#include "base/str.h"
#include "base/suggest.h"
#include "base/time.h"
#include "dialect/attributes.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

// In the order of enum dt_bufpolicy and those after it.
static const char *const aggunits_values[] = {"none", "ns", "us", "ms", "s", "bytes", NULL};
static const char *const compat_values[] = {"no", "classic", NULL};
static const char *const bufpolicy_values[] = {"switch", "ring", "fill", NULL};
static const char *const bufresize_values[] = {"auto", "manual", NULL};
static const char *const color_values[] = {"auto", "always", "never", NULL};
static const char *const encoding_values[] = {"auto", "ascii", "utf8", NULL};
static const char *const engine_values[] = {"auto", "inprocess", "kernel", NULL};
static const char *const evaltime_values[] = {"exec", "preinit", "postinit", "main", NULL};
static const char *const datamodel_values[] = {"32", "64", NULL};
static const char *const oformat_values[] = {"text", "json", "folded", NULL};
static const char *const ustackmode_values[] = {"auto", "fp", "table", NULL};
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
#include "dialect/options.def"
#undef DT_OPTION
};

const struct dt_option_foreign dt_option_foreign_table[] = {
#define DT_OPTION_IDLE(id, reason_)    {#id, reason_, false},
#define DT_OPTION_REFUSED(id, reason_) {#id, reason_, true},
#include "dialect/options_foreign.def"
#undef DT_OPTION_IDLE
#undef DT_OPTION_REFUSED
    {NULL, NULL, false},
};

struct unit {
	const char *name;
	int64_t factor;
};

// Powers of 1024, in either case.
static const struct unit size_units[] = {
    {"", 1}, {"k", 1LL << 10}, {"m", 1LL << 20}, {"g", 1LL << 30}, {"t", 1LL << 40},
};

static const struct unit bool_words[] = {
    {"on", 1},	  {"yes", 1},	{"enable", 1}, {"enabled", 1}, {"true", 1},
    {"set", 1},	  {"off", 0},	{"no", 0},     {"disable", 0}, {"disabled", 0},
    {"false", 0}, {"unset", 0}, {"", 0},
};

static const struct unit *find_suffix(const struct unit *units, size_t n, const char *word)
{
	for (size_t i = 0; i < n; i++)
		if (!strcasecmp(units[i].name, word))
			return &units[i];
	return NULL;
}

/** Parses a non-negative number and returns the text after it in *unit. */
static bool parse_count(const char *text, int64_t *ret, char **unit)
{
	errno = 0;
	*ret = strtoll(text, unit, 0);
	return isdigit((unsigned char)*text) && !errno;
}

static bool parse_size(const char *text, int64_t *ret)
{
	const struct unit *unit;
	int64_t n;
	char *end;

	if (!parse_count(text, &n, &end))
		return false;
	unit = find_suffix(size_units, dt_array_len(size_units), end);
	return unit && !__builtin_mul_overflow(n, unit->factor, ret);
}

/** Parses a rate. A number without a unit is nanoseconds; units ignore case. */
static bool parse_rate(const char *text, int64_t *ret)
{
	char *end, unit[8] = "";
	uint64_t ns = 1;
	int64_t n;

	if (!parse_count(text, &n, &end) || strlen(end) >= sizeof(unit))
		return false;
	for (size_t i = 0; end[i]; i++)
		unit[i] = (char)tolower((unsigned char)end[i]);
	if (*unit && !dt_time_unit(unit, &ns))
		return false;
	if (ns)
		return !__builtin_mul_overflow(n, (int64_t)ns, ret);
	*ret = n ? 1000000000 / n : 0;
	return n;
}

static bool parse_int(const char *text, int64_t *ret)
{
	char *end;

	errno = 0;
	*ret = strtoll(text, &end, 0);
	return !errno && end != text && !*end;
}

// Any number enables a boolean option, even 0, as in illumos' <libdtrace/common/dt_options.c>.
static bool parse_bool(const char *text, int64_t *ret)
{
	const struct unit *word =
	    text ? find_suffix(bool_words, dt_array_len(bool_words), text) : NULL;

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

static bool parse_version(const char *text, int64_t *ret)
{
	int64_t latest;

	return dt_version_parse(dt_version_latest, &latest) && dt_version_parse(text, ret) &&
	       *ret <= latest;
}

/** Prints a rate in the largest unit that divides it. */
static void format_rate(struct dt_str *out, int64_t ns)
{
	static const char *const units[] = {"ns", "us", "ms", "s"};
	size_t unit = 0;

	while (ns && ns % 1000 == 0 && unit + 1 < dt_array_len(units)) {
		ns /= 1000;
		unit++;
	}
	dt_str_printf(out, "%lld%s", (long long)ns, units[unit]);
}

/** Prints a size with the largest suffix that divides it. */
static void format_size(struct dt_str *out, int64_t size)
{
	size_t i = dt_array_len(size_units) - 1;

	while (size % size_units[i].factor)
		i--;
	dt_str_printf(out, "%lld%s", (long long)(size / size_units[i].factor), size_units[i].name);
}

static void format_number(struct dt_str *out, int64_t n)
{
	dt_str_printf(out, "%lld", (long long)n);
}

bool dt_option_bounds(const struct dt_option_info *info, struct dt_str *out)
{
	static void (*const formats[])(struct dt_str * out,
				       int64_t value) = {[DT_OPTK_INT] = format_number,
							 [DT_OPTK_SIZE] = format_size,
							 [DT_OPTK_RATE] = format_rate};

	if (info->kind >= dt_array_len(formats) || !formats[info->kind])
		return false;
	formats[info->kind](out, info->min);
	dt_str_append(out, " to ");
	formats[info->kind](out, info->max);
	return true;
}

// Names in messages for options whose values are clamped.
static const char *const nouns[DT_N_OPTIONS] = {
    [DT_OPT_aggrate] = "aggregation rate",
    [DT_OPT_aggsize] = "aggregation size",
    [DT_OPT_bufsize] = "buffer size",
    [DT_OPT_cleanrate] = "cleaning rate",
    [DT_OPT_debuginfodtime] = "debuginfod time",
    [DT_OPT_dynvarsize] = "dynamic variable size",
    [DT_OPT_nspec] = "number of speculations",
    [DT_OPT_specsize] = "speculation size",
    [DT_OPT_statusrate] = "status rate",
    [DT_OPT_strsize] = "string size",
    [DT_OPT_switchrate] = "switch rate",
    [DT_OPT_unwindsize] = "unwinding table size",
};

// Further permitted values for messages, beside those of the table.
static const char *const more_values[DT_N_OPTIONS] = {
    [DT_OPT_oformat] = "; a page: -O flame=FILE; a profile: -O pprof=FILE; metrics: -O prom=FILE; "
		       "OpenTelemetry: -O otlp=URL",
};

/** Clamps a rate or size to its range and writes a note. libdtrace raises sizes silently, so only
 *  unwindsize, which it lacks, gets a note about that. */
uint32_t dt_options_string_bytes(const struct dt_options *o)
{
	return (uint32_t)o->v[DT_OPT_strsize] + 1;
}

static void clamp_value(const struct dt_option_info *info, int64_t *value,
			struct dt_option_note *note)
{
	bool is_rate = info->kind == DT_OPTK_RATE;
	bool is_reported = is_rate || info == &dt_option_table[DT_OPT_unwindsize];
	int64_t clamped = *value < info->min ? info->min : *value > info->max ? info->max : *value;
	dt_cleanup(dt_str_deinit) struct dt_str text = {0};

	if (clamped == *value)
		return;
	dt_str_printf(&text, "%s %s to ", nouns[info - dt_option_table],
		      !is_rate		 ? clamped > *value ? "raised" : "lowered"
		      : clamped > *value ? "reduced"
					 : "increased");
	(is_rate ? format_rate : format_size)(&text, clamped);
	if (note && (is_reported || clamped < *value))
		*note = (struct dt_option_note){dt_str_take(&text), is_rate};
	*value = clamped;
}

static bool parse_option_number(const struct dt_option_info *info, const char *value, int64_t *ret,
				struct dt_option_note *note)
{
	switch (info->kind) {
	case DT_OPTK_INT:
		return parse_int(value, ret) && *ret >= info->min && *ret <= info->max;
	case DT_OPTK_SIZE:
		if (!parse_size(value, ret) || !*ret)
			return false;
		clamp_value(info, ret, note);
		return true;
	case DT_OPTK_RATE:
		if (!parse_rate(value, ret))
			return false;
		clamp_value(info, ret, note);
		return true;
	case DT_OPTK_ENUM:
		return parse_enum(info, value, ret);
	case DT_OPTK_VERSION:
		return parse_version(value, ret);
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

static bool store_value(struct dt_options *o, enum dt_option id, const char *value,
			struct dt_option_note *note)
{
	const struct dt_option_info *info = &dt_option_table[id];
	struct dt_attributes attributes;
	int64_t number;

	switch (info->kind) {
	case DT_OPTK_BOOL:
		if (!parse_bool(value, &number))
			return false;
		o->v[id] = number;
		return true;
	case DT_OPTK_ATTRIBUTES:
	case DT_OPTK_STRING:
		if (!value || !*value ||
		    (info->kind == DT_OPTK_ATTRIBUTES && !dt_attributes_parse(value, &attributes)))
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
		if (!value || !parse_option_number(info, value, &number, note))
			return false;
		o->v[id] = number;
		return true;
	}
}

bool dt_option_permits(enum dt_option id, int64_t value)
{
	const struct dt_option_info *info = &dt_option_table[id];
	int64_t n = 0;

	switch (info->kind) {
	case DT_OPTK_BOOL:
		return value == 0 || value == 1;
	case DT_OPTK_INT:
	case DT_OPTK_SIZE:
	case DT_OPTK_RATE:
		return (value >= info->min && value <= info->max) || (!info->fallback && !value);
	case DT_OPTK_ENUM:
		while (info->values[n])
			n++;
		return value >= 0 && value < n;
	case DT_OPTK_VERSION:
		return value >= 0;
	default:
		return value == 0;
	}
}

void dt_options_init(struct dt_options *o)
{
	memset(o, 0, sizeof(*o));
	for (int i = 0; i < DT_N_OPTIONS; i++)
		if (dt_option_table[i].fallback)
			store_value(o, i, dt_option_table[i].fallback, NULL);
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

/** Returns the error for an option of other DTraces or an unknown one, or NULL if it is ignored. */
static struct dt_error *foreign_option_error(const char *name)
{
	struct dt_suggestion best = dt_suggest(name);

	for (const struct dt_option_foreign *f = dt_option_foreign_table; f->name; f++)
		if (!strcmp(f->name, name))
			return f->is_refused
				   ? dt_error_new(DT_ERR_USAGE, "option is not available: %s",
						  f->reason)
				   : NULL;
	for (int i = 0; i < DT_N_OPTIONS; i++)
		dt_suggest_name(&best, dt_option_table[i].name);
	return best.best
		   ? dt_error_new(DT_ERR_USAGE, "Invalid option name (did you mean %s?)", best.best)
		   : dt_error_new(DT_ERR_USAGE, "Invalid option name (-x help lists them)");
}

/** Returns the error for an invalid value: the classic text, and the permitted values. */
static struct dt_error *bad_value(const struct dt_option_info *info)
{
	dt_cleanup(dt_str_deinit) struct dt_str text = {0};
	const char *more;

	switch (info->kind) {
	case DT_OPTK_BOOL:
		dt_str_append(&text, " (on or off)");
		break;
	case DT_OPTK_INT:
		dt_str_append(&text, " (");
		dt_option_bounds(info, &text);
		dt_str_append_c(&text, ')');
		break;
	case DT_OPTK_SIZE:
		dt_str_append(&text, " (a size such as 64k)");
		break;
	case DT_OPTK_RATE:
		dt_str_append(&text, " (a time such as 100ms, or a frequency such as 10hz)");
		break;
	case DT_OPTK_ENUM:
		for (size_t i = 0; info->values[i]; i++)
			dt_str_printf(&text, "%s%s", i ? ", " : " (", info->values[i]);
		more = more_values[info - dt_option_table];
		dt_str_printf(&text, "%s)", more ? more : "");
		break;
	case DT_OPTK_ATTRIBUTES:
		dt_str_append(&text, " (as in Evolving/Evolving/Common)");
		break;
	case DT_OPTK_VERSION:
		dt_str_append(&text, " (a version such as 1.6)");
		break;
	case DT_OPTK_STRING:
	case DT_OPTK_LIST:
		dt_str_append(&text, " (it needs one)");
		break;
	}
	return dt_error_new(DT_ERR_USAGE, "Invalid value for specified option%s",
			    dt_str_text(&text));
}

int dt_option_find(const char *name)
{
	int id = 0;

	while (id < DT_N_OPTIONS && strcmp(dt_option_table[id].name, name) != 0)
		id++;
	return id;
}

struct dt_error *dt_options_set(struct dt_options *o, const char *name, const char *value,
				enum dt_option_origin origin, bool active,
				struct dt_option_note *note)
{
	int id = dt_option_find(name);

	if (id == DT_N_OPTIONS)
		return foreign_option_error(name);
	if (origin != DT_ORIGIN_CLI && dt_option_table[id].no_program)
		return dt_error_new(DT_ERR_USAGE, "Option cannot be used from within a D program");
	if (dt_option_table[id].phase != DT_OPTP_DYNAMIC && (active || origin == DT_ORIGIN_SETOPT))
		return dt_error_new(DT_ERR_USAGE, "Operation illegal when tracing is active");
	if (!store_value(o, id, value, note))
		return dt_option_table[id].kind == DT_OPTK_VERSION
			   ? dt_error_new(DT_ERR_USAGE,
					  "Requested version is not supported by compiler")
			   : bad_value(&dt_option_table[id]);
	o->set[id] = true;
	return NULL;
}

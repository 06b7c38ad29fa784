/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Splits probe descriptions into fields.
 *
 * Fields are assigned from the right. The spec determines the rightmost field: with -f, "a:b" is
 * module a, function b. If there are too many colons and all are pairs, they belong to a function
 * of C++ or Rust. The lexer has expanded macros in the text. This file does not match descriptions
 * with probes.
 */
#include "lang/parse/internal.h"

#include <string.h>

enum {
	MAX_FIELDS = 4,
	MIN_SCOPED = 3, // number of fields of a description with a function
	MAX_STARS = 8,
};

/* Maximum number of fields by spec; the last one gives the spec its name. */
static const size_t spec_fields[] = {
    [DT_SPEC_PROGRAM] = 4,  [DT_SPEC_PROVIDER] = 1, [DT_SPEC_MODULE] = 2,
    [DT_SPEC_FUNCTION] = 3, [DT_SPEC_NAME] = 4,	    [DT_SPEC_ID] = 4,
};

static bool parse_id(const char *text, uint32_t *ret)
{
	uint64_t id = 0;

	for (const char *s = text; *s; s++) {
		if (*s < '0' || *s > '9')
			return false;
		id = id * 10 + (uint64_t)(*s - '0');
		if (id > UINT32_MAX)
			return false;
	}
	*ret = (uint32_t)id;
	return id != 0;
}

static bool refuse_description(struct dt_parser *p, const struct dt_token *t, const char *why)
{
	dt_parse_error(p, t->loc, D_PDESC_INVAL, "\"%.128s\": %s", t->text, why);
	return false;
}

/* Matching recurses over the stars of a pattern, so DTrace limits their number. */
static bool is_pattern_ok(const char *field)
{
	size_t stars = 0;

	for (const char *s = field; *s; s++)
		stars += *s == '*' && s[1] != '*';
	return stars <= MAX_STARS;
}

/** Reports whether all colons come in pairs, as between names in C++ and Rust. */
static bool is_scoped(const char *begin, const char *end)
{
	size_t names = 0;

	for (const char *s = begin; s < end; s++) {
		names += *s != ':';
		if (*s != ':')
			continue;
		if (s + 1 == end || s[1] != ':' || (s + 2 < end && s[2] == ':'))
			return false;
		s++;
	}
	return names;
}

/** Splits "pid1:a.out:shop::Cart::add:entry": provider and module end at the first two colons, the
 * name, if the spec has one, begins after the last. The function is the text between. */
static bool split_scoped(struct dt_parser *p, const char *begin, const char *end,
			 struct dt_probe_desc *desc)
{
	const char *module = strchr(begin, ':') + 1, *function = strchr(module, ':') + 1;
	const char *after = end;

	if (spec_fields[p->spec] == MAX_FIELDS)
		while (*--after != ':')
			;
	if (after <= function || !is_scoped(function, after))
		return false;
	desc->provider = dt_intern_n(p->c->names, begin, (size_t)(module - 1 - begin));
	desc->module = dt_intern_n(p->c->names, module, (size_t)(function - 1 - module));
	desc->function = dt_intern_n(p->c->names, function, (size_t)(after - function));
	if (after < end)
		desc->name = dt_intern_n(p->c->names, after + 1, (size_t)(end - after - 1));
	return is_pattern_ok(desc->function);
}

/** Reports too many fields that are not part of a function name. */
static bool refuse_fields(struct dt_parser *p, const struct dt_token *t)
{
	const char *pair = strstr(t->text, "::");

	refuse_description(p, t, "Overspecified probe description");
	if (pair && pair > t->text && pair[2] && pair[2] != ':')
		dt_parse_hint(p, "a C++ function comes between module and name: "
				 "pid$target:a.out:shop::Cart::add:entry");
	return false;
}

bool dt_parse_probe_desc(struct dt_parser *p, const struct dt_token *t, struct dt_probe_desc *ret)
{
	struct dt_probe_desc desc = {.loc = t->loc, .text = t->text};
	const char **const fields[] = {&desc.provider, &desc.module, &desc.function, &desc.name};
	size_t max = spec_fields[p->spec], n = max;
	const char *begin = t->text, *end = t->text + t->len;
	size_t colons = 0;

	if (p->spec == DT_SPEC_ID || (t->len && strspn(t->text, "0123456789") == t->len)) {
		if (!parse_id(t->text, &desc.id))
			return refuse_description(p, t, "Invalid probe identifier");
		*ret = desc;
		return true;
	}
	for (const char *s = begin; s < end; s++)
		colons += *s == ':';
	for (; colons >= max && *begin == ':'; colons--) // surplus empty fields
		begin++;
	if (colons >= max && max >= MIN_SCOPED && split_scoped(p, begin, end, &desc)) {
		*ret = desc;
		return true;
	}
	for (const char *s = end;; s--) {
		if (s > begin && s[-1] != ':')
			continue;
		if (!n)
			return refuse_fields(p, t);
		*fields[--n] = dt_intern_n(p->c->names, s, (size_t)(end - s));
		if (!is_pattern_ok(*fields[n]))
			return refuse_description(p, t,
						  "Glob pattern too complex in probe description");
		if (s == begin)
			break;
		end = s - 1;
	}
	*ret = desc;
	return true;
}

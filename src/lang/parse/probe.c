/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Probe descriptions: splitting the text into fields.
 *
 * Fields are assigned from the right, and what the rightmost one is depends on the spec: with -f
 * "a:b" is module a, function b. The text comes from the lexer with its macros expanded. Whether a
 * description matches anything is not decided here.
 */
#include "lang/parse/internal.h"

#include <string.h>

enum { MAX_FIELDS = 4, MAX_STARS = 8 };

/* How many fields a description of the spec may have; the last one is its own. */
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

static bool refuse(struct dt_parser *p, const struct dt_token *t, const char *why)
{
	dt_parse_error(p, t->loc, D_PDESC_INVAL, "\"%.128s\": %s", t->text, why);
	return false;
}

/* A pattern is matched by recursion over its stars; DTrace bounds them, and so the cost. */
static bool is_pattern_ok(const char *field)
{
	size_t stars = 0;

	for (const char *s = field; *s; s++)
		stars += *s == '*' && s[1] != '*';
	return stars <= MAX_STARS;
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
			return refuse(p, t, "Invalid probe identifier");
		*ret = desc;
		return true;
	}
	for (const char *s = begin; s < end; s++)
		colons += *s == ':';
	for (; colons >= max && *begin == ':'; colons--) // empty fields more than there are
		begin++;
	for (const char *s = end;; s--) {
		if (s > begin && s[-1] != ':')
			continue;
		if (!n)
			return refuse(p, t, "Overspecified probe description");
		*fields[--n] = dt_intern_n(p->c->names, s, (size_t)(end - s));
		if (!is_pattern_ok(*fields[n]))
			return refuse(p, t, "Glob pattern too complex in probe description");
		if (s == begin)
			break;
		end = s - 1;
	}
	*ret = desc;
	return true;
}

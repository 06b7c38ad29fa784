/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Hints for users of other tracers. They take precedence over similar names: `str` gets the hint
 * about strings instead of "did you mean stop".
 */
#include "lang/elsewhere.h"

#include "base/mem.h"

#include <string.h>

struct word {
	const char *name, *what;
};

static const struct word words[] = {
#define WORD(name, what) {#name, what},
#include "lang/elsewhere.def"
};

static const struct word attachments[] = {
#define ATTACH(name, what) {#name, what},
#include "lang/elsewhere.def"
};

static const struct word absent[] = {
#define ABSENT(name, why) {#name, why},
#include "lang/elsewhere.def"
};

static const struct word operators[] = {
#define OPERATOR(word, what) {#word, what},
#include "lang/elsewhere.def"
};

static const struct word probes[] = {
#define PROBE(name, here) {#name, #here},
#include "lang/elsewhere.def"
};

static const char *find_word(const struct word *list, size_t n, const char *name)
{
	for (size_t i = 0; name && i < n; i++)
		if (!strcmp(list[i].name, name))
			return list[i].what;
	return NULL;
}

const char *dt_elsewhere_word(const char *name)
{
	return find_word(words, dt_array_len(words), name);
}

const char *dt_elsewhere_attachment(const char *first)
{
	return find_word(attachments, dt_array_len(attachments), first);
}

bool dt_elsewhere_entry(size_t i, const char **name, const char **what)
{
	const struct word *w = i < dt_array_len(words) ? &words[i]
			       : i < dt_array_len(words) + dt_array_len(attachments)
				   ? &attachments[i - dt_array_len(words)]
				   : NULL;

	if (!w)
		return false;
	*name = w->name;
	*what = w->what;
	return true;
}

const char *dt_elsewhere_description(const struct dt_probe_desc *desc)
{
	const char *const fields[] = {desc->provider, desc->module, desc->function, desc->name};

	for (size_t i = 0; i < dt_array_len(fields); i++)
		if (fields[i] && *fields[i])
			return dt_elsewhere_attachment(fields[i]);
	return NULL;
}

const char *dt_elsewhere_provider(const struct dt_probe_desc *desc)
{
	return find_word(absent, dt_array_len(absent), desc->provider);
}

const char *dt_elsewhere_operator(const char *word)
{
	return find_word(operators, dt_array_len(operators), word);
}

const char *dt_elsewhere_probe(const char *name)
{
	return find_word(probes, dt_array_len(probes), name);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Hints for those who know the words of other tracers. They win over names that are merely near:
 * str is no misspelt stop.
 */
#include "lang/sema/internal.h"

#include <string.h>

struct word {
	const char *name, *what;
};

static const struct word words[] = {
#define WORD(name, what) {#name, what},
#include "lang/sema/elsewhere.def"
};

static const struct word attachments[] = {
#define ATTACH(name, what) {#name, what},
#include "lang/sema/elsewhere.def"
};

static const struct word absent[] = {
#define ABSENT(name, why) {#name, why},
#include "lang/sema/elsewhere.def"
};

static const char *find(const struct word *list, size_t n, const char *name)
{
	for (size_t i = 0; name && i < n; i++)
		if (!strcmp(list[i].name, name))
			return list[i].what;
	return NULL;
}

const char *dt_sema_elsewhere(const char *name)
{
	return find(words, dt_array_len(words), name);
}

const char *dt_sema_attached_elsewhere(const struct dt_probe_desc *desc)
{
	const char *const fields[] = {desc->provider, desc->module, desc->function, desc->name};

	for (size_t i = 0; i < dt_array_len(fields); i++)
		if (fields[i] && *fields[i])
			return find(attachments, dt_array_len(attachments), fields[i]);
	return NULL;
}

const char *dt_sema_absent_provider(const struct dt_probe_desc *desc)
{
	return find(absent, dt_array_len(absent), desc->provider);
}

bool dt_sema_hint_quotes(struct dt_sema *s, const struct dt_node *value)
{
	const struct dt_source *text = value->loc.source;
	bool is_quoted = value->kind == DT_NODE_INT && text && value->loc.offset < text->len &&
			 text->text[value->loc.offset] == '\'';

	if (is_quoted)
		dt_sema_hint(s, "strings have double quotes; what single ones hold is a number");
	return is_quoted;
}

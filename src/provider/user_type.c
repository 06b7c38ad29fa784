/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads the spellings of scalars and pointers that dt_type_print() and people write: words, then
 * stars. Arrays and functions are not supported, because no argument is one.
 */
#include "provider/user_type.h"

#include <string.h>

struct spelling {
	unsigned quals;
	enum dt_type_kind kind; // TYPEDEF: a plain name
	struct dt_str name;
};

static const struct {
	const char *word;
	unsigned qual;
	enum dt_type_kind kind;
} words[] = {
    {"const", DT_QUAL_CONST, 0},       {"volatile", DT_QUAL_VOLATILE, 0},
    {"restrict", DT_QUAL_RESTRICT, 0}, {"userland", DT_QUAL_USERLAND, 0},
    {"struct", 0, DT_TYPE_STRUCT},     {"union", 0, DT_TYPE_UNION},
    {"enum", 0, DT_TYPE_ENUM},
};

static void take_word(struct spelling *s, const char *word, size_t len)
{
	for (size_t i = 0; i < dt_array_len(words); i++) {
		if (strlen(words[i].word) != len || memcmp(words[i].word, word, len) != 0)
			continue;
		s->quals |= words[i].qual;
		if (words[i].kind)
			s->kind = words[i].kind;
		return;
	}
	if (s->name.len)
		dt_str_append_c(&s->name, ' ');
	dt_str_append_n(&s->name, word, len);
}

/** Takes words up to a star or the end. */
static const char *take_words(struct spelling *s, const char *text)
{
	while (*text && *text != '*') {
		size_t len = strcspn(text, " *");

		if (len)
			take_word(s, text, len);
		text += len + (text[len] == ' ');
	}
	return text;
}

static const struct dt_type *base_type(struct dt_registry *r, const struct spelling *s,
				       bool is_pointed_to)
{
	const char *name = dt_intern(r->names, dt_str_text(&s->name));
	const struct dt_type *t = dt_type_lookup(r->types, s->kind, name);

	if (t || !is_pointed_to)
		return t;
	return s->kind == DT_TYPE_TYPEDEF ? dt_type_basic(r->types, DT_VOID)
					  : dt_type_tag(r->types, s->kind, name);
}

const struct dt_type *dt_user_type(struct dt_registry *r, const char *text)
{
	struct spelling s = {.kind = DT_TYPE_TYPEDEF};
	const char *rest = take_words(&s, text);
	const struct dt_type *t = base_type(r, &s, *rest == '*');
	unsigned quals = s.quals;

	while (t && *rest == '*') {
		struct spelling behind = {0};

		t = dt_type_pointer(r->types,
				    dt_type_qualified(r->types, t, quals | DT_QUAL_USERLAND));
		rest = take_words(&behind, rest + 1);
		quals = behind.quals;
		dt_str_deinit(&behind.name);
	}
	dt_str_deinit(&s.name);
	return t;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Parses the prototypes in builtins' descriptors:
 *
 *	prototype = type [ "[" type "]" | "(" [ param { "," param } ] ")" ]
 *	param     = "@" | "@agg" | "@memory" | "..." | type | "[" type "]"
 *	type      = { "const" } [ "struct" | "union" | "enum" ] word { word } { "*" }
 *
 * The text is ours, not the user's. Unknown types are accepted, since the types differ between
 * kernels.
 */
#include "lang/sema/internal.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

struct scan {
	struct dt_compile *c;
	const char *at;
};

static bool accept_text(struct scan *p, const char *text)
{
	size_t len = strlen(text);

	p->at += strspn(p->at, " ");
	if (strncmp(p->at, text, len) != 0)
		return false;
	if (isalpha((unsigned char)text[0]) &&
	    (isalnum((unsigned char)p->at[len]) || p->at[len] == '_'))
		return false;
	p->at += len;
	return true;
}

/** Returns the words of a type name, joined by single blanks. */
static const char *scan_words(struct scan *p)
{
	struct dt_str s = {0};

	for (;;) {
		p->at += strspn(p->at, " ");
		size_t n = 0;
		while (isalnum((unsigned char)p->at[n]) || p->at[n] == '_')
			n++;
		if (!n)
			break;
		dt_str_append(&s, s.len ? " " : "");
		dt_str_append_n(&s, p->at, n);
		p->at += n;
	}
	const char *words = dt_intern(p->c->names, dt_str_text(&s));
	dt_str_deinit(&s);
	return words;
}

static const struct dt_type *base_type(struct scan *p)
{
	static const struct {
		const char *word;
		enum dt_type_kind kind;
	} tags[] = {{"struct", DT_TYPE_STRUCT}, {"union", DT_TYPE_UNION}, {"enum", DT_TYPE_ENUM}};

	for (size_t i = 0; i < dt_array_len(tags); i++) {
		if (!accept_text(p, tags[i].word))
			continue;
		const char *tag = scan_words(p);
		const struct dt_type *t = dt_type_lookup(p->c->types, tags[i].kind, tag);

		return t ? t : dt_type_tag(p->c->types, tags[i].kind, tag);
	}
	if (accept_text(p, "dynamic"))
		return dt_type_basic(p->c->types, DT_DYN);
	return dt_type_lookup(p->c->types, DT_TYPE_TYPEDEF, scan_words(p));
}

/** Returns NULL if the type is unknown. */
static const struct dt_type *scan_type(struct scan *p)
{
	while (accept_text(p, "const"))
		;
	const struct dt_type *t = base_type(p);
	while (accept_text(p, "*"))
		t = t ? dt_type_pointer(p->c->types, t) : NULL;
	return t;
}

static struct dt_param scan_param(struct scan *p)
{
	struct dt_param param = {.kind = DT_PARAM_TYPE};

	if (accept_text(p, "@agg")) {
		param.kind = DT_PARAM_AGG;
	} else if (accept_text(p, "@memory")) {
		param.kind = DT_PARAM_MEMORY;
		param.type = dt_type_pointer(p->c->types, dt_type_basic(p->c->types, DT_VOID));
	} else if (accept_text(p, "@")) {
		param.kind = DT_PARAM_ANY;
	} else {
		param.type = scan_type(p);
		if (!param.type)
			param.kind = DT_PARAM_ANY;
	}
	return param;
}

const struct dt_proto *dt_proto_parse(struct dt_compile *c, const char *text)
{
	enum { MAX_PARAMS = 10 };
	struct scan p = {c, text};
	struct dt_proto *proto = dt_arena_new(c->arena, struct dt_proto);
	struct dt_param *params = dt_arena_array(c->arena, struct dt_param, MAX_PARAMS);

	proto->params = params;
	proto->ret = scan_type(&p);
	if (!proto->ret)
		proto->ret = dt_type_pointer(c->types, dt_type_basic(c->types, DT_VOID));
	proto->is_array = accept_text(&p, "[");
	if (!accept_text(&p, "("))
		return proto;
	while (!accept_text(&p, ")")) {
		assert(*p.at && "prototype of a builtin without its closing parenthesis");
		if (accept_text(&p, "...")) {
			proto->varargs = true;
		} else if (!accept_text(&p, ",")) {
			bool optional = accept_text(&p, "[");
			assert(proto->n_params < MAX_PARAMS &&
			       "prototype with too many parameters");
			params[proto->n_params] = scan_param(&p);
			params[proto->n_params++].optional = optional;
			if (optional)
				accept_text(&p, "]");
		}
	}
	return proto;
}

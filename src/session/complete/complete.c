/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Completes a word of a program. To know the variables and the types, it compiles the program with
 * an impossible word at the position; errors do not matter. Members are those of the struct that
 * the compiler misses the impossible member in.
 */
#include "session/complete/complete.h"
#include "session/complete/position.h"

#include "base/text/visible.h"
#include "builtin/builtin.h"
#include "lang/ident.h"
#include "session/compile/compile.h"

#include <string.h>

static const char wanted[] = "__completed__";

/** Reports whether the word consists of characters that can be shown. */
static bool is_visible(const char *word)
{
	for (size_t n; *word; word += n) {
		n = dt_utf8_sequence(word, strlen(word));
		if (!n || (unsigned char)*word < ' ' || *word == 0x7f)
			return false;
	}
	return true;
}

void dt_complete_offer(struct dt_completing *c, const char *word, const char *kind,
		       const char *detail, const char *doc)
{
	struct dtrace *d = c->d;

	if (strncmp(word, c->begun, strlen(c->begun)) != 0 || !strcmp(word, wanted) ||
	    c->seen.len >= DT_COMPLETE_MAX || !is_visible(word) ||
	    dt_map_put_str(&c->seen, dt_arena_printf(d->compile->arena, "%s %s", kind, word), c))
		return;
	dt_vec_push(&d->script->completions, (struct dtrace_completion){
						 .size = sizeof(struct dtrace_completion),
						 .word = dt_arena_strdup(d->compile->arena, word),
						 .kind = kind,
						 .detail = detail,
						 .doc = doc,
					     });
}

// ---- tables

static void offer_builtins(struct dt_completing *c, enum dt_builtin_kind kind, const char *name)
{
	for (size_t i = 0; i < dt_builtin_registry.n; i++) {
		const struct dt_builtin *b = dt_builtin_registry.list[i];

		if (b->kind == kind && !(b->flags & DT_BF_REFUSED))
			dt_complete_offer(c, b->name, name, b->proto, b->doc);
	}
}

static void offer_keywords(struct dt_completing *c, const char *const *words, size_t n)
{
	for (size_t i = 0; i < n; i++)
		dt_complete_offer(c, words[i], "keyword", NULL, NULL);
}

/** Offers options, or behind "NAME=" the values of one. */
static void offer_options(struct dt_completing *c, size_t *begin)
{
	const char *equals = strchr(c->begun, '=');

	for (int i = 0; i < DT_N_OPTIONS; i++) {
		const struct dt_option_info *o = &dt_option_table[i];
		size_t len = strlen(o->name);
		const char *const *value = o->values;

		if (!equals && !o->no_program)
			dt_complete_offer(c, o->name, "option", o->fallback, o->doc);
		if (!equals || strncmp(o->name, c->begun, len) != 0 || c->begun + len != equals)
			continue;
		*begin += len + 1;
		c->begun = equals + 1;
		for (; value && *value; value++)
			dt_complete_offer(c, *value, "value", NULL, NULL);
		return;
	}
}

static void offer_macros(struct dt_completing *c)
{
	const struct dt_compile *compile = c->d->compile;

	for (size_t i = 0; i < compile->n_macros; i++)
		dt_complete_offer(c, compile->macros[i].name, "macro", "int", NULL);
}

// ---- the program

/** Compiles the program with the impossible word. */
static void compile_program(struct dt_completing *c, const struct dt_position *p, const char *text)
{
	dt_cleanup(dt_str_deinit) struct dt_str whole = {0};
	static const char *const options[] = {"zdefs", "defaultargs", "argref", "nowarn"};
	struct dtrace *d = c->d;

	for (size_t i = 0; i < dt_array_len(options); i++)
		dt_error_destroy(dtrace_setopt(d, options[i], NULL));
	dt_position_finish(p, text, wanted, &whole);
	d->compile->missed.name = wanted;
	dt_error_destroy(dtrace_add(d, DTRACE_TEXT_NAME, dt_str_text(&whole)));
	dt_error_destroy(dtrace_check(d));
}

/** Offers the program's own names in a table. */
static void offer_names(struct dt_completing *c, const struct dt_map *table, const char *kind)
{
	struct dt_arena *arena = c->d->compile->arena;
	const struct dt_map_entry *e;
	size_t pos = 0;

	while ((e = dt_map_next(table, &pos))) {
		const struct dt_ident *id = e->value;
		const struct dt_source *from = id->declared.source;

		if (from && !from->is_library && !id->builtin && id->kind != DT_IDENT_KERNEL)
			dt_complete_offer(c, id->name, kind,
					  id->type ? dt_type_name(arena, id->type) : NULL, NULL);
	}
}

static void offer_aggregations(struct dt_completing *c)
{
	const struct dt_map_entry *e;
	size_t pos = 0;

	while ((e = dt_map_next(&c->d->compile->aggs, &pos))) {
		const struct dt_ident *id = e->value;

		if (strcmp(id->name, "_") != 0)
			dt_complete_offer(c, id->name, "aggregation",
					  id->agg_func ? id->agg_func->name : NULL, NULL);
	}
}

/** Offers the members of a struct, including those of anonymous members. */
static void offer_members(struct dt_completing *c, const struct dt_type *t)
{
	struct dt_arena *arena = c->d->compile->arena;

	for (size_t i = 0; i < t->n_members; i++) {
		const struct dt_member *m = &t->members[i];
		const struct dt_type *inner = dt_type_resolve(m->type);

		if (m->name)
			dt_complete_offer(c, m->name, "member", dt_type_name(arena, m->type),
					  m->doc);
		else if (dt_type_is_sou(inner))
			offer_members(c, inner);
	}
}

static void offer_expression(struct dt_completing *c)
{
	static const char *const words[] = {"self",	"this",	    "sizeof",
					    "stringof", "offsetof", "xlate"};

	offer_names(c, &c->d->compile->globals, "variable");
	offer_builtins(c, DT_BUILTIN_VARIABLE, "variable");
	offer_builtins(c, DT_BUILTIN_SUBROUTINE, "function");
	offer_keywords(c, words, dt_array_len(words));
}

// ---- the places

/** Offers the words of a place in the program. */
static void offer_words(struct dt_completing *c, const struct dt_position *p)
{
	static const char *const statements[] = {"if", "else"};
	const struct dt_compile *compile = c->d->compile;

	switch (p->place) {
	case DT_PLACE_MEMBER:
		if (compile->missed.of)
			offer_members(c, dt_type_resolve(compile->missed.of));
		break;
	case DT_PLACE_SELF:
		offer_names(c, &compile->selfs, "variable");
		break;
	case DT_PLACE_THIS:
		offer_names(c, &compile->thises, "variable");
		break;
	case DT_PLACE_AGGREGATION:
		offer_aggregations(c);
		break;
	case DT_PLACE_AGG_FUNCTION:
		offer_builtins(c, DT_BUILTIN_AGGREGATION, "aggregating function");
		break;
	case DT_PLACE_MACRO:
		offer_macros(c);
		break;
	case DT_PLACE_STATEMENT:
		offer_builtins(c, DT_BUILTIN_ACTION, "action");
		offer_keywords(c, statements, dt_array_len(statements));
		offer_expression(c);
		break;
	default:
		offer_expression(c);
	}
}

static struct dt_error *complete_at(struct dt_completing *c, struct dt_position *p,
				    const char *text)
{
	static const char *const pragmas[] = {"option", "attributes", "binding", "depends_on"};
	dt_cleanup(dt_free_p) char *before = dt_asprintf("%.*s", (int)p->at, text);
	struct dt_error *err;
	size_t field = 0;

	c->begun = before + p->word;
	switch (p->place) {
	case DT_PLACE_NONE:
		return NULL;
	case DT_PLACE_PRAGMA:
		offer_keywords(c, pragmas, dt_array_len(pragmas));
		return NULL;
	case DT_PLACE_OPTION:
		offer_options(c, &p->word);
		return NULL;
	case DT_PLACE_DESCRIPTION:
		err = dt_complete_description(c, before + p->word, &field);
		p->word += field;
		return err;
	default:
		compile_program(c, p, text);
		offer_words(c, p);
		return NULL;
	}
}

struct dt_error *dtrace_complete(struct dtrace *d, const char *text, size_t at, size_t *begin)
{
	DT_TRY(dt_session_enter(d, text));
	DT_SESSION_CALL(d);
	struct dt_completing c = {.d = d};
	struct dt_position p;
	struct dt_error *err;

	if (!d || !text || at > strlen(text) || !begin)
		return dt_error_new(DT_ERR_USAGE, "there is no such position");
	if (d->script->is_checked || d->script->texts.len || d->script->completions.len)
		return dt_error_new(DT_ERR_USAGE, "the session has a program already");
	dt_position_find(&p, text, at);
	err = complete_at(&c, &p, text);
	dt_map_deinit(&c.seen);
	if (!err)
		*begin = p.word;
	return err;
}

bool dtrace_completion(const struct dtrace *d, size_t i, struct dtrace_completion *ret)
{
	if (!d || !ret || i >= d->script->completions.len)
		return false;
	dt_api_copy(ret, &d->script->completions.data[i], sizeof(*ret));
	return true;
}

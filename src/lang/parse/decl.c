/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Declarations at the top level: types, variables, inlines. They take effect at once: types are
 * added to the universe, names to the tables of ident.h.
 */
#include "lang/parse/internal.h"

#include <string.h>

static enum dt_ident_kind variable_kind(const struct dt_declspec *spec,
					const struct dt_declarator *d)
{
	if (spec->storage == DT_SC_SELF)
		return d->is_assoc ? DT_IDENT_SELF_ASSOC : DT_IDENT_SELF;
	if (spec->storage == DT_SC_THIS)
		return DT_IDENT_THIS;
	if (spec->storage == DT_SC_INLINE)
		return DT_IDENT_INLINE;
	return d->is_assoc ? DT_IDENT_ASSOC : DT_IDENT_GLOBAL;
}

static bool same_variable(const struct dt_ident *id, enum dt_ident_kind kind,
			  const struct dt_declarator *d)
{
	if (id->kind != kind || kind == DT_IDENT_INLINE || !dt_type_equal(id->type, d->type) ||
	    id->n_keys != d->params.n)
		return false;
	for (size_t i = 0; i < id->n_keys; i++)
		if (!dt_type_equal(id->keys[i], d->params.list[i].type))
			return false;
	return true;
}

/* Reports whether a variable may have this type. If not, adds an error. */
static bool is_object_type(struct dt_parser *p, const struct dt_declarator *d)
{
	const struct dt_type *t = dt_type_resolve(d->type);

	if (t->kind == DT_TYPE_VOID)
		dt_parse_error(p, d->loc, D_DECL_VOIDOBJ, "cannot have void object: %s", d->name);
	else if (t->kind == DT_TYPE_FUNCTION)
		dt_parse_error(p, d->loc, D_DECL_PROTO_FORM,
			       "a D program cannot declare a function: %s", d->name);
	else if (t->kind == DT_TYPE_FORWARD)
		dt_parse_error(p, d->loc, D_DECL_INCOMPLETE, "incomplete struct/union/enum %s: %s",
			       t->name ? t->name : "", d->name);
	else if (t->kind == DT_TYPE_ARRAY && !t->nelems)
		dt_parse_error(p, d->loc, D_DECL_ARRNULL,
			       "array declaration requires array dimension or "
			       "tuple signature: %s",
			       d->name);
	else if (t->kind == DT_TYPE_DYNAMIC)
		dt_parse_error(p, d->loc, D_DECL_DYNOBJ, "cannot have dynamic object: %s", d->name);
	else
		return t->kind != DT_TYPE_POISON;
	return false;
}

/* Adds a variable to its table. Returns NULL if it cannot be declared (reported). */
static struct dt_ident *add_variable(struct dt_parser *p, enum dt_ident_kind kind,
				     const struct dt_declarator *d)
{
	const struct dt_map *table = dt_ident_table(p->c, kind);
	struct dt_ident *id = dt_ident_lookup(table, d->name);
	bool is_global = table == &p->c->globals;

	// The library declares kernel variables of other systems (lib/kernel.d).
	if (strchr(d->name, '`') && !p->lx.source->is_library) {
		dt_parse_error(p, d->loc, D_DECL_SCOPE,
			       "D scope operator cannot be used in declaration: %s", d->name);
		return NULL;
	}
	if (id && same_variable(id, kind, d))
		return id;
	if (id || (is_global && dt_builtin_find(p->c, d->name))) {
		if (p->lx.source->is_library)
			return NULL;
		dt_parse_error(p, d->loc, D_DECL_IDRED, "identifier redeclared: %s", d->name);
		if (id && id->declared.line)
			dt_parse_hint(p, "it was declared in line %u", id->declared.line);
		return NULL;
	}
	id = dt_ident_create(p->c, kind, d->name, d->loc);
	id->is_declared = true;
	id->type = d->type;
	return id;
}

static void declare_variable(struct dt_parser *p, const struct dt_declspec *spec,
			     const struct dt_declarator *d)
{
	if (d->is_assoc && spec->storage == DT_SC_THIS) {
		dt_parse_error(p, d->loc, D_DECL_LOCASSC,
			       "cannot declare a clause-local associative array: %s", d->name);
		return;
	}
	if (!is_object_type(p, d))
		return;

	struct dt_ident *id = add_variable(p, variable_kind(spec, d), d);
	if (!id || !d->is_assoc || id->keys)
		return;

	const struct dt_type **keys =
	    dt_arena_array(p->c->arena, const struct dt_type *, d->params.n + 1);
	for (size_t i = 0; i < d->params.n; i++)
		keys[i] = d->params.list[i].type;
	id->keys = keys;
	id->n_keys = d->params.n;
}

bool dt_parse_is_included(const struct dt_parser *p, struct dt_loc loc)
{
	// A line marker names the script itself, or is the preprocessor's name of standard input.
	return loc.file && strcmp(loc.file, p->lx.source->name) != 0 &&
	       strcmp(loc.file, "<stdin>") != 0;
}

bool dt_parse_may_repeat(const struct dt_parser *p, struct dt_loc loc)
{
	return p->lx.source->is_library || dt_parse_is_included(p, loc);
}

static void declare_type(struct dt_parser *p, const struct dt_declarator *d)
{
	if (strchr(d->name, '`'))
		dt_parse_error(p, d->loc, D_DECL_SCOPE,
			       "D scope operator cannot be used in declaration: %s", d->name);
	else if (d->is_assoc)
		dt_parse_error(p, d->loc, D_DECL_DYNOBJ,
			       "a type name cannot be an associative array");
	else if (d->type->kind != DT_TYPE_POISON &&
		 !dt_type_typedef(p->c->types, d->name, d->type) && !dt_parse_may_repeat(p, d->loc))
		dt_parse_error(p, d->loc, D_DECL_TYPERED, "type redeclared: %s", d->name);
}

/* inline = "inline" specifiers declarator "=" assignment ; keys make it parameterised */
static void declare_inline(struct dt_parser *p, const struct dt_declspec *spec,
			   const struct dt_declarator *d)
{
	dt_parse_expect(p, DT_TOK_ASSIGN, "and the value of the inline");
	struct dt_node *body = dt_parse_assignment(p);
	if (p->panic || !is_object_type(p, d))
		return;

	struct dt_ident *id = add_variable(p, variable_kind(spec, d), d);
	if (!id)
		return;
	id->inline_body = body;
	id->n_inline_params = d->is_assoc ? d->params.n : 0;
	id->inline_params = dt_arena_array(p->c->arena, struct dt_ident, id->n_inline_params + 1);
	for (size_t i = 0; i < id->n_inline_params; i++) {
		const struct dt_param *param = &d->params.list[i];

		if (!param->name)
			dt_parse_error(p, param->loc, D_DECL_PROTO_NAME,
				       "a parameter of an inline needs a name");
		id->inline_params[i] = (struct dt_ident){.kind = DT_IDENT_GLOBAL,
							 .name = param->name ? param->name : "",
							 .type = param->type,
							 .declared = param->loc,
							 .is_declared = true};
	}
}

/* Reports whether a declaration refers to a definition in C: a function, or an array of unknown
 * size. */
static bool is_defined_in_c(const struct dt_declspec *spec, const struct dt_declarator *d)
{
	const struct dt_type *t = dt_type_resolve(d->type);

	return spec->storage == DT_SC_EXTERN && !d->is_assoc &&
	       (t->kind == DT_TYPE_FUNCTION || (t->kind == DT_TYPE_ARRAY && !t->nelems));
}

/** Adds a hint for a user who wrote only a type, perhaps to see its members. */
static void hint_at_type(struct dt_parser *p, const struct dt_type *t)
{
	dt_cleanup(dt_str_deinit) struct dt_str name = {0};

	dt_type_print(&name, t);
	dt_parse_hint(p, "dtrace --explain '%s' shows the type", dt_str_text(&name));
}

/* init_declarator = declarator [ "=" assignment ] ; only inlines have a value */
static void init_declarator(struct dt_parser *p, const struct dt_declspec *spec)
{
	struct dt_declarator d;

	dt_parse_declarator(p, spec->type, &d);
	if (p->panic)
		return;
	if (!d.name) {
		dt_parse_error(p, d.loc, D_DECL_IDENT, "identifier expected in declaration");
		if (dt_parse_is(p, DT_TOK_EOF))
			hint_at_type(p, spec->type);
		return;
	}
	if (is_defined_in_c(spec, &d))
		return;
	if (spec->storage == DT_SC_INLINE) {
		declare_inline(p, spec, &d);
	} else if (spec->storage == DT_SC_TYPEDEF) {
		declare_type(p, &d);
	} else if (dt_parse_is(p, DT_TOK_ASSIGN)) {
		dt_parse_fail(p, "syntax error");
		dt_parse_hint(
		    p, "variables start as zero; assign in a BEGIN clause, or declare an inline");
	} else {
		declare_variable(p, spec, &d);
	}
}

/* declaration = specifiers [ init_declarator { "," init_declarator } ] ";" ; */
void dt_parse_declaration(struct dt_parser *p)
{
	struct dt_declspec spec;

	p->lx.mode = DT_LEX_EXPR;
	dt_parse_declspec(p, &spec);
	if (dt_parse_is(p, DT_TOK_SEMI)) {
		if (!spec.defines_tag)
			dt_parse_error(p, spec.loc, D_DECL_USELESS,
				       "declaration does not declare anything");
	} else {
		do
			init_declarator(p, &spec);
		while (dt_parse_accept(p, DT_TOK_COMMA));
	}
	if (dt_parse_is(p, DT_TOK_SEMI)) {
		p->lx.mode = DT_LEX_TOP;
		dt_parse_advance(p);
	} else {
		bool is_new = !p->panic;

		dt_parse_fail(p, "expected ';' after the declaration");
		if (is_new && dt_parse_is_name(p))
			dt_parse_hint(p, "D programs declare variables and types, not functions");
	}
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Structs, unions and enums.
 */
#include "lang/parse/internal.h"

#include <string.h>

// ---- tags

/* Parses the tag, without a scope, after struct, union or enum. Returns NULL if there is none. */
static const char *optional_tag(struct dt_parser *p, struct dt_loc *loc)
{
	const char *tag = p->tok.text;

	*loc = p->tok.loc;
	return dt_parse_accept(p, DT_TOK_IDENT) ? tag : NULL;
}

static const char *const tag_words[] = {
    [DT_TYPE_STRUCT] = "struct", [DT_TYPE_UNION] = "union", [DT_TYPE_ENUM] = "enum"};

/* Returns the type that a definition completes, or a new type if the tag is in use (reported). */
static struct dt_type *define_tag(struct dt_parser *p, enum dt_type_kind kind, const char *tag,
				  struct dt_loc loc)
{
	struct dt_type *t = dt_type_tag(p->c->types, kind, tag);

	if (tag && strchr(tag, '`'))
		dt_parse_error(p, loc, D_DECL_SCOPE,
			       "D scope operator may not be used in a type's name: %s", tag);
	if (t->kind == DT_TYPE_FORWARD)
		return t;
	if (!dt_parse_may_repeat(p, loc))
		dt_parse_error(p, loc, D_DECL_TYPERED, "type redeclared: %s %s", tag_words[kind],
			       tag);
	return dt_type_tag(p->c->types, kind, NULL);
}

/* Returns the known type of a tag without a definition, or else a forward declaration. */
static const struct dt_type *refer_tag(struct dt_parser *p, enum dt_type_kind kind, const char *tag)
{
	const struct dt_type *t = dt_type_lookup(p->c->types, kind, tag);

	return t ? t : dt_type_tag(p->c->types, kind, tag);
}

// ---- members

struct members {
	dt_vec(struct dt_member) list;
	struct dt_map names;
	bool has_flexible; // no member may follow
};

/* Returns the member's type. A type without a known layout is reported and becomes int. */
static const struct dt_type *member_type(struct dt_parser *p, struct members *m,
					 const struct dt_declarator *d)
{
	const struct dt_type *t = dt_type_resolve(d->type),
			     *wrong = dt_type_basic(p->c->types, DT_INT);
	const char *name = d->name ? d->name : "";

	if (d->is_assoc || t->kind == DT_TYPE_DYNAMIC)
		dt_parse_error(p, d->loc, D_DECL_DYNOBJ,
			       "a member cannot be an associative array: %s", name);
	else if (t->kind == DT_TYPE_VOID)
		dt_parse_error(p, d->loc, D_DECL_VOIDOBJ, "cannot have void member: %s", name);
	else if (t->kind == DT_TYPE_FUNCTION)
		dt_parse_error(p, d->loc, D_DECL_PROTO_FORM, "a member cannot be a function: %s",
			       name);
	else if (t->kind == DT_TYPE_FORWARD || (t->kind != DT_TYPE_POISON && !t->align) ||
		 m->has_flexible)
		dt_parse_error(p, d->loc, D_DECL_INCOMPLETE, "incomplete struct/union/enum %s: %s",
			       m->has_flexible ? "before" : dt_type_name(p->c->arena, t), name);
	else if (t->kind != DT_TYPE_POISON)
		return d->type;
	return wrong;
}

/* width = ":" constant ; 0 if it is wrong (reported) or if it is 0 and closes a unit */
static unsigned bit_width(struct dt_parser *p, const struct dt_declarator *d,
			  const struct dt_type *type)
{
	struct dt_loc loc = p->tok.loc;
	const struct dt_node *n = dt_parse_conditional(p);
	int64_t width = 0;

	if (p->panic)
		return 0;
	if (!dt_type_is_integer(type)) {
		dt_parse_error(p, d->loc, D_DECL_BFTYPE, "invalid type for bit-field: %s",
			       dt_type_name(p->c->arena, type));
		return 0;
	}
	if (!dt_parse_constant(p, n, &width) || width < 0 || (!width && d->name)) {
		dt_parse_error(p, loc, D_DECL_BFCONST,
			       "positive integral constant expression expected as bit-field size");
		return 0;
	}
	if ((uint64_t)width > dt_type_resolve(type)->size * 8) {
		dt_parse_error(p, loc, D_DECL_BFSIZE, "bit-field size exceeds its type: %s",
			       dt_type_name(p->c->arena, type));
		return 0;
	}
	return (unsigned)width;
}

static void add_member(struct dt_parser *p, struct members *m, const struct dt_declarator *d,
		       const struct dt_type *type, unsigned width)
{
	const struct dt_type *t = dt_type_resolve(type);

	if (d->name && dt_map_put_str(&m->names, d->name, m))
		dt_parse_error(p, d->loc, D_DECL_MNAME, "member name is used twice: %s", d->name);
	// C headers may have members of size 0, such as x[0], anywhere.
	m->has_flexible = t->kind == DT_TYPE_ARRAY && !t->nelems && !p->in_c_header;
	dt_vec_push(&m->list,
		    (struct dt_member){.name = d->name, .type = type, .bit_width = width});
}

/** Returns the comment after the ';' of a declaration in the same line, or NULL. */
static const char *comment_behind(struct dt_parser *p)
{
	const char *text = p->tok.loc.source->text + p->tok.loc.offset + 1, *end;

	text += strspn(text, " \t");
	end = strncmp(text, "/*", 2) ? NULL : strstr(text, "*/");
	if (!end || end < text + 2 || memchr(text, '\n', (size_t)(end - text)))
		return NULL;
	for (text += 2; text < end && *text == ' ';)
		text++;
	while (end > text && end[-1] == ' ')
		end--;
	return dt_arena_strndup(p->c->arena, text, (size_t)(end - text));
}

/* member = specifiers [ declarator [ ":" width ] { "," declarator [ ":" width ] } ] ";" ; */
static void member_declaration(struct dt_parser *p, struct members *m)
{
	struct dt_declspec spec;
	size_t first = m->list.len;

	dt_parse_declspec(p, &spec);
	if (spec.storage != DT_SC_NONE)
		dt_parse_error(p, spec.loc, D_DECL_BADCLASS,
			       "storage class not allowed for a member");
	if (dt_parse_is(p, DT_TOK_SEMI)) {
		struct dt_declarator anonymous = {.loc = spec.loc, .type = spec.type};

		if (dt_type_is_sou(spec.type) && spec.defines_tag)
			add_member(p, m, &anonymous, member_type(p, m, &anonymous), 0);
		else
			dt_parse_error(p, spec.loc, D_DECL_USELESS,
				       "declaration does not declare anything");
		dt_parse_advance(p);
		return;
	}
	do {
		struct dt_declarator d;
		unsigned width = 0;

		dt_parse_declarator(p, spec.type, &d);
		if (p->panic)
			return;
		const struct dt_type *type = member_type(p, m, &d);
		bool is_field = dt_parse_accept(p, DT_TOK_COLON);
		if (is_field)
			width = bit_width(p, &d, type);
		if (!d.name && !is_field)
			dt_parse_error(p, d.loc, D_DECL_IDENT,
				       "identifier expected in declaration");
		else if (!p->panic && (d.name || width))
			add_member(p, m, &d, type, width);
	} while (dt_parse_accept(p, DT_TOK_COMMA));
	if (dt_parse_is(p, DT_TOK_SEMI))
		for (const char *doc = comment_behind(p); first < m->list.len; first++)
			m->list.data[first].doc = doc;
	dt_parse_expect(p, DT_TOK_SEMI, "after the member");
}

static struct dt_type *define_struct(struct dt_parser *p, enum dt_type_kind kind, const char *tag,
				     struct dt_loc loc)
{
	struct dt_type *t = define_tag(p, kind, tag, loc);
	struct members m = {0};
	bool outer = p->in_members;

	p->in_members = true;
	t->is_open = t->kind == DT_TYPE_FORWARD;
	if (dt_parse_is(p, DT_TOK_RBRACE) && !p->in_c_header)
		dt_parse_fail(p, "expected a member: a %s may not be empty", tag_words[kind]);
	while (!p->panic && !dt_parse_is(p, DT_TOK_RBRACE))
		member_declaration(p, &m);
	p->in_members = outer;
	dt_parse_expect(p, DT_TOK_RBRACE, "after the members");

	struct dt_member *list = dt_arena_array(p->c->arena, struct dt_member, m.list.len + 1);
	for (size_t i = 0; i < m.list.len; i++)
		list[i] = m.list.data[i];
	if (p->in_c_header && p->panic)
		t->is_open = false; // D does not support it
	else if (t->kind == DT_TYPE_FORWARD)
		dt_type_complete_sou(p->c->types, t, list, m.list.len);
	else // a member defined the same tag
		dt_parse_error(p, loc, D_DECL_TYPERED, "type redeclared: %s %s", tag_words[kind],
			       tag);
	dt_vec_deinit(&m.list);
	dt_map_deinit(&m.names);
	return t;
}

/* struct = ( "struct" | "union" ) ( tag | [ tag ] "{" { member } "}" ) ; */
const struct dt_type *dt_parse_struct(struct dt_parser *p, struct dt_declspec *spec)
{
	enum dt_type_kind kind = dt_parse_is(p, DT_KEY_STRUCT) ? DT_TYPE_STRUCT : DT_TYPE_UNION;
	const struct dt_type *t = dt_type_basic(p->c->types, DT_POISON);
	struct dt_loc loc;

	if (!dt_parse_enter(p))
		return t;
	dt_parse_advance(p);
	const char *tag = optional_tag(p, &loc);
	spec->defines_tag = tag || dt_parse_is(p, DT_TOK_LBRACE);
	if (dt_parse_accept(p, DT_TOK_LBRACE))
		t = define_struct(p, kind, tag, loc);
	else if (tag)
		t = refer_tag(p, kind, tag);
	else
		dt_parse_fail(p, "expected a tag or '{' after %s", tag_words[kind]);
	dt_parse_leave(p);
	return t;
}

// ---- enums

/* enumerator = identifier [ "=" constant ] ; */
static struct dt_enumerator enumerator(struct dt_parser *p, int64_t next)
{
	struct dt_enumerator e = {.name = p->tok.text, .value = next};
	struct dt_loc loc = p->tok.loc;

	if (!dt_parse_is(p, DT_TOK_IDENT)) {
		dt_parse_fail(p, "expected an enumerator");
		return e;
	}
	dt_parse_advance(p);
	if (dt_parse_accept(p, DT_TOK_ASSIGN)) {
		loc = p->tok.loc;
		const struct dt_node *n = dt_parse_conditional(p);
		if (!p->panic && !dt_parse_constant(p, n, &e.value))
			dt_parse_error(
			    p, loc, D_DECL_ENCONST,
			    "enumerator '%s' must be assigned to an integral constant expression",
			    e.name);
	}
	// Compilers accept C headers with values beyond int.
	if ((e.value < INT32_MIN || e.value > INT32_MAX) && !dt_parse_may_repeat(p, loc))
		dt_parse_error(p, loc, D_DECL_ENOFLOW, "enumerator '%s' value overflows an int",
			       e.name);
	return e;
}

/* Reports whether the program has an enumerator with this name in another enum. */
static bool is_other_enumerator(struct dt_parser *p, const char *name, struct dt_loc loc)
{
	int64_t value;

	return !dt_parse_may_repeat(p, loc) && dt_type_own_enumerator(p->c->types, name, &value);
}

static const struct dt_type *define_enum(struct dt_parser *p, const char *tag, struct dt_loc loc)
{
	struct dt_type *t = define_tag(p, DT_TYPE_ENUM, tag, loc);
	const struct dt_map *outer = p->enumerators;
	dt_vec(struct dt_enumerator) list = {0};
	struct dt_map names = {0};
	int64_t next = 0;

	p->enumerators = &names;
	do {
		struct dt_loc at = p->tok.loc;

		if (dt_parse_is(p, DT_TOK_RBRACE) && list.len)
			break; // a comma at the end is permitted
		struct dt_enumerator *e = dt_arena_new(p->c->arena, struct dt_enumerator);
		*e = enumerator(p, next);
		if (p->panic)
			break;
		next = e->value < INT64_MAX ? e->value + 1 : e->value;
		if (dt_map_put_str(&names, e->name, e) || is_other_enumerator(p, e->name, at))
			dt_parse_error(p, at, D_DECL_IDRED, "identifier redeclared: %s", e->name);
		dt_vec_push(&list, *e);
	} while (dt_parse_accept(p, DT_TOK_COMMA));
	dt_parse_expect(p, DT_TOK_RBRACE, "after the enumerators");
	p->enumerators = outer;
	dt_map_deinit(&names);

	struct dt_enumerator *e = dt_arena_array(p->c->arena, struct dt_enumerator, list.len + 1);
	for (size_t i = 0; i < list.len; i++)
		e[i] = list.data[i];
	if (t->kind == DT_TYPE_FORWARD && !(p->in_c_header && p->panic))
		dt_type_complete_enum(p->c->types, t, e, list.len);
	dt_vec_deinit(&list);
	return t;
}

/* enum = "enum" ( tag | [ tag ] "{" enumerator { "," enumerator } [ "," ] "}" ) ; */
const struct dt_type *dt_parse_enum(struct dt_parser *p, struct dt_declspec *spec)
{
	struct dt_loc loc;

	dt_parse_advance(p);
	const char *tag = optional_tag(p, &loc);
	spec->defines_tag = tag || dt_parse_is(p, DT_TOK_LBRACE);
	if (dt_parse_accept(p, DT_TOK_LBRACE))
		return define_enum(p, tag, loc);
	if (tag)
		return refer_tag(p, DT_TYPE_ENUM, tag);
	dt_parse_fail(p, "expected a tag or '{' after enum");
	return dt_type_basic(p->c->types, DT_POISON);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Translators. In a translator's declaration only the form is checked. The expression of a member
 * is copied to each use and checked there. Thus a member whose types this kernel lacks affects only
 * its users. A member that a translator leaves to the rest, `: rest`, is xlate<to>(rest).member.
 */
#include "lang/sema/internal.h"

static bool same_types(const struct dt_translator *a, const struct dt_translator *b)
{
	return dt_type_equal(a->to, b->to) && dt_type_equal(a->from, b->from);
}

static void check_members(struct dt_sema *s, struct dt_translator *x)
{
	uint64_t offset;

	for (size_t i = 0; i < x->n_members; i++) {
		struct dt_translator_member *m = &x->members[i];

		m->member = dt_type_member(x->to, m->name, &offset);
		if (!m->member && !x->loc.source->is_library)
			dt_sema_error(s, m->loc, D_XLATE_MEMB,
				      "translator member %s is not a member of %s", m->name,
				      dt_sema_spell(s, x->to));
		for (size_t j = 0; j < i; j++)
			if (m->name == x->members[j].name)
				dt_sema_error(s, m->loc, D_XLATE_MEMB,
					      "translator member %s is defined twice", m->name);
	}
}

/** Reports whether an earlier translator has the same types. */
static bool is_repeated(struct dt_sema *s, const struct dt_translator *x)
{
	for (const struct dt_translator *y = s->c->program.translators; y != x; y = y->next)
		if (same_types(x, y))
			return true;
	return false;
}

void dt_sema_translators(struct dt_sema *s)
{
	for (struct dt_translator *x = s->c->program.translators; x; x = x->next) {
		enum dt_type_kind kind = dt_type_resolve(x->to)->kind;

		if (x->is_checked)
			continue;
		x->is_checked = true;
		if (kind == DT_TYPE_POISON || x->from->kind == DT_TYPE_POISON)
			continue;
		if (!dt_type_is_sou(x->to)) {
			dt_sema_error(
			    s, x->loc, D_XLATE_SOU,
			    "translator output type must be a struct or union, not \"%s\"",
			    dt_sema_spell(s, x->to));
			continue;
		}
		if (is_repeated(s, x) && !x->loc.source->is_library)
			dt_sema_error(s, x->loc, D_XLATE_REDECL,
				      "translator from \"%s\" to \"%s\" is declared twice",
				      dt_sema_spell(s, x->from), dt_sema_spell(s, x->to));
		check_members(s, x);
	}
}

const struct dt_translator *dt_sema_translator(struct dt_sema *s, const struct dt_type *to,
					       const struct dt_type *from)
{
	for (const struct dt_translator *x = s->c->program.translators; x; x = x->next) {
		bool pointers = dt_type_is_pointer(x->from) && dt_type_is_pointer(from);

		if (!dt_type_equal(x->to, to))
			continue;
		if (pointers ? dt_sema_pointers_fit(x->from, from) : dt_type_equal(x->from, from))
			return x;
		if (dt_type_is_integer(x->from) && dt_type_is_integer(from))
			return x;
	}
	return NULL;
}

struct dt_node *dt_sema_xlate(struct dt_sema *s, struct dt_node *n)
{
	n->lhs = dt_sema_base(s, n->lhs);
	return dt_sema_translate(s, n);
}

struct dt_node *dt_sema_translate(struct dt_sema *s, struct dt_node *n)
{
	const struct dt_type *to = dt_type_resolve(n->decl_type);

	if (dt_sema_is_poison(n->lhs) || to->kind == DT_TYPE_POISON)
		return dt_sema_silence(s, n);
	if (to->kind == DT_TYPE_POINTER)
		to = dt_type_resolve(to->ref);
	if (!dt_type_is_sou(to))
		return dt_sema_poison(
		    s, n, D_XLATE_SOU,
		    "translator output type must be a struct or union, not \"%s\"",
		    dt_sema_spell(s, n->decl_type));
	dt_sema_translators(s); // checks those of library files read in the meantime
	n->translator = dt_sema_translator(s, to, n->lhs->type);
	if (!n->translator)
		return dt_sema_poison(s, n, D_XLATE_NONE, "cannot translate from \"%s\" to \"%s\"",
				      dt_sema_spell(s, n->lhs->type),
				      dt_sema_spell(s, n->decl_type));
	n->type = n->decl_type;
	return n;
}

static const struct dt_translator_member *find_member(const struct dt_translator *x,
						      const char *name)
{
	for (size_t i = 0; i < x->n_members; i++)
		if (x->members[i].name == name)
			return &x->members[i];
	return NULL;
}

/** Converts the value to the member's type in the struct; a char array becomes a string. */
static struct dt_node *fit_member(struct dt_sema *s, struct dt_node *value,
				  const struct dt_type *type)
{
	const struct dt_type *t = dt_type_resolve(type);

	if (value->kind == DT_NODE_XLATE)
		return value;
	if (t->kind == DT_TYPE_ARRAY && dt_type_is_stringlike(t))
		type = dt_sema_basic(s, DT_STRING);
	value = dt_sema_assign_convert(s, value, type);
	return value ? dt_sema_as(s, value, type) : NULL;
}

/** Checks an expression of the translator for this operand. */
static struct dt_node *check_translated(struct dt_sema *s, const struct dt_translator *t,
					struct dt_node *operand, struct dt_node *expr)
{
	struct dt_node *arg = dt_sema_assign_convert(s, operand, t->from);
	struct dt_sema_frame frame = {t->param, &arg, 1};
	const struct dt_sema_frame *outer = s->frame;

	if (!arg)
		return dt_sema_silence(s, expr);
	s->frame = &frame;
	expr = dt_sema_base(s, expr);
	s->frame = outer;
	return expr;
}

/** Returns the unchecked expression of a member, or NULL. */
static struct dt_node *find_definition(struct dt_sema *s, const struct dt_translator *t,
				       const struct dt_node *n)
{
	const struct dt_translator_member *m = find_member(t, n->name);
	struct dt_node *whole, *member;

	if (m)
		return dt_sema_copy(s, m->expr, false);
	if (!t->rest)
		return NULL;
	whole = dt_sema_node(s, DT_NODE_XLATE, n->loc);
	whole->decl_type = t->to;
	whole->lhs = dt_sema_copy(s, t->rest, false);
	member = dt_sema_node(s, DT_NODE_MEMBER, n->loc);
	member->name = n->name;
	member->lhs = whole;
	return member;
}

static struct dt_node *no_conversion(struct dt_sema *s, const struct dt_translator *t,
				     struct dt_node *n)
{
	const struct dt_source *source = t->loc.source;

	n = dt_sema_poison(s, n, D_XLATE_NOCONV,
			   "translator does not define conversion for member: %s", n->name);
	if (source->is_library)
		dt_sema_hint(s, "Linux does not expose it in this form: see the head of %s",
			     source->name);
	return n;
}

struct dt_node *dt_sema_xlate_member(struct dt_sema *s, struct dt_node *n, struct dt_node *x)
{
	const struct dt_translator *t = x->translator;
	uint64_t offset;
	const struct dt_member *m = dt_type_member(t->to, n->name, &offset);
	struct dt_node *value = find_definition(s, t, n);

	if (!m && !find_member(t, n->name))
		return dt_sema_no_member(s, n, t->to);
	if (!value)
		return no_conversion(s, t, n);
	value = check_translated(s, t, x->lhs, value);
	if (!m || dt_sema_is_poison(value))
		return dt_sema_silence(s, n);
	struct dt_node *fit = fit_member(s, value, m->type);
	if (!fit)
		return dt_sema_poison(s, n, D_XLATE_INCOMPAT,
				      "translator member %s definition uses incompatible types: "
				      "\"%s\" = \"%s\"",
				      n->name, dt_sema_spell(s, m->type),
				      dt_sema_spell(s, value->type));
	fit->loc = n->loc;
	fit->written = n->name;
	fit->is_lvalue = false;
	return fit;
}

// ---- whole translations

/** Makes a variable that is invisible to the program. */
static struct dt_node *hidden_variable(struct dt_sema *s, struct dt_loc loc,
				       const struct dt_type *type, enum dt_ident_kind kind)
{
	struct dt_node *n = dt_sema_node(s, DT_NODE_VAR, loc);
	const char *name = dt_arena_printf(s->c->arena, "xlate %u", s->c->n_idents[kind]);

	n->name = name;
	n->ident = dt_ident_create(s->c, kind, name, loc);
	n->ident->type = n->type = type;
	n->ident->is_declared = n->ident->is_written = n->ident->is_read = true;
	return n;
}

static struct dt_node *check_assignment(struct dt_sema *s, struct dt_node *lhs, struct dt_node *rhs)
{
	struct dt_node *n = dt_sema_node(s, DT_NODE_ASSIGN, rhs->loc);

	n->lhs = lhs;
	n->rhs = rhs;
	n->type = lhs->type;
	n->is_userland = rhs->is_userland;
	return n;
}

/** Stores the operand in a variable, so that it is computed once, unless it is trivial. */
static void keep_operand(struct dt_sema *s, struct dt_node *n)
{
	const struct dt_type *type = dt_sema_variable_type(s, n->lhs);
	struct dt_node *kept;

	if (n->lhs->kind == DT_NODE_VAR || n->lhs->kind == DT_NODE_INT || !type ||
	    !dt_type_is_scalar(type))
		return;
	kept = hidden_variable(s, n->loc, type, DT_IDENT_THIS);
	kept->is_userland = n->lhs->is_userland;
	n->rhs = check_assignment(s, kept, dt_sema_convert(s, n->lhs, type));
	n->lhs = dt_sema_copy(s, kept, false);
}

struct dt_node *dt_sema_xlate_rest(struct dt_sema *s, const struct dt_translator *t,
				   struct dt_node *operand)
{
	return check_translated(s, t, operand, dt_sema_copy(s, t->rest, false));
}

/** Reports whether the translator, or that of the rest, defines the member. */
static bool defines_member(struct dt_sema *s, const struct dt_translator *x,
			   struct dt_node *operand, const char *name)
{
	const struct dt_translator *y;
	struct dt_node *rest;

	if (find_member(x, name))
		return true;
	if (!x->rest)
		return false;
	rest = dt_sema_xlate_rest(s, x, operand);
	y = dt_sema_is_poison(rest) ? NULL : dt_sema_translator(s, x->to, rest->type);
	return y && defines_member(s, y, rest, name);
}

/** Returns the member of a whole translation, or NULL if the translator does not define it. */
static struct dt_node *whole_member(struct dt_sema *s, struct dt_node *n, const char *name)
{
	const struct dt_translator *x = n->translator;
	struct dt_node *value = dt_sema_node(s, DT_NODE_MEMBER, n->loc);
	struct dt_node *m = dt_sema_node(s, DT_NODE_XLATE_MEMBER, n->loc);

	value->name = m->name = name;
	m->member = dt_type_member(x->to, name, &m->bit_offset);
	if (!m->member || !defines_member(s, x, n->lhs, name))
		return NULL;
	m->lhs = dt_sema_xlate_member(s, value, n);
	if (m->lhs->kind == DT_NODE_XLATE)
		m->lhs = dt_sema_xlate_whole(s, m->lhs, DT_IDENT_THIS);
	m->type = m->member->type;
	return m;
}

/** Makes the whole struct a value; members that the translator does not define are 0. */
static struct dt_node *whole_struct(struct dt_sema *s, struct dt_node *n)
{
	const struct dt_translator *x = n->translator;
	const struct dt_type *to = dt_type_resolve(x->to);
	struct dt_node **tail = &n->list;

	n->type = x->to;
	keep_operand(s, n);
	for (size_t i = 0; i < x->n_members + to->n_members; i++) {
		bool is_own = i < x->n_members;
		const char *name = is_own ? x->members[i].name : to->members[i - x->n_members].name;
		struct dt_node *m =
		    name && (is_own || !find_member(x, name)) ? whole_member(s, n, name) : NULL;

		if (!m)
			continue;
		if (dt_sema_is_poison(m->lhs))
			return dt_sema_silence(s, n);
		*tail = m;
		tail = &m->next;
	}
	return n;
}

struct dt_node *dt_sema_xlate_whole(struct dt_sema *s, struct dt_node *n, enum dt_ident_kind kept)
{
	bool is_pointer = dt_type_is_pointer(n->decl_type);
	const struct dt_type *type = n->decl_type;
	struct dt_node *variable, *pair;

	if (n->list)
		return n;
	if (s->is_quiet) { // only the type is needed
		n->type = is_pointer ? type : n->translator->to;
		return n;
	}
	if (s->xlate_depth == DT_SEMA_MAX_XLATE)
		return dt_sema_poison(s, n, D_SYNTAX, "the translation contains itself");
	s->xlate_depth++;
	n = whole_struct(s, n);
	s->xlate_depth--;
	if (dt_sema_is_poison(n) || !is_pointer)
		return n;
	variable = hidden_variable(s, n->loc, n->type, kept);
	pair = dt_sema_node(s, DT_NODE_COMMA, n->loc);
	pair->lhs = check_assignment(s, variable, n);
	pair->rhs = dt_sema_node(s, DT_NODE_UNARY, n->loc);
	pair->rhs->op = DT_OP_ADDROF;
	pair->rhs->lhs = dt_sema_copy(s, variable, false);
	pair->type = pair->rhs->type = type;
	return pair;
}

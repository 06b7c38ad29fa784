/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Resolves names: finds the identifier of a NAME, chooses its kind of node, expands inlines, and
 * gives a hint for an unknown name.
 *
 * Order of the search without a scope: parameters of the inline or translator being expanded, D
 * variables and inlines, builtins, enumerators. Builtins are entered into the tables on first use.
 */
#include "base/suggest.h"
#include "lang/elsewhere.h"
#include "lang/sema/internal.h"

#include <string.h>

/** Enters the builtin into its table as an identifier with the type of its prototype. */
static struct dt_ident *enter_builtin(struct dt_sema *s, const struct dt_builtin *b)
{
	bool is_var = b->kind == DT_BUILTIN_VARIABLE;
	struct dt_ident *id = dt_ident_create(
	    s->c, is_var ? DT_IDENT_BUILTIN_VAR : DT_IDENT_FUNCTION, b->name, (struct dt_loc){0});

	id->builtin = b;
	id->type = b->proto ? dt_proto_parse(s->c, b->proto)->ret : dt_sema_basic(s, DT_DYN);
	return id;
}

struct dt_ident *dt_sema_find(struct dt_sema *s, const struct dt_node *n)
{
	switch (n->scope) {
	case DT_SCOPE_SELF:
		return dt_ident_lookup(&s->c->selfs, n->name);
	case DT_SCOPE_THIS:
		return dt_ident_lookup(&s->c->thises, n->name);
	case DT_SCOPE_KERNEL:
		return NULL;
	case DT_SCOPE_NONE:
		break;
	}
	struct dt_ident *id = dt_ident_global(s->c, n->name);
	if (id)
		return id;
	const struct dt_builtin *b = dt_builtin_find(s->c, n->name);
	return b ? enter_builtin(s, b) : NULL;
}

/** Returns the argument if the name is a parameter of the inline or translator, else NULL. */
static struct dt_node *find_parameter(struct dt_sema *s, const struct dt_node *n)
{
	if (!s->frame || n->scope)
		return NULL;
	for (size_t i = 0; i < s->frame->n; i++)
		if (s->frame->params[i].name == n->name)
			return s->frame->args[i];
	return NULL;
}

bool dt_sema_is_unknown(struct dt_sema *s, const struct dt_node *n)
{
	int64_t value;

	return n->kind == DT_NODE_NAME && n->scope != DT_SCOPE_KERNEL && !find_parameter(s, n) &&
	       !dt_sema_find(s, n) &&
	       (n->scope || !dt_type_own_enumerator(s->c->types, n->name, &value));
}

// ---- hints

void dt_sema_suggest(struct dt_sema *s, const char *name, bool functions)
{
	struct dt_suggestion best = dt_suggest(name);
	const char *here = dt_elsewhere_word(name);
	const struct dt_map_entry *e;
	size_t pos = 0;

	if (here) {
		dt_sema_hint(s, "in D: %s", here);
		return;
	}
	while (!functions && (e = dt_map_next(&s->c->globals, &pos))) {
		const struct dt_ident *id = e->value;

		if (id->kind != DT_IDENT_FUNCTION && id->kind != DT_IDENT_KERNEL &&
		    dt_ident_is_visible(s->c, id))
			dt_suggest_name(&best, id->name);
	}
	for (size_t i = 0; s->c->builtins && i < s->c->builtins->n; i++) {
		const struct dt_builtin *b = s->c->builtins->list[i];

		if ((b->kind != DT_BUILTIN_VARIABLE) != functions || b->flags & DT_BF_REFUSED)
			continue;
		if (b->since && !strcmp(b->name, name)) {
			dt_sema_hint(s, "version %s of D has it, not the one of -x version",
				     b->since);
			return;
		}
		dt_suggest_name(&best, b->name);
	}
	if (!functions && s->c->library && s->c->library->suggest)
		s->c->library->suggest(s->c->library->self, &best);
	if (best.best)
		dt_sema_hint(s, "did you mean %s?", best.best);
}

bool dt_sema_hint_argument(struct dt_sema *s, const char *name)
{
	const struct dt_probe_source *src = s->c->probes;
	const struct dt_clause *cl = s->clause;

	if (!cl || !cl->matched || cl->descs->arg_map || !src->arg_name)
		return false;
	for (unsigned i = 0; i < DT_MAX_RAW_ARGS; i++) {
		const char *its = src->arg_name(src->self, cl->matched, i);

		if (its && !strcmp(its, name)) {
			dt_sema_hint(s, "the argument %s is args[%u]", name, i);
			return true;
		}
	}
	return false;
}

bool dt_sema_is_of_thread(struct dt_sema *s, const char *name)
{
	const struct dt_type *thread = dt_type_lookup(s->c->types, DT_TYPE_STRUCT, "task_struct");
	uint64_t bit_offset = 0;

	return thread && dt_type_member(thread, name, &bit_offset);
}

bool dt_sema_hint_quotes(struct dt_sema *s, const struct dt_node *value)
{
	bool is_quoted = value->kind == DT_NODE_INT && dt_node_first(value) == '\'';

	if (is_quoted)
		dt_sema_hint(s, "strings have double quotes; a text in single quotes is a number");
	return is_quoted;
}

// ---- what a name becomes

static struct dt_node *report_undefined(struct dt_sema *s, struct dt_node *n)
{
	const char *scope = dt_scope_text(n->scope), *name = n->name;

	if (*scope) {
		dt_sema_poison(s, n, D_VAR_UNDEF, "%s%s has not yet been declared or assigned",
			       scope, name);
		dt_sema_hint(s,
			     "no clause assigns it, or none a value of known type; declare it: "
			     "%.4s TYPE %s;",
			     scope, name);
		return n;
	}
	dt_sema_poison(s, n, D_IDENT_UNDEF, "failed to resolve %s: Unknown variable name", name);
	if (dt_node_first(n) == '$')
		dt_sema_hint(s, "$%.*s is the argument as a string", (int)n->loc.length,
			     n->loc.source->text + n->loc.offset);
	else if (dt_ident_lookup(&s->c->selfs, name))
		dt_sema_hint(s, "did you mean self->%s?", name);
	else if (dt_ident_lookup(&s->c->thises, name))
		dt_sema_hint(s, "did you mean this->%s?", name);
	else if (dt_map_get_str(&s->aggregated, name))
		dt_sema_hint(s, "did you mean @%s?", name);
	else if (dt_ident_lookup(&s->c->globals, name))
		dt_sema_hint(s, "#pragma D binding gives it to a later version than -x version");
	else if (dt_sema_hint_argument(s, name))
		return n;
	else if (!dt_elsewhere_word(name) && dt_sema_is_of_thread(s, name))
		dt_sema_hint(s, "did you mean curthread->%s?", name);
	else
		dt_sema_suggest(s, name, false);
	return n;
}

/** Turns the NAME into a kernel variable. */
static struct dt_node *kernel_variable(struct dt_sema *s, struct dt_node *n,
				       const struct dt_type *type)
{
	n->ident = dt_ident_kernel(s->c, n->module, n->name, n->loc);
	n->kind = DT_NODE_VAR;
	n->type = type;
	n->is_lvalue = true;
	return n;
}

struct dt_ident *dt_sema_kernel_alias(struct dt_sema *s, const struct dt_node *n)
{
	struct dt_ident *id;

	if (n->scope != DT_SCOPE_KERNEL || dt_type_variable(s->c->types, n->module, n->name))
		return NULL;
	id = dt_ident_global(s->c, dt_arena_printf(s->c->arena, "`%s", n->name));
	return id && id->kind == DT_IDENT_INLINE ? id : NULL;
}

/** Resolves a kernel variable. Without a known type, only its address can be used. */
static struct dt_node *kernel_symbol(struct dt_sema *s, struct dt_node *n)
{
	const struct dt_type *type = dt_type_variable(s->c->types, n->module, n->name);
	struct dt_ident *alias;

	if (type)
		return kernel_variable(s, n, type);
	alias = dt_sema_kernel_alias(s, n);
	if (alias && !alias->n_inline_params)
		return dt_sema_inline(s, n, alias, NULL);
	dt_sema_poison(s, n, D_SYM_NOTYPES, "no symbolic type information is available for %s`%s",
		       n->module, n->name);
	dt_sema_hint(s, "cast its address: *(TYPE *)&%s`%s", n->module, n->name);
	return n;
}

struct dt_node *dt_sema_kernel_address(struct dt_sema *s, struct dt_node *n)
{
	struct dt_node *name = n->lhs;
	const struct dt_type *type;

	if (name->kind != DT_NODE_NAME || name->scope != DT_SCOPE_KERNEL)
		return NULL;
	type = dt_type_variable(s->c->types, name->module, name->name);
	kernel_variable(s, name, type ? type : dt_sema_basic(s, DT_VOID));
	n->type = dt_type_pointer(s->c->types, name->type);
	return n;
}

/** Returns an argument with the type of `id` and another number. It is in no table. */
static struct dt_ident *unnamed_argument(struct dt_sema *s, const struct dt_ident *id, int number)
{
	struct dt_builtin *builtin = dt_arena_new(s->c->arena, struct dt_builtin);
	struct dt_ident *ret = dt_arena_new(s->c->arena, struct dt_ident);

	*builtin = *id->builtin;
	builtin->arg = (unsigned)number;
	*ret = *id;
	ret->builtin = builtin;
	return ret;
}

/** Returns the argN of the probed call that has the value of argN of the old call, or NULL if there
 *  is none (classic.c). */
static struct dt_ident *mapped_argument(struct dt_sema *s, struct dt_ident *id)
{
	const signed char *map = s->clause && s->clause->n_descs ? s->clause->descs->arg_map : NULL;
	struct dt_node name = {.kind = DT_NODE_NAME};
	int to = map ? map[id->builtin->arg] : (int)id->builtin->arg;

	if (to < 0)
		return NULL;
	if (to >= DT_MAX_RAW_ARGS)
		return unnamed_argument(s, id, to);
	name.name = dt_intern(s->c->names, dt_arena_printf(s->c->arena, "arg%d", to));
	return dt_sema_find(s, &name);
}

/** Returns an example of the arguments in a call's parentheses. */
static const char *example_arguments(const struct dt_proto *proto)
{
	if (!proto->n_params || proto->params[0].optional)
		return "";
	return proto->n_params == 1 && proto->params[0].type &&
		       dt_type_is_integer(proto->params[0].type)
		   ? "0"
		   : "…";
}

static struct dt_node *use_ident(struct dt_sema *s, struct dt_node *n, struct dt_ident *id)
{
	if (id->kind == DT_IDENT_INLINE)
		return dt_sema_inline(s, n, id, NULL);
	if (id->kind == DT_IDENT_FUNCTION) {
		n = dt_sema_poison(s, n, D_IDENT_BADREF,
				   "%s is a function and may not be used as a variable", id->name);
		if (dt_sema_hint_argument(s, id->name))
			return n;
		dt_sema_hint(s, "a call has parentheses: %s(%s)", id->name,
			     example_arguments(dt_sema_proto(s, id->builtin)));
		return n;
	}
	if (id->kind == DT_IDENT_ASSOC || id->kind == DT_IDENT_SELF_ASSOC)
		return dt_sema_poison(
		    s, n, D_ARR_BADREF, "%s%s is an associative array and needs a key: %s%s[…]",
		    dt_scope_text(n->scope), id->name, dt_scope_text(n->scope), id->name);
	if (id->builtin && id->builtin->flags & DT_BF_REFUSED)
		return dt_sema_poison(s, n, D_VAR_UNSUP, "%s is not available: %s", id->name,
				      id->builtin->doc);
	if (id->type->kind == DT_TYPE_POISON)
		return dt_sema_silence(s, n);
	if (id->builtin && id->builtin->role == DT_ROLE_ARG)
		id = mapped_argument(s, id);
	if (!id)
		return dt_sema_make_int(s, n, 0, dt_sema_basic(s, DT_INT64));
	if (id->builtin && id->builtin->role == DT_ROLE_ARG && s->clause)
		s->clause->args_named |= dt_arg_bit(id->builtin->arg);
	n->kind = DT_NODE_VAR;
	n->ident = id;
	n->type = id->type;
	n->is_lvalue = id->kind != DT_IDENT_BUILTIN_VAR;
	n->is_userland = dt_sema_is_of_process(id->type);
	id->is_read = true;
	return n;
}

static enum dt_ident_kind variable_kind(const struct dt_node *n)
{
	switch (n->scope) {
	case DT_SCOPE_SELF:
		return DT_IDENT_SELF;
	case DT_SCOPE_THIS:
		return DT_IDENT_THIS;
	default:
		return DT_IDENT_GLOBAL;
	}
}

struct dt_node *dt_sema_name(struct dt_sema *s, struct dt_node *n, const struct dt_type *create)
{
	struct dt_node *arg = find_parameter(s, n);
	struct dt_ident *id = arg ? NULL : dt_sema_find(s, n);
	const struct dt_type *e;
	int64_t value;

	if (arg)
		return dt_sema_copy(s, arg, false);
	if (n->scope == DT_SCOPE_KERNEL)
		return kernel_symbol(s, n);
	if (!create && dt_sema_is_unknown(s, n) && dt_sema_discover(s, n))
		id = dt_sema_find(s, n);
	// The kernel's enumerators come last, because looking them up reads its types.
	e = n->scope	   ? NULL
	    : id || create ? dt_type_own_enumerator(s->c->types, n->name, &value)
			   : dt_type_enumerator(s->c->types, n->name, &value);
	if (id && e && id->kind != DT_IDENT_FUNCTION && id->kind != DT_IDENT_BUILTIN_VAR)
		return dt_sema_poison(
		    s, n, D_IDENT_AMBIG,
		    "ambiguous use of %s: it is a variable and an enumerator of %s", n->name,
		    dt_sema_spell(s, e));
	if (id)
		return use_ident(s, n, id);
	if (e)
		return dt_sema_make_int(
		    s, n, (uint64_t)value,
		    dt_sema_basic(s, value == (int32_t)value ? DT_INT : DT_LONG));
	if (!create)
		return report_undefined(s, n);
	id = dt_ident_create(s->c, variable_kind(n), n->name, n->loc);
	id->type = create;
	return use_ident(s, n, id);
}

// ---- inlines

static struct dt_node *expand_inline(struct dt_sema *s, struct dt_node *n,
				     const struct dt_ident *id, const struct dt_sema_frame *frame)
{
	const struct dt_sema_frame *outer = s->frame;
	struct dt_node *body = dt_sema_copy(s, id->inline_body, false);

	if (s->n_copied > DT_SEMA_MAX_COPIED)
		return dt_sema_poison(s, n, D_SYNTAX, "inline %s expands to too much", id->name);
	// An error in the library's inline for a kernel variable is reported at the variable's
	// name.
	if (id->name[0] == '`')
		dt_sema_set_loc(body, n->loc);
	s->frame = frame;
	body = dt_sema_base(s, body);
	s->frame = outer;
	if (dt_sema_is_poison(body))
		return dt_sema_silence(s, n);
	// Keep a translation, so that its members can be selected.
	bool translated = body->kind == DT_NODE_XLATE;
	const struct dt_type *from = body->type;
	if (!translated)
		body = dt_sema_assign_convert(s, body, id->type);
	if (!body)
		return dt_sema_poison(
		    s, n, D_OP_INCOMPAT,
		    "inline %s is declared as \"%s\", but its value is of type \"%s\"", id->name,
		    dt_sema_spell(s, id->type), dt_sema_spell(s, from));
	if (!translated)
		body = dt_sema_as(s, body, id->type);
	body->loc = n->loc;
	body->written = n->name;
	return body;
}

/** Records the clause's use of an inline, which leaves no trace in the tree. */
static void note_use(struct dt_clause *cl, struct dt_arena *a, const struct dt_ident *id,
		     struct dt_loc loc)
{
	struct dt_ident_use *u = dt_arena_new(a, struct dt_ident_use);

	*u = (struct dt_ident_use){cl->inlines, id, loc};
	cl->inlines = u;
}

struct dt_node *dt_sema_inline(struct dt_sema *s, struct dt_node *n, struct dt_ident *id,
			       struct dt_node *args)
{
	enum { MAX_PARAMS = 32 };
	struct dt_node *values[MAX_PARAMS];
	size_t n_args = 0;

	if (!id->inline_body)
		return dt_sema_silence(s, n);
	id->is_read = true;
	if (s->clause && !s->is_quiet)
		note_use(s->clause, s->c->arena, id, n->loc);
	for (struct dt_node *a = args; a; a = a->next) {
		if (n_args < id->n_inline_params && n_args < MAX_PARAMS) {
			const struct dt_type *type = id->inline_params[n_args].type;
			struct dt_node *next = a->next;

			values[n_args] = dt_sema_assign_convert(s, a, type);
			if (!values[n_args])
				return dt_sema_poison(
				    s, n, D_PROTO_ARG,
				    "%s[] argument #%zu is of type \"%s\", not \"%s\"", id->name,
				    n_args + 1, dt_sema_spell(s, a->type), dt_sema_spell(s, type));
			a->next = next;
		}
		n_args++;
	}
	if (n_args != id->n_inline_params || n_args > MAX_PARAMS)
		return dt_sema_poison(s, n, D_PROTO_LEN, "%s[] takes %zu argument%s, not %zu",
				      id->name, id->n_inline_params,
				      id->n_inline_params == 1 ? "" : "s", n_args);
	struct dt_sema_frame frame = {id->inline_params, values, n_args};
	return expand_inline(s, n, id, &frame);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Checks `x[…]`: an element of a C array, behind a pointer or of an associative array, an argument
 * of the probe, a register, or a parameterised inline. Also checks the keys of associative arrays
 * and aggregations: the first use fixes their number and types, all others must fit. Integer keys
 * may have any integer type.
 */
#include "lang/sema/internal.h"

/** Reports whether a key is recorded by a function instead of being a value: symbols and stacks. */
static bool is_recorded(const struct dt_type *t)
{
	enum dt_type_kind kind = dt_type_resolve(t)->kind;

	return kind == DT_TYPE_STACK || kind == DT_TYPE_SYMADDR || kind == DT_TYPE_USYMADDR;
}

/** Reports whether both functions record the same: they are equal or aliases. */
static bool record_the_same(const struct dt_builtin *a, const struct dt_builtin *b)
{
	return (a->records_as ? a->records_as : a) == (b->records_as ? b->records_as : b);
}

/** Returns the type in which a key is stored, or NULL. */
static const struct dt_type *key_type(struct dt_sema *s, const struct dt_node *key, bool is_agg)
{
	const struct dt_type *t = dt_sema_variable_type(s, key);
	enum dt_type_kind kind = dt_type_resolve(key->type)->kind;

	if (is_agg && is_recorded(key->type))
		return key->type;
	if (!t || (is_agg && dt_type_is_sou(t)) || kind == DT_TYPE_FLOAT)
		return NULL;
	return t;
}

static bool fix_keys(struct dt_sema *s, struct dt_node *n, struct dt_ident *id, size_t n_keys)
{
	const struct dt_type **keys =
	    dt_arena_array(s->c->arena, const struct dt_type *, n_keys + 1);
	size_t i = 0;

	id->key_funcs = dt_arena_array(s->c->arena, const struct dt_builtin *, n_keys + 1);
	for (struct dt_node *k = n->list; k; k = k->next, i++) {
		if (is_recorded(k->type) && k->ident)
			id->key_funcs[i] = k->ident->builtin;
		keys[i] = key_type(s, k, id->kind == DT_IDENT_AGG);
		if (!keys[i]) {
			dt_sema_error(s, k->loc, D_KEY_TYPE,
				      "expression of type \"%s\" may not be used as a key",
				      dt_sema_spell(s, k->type));
			dt_sema_hint_float(s, k);
			return false;
		}
	}
	id->keys = keys;
	id->n_keys = n_keys;
	return true;
}

/** Converts the key to the identifier's type for it. Returns NULL if they are incompatible. */
static struct dt_node *fit_key(struct dt_sema *s, struct dt_node *key, const struct dt_type *type)
{
	enum dt_type_kind kind = dt_type_resolve(type)->kind;

	if (is_recorded(type))
		return dt_type_resolve(key->type)->kind == kind ? key : NULL;
	if (kind == DT_TYPE_STRING && dt_sema_is_zero(key))
		return NULL;
	if (dt_type_is_integer(type) && dt_type_is_integer(key->type))
		return dt_sema_recorded(s, key);
	return dt_sema_assign_convert(s, key, type);
}

static const char *display_name(struct dt_sema *s, const struct dt_node *n,
				const struct dt_ident *id)
{
	if (id->kind == DT_IDENT_AGG)
		return dt_arena_printf(s->c->arena, "%s[ ]", dt_sema_agg_text(s, id->name));
	return dt_arena_printf(s->c->arena, "%s%s[ ]", n->lhs ? dt_scope_text(n->lhs->scope) : "",
			       id->name);
}

bool dt_sema_keys(struct dt_sema *s, struct dt_node *n, struct dt_ident *id)
{
	size_t n_keys = dt_node_count(n->list), i = 0;

	if (!id->keys && !fix_keys(s, n, id, n_keys))
		return false;
	if (id->n_keys != n_keys) {
		dt_sema_error(s, n->loc, D_PROTO_LEN,
			      "%s prototype mismatch: %zu key%s passed, %zu expected",
			      display_name(s, n, id), n_keys, n_keys == 1 ? "" : "s", id->n_keys);
		return false;
	}
	for (struct dt_node **k = &n->list; *k; k = &(*k)->next, i++) {
		struct dt_node *next = (*k)->next, *fit = fit_key(s, *k, id->keys[i]);
		const struct dt_builtin *func = id->key_funcs ? id->key_funcs[i] : NULL;

		if (fit && func && fit->ident && !record_the_same(func, fit->ident->builtin)) {
			dt_sema_error(s, (*k)->loc, D_PROTO_ARG,
				      "%s key #%zu is incompatible with prototype: %s( ) expected, "
				      "%s( ) passed",
				      display_name(s, n, id), i + 1, func->name,
				      fit->ident->builtin->name);
			return false;
		}

		if (!fit) {
			dt_sema_error(
			    s, (*k)->loc, D_PROTO_ARG,
			    "%s key #%zu is incompatible with prototype: \"%s\" expected, "
			    "\"%s\" passed",
			    display_name(s, n, id), i + 1, dt_sema_spell(s, id->keys[i]),
			    dt_sema_spell(s, (*k)->type));
			return false;
		}
		fit->next = next;
		*k = fit;
	}
	return true;
}

// ---- args[n]

/** Reports whether the type is a struct or union, or a pointer to one. */
static bool is_sou(const struct dt_type *t)
{
	t = dt_type_resolve(t);
	return dt_type_is_sou(t->kind == DT_TYPE_POINTER ? dt_type_resolve(t->ref) : t);
}

/** Translates or converts an argument to the type that its provider declares. */
static struct dt_node *as_declared(struct dt_sema *s, struct dt_node *n, const struct dt_type *type)
{
	bool same = dt_type_equal(n->type, type);

	if (same || !is_sou(type)) {
		struct dt_node *fit = same ? n : dt_sema_assign_convert(s, n, type);

		return fit ? fit : n;
	}
	struct dt_node *x = dt_arena_new(s->c->arena, struct dt_node);
	*x = (struct dt_node){.kind = DT_NODE_XLATE,
			      .loc = n->loc,
			      .height = n->height + 1,
			      .lhs = n,
			      .decl_type = type};
	return dt_sema_translate(s, x);
}

static const struct dt_probe_args *clause_args(struct dt_sema *s)
{
	const struct dt_probe_source *src = s->c->probes;
	struct dt_clause *cl = s->clause;

	cl->uses_args = true;
	if (!cl->args && !cl->args_mixed && cl->matched && src->late_args)
		src->late_args(src->self, cl->matched, &cl->args, &cl->args_mixed);
	return cl->args;
}

/** Reports that the probe has no args[], or does not exist. */
static struct dt_node *no_args(struct dt_sema *s, struct dt_node *n,
			       const struct dt_probe_args *args)
{
	struct dt_clause *cl = s->clause;

	if (cl->is_wrong)
		return dt_sema_silence(s, n);
	if (!args)
		return dt_sema_poison(
		    s, n, D_ARGS_NONE,
		    "args[ ] may not be used because the probe has no typed arguments");
	if (!args->is_never)
		return dt_sema_poison(s, n, D_ARGS_NONE, "args[ ] may not be used: %s",
				      args->why_none);
	if (!s->is_quiet && !cl->is_dead) {
		cl->is_dead = true;
		if (!cl->descs->is_of_family) // else the program does not name this call
			dt_sema_error(s, cl->descs->loc, W_PDESC_ZERO,
				      "%s: the clause is left out for it", args->why_none);
	}
	return dt_sema_silence(s, n);
}

static struct dt_node *mixed_args(struct dt_sema *s, struct dt_node *n, const char *what)
{
	return dt_sema_poison(
	    s, n, D_ARGS_MULTI,
	    "%s may not be used because the probe description matches probes with "
	    "different argument types",
	    what);
}

static struct dt_node *probe_args(struct dt_sema *s, struct dt_node *n)
{
	const struct dt_probe_args *args = s->clause ? clause_args(s) : NULL;
	struct dt_node *index = n->list;

	if (!s->clause)
		return dt_sema_silence(s, n); // the probe is unknown
	if (s->clause->args_mixed)
		return mixed_args(s, n, "args[ ]");
	if (index->next || index->kind != DT_NODE_INT)
		return dt_sema_poison(s, n, D_ARGS_TYPE,
				      "index of args[ ] must be an integer constant");
	if (!args || args->why_none)
		return no_args(s, n, args);
	if (s->clause->descs->arg_map && index->value < DT_MAX_RAW_ARGS)
		index->value = (uint64_t)(int64_t)s->clause->descs->arg_map[index->value];
	if (args->differ && (index->value >= args->n || !args->types[index->value]))
		return mixed_args(
		    s, n, dt_arena_printf(s->c->arena, "args[%lld]", (long long)index->value));
	if (index->value >= args->n)
		return dt_sema_poison(s, n, D_ARGS_IDX,
				      "index is out of range for args[ ]: the probe has %zu",
				      args->n);
	size_t i = index->value;
	if (!args->types[i] && args->why && args->why[i])
		return dt_sema_poison(s, n, D_ARGS_NONE, "args[%zu] cannot be read: %s", i,
				      args->why[i]);
	if (!args->types[i])
		return dt_sema_poison(s, n, D_ARGS_NONE, "the type of args[%zu] is not known here",
				      i);
	n->type = args->native ? args->native[i] : args->types[i];
	if (args->map)
		index->value = args->map[i];
	s->clause->args_named |= dt_arg_bit(index->value);
	n->is_userland = dt_sema_is_of_process(n->type);
	return as_declared(s, n, args->types[i]);
}

static struct dt_node *builtin_array(struct dt_sema *s, struct dt_node *n, struct dt_ident *id)
{
	if (id->builtin->flags & DT_BF_REFUSED)
		return dt_sema_poison(s, n, D_VAR_UNSUP, "%s is not available: %s", id->name,
				      id->builtin->doc);
	n->lhs->kind = DT_NODE_VAR;
	n->lhs->ident = id;
	n->lhs->type = id->type;
	id->is_read = true;
	if (id->builtin->role == DT_ROLE_ARGS)
		return probe_args(s, n);
	if (n->list->next || !dt_type_is_integer(n->list->type))
		return dt_sema_poison(s, n, D_REGS_IDX, "index of %s[ ] must be one integer",
				      id->name);
	n->type = id->type;
	return n;
}

// ---- pointers and C arrays

/** Translates s[i] to the first character of substr(s, i, 1); it is 0 beyond the end. */
static struct dt_node *string_character(struct dt_sema *s, struct dt_node *n)
{
	struct dt_node *one = dt_sema_node(s, DT_NODE_INT, n->loc);

	if (n->list->next || !dt_type_is_integer(n->list->type))
		return dt_sema_poison(s, n, D_OP_INT, "index of a string must be one integer");
	n->lhs->next = n->list;
	n->list->next = dt_sema_make_int(s, one, 1, dt_sema_basic(s, DT_INT));
	n->lhs = dt_sema_call_of(s, "substr", n->loc, n->lhs);
	if (dt_sema_is_poison(n->lhs))
		return dt_sema_silence(s, n);
	n->list =
	    dt_sema_make_int(s, dt_sema_node(s, DT_NODE_INT, n->loc), 0, dt_sema_basic(s, DT_LONG));
	n->type = dt_sema_basic(s, DT_CHAR);
	return n;
}

/** Checks the assignment to a character of a string variable. */
static struct dt_node *writable_character(struct dt_sema *s, struct dt_node *n)
{
	if (n->list->next || !dt_type_is_integer(n->list->type))
		return dt_sema_poison(s, n, D_OP_INT, "index of a string must be one integer");
	n->type = dt_sema_basic(s, DT_CHAR);
	n->is_lvalue = true;
	return n;
}

/**
 * Reports whether a constant index is beyond the end of an array. Outside variables, an array of
 * one element may be the start of a longer one, as in C.
 */
static bool is_beyond(const struct dt_node *n, const struct dt_type *array)
{
	return array->kind == DT_TYPE_ARRAY && n->list->kind == DT_NODE_INT &&
	       n->list->value >= array->nelems &&
	       (array->nelems > 1 || (array->nelems && dt_sema_in_variable(n->lhs)));
}

static struct dt_node *memory_element(struct dt_sema *s, struct dt_node *n)
{
	const struct dt_type *t = dt_type_resolve(n->lhs->type);

	if (dt_type_is_string(t))
		return string_character(s, n);

	if (t->kind == DT_TYPE_DYNAMIC && n->lhs->kind == DT_NODE_AGG)
		return dt_sema_agg_twice(s, n);
	if (!dt_type_is_pointer(t))
		return dt_sema_poison(
		    s, n, D_ARR_BADREF,
		    "operator [] cannot be applied to an expression of type \"%s\"",
		    dt_sema_spell(s, n->lhs->type));
	if (n->list->next || !dt_type_is_integer(n->list->type))
		return dt_sema_poison(s, n, D_OP_INT,
				      "index of a pointer or array must be one integer");
	if (!dt_sema_pointer_steps(s, n, t))
		return n;
	if (is_beyond(n, t))
		return dt_sema_poison(s, n, D_ARR_BOUNDS,
				      "index %lld is out of bounds: the array has %llu elements",
				      (long long)n->list->value, (unsigned long long)t->nelems);
	n->type = t->ref;
	n->is_lvalue = true;
	n->is_userland = n->lhs->is_userland;
	return n;
}

// ---- associative arrays

static struct dt_node *assoc_element(struct dt_sema *s, struct dt_node *n, struct dt_ident *id)
{
	if (id->type->kind == DT_TYPE_POISON || !dt_sema_keys(s, n, id))
		return dt_sema_silence(s, n);
	n->lhs->kind = DT_NODE_VAR;
	n->lhs->ident = id;
	n->lhs->type = dt_sema_basic(s, DT_DYN);
	n->ident = id;
	n->type = id->type;
	n->is_lvalue = true;
	n->is_userland = dt_sema_is_of_process(id->type);
	id->is_read = true;
	return n;
}

static struct dt_node *new_assoc(struct dt_sema *s, struct dt_node *n, const struct dt_type *create)
{
	const char *scope = dt_scope_text(n->lhs->scope), *name = n->lhs->name;

	if (n->lhs->scope == DT_SCOPE_THIS) {
		dt_sema_poison(s, n, D_ARR_LOCAL,
			       "this->%s: a clause-local variable may not be an associative array",
			       name);
		dt_sema_hint(s,
			     "self->%s[ ] may; an array of fixed size is declared: this int %s[4];",
			     name, name);
		return n;
	}
	if (!create) {
		dt_sema_poison(s, n, D_VAR_UNDEF, "%s%s[ ] has not yet been declared or assigned",
			       scope, name);
		if (!*scope)
			dt_sema_suggest(s, name, false);
		return n;
	}
	enum dt_ident_kind kind =
	    n->lhs->scope == DT_SCOPE_SELF ? DT_IDENT_SELF_ASSOC : DT_IDENT_ASSOC;
	struct dt_ident *id = dt_ident_create(s->c, kind, name, n->loc);
	id->type = create;
	return assoc_element(s, n, id);
}

struct dt_node *dt_sema_index(struct dt_sema *s, struct dt_node *n, const struct dt_type *create)
{
	struct dt_ident *id = NULL;
	bool ok = dt_sema_list(s, &n->list, dt_sema_expr);

	if (n->lhs->kind == DT_NODE_NAME && dt_sema_is_unknown(s, n->lhs) &&
	    (create || !dt_sema_discover(s, n->lhs)))
		return ok ? new_assoc(s, n, create) : dt_sema_silence(s, n);
	if (n->lhs->kind == DT_NODE_NAME)
		id = n->lhs->scope == DT_SCOPE_KERNEL ? dt_sema_kernel_alias(s, n->lhs)
						      : dt_sema_find(s, n->lhs);
	if (!ok || !n->list)
		return dt_sema_silence(s, n);
	if (id && (id->kind == DT_IDENT_ASSOC || id->kind == DT_IDENT_SELF_ASSOC))
		return assoc_element(s, n, id);
	if (id && id->kind == DT_IDENT_INLINE && id->n_inline_params)
		return dt_sema_inline(s, n, id, n->list);
	if (id && id->kind == DT_IDENT_BUILTIN_VAR && dt_sema_proto(s, id->builtin)->is_array)
		return builtin_array(s, n, id);
	n->lhs = dt_sema_expr(s, n->lhs);
	if (dt_sema_is_poison(n->lhs))
		return dt_sema_silence(s, n);
	if (create && dt_type_is_string(n->lhs->type) && n->lhs->kind == DT_NODE_VAR &&
	    n->lhs->is_lvalue)
		return writable_character(s, n);
	return memory_element(s, n);
}

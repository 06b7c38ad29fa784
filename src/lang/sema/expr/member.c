/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Memory operators: `.`, `->` (MEMBER over a DEREF), `*` and `&`.
 *
 * A node "in a D variable" is in the program's own storage. Elements of arrays and members of
 * structs there have an address as in C. Scalars, strings and elements of associative arrays have
 * none.
 */
#include "base/suggest.h"
#include "lang/sema/internal.h"

#include <string.h>

/** Reports whether the type contains its elements, rather than pointing to them. */
static bool is_inside(const struct dt_type *t)
{
	return dt_type_is_string(t) || dt_type_resolve(t)->kind == DT_TYPE_ARRAY;
}

/** Reports whether a part of a D variable has an address. */
static bool has_address(const struct dt_node *n)
{
	bool is_part = n->kind == DT_NODE_MEMBER || n->kind == DT_NODE_INDEX;

	while ((n->kind == DT_NODE_MEMBER || n->kind == DT_NODE_INDEX) && !n->ident)
		n = n->lhs;
	return is_part && n->kind == DT_NODE_VAR;
}

bool dt_sema_in_variable(const struct dt_node *n)
{
	for (;;) {
		if (n->kind == DT_NODE_VAR)
			return n->ident->kind != DT_IDENT_KERNEL;
		bool inside = n->kind == DT_NODE_MEMBER ||
			      (n->kind == DT_NODE_INDEX && (n->ident || is_inside(n->lhs->type)));
		if (!inside)
			return false;
		n = n->lhs;
	}
}

/** Adds a hint for bpftrace's args.count. */
static void hint_args(struct dt_sema *s, const struct dt_node *base, const char *name)
{
	if (base->kind == DT_NODE_VAR && !strcmp(base->ident->name, "args") &&
	    !dt_sema_hint_argument(s, name))
		dt_sema_hint(s, "arguments have numbers: arg0, args[0]; dtrace -lvvn DESCRIPTION "
				"shows them. The result of a system call is arg0");
}

/** Adds a hint if the base is a number, which has no members: args[2]->size. */
static void hint_number(struct dt_sema *s, const struct dt_node *base)
{
	bool is_arg = base->kind == DT_NODE_INDEX && base->lhs->kind == DT_NODE_VAR &&
		      base->lhs->ident && !strcmp(base->lhs->ident->name, "args");

	if (dt_type_is_integer(base->type))
		dt_sema_hint(s, "a number has no members%s",
			     is_arg ? ": the argument is the value; dtrace -lvvn DESCRIPTION shows "
				      "the types of all"
				    : "");
}

/** Checks the `->` before the member, with specific messages. */
static struct dt_node *check_arrow(struct dt_sema *s, struct dt_node *n, const char *member)
{
	const struct dt_type *t = dt_type_resolve(n->lhs->type);

	if (!dt_type_is_pointer(t)) {
		dt_sema_poison(s, n, D_OP_PTR,
			       "operator -> must be applied to a pointer, not to type \"%s\"",
			       dt_sema_spell(s, n->lhs->type));
		if (dt_type_is_sou(t))
			dt_sema_hint(s, "a member of a struct is written with .");
		hint_number(s, n->lhs);
		hint_args(s, n->lhs, member);
		return n;
	}
	t = dt_type_resolve(t->ref);
	if (t->kind == DT_TYPE_FORWARD)
		return dt_sema_poison(s, n, D_OP_INCOMPLETE,
				      "operator -> cannot be applied to a forward declaration: "
				      "no %s definition is available",
				      dt_sema_spell(s, t));
	if (!dt_type_is_sou(t))
		return dt_sema_poison(s, n, D_OP_SOU,
				      "operator -> cannot be applied to a pointer to type \"%s\"",
				      dt_sema_spell(s, t));
	n->type = t;
	n->is_lvalue = true;
	n->is_userland = n->lhs->is_userland;
	return n;
}

/** Returns the translation, directly or behind the pointer of xlate<T *>; else NULL. */
static struct dt_node *translation_of(struct dt_node *n)
{
	if (n->kind == DT_NODE_UNARY && n->op == DT_OP_DEREF)
		n = n->lhs;
	return n->kind == DT_NODE_XLATE ? n : NULL;
}

bool dt_sema_is_of_process(const struct dt_type *t)
{
	if (t->kind == DT_TYPE_QUALIFIED && t->quals & DT_QUAL_USERLAND)
		return true;
	t = dt_type_resolve(t);
	return t->kind == DT_TYPE_POINTER && t->ref->kind == DT_TYPE_QUALIFIED &&
	       t->ref->quals & DT_QUAL_USERLAND;
}

/** Suggests all members of the struct, including those of anonymous members. */
static void suggest_members(struct dt_suggestion *best, const struct dt_type *t)
{
	for (size_t i = 0; i < t->n_members; i++) {
		const struct dt_type *inner = dt_type_resolve(t->members[i].type);

		if (t->members[i].name)
			dt_suggest_name(best, t->members[i].name);
		else if (dt_type_is_sou(inner))
			suggest_members(best, inner);
	}
}

/** Returns Linux's equivalent for a member of another system's thread or process, or NULL. */
static const char *foreign_member(const struct dt_type *of, const char *name)
{
	static const struct {
		const char *member, *what;
	} members[] = {
#define FOREIGN(member, what) {#member, what},
#include "lang/sema/expr/foreign.def"
#undef FOREIGN
	};

	if (!of->name || strcmp(of->name, "task_struct") != 0)
		return NULL;
	for (size_t i = 0; i < dt_array_len(members); i++)
		if (!strcmp(members[i].member, name))
			return members[i].what;
	return NULL;
}

/** Suggests the shortest member that contains the word or ends with it: fi_pathname for path. */
static void suggest_containing(struct dt_suggestion *best, const struct dt_type *t)
{
	const char *found = NULL;

	for (size_t i = 0; i < t->n_members; i++) {
		const char *name = t->members[i].name;
		const char *at = name ? strstr(name, best->wanted) : NULL;

		bool is_part = at && at > name && (at[-1] == '_' || !at[strlen(best->wanted)]);

		if (is_part && (!found || strlen(name) < strlen(found)))
			found = name;
	}
	if (found)
		best->best = found;
}

/** Reports whether the struct is D's view of a process or a thread. */
static bool is_of_process(const struct dt_type *t)
{
	t = dt_type_resolve(t);
	return t->name && (!strcmp(t->name, "psinfo") || !strcmp(t->name, "lwpsinfo"));
}

struct dt_node *dt_sema_no_member(struct dt_sema *s, struct dt_node *n, const struct dt_type *of)
{
	const char *here = foreign_member(dt_type_resolve(of), n->name);
	struct dt_suggestion best = dt_suggest(n->name);

	if (s->c->missed.name && !strcmp(n->name, s->c->missed.name))
		s->c->missed.of = of;
	dt_sema_poison(s, n, D_TYPE_MEMBER, "%s is not a member of %s", n->name,
		       dt_sema_spell(s, of));
	suggest_members(&best, dt_type_resolve(of));
	suggest_containing(&best, dt_type_resolve(of));
	if (here)
		dt_sema_hint(s, "on Linux: %s", here);
	else if (is_of_process(of) && dt_sema_is_of_thread(s, n->name))
		dt_sema_hint(s, "did you mean curthread->%s?", n->name);
	else if (best.best)
		dt_sema_hint(s, "did you mean %s?", best.best);
	else if (dt_type_resolve(of)->name)
		dt_sema_hint(s, "dtrace --explain '%s' shows the members", dt_sema_spell(s, of));
	return n;
}

/**
 * Returns the replacement of another system's member, or NULL. The library declares it as an inline
 * of a pointer to the struct, __STRUCT_MEMBER (lib/members.d).
 */
static struct dt_node *alias_member(struct dt_sema *s, struct dt_node *n, const struct dt_type *of)
{
	struct dt_node *base = n->lhs;
	struct dt_ident *id;

	if (!of->name || base->kind != DT_NODE_UNARY || base->op != DT_OP_DEREF)
		return NULL;
	id = dt_ident_global(s->c, dt_arena_printf(s->c->arena, "__%s_%s", of->name, n->name));
	if (!id || id->kind != DT_IDENT_INLINE || id->n_inline_params != 1)
		return NULL;
	return dt_sema_inline(s, n, id, base->lhs);
}

struct dt_node *dt_sema_member(struct dt_sema *s, struct dt_node *n)
{
	struct dt_node *base = n->lhs;

	if (base->kind == DT_NODE_UNARY && base->op == DT_OP_DEREF) {
		base->lhs = dt_sema_base(s, base->lhs);
		if (dt_sema_is_poison(base->lhs))
			return dt_sema_silence(s, n);
		if (!translation_of(base))
			n->lhs = base = check_arrow(s, base, n->name);
	} else {
		n->lhs = base = dt_sema_base(s, base);
	}
	if (translation_of(base))
		return dt_sema_xlate_member(s, n, translation_of(base));
	if (dt_sema_is_poison(base))
		return dt_sema_silence(s, n);
	const struct dt_type *t = dt_type_resolve(base->type);
	if (t->kind == DT_TYPE_FORWARD)
		return dt_sema_poison(s, n, D_OP_INCOMPLETE,
				      "operator . cannot be applied to a forward declaration: "
				      "no %s definition is available",
				      dt_sema_spell(s, t));
	if (!dt_type_is_sou(t)) {
		dt_sema_poison(s, n, D_OP_SOU,
			       "operator . cannot be applied to an expression of type \"%s\"",
			       dt_sema_spell(s, base->type));
		if (dt_type_is_pointer(t))
			dt_sema_hint(s, "a member behind a pointer is written with ->");
		hint_number(s, base);
		hint_args(s, base, n->name);
		return n;
	}
	n->member = dt_type_member(t, n->name, &n->bit_offset);
	if (!n->member) {
		struct dt_node *alias = alias_member(s, n, t);

		return alias ? alias : dt_sema_no_member(s, n, t);
	}
	n->type = n->member->type;
	n->is_lvalue = base->is_lvalue;
	// The kernel may mark a pointer in its structs as pointing into the process.
	n->is_userland = base->is_userland || dt_sema_is_of_process(n->type);
	return n;
}

struct dt_node *dt_sema_deref(struct dt_sema *s, struct dt_node *n)
{
	n->lhs = dt_sema_expr(s, n->lhs);
	if (dt_sema_is_poison(n->lhs))
		return dt_sema_silence(s, n);
	const struct dt_type *t = dt_type_resolve(n->lhs->type);
	if (!dt_type_is_pointer(t))
		return dt_sema_poison(s, n, D_DEREF_NONPTR,
				      "cannot dereference expression of type \"%s\"",
				      dt_sema_spell(s, n->lhs->type));
	const struct dt_type *to = dt_type_resolve(t->ref);
	if (to->kind == DT_TYPE_VOID)
		return dt_sema_poison(s, n, D_DEREF_VOID, "cannot dereference pointer to void");
	if (to->kind == DT_TYPE_FUNCTION)
		return dt_sema_poison(s, n, D_DEREF_FUNC, "cannot dereference pointer to function");
	if (to->kind == DT_TYPE_FORWARD)
		return dt_sema_poison(s, n, D_OP_INCOMPLETE,
				      "operator * cannot be applied to a forward declaration: "
				      "no %s definition is available",
				      dt_sema_spell(s, to));
	n->is_userland = n->lhs->is_userland;
	n->lhs = dt_sema_decay(s, n->lhs);
	n->type = t->ref;
	n->is_lvalue = true;
	return n;
}

struct dt_node *dt_sema_addrof(struct dt_sema *s, struct dt_node *n)
{
	if (dt_sema_kernel_address(s, n))
		return n;
	n->lhs = dt_sema_expr(s, n->lhs);
	const struct dt_node *of = n->lhs;
	if (dt_sema_is_poison(of))
		return dt_sema_silence(s, n);
	if (of->kind == DT_NODE_MEMBER && of->member->bit_width)
		return dt_sema_poison(s, n, D_ADDROF_BITFIELD,
				      "cannot take address of a bit-field: %s", of->name);
	if ((dt_sema_in_variable(of) && !has_address(of)) || of->kind == DT_NODE_AGG)
		return dt_sema_poison(s, n, D_ADDROF_VAR,
				      "cannot take address of a D variable; only array elements "
				      "and struct members have one");
	if (!of->is_lvalue)
		return dt_sema_poison(
		    s, n, D_ADDROF_LVAL,
		    "unacceptable operand for operator &: it does not lie in memory");
	if (of->kind == DT_NODE_UNARY && of->op == DT_OP_DEREF)
		return n->lhs->lhs;
	n->type = dt_type_pointer(s->c->types, of->type);
	n->is_userland = of->is_userland;
	return n;
}

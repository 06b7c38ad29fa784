/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Checks of the actions that record one datum: trace, print, tracemem, stacks.
 */
#include "lang/check/checks.h"
#include "lang/sema/internal.h"

/** Reports whether the node is a constant of at least `min`. */
static bool is_constant(const struct dt_node *n, int64_t min)
{
	return n->kind == DT_NODE_INT && (int64_t)n->value >= min;
}

struct datum_tags {
	enum dt_tag none, dynamic, agg;
};

static void check_datum(struct dt_sema *s, struct dt_node *call, struct datum_tags tags)
{
	const struct dt_node *a = call->list;
	const struct dt_type *t = dt_type_resolve(a->type);

	if (a->kind == DT_NODE_AGG) {
		dt_sema_poison_at(s, call, a->loc, tags.agg,
				  "%s( ) may not be applied to an aggregation", call->name);
		dt_sema_hint(s, "printa(@%s) prints it", a->name);
	} else if (t->kind == DT_TYPE_VOID || t->kind == DT_TYPE_FUNCTION) {
		dt_sema_poison_at(s, call, a->loc, tags.none,
				  "%s( ) may not be applied to a void expression", call->name);
	} else if (t->kind == DT_TYPE_DYNAMIC || t->kind == DT_TYPE_FORWARD) {
		dt_sema_poison_at(s, call, a->loc, tags.dynamic,
				  "%s( ) may not be applied to a dynamic expression", call->name);
	}
}

void dt_check_trace(struct dt_sema *s, struct dt_node *call)
{
	check_datum(s, call, (struct datum_tags){D_TRACE_VOID, D_TRACE_DYN, D_TRACE_AGG});
}

/** Reports whether the node is a pointer made by dt_sema_xlate_whole(). */
static bool is_translated_pointer(const struct dt_node *n)
{
	const struct dt_node *made = n->lhs, *at = n->rhs;

	return n->kind == DT_NODE_COMMA && made->kind == DT_NODE_ASSIGN &&
	       made->rhs->kind == DT_NODE_XLATE && at->kind == DT_NODE_UNARY &&
	       at->op == DT_OP_ADDROF && at->lhs->ident && at->lhs->ident == made->lhs->ident;
}

/** Returns the translation that is the value or that it points to, or NULL. */
static const struct dt_node *translation_of(const struct dt_node *n)
{
	if (n->kind == DT_NODE_UNARY && n->op == DT_OP_DEREF && is_translated_pointer(n->lhs))
		n = n->lhs->lhs->rhs;
	return n->kind == DT_NODE_XLATE && n->list ? n : NULL;
}

static bool defines_member(const struct dt_node *translation, const struct dt_member *member)
{
	for (const struct dt_node *m = translation->list; m; m = m->next)
		if (m->member == member)
			return true;
	return false;
}

/** Returns the type of a translation without the members that its translator does not define. */
static const struct dt_type *defined_part(struct dt_sema *s, const struct dt_node *translation)
{
	const struct dt_type *whole = dt_type_resolve(translation->type);
	struct dt_type *part = dt_arena_new(s->c->arena, struct dt_type);
	struct dt_member *members = dt_arena_array(s->c->arena, struct dt_member, whole->n_members);

	*part = *whole;
	part->members = members;
	part->n_members = 0;
	for (size_t i = 0; i < whole->n_members; i++)
		if (defines_member(translation, &whole->members[i]))
			members[part->n_members++] = whole->members[i];
	if (translation->type->kind != DT_TYPE_TYPEDEF)
		return part;
	struct dt_type *named = dt_arena_new(s->c->arena, struct dt_type);
	*named = *translation->type;
	named->ref = part;
	return named;
}

void dt_check_print(struct dt_sema *s, struct dt_node *call)
{
	const struct dt_node *translation;

	check_datum(s, call, (struct datum_tags){D_PRINT_VOID, D_PRINT_DYN, D_PRINT_AGG});
	if (dt_sema_is_poison(call))
		return;
	translation = translation_of(call->list);
	if (translation)
		call->list->type = defined_part(s, translation);
}

void dt_check_tracemem(struct dt_sema *s, struct dt_node *call)
{
	const struct dt_node *addr = call->list, *size, *dynamic;

	if (dt_node_count(call->list) < 2 || dt_node_count(call->list) > 3) {
		dt_sema_poison(s, call, D_TRACEMEM_ARGS,
			       "tracemem( ) takes an address, a size and an optional dynamic size");
		return;
	}
	size = addr->next;
	dynamic = size->next;
	if (!dt_type_is_integer(addr->type) && !dt_type_is_pointer(addr->type))
		dt_sema_poison_at(s, call, addr->loc, D_TRACEMEM_ADDR,
				  "tracemem( ) argument #1 is not an address but of type \"%s\"",
				  dt_sema_spell(s, addr->type));
	else if (!is_constant(size, 1))
		dt_sema_poison_at(
		    s, call, size->loc, D_TRACEMEM_SIZE,
		    "tracemem( ) argument #2 must be a positive integral constant expression");
	else if (dynamic && !dt_type_is_integer(dynamic->type))
		dt_sema_poison_at(s, call, dynamic->loc, D_TRACEMEM_DYNSIZE,
				  "tracemem( ) argument #3 must be of integral type");
}

void dt_check_stack(struct dt_sema *s, struct dt_node *call)
{
	if (dt_node_count(call->list) > 1)
		dt_sema_poison(s, call, D_STACK_PROTO,
			       "stack( ) prototype mismatch: %zu args passed, at most 1 expected",
			       dt_node_count(call->list));
	else if (call->list && !is_constant(call->list, 1))
		dt_sema_poison_at(
		    s, call, call->list->loc, D_STACK_SIZE,
		    "stack( ) argument #1 must be a positive integral constant expression");
}

void dt_check_ustack(struct dt_sema *s, struct dt_node *call)
{
	const struct dt_node *frames = call->list, *strings = frames ? frames->next : NULL;

	if (dt_node_count(call->list) > 2)
		dt_sema_poison(s, call, D_USTACK_PROTO,
			       "%s( ) prototype mismatch: %zu args passed, at most 2 expected",
			       call->name, dt_node_count(call->list));
	else if (frames && !is_constant(frames, 1))
		dt_sema_poison_at(
		    s, call, frames->loc, D_USTACK_FRAMES,
		    "%s( ) argument #1 must be a positive integral constant expression",
		    call->name);
	else if (strings && !is_constant(strings, 0))
		dt_sema_poison_at(
		    s, call, strings->loc, D_USTACK_STRSIZE,
		    "%s( ) argument #2 must be a non-negative integral constant expression",
		    call->name);
}

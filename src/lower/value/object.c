/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Members of kernel objects that typed pointers lead to: chains such as
 * curthread->group_leader->pid.
 *
 * The environment's TASK is a typed pointer. Loading a pointer member through it returns a typed
 * pointer again, so the whole chain consists of loads, each of which costs a tenth of READ.
 * The kernel guards these loads: a bad address reads as 0. A NULL pointer in the chain raises a
 * fault here, as required. A bad pointer that is not NULL, which kernel data do not contain, reads
 * as 0.
 *
 * The kernel finds the member by offset and size, and must find the intended one. So these use
 * numbers and READ instead: a union on the way, an array, a bit-field, a type that is not
 * the kernel's own, an address in another address space, and any address that is stored or used in
 * arithmetic. Typed pointers only become numbers by being read as data.
 */
#include "lower/value/value.h"

#include "lower/verifier/verifier.h"

#include <string.h>

static bool is_curthread(const struct dt_node *n)
{
	return n->kind == DT_NODE_VAR && dt_node_has_role(n, DT_ROLE_CURTHREAD);
}

/** Reports whether the type is a struct of the kernel itself, not of a module. */
static bool is_kernel_struct(const struct dt_type *t)
{
	t = dt_type_resolve(t);
	return t->kind == DT_TYPE_STRUCT && t->name && t->container &&
	       !strcmp(t->container, "vmlinux");
}

/** Reports whether the type is a pointer to a kernel struct in kernel memory. */
static bool leads_to_struct(const struct dt_type *pointer)
{
	const struct dt_type *to = dt_type_resolve(pointer);

	if (to->kind != DT_TYPE_POINTER)
		return false;
	for (to = to->ref; to->kind == DT_TYPE_TYPEDEF || to->kind == DT_TYPE_QUALIFIED;
	     to = to->ref)
		if (to->kind == DT_TYPE_QUALIFIED &&
		    to->quals & (DT_QUAL_USERLAND | DT_QUAL_PERCPU))
			return false;
	return is_kernel_struct(to);
}

/** Reports whether the path to the member has only structs. */
static bool is_plain(const struct dt_type *t, const struct dt_member *wanted)
{
	t = dt_type_resolve(t);
	if (t->kind != DT_TYPE_STRUCT)
		return false;
	for (size_t i = 0; i < t->n_members; i++) {
		const struct dt_member *m = &t->members[i];

		if (m == wanted || (!m->name && !m->bit_width && is_plain(m->type, wanted)))
			return true;
	}
	return false;
}

/** Reports whether the value of the node can be a typed pointer. */
static bool is_typed(const struct dt_node *n);

/** Returns the pointer to the object that contains the member, and writes the member's offset to
 * *off. Returns NULL if it is not a plain member. */
static const struct dt_node *object_of(const struct dt_node *n, uint64_t *off)
{
	for (*off = 0; n->kind == DT_NODE_MEMBER; n = n->lhs) {
		if (n->member->bit_width || !is_plain(n->lhs->type, n->member))
			return NULL;
		*off += n->bit_offset / 8;
	}
	if (n->kind != DT_NODE_UNARY || n->op != DT_OP_DEREF || !is_typed(n->lhs))
		return NULL;
	return n->lhs;
}

static bool is_typed(const struct dt_node *n)
{
	uint64_t off;

	if (!leads_to_struct(n->type))
		return false;
	return is_curthread(n) || (n->kind == DT_NODE_MEMBER && object_of(n, &off));
}

static dt_reg object_address(struct dt_gen *g, const struct dt_node *n)
{
	const struct dt_node *base;
	uint64_t off;
	dt_reg r;

	if (is_curthread(n))
		return dt_gen_task(g);
	base = object_of(n, &off);
	r = object_address(g, base);
	if (!is_curthread(base))
		dt_gen_fault_if(g, DT_FAULT_BADADDR, DT_IR_EQ, r, 0, dt_ir_const(g->f, off));
	return dt_ir_load_kernel(g->f, 8, r, off);
}

bool dt_node_in_object(const struct dt_node *n)
{
	uint64_t off;

	return n->kind == DT_NODE_MEMBER && dt_type_is_scalar(n->type) && object_of(n, &off);
}

dt_reg dt_gen_object_member(struct dt_gen *g, const struct dt_node *n)
{
	const struct dt_type *t = dt_type_resolve(n->type);
	uint64_t off;
	const struct dt_node *base = object_of(n, &off);
	dt_reg r = object_address(g, base);

	if (!is_curthread(base))
		dt_gen_fault_if(g, DT_FAULT_BADADDR, DT_IR_EQ, r, 0, dt_ir_const(g->f, off));
	if (t->kind != DT_TYPE_POINTER)
		return dt_gen_normalize(g, dt_ir_load_kernel(g->f, t->size, r, off), t);
	return dt_verifier_load_pointer(g, r, off);
}

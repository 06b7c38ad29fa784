/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Types of args[] from the kernel's type data, which is read when a program names args[]. At entry,
 * args[] are the function's arguments; at return, the offset, which is 0, and the result.
 */
#include "provider/fbt/internal.h"

#include "arch/arch.h"

#include <string.h>

/** Returns the number of registers that hold an argument; 0: it is passed in memory and does not
 *  count. 64-bit Arm passes a pointer to that memory. */
static unsigned words_of(const struct dt_type *t)
{
	const struct dt_convention *c = &dt_arch.native.calls;

	if (!dt_type_is_sou(dt_type_resolve(t)))
		return 1;
	if (t->size > c->largest)
		return c->is_aapcs64;
	return (unsigned)((t->size + c->word - 1) / c->word);
}

static void set_entry(struct dt_registry *r, struct dt_probe *p, const struct dt_type *fn)
{
	const struct dt_type **types =
	    dt_arena_array(r->arena, const struct dt_type *, fn->n_params);
	uint8_t *map = dt_arena_alloc(r->arena, fn->n_params);
	unsigned word = 0;

	for (size_t i = 0; i < fn->n_params; i++) {
		unsigned words = words_of(fn->params[i]);

		// A struct passed by value does not fit into one word.
		types[i] = dt_type_is_scalar(fn->params[i]) ? fn->params[i] : NULL;
		map[i] = (uint8_t)word;
		word += words;
	}
	p->arg_types = types;
	p->arg_native = types;
	p->arg_map = map;
	p->n_args = fn->n_params;
}

static void set_return(struct dt_registry *r, struct dt_probe *p, const struct dt_type *fn)
{
	const struct dt_type **types = dt_arena_array(r->arena, const struct dt_type *, 2);
	bool has_value = fn->ret->kind != DT_TYPE_VOID;

	types[0] = dt_type_basic(r->types, DT_ULONG);
	types[1] = dt_type_is_scalar(fn->ret) ? fn->ret : NULL;
	p->arg_types = types;
	p->n_args = has_value ? 2 : 1;
}

const char *dt_fbt_types(struct dt_registry *r, struct dt_probe *p)
{
	const struct dt_fbt_function *f = p->own;
	const struct dt_type *fn;

	if (p->n_args)
		return NULL;
	if (p->context == dt_fbt_context(DT_FBT_SINGLE, DT_FBT_OFFSET))
		return "they are known only at entry and return";
	if (strchr(f->name, '.'))
		return "the compiler has changed this function's arguments";
	fn = dt_type_of_function(r->types, f->module, f->name);
	if (!fn || fn->kind != DT_TYPE_FUNCTION)
		return "the kernel's type data do not describe the function";
	if (p == f->probes[1])
		set_return(r, p, fn);
	else if (fn->n_params)
		set_entry(r, p, fn);
	else
		return "the function has no arguments";
	return NULL;
}

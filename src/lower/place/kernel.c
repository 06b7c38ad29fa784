/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Addresses of kernel variables, known at compile time. A per-CPU variable has one address for all
 * CPUs. The address on a CPU is the sum of that and of the CPU's offset, an element of a kernel
 * array.
 *
 * Decision: docs/dev/decisions/0015-curthread-chains-are-loads.md
 */
#include "lower/place/place.h"

void dt_gen_bad_arg(struct dt_gen *g, const struct dt_node *call, unsigned i, const char *wanted)
{
	const struct dt_node *arg = call->list;

	for (unsigned k = 0; k < i; k++)
		arg = arg->next;
	dt_diag(&g->l->c->diags, arg->loc, D_PROTO_ARG,
		"%s( ) argument #%u is incompatible: it is of type \"%s\", not \"%s\"",
		call->ident->name, i + 1, dt_type_name(g->l->arena, arg->type), wanted);
}

/** Reports whether the symbol is a function named in the D library. Some kernels lack these; their
 * address is then 0. */
static bool is_optional(const struct dt_node *n)
{
	return n->loc.source && n->loc.source->is_library && n->type->kind == DT_TYPE_VOID;
}

static uint64_t symbol_address(struct dt_gen *g, const struct dt_node *n, const char *module,
			       const char *name)
{
	const struct dt_symbol_source *src = g->l->c->symbols;
	uint64_t ret = 0;

	if ((!src || !src->address(src->self, module, name, &ret)) && !is_optional(n))
		dt_diag(&g->l->c->diags, n->loc, D_SYM_NOTYPES,
			"the address of kernel symbol %s is not known: /proc/kallsyms does not "
			"list %s (kernels without CONFIG_KALLSYMS_ALL list no variables), or hides "
			"addresses (sysctl kernel.kptr_restrict)",
			n->name, name);
	return ret;
}

static bool is_percpu(const struct dt_type *t)
{
	return t->kind == DT_TYPE_QUALIFIED && t->quals & DT_QUAL_PERCPU;
}

dt_reg dt_gen_kernel_address(struct dt_gen *g, const struct dt_node *n)
{
	dt_reg base = dt_ir_const(g->f, symbol_address(g, n, n->module, n->name)), at, offset;
	unsigned taken;

	if (!is_percpu(n->type))
		return base;
	taken = dt_gen_stack_alloc(g, 8);
	at = dt_ir_bini(g->f, DT_IR_SHL, dt_ir_un(g->f, DT_IR_ZEXT, 4, dt_ir_env(g->f, DT_ENV_CPU)),
			3);
	at = dt_ir_bin(g->f, DT_IR_ADD, at,
		       dt_ir_const(g->f, symbol_address(g, n, "", "__per_cpu_offset")));
	dt_gen_fault_badaddr(g,
			     dt_ir_env(g->f, DT_ENV_READ_KERNEL, dt_gen_stack_addr(g, taken),
				       dt_ir_const(g->f, 8), at),
			     at);
	offset = dt_ir_load(g->f, 8, dt_gen_stack_addr(g, taken), 0);
	dt_gen_stack_release(g, taken);
	return dt_ir_bin(g->f, DT_IR_ADD, base, offset);
}

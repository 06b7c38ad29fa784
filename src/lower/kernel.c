/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Addresses of kernel variables. They are constants of the running kernel. A per-CPU variable's is
 * the same for all CPUs up to an offset, which the kernel keeps in an array of its own.
 */
#include "lower/internal.h"

#include <linux/bpf.h>

static uint64_t address(struct dt_gen *g, const struct dt_node *n, const char *module,
			const char *name)
{
	const struct dt_symbol_source *src = g->l->c->symbols;
	uint64_t ret = 0;

	if (!src || !src->address(src->self, module, name, &ret))
		dt_diag(
		    &g->l->c->diags, n->loc, D_SYM_NOTYPES,
		    "the address of kernel symbol %s is not known: /proc/kallsyms does not list %s",
		    n->name, name);
	return ret;
}

static bool is_percpu(const struct dt_type *t)
{
	return t->kind == DT_TYPE_QUALIFIED && t->quals & DT_QUAL_PERCPU;
}

dt_reg dt_gen_kernel_address(struct dt_gen *g, const struct dt_node *n)
{
	dt_reg base = dt_ir_const(g->f, address(g, n, n->scope, n->name)), at, offset;
	unsigned taken;

	if (!is_percpu(n->type))
		return base;
	taken = dt_gen_stack_take(g, 8);
	at = dt_ir_bini(
	    g->f, DT_IR_SHL,
	    dt_ir_un(g->f, DT_IR_ZEXT, 4, dt_ir_helper(g->f, BPF_FUNC_get_smp_processor_id, 0)), 3);
	at = dt_ir_bin(g->f, DT_IR_ADD, at,
		       dt_ir_const(g->f, address(g, n, "", "__per_cpu_offset")));
	dt_gen_fault_badaddr(g,
			     dt_ir_helper(g->f, BPF_FUNC_probe_read_kernel, 3,
					  dt_gen_stack_addr(g, taken), dt_ir_const(g->f, 8), at),
			     at);
	offset = dt_ir_load(g->f, 8, dt_gen_stack_addr(g, taken), 0);
	dt_gen_stack_release(g, taken);
	return dt_ir_bin(g->f, DT_IR_ADD, base, offset);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Arguments and string results in the form that the BPF runtime requires. A string in less than
 * strsize bytes of memory (execname) is copied to scratch memory, bounded by its size.
 */
#include "builtin/args.h"

const struct dt_node *dt_arg_node(const struct dt_node *call, unsigned i)
{
	const struct dt_node *n = call->list;

	while (n && i--)
		n = n->next;
	return n;
}

dt_reg dt_arg_value(struct dt_gen *g, const struct dt_node *call, unsigned i, int64_t missing)
{
	const struct dt_node *n = dt_arg_node(call, i);

	return n ? dt_gen_value(g, n) : dt_ir_const(dt_gen_func(g), missing);
}

dt_reg dt_arg_string(struct dt_gen *g, const struct dt_node *call, unsigned i)
{
	const struct dt_node *n = dt_arg_node(call, i);
	struct dt_ir_func *f = dt_gen_func(g);
	uint32_t cap;
	dt_reg s = dt_gen_string(g, n, &cap), copy;

	if (cap >= dt_gen_strsize(g) || n->kind == DT_NODE_STRING)
		return s;
	copy = dt_gen_scratch(g, dt_gen_strsize(g));
	dt_ir_env(f, DT_ENV_COPY_STR, copy, dt_ir_const(f, cap), s);
	return copy;
}

dt_reg dt_arg_memory(struct dt_gen *g, const struct dt_node *call, unsigned i)
{
	return dt_node_is_string(dt_arg_node(call, i)) ? dt_gen_number(g, dt_arg_string(g, call, i))
						       : dt_arg_value(g, call, i, 0);
}

dt_reg dt_arg_size(struct dt_gen *g, const struct dt_node *call, unsigned i, uint32_t *max)
{
	const struct dt_node *n = dt_arg_node(call, i);
	dt_reg size;

	if (n->kind == DT_NODE_INT && n->value <= DT_ARG_SIZE_CONST_MAX) {
		*max = n->value;
		return dt_ir_const(dt_gen_func(g), n->value);
	}
	*max = dt_gen_strsize(g) > DT_ARG_SIZE_MAX ? dt_gen_strsize(g) : DT_ARG_SIZE_MAX;
	size = dt_gen_value(g, n);
	dt_gen_fault_if(g, DT_FAULT_NOSCRATCH, DT_IR_GT, size, *max, 0);
	return size;
}

dt_reg dt_result_begin(struct dt_gen *g, dt_reg dst, uint32_t cap)
{
	return cap >= dt_gen_strsize(g) ? dst : dt_gen_scratch(g, dt_gen_strsize(g));
}

void dt_result_end(struct dt_gen *g, dt_reg dst, uint32_t cap, dt_reg whole)
{
	struct dt_ir_func *f = dt_gen_func(g);

	if (whole != dst)
		dt_ir_env(f, DT_ENV_COPY_STR, dst, dt_ir_const(f, cap), whole);
}

static dt_reg read_by(struct dt_gen *g, enum dt_env word, dt_reg pointer, unsigned size)
{
	struct dt_ir_func *f = dt_gen_func(g);
	dt_reg address = dt_gen_scratch(g, size), got;

	got = dt_ir_env(f, word, address, dt_ir_const(f, size), pointer);
	dt_gen_fault_if(g, DT_FAULT_BADADDR, DT_IR_NE, got, 0, pointer);
	return address;
}

dt_reg dt_arg_read(struct dt_gen *g, dt_reg pointer, unsigned size)
{
	return read_by(g, DT_ENV_READ, pointer, size);
}

dt_reg dt_arg_read_kernel(struct dt_gen *g, dt_reg pointer, unsigned size)
{
	return read_by(g, DT_ENV_READ_KERNEL, pointer, size);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Compiles an IR program to one array of BPF instructions. It emits the program's functions one
 * after another, appends each runtime function that they call, directly or indirectly, once, and
 * fills in the offsets of all calls. The kernel limits the sum of the stacks along a chain of
 * calls, so a function leaves free the stack that its runtime functions need.
 */
#include "ebpf/ebpf.h"

#include "ebpf/code/emit.h"
#include "rt/rt.h"

#include <stdlib.h>
#include <string.h>

enum {
	STACK_LIMIT = 512,	     // bytes, along a chain of calls
	STACK_LIMIT_TAIL_CALL = 256, // the same, if the last function makes tail calls
	// IR instructions of a function. A BPF jump reaches 32767 instructions, so every kernel
	// rejects a much larger function, after seconds.
	FUNC_LIMIT = 60000,
};

struct compiler {
	const struct dt_ir_prog *p;
	size_t strsize;
	struct dt_emitted e;
	dt_vec(struct dt_bpf_func) funcs;
	unsigned *stacks;	// by IR function
	size_t *runtime_starts; // by runtime function; 0: not appended
	dt_vec(size_t) todo;	// runtime functions to append, in order; the first `done` are done
};

static bool makes_tail_calls(const struct dt_ir_func *f)
{
	dt_vec_foreach (&f->code, i) {
		if (i->op == DT_IR_TAIL_CALL)
			return true;
	}
	return false;
}

static const struct dt_rt_func *runtime_of(const struct dt_ir_insn *i)
{
	return i->op == DT_IR_CALL || i->op == DT_IR_CALLBACK ? dt_rt_find(i->sym) : NULL;
}

/** Returns the stack that the deepest runtime function called by `f` needs. */
static unsigned runtime_depth(const struct dt_ir_func *f)
{
	unsigned deepest = 0;

	dt_vec_foreach (&f->code, i) {
		const struct dt_rt_func *called = runtime_of(i);
		unsigned depth = called ? dt_rt_depth(called) : 0;

		if (depth > deepest)
			deepest = depth;
	}
	return deepest;
}

static struct dt_error *overflow_error(unsigned need, unsigned limit, const struct dt_ir_loc *loc)
{
	const char *file = loc && loc->file ? loc->file : "the program";

	if (loc && loc->line)
		return dt_error_new(DT_ERR_UNSUPPORTED,
				    "%s, line %u: this clause needs %u bytes of stack for its "
				    "strings, keys and values; BPF has %u left",
				    file, loc->line, need, limit);
	return dt_error_new(DT_ERR_UNSUPPORTED,
			    "%s needs %u bytes of stack for its strings, keys and values; BPF has "
			    "%u left",
			    file, need, limit);
}

static struct dt_error *compile_func(struct compiler *c, size_t n)
{
	const struct dt_ir_func *f = c->p->funcs.data[n];
	struct dt_overflow overflow;
	unsigned limit = STACK_LIMIT;

	// Its callers need a frame, too.
	if (n)
		limit -= 32;
	limit -= runtime_depth(f);
	dt_vec_push(&c->funcs, (struct dt_bpf_func){
				   .start = c->e.insns.len, .name = f->name, .index = (unsigned)n});
	c->stacks[n] = dt_emit_func(&c->e, f, limit, &overflow);
	if (overflow.need)
		return overflow_error(overflow.need, limit, overflow.loc);
	return NULL;
}

/** Adds up the stacks of all call chains that begin with IR function `n`, whose callers use `above`
 *  bytes. Fails if a chain exceeds the limit. */
static struct dt_error *check_chain(const struct compiler *c, size_t n, unsigned above)
{
	const struct dt_ir_func *f = c->p->funcs.data[n];
	unsigned used = above + dt_rt_frame(c->stacks[n]);

	if (used + runtime_depth(f) > STACK_LIMIT)
		return overflow_error(used + runtime_depth(f), STACK_LIMIT, f->loc);
	if (n && above >= STACK_LIMIT_TAIL_CALL && makes_tail_calls(f))
		return overflow_error(above, STACK_LIMIT_TAIL_CALL, f->loc);
	dt_vec_foreach (&f->code, i) {
		if (i->op != DT_IR_CALL_LOCAL)
			continue;
		if (used > STACK_LIMIT || (size_t)i->imm <= n)
			return dt_error_new(DT_ERR_OTHER, "function %s calls an earlier one",
					    f->name);
		DT_TRY(check_chain(c, (size_t)i->imm, used));
	}
	return NULL;
}

static void need_runtime(struct compiler *c, size_t index)
{
	dt_vec_foreach (&c->todo, known) {
		if (*known == index)
			return;
	}
	dt_vec_push(&c->todo, index);
}

static void append_runtime(struct compiler *c, size_t index)
{
	const struct dt_rt_func *f = &dt_rt_table[index];
	size_t start = c->e.insns.len;

	c->runtime_starts[index] = start;
	dt_vec_push(&c->funcs, (struct dt_bpf_func){.start = start,
						    .name = f->name,
						    .runtime = true,
						    .index = (unsigned)index});
	for (uint32_t i = 0; i < f->n_insns; i++) {
		dt_vec_push(&c->e.insns, f->insns[i]);
		dt_vec_push(&c->e.locs, NULL);
		dt_vec_push(&c->e.notes, NULL);
	}
	for (uint32_t i = 0; i < f->n_relocs; i++) {
		if (dt_rt_is_call(&f->relocs[i]))
			need_runtime(c, f->relocs[i].func);
	}
}

/** Sets the 64-bit immediate of a pair of instructions, and its kind (src_reg). */
static void fill_in(struct bpf_insn *pair, uint8_t kind, size_t value)
{
	pair[0].src_reg = kind & 0xf;
	pair[0].imm = (int32_t)value;
	pair[1].imm = 0;
}

/** Resolves the relocations of a runtime function. All functions have been appended before. */
static void relocate_runtime(struct compiler *c, size_t index)
{
	const struct dt_rt_func *f = &dt_rt_table[index];

	for (uint32_t i = 0; i < f->n_relocs; i++) {
		const struct dt_rt_reloc *r = &f->relocs[i];
		size_t at = c->runtime_starts[index] + r->insn;
		struct bpf_insn *insn = &c->e.insns.data[at];

		switch (r->kind) {
		case DT_RT_CALL:
			insn->src_reg = BPF_PSEUDO_CALL;
			insn->imm = (int32_t)(c->runtime_starts[r->func] - at - 1);
			break;
		case DT_RT_FUNC_ADDR:
			fill_in(insn, BPF_PSEUDO_FUNC, c->runtime_starts[r->func] - at - 1);
			break;
		case DT_RT_STRSIZE:
			fill_in(insn, 0, c->strsize);
			break;
		case DT_RT_CELLS:
			fill_in(insn, 0, c->p->cells_size);
			break;
		case DT_RT_TABLE:
			fill_in(insn, BPF_PSEUDO_MAP_FD, c->p->tables[r->func]);
			break;
		}
	}
}

static struct dt_error *link_calls(struct compiler *c)
{
	dt_vec_foreach (&c->e.calls, ref) {
		const struct dt_rt_func *f = ref->sym ? dt_rt_find(ref->sym) : NULL;

		if (ref->sym && !f)
			return dt_error_new(DT_ERR_OTHER, "the BPF runtime has no function %s",
					    ref->sym);
		if (f)
			need_runtime(c, (size_t)(f - dt_rt_table));
	}
	for (size_t done = 0; done < c->todo.len; done++)
		append_runtime(c, c->todo.data[done]);
	dt_vec_foreach (&c->todo, index)
		relocate_runtime(c, *index);
	dt_vec_foreach (&c->e.calls, ref) {
		size_t start = ref->sym ? c->runtime_starts[dt_rt_find(ref->sym) - dt_rt_table]
					: c->funcs.data[ref->func].start;

		c->e.insns.data[ref->at].imm = (int32_t)((int64_t)start - (int64_t)ref->at - 1);
	}
	return NULL;
}

static struct dt_error *compile_functions(struct compiler *c)
{
	const char *wrong;

	dt_vec_foreach (&c->p->funcs, f) {
		if ((*f)->code.len > FUNC_LIMIT)
			return dt_error_new(
			    DT_ERR_UNSUPPORTED,
			    "the clauses of one probe are too large: program %s has %zu "
			    "instructions, the limit is %d",
			    c->p->name, (*f)->code.len, FUNC_LIMIT);
	}
	wrong = dt_ir_verify(c->p);
	if (wrong)
		return dt_error_new(DT_ERR_OTHER, "internal error: %s", wrong);
	for (size_t n = 0; n < c->p->funcs.len; n++)
		DT_TRY(compile_func(c, n));
	DT_TRY(check_chain(c, 0, 0));
	return link_calls(c);
}

/** Reports whether the code calls a helper that only sleepable programs may call. */
static bool sleeps(const struct dt_emitted *e)
{
	dt_vec_foreach (&e->insns, i)
		if (i->code == (BPF_JMP | BPF_CALL) && !i->src_reg &&
		    (i->imm == BPF_FUNC_copy_from_user || i->imm == BPF_FUNC_copy_from_user_task))
			return true;
	return false;
}

struct dt_error *dt_bpf_compile(const struct dt_ir_prog *p, size_t strsize,
				const struct dt_bpf_kernel *kernel, struct dt_bpf_code *ret)
{
	struct compiler c = {.p = p, .strsize = strsize, .e.kernel = kernel};

	c.stacks = dt_zalloc((p->funcs.len + 1) * sizeof(*c.stacks));
	c.runtime_starts = dt_zalloc((dt_rt_count + 1) * sizeof(*c.runtime_starts));
	struct dt_error *err = compile_functions(&c);
	if (!err) {
		*ret = (struct dt_bpf_code){
		    .insns = c.e.insns.data,
		    .locs = c.e.locs.data,
		    .notes = c.e.notes.data,
		    .n = c.e.insns.len,
		    .funcs = c.funcs.data,
		    .n_funcs = c.funcs.len,
		    .stack = c.stacks[0],
		    .sleeps = sleeps(&c.e),
		};
		dt_vec_deinit(&c.e.calls);
	} else {
		dt_emitted_deinit(&c.e);
		dt_vec_deinit(&c.funcs);
	}
	dt_vec_deinit(&c.todo);
	free(c.stacks);
	free(c.runtime_starts);
	return err;
}

void dt_bpf_code_deinit(struct dt_bpf_code *c)
{
	free(c->insns);
	free(c->locs);
	free(c->notes);
	free(c->funcs);
	*c = (struct dt_bpf_code){0};
}

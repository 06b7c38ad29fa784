/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads argN of USDT probes. A probe may have many sites, and the compiler chooses the locations of
 * the arguments at each. The cookie has the number of the site's argument list. The program uses it
 * in a binary search over the lists of its probes to select among the different operands for argN.
 * Usually there is only one. A list that was created while tracing has a greater number than all
 * others, and an interpreter reads it (interpret.c).
 *
 * argN is mapped like args[N]: lists have the operands in the order that the declaration publishes.
 *
 * An argument that cannot be read (a vector register, thread-local storage, a page that is not
 * resident) is 0.
 *
 * Decision: docs/dev/decisions/0040-usdt-arguments-compiled.md
 */
#include "provider/registers.h"
#include "provider/uprobe/uprobe.h"
#include "provider/usdt/usdt.h"

#include <string.h>
#include <sys/user.h>

static const struct dt_operand unreadable = {.kind = DT_OPERAND_UNREADABLE, .size = 8};

/** Writes a site's operands in the order of args[], and returns their number. */
static size_t published_operands(struct dt_usdt_file *f, const struct dt_usdt_site *s,
				 struct dt_operand ret[DT_USDT_ARGS_MAX])
{
	const struct dt_usdt_types *t = dt_usdt_types_of(f, s);
	struct dt_operand native[DT_USDT_ARGS_MAX];
	size_t n = dt_usdt_operands(f, s, t ? native : ret, DT_USDT_ARGS_MAX);

	if (!t)
		return n;
	for (size_t i = 0; i < t->n_args; i++)
		ret[i] = t->map[i] < n ? native[t->map[i]] : unreadable;
	return t->n_args;
}

const struct dt_site_args *dt_usdt_intern_args(struct dt_registry *r, struct dt_usdt_file *f,
					       const struct dt_usdt_site *s)
{
	struct dt_usdt *u = dt_usdt_of(r);
	struct dt_operand operands[DT_USDT_ARGS_MAX];
	size_t n = published_operands(f, s, operands);
	size_t size = sizeof(struct dt_site_args) + n * sizeof(*operands);
	dt_cleanup(dt_free_p) struct dt_site_args *key = dt_zalloc(size);
	struct dt_site_args *a;

	key->is_32 = f->is_32;
	key->n = n;
	memcpy(key->operands, operands, n * sizeof(*operands));
	a = dt_map_get(&u->args_by_bytes, key, size);
	if (!a) {
		a = dt_arena_alloc(r->arena, size);
		memcpy(a, key, size);
		dt_map_put(&u->args_by_bytes, key, size, a);
		dt_vec_push(&u->args, a);
		a->index = (uint32_t)u->args.len;
		a->pass = r->pass;
	}
	return a;
}

// ---- reading one operand

static dt_reg address_of(struct dt_ir_func *f, const struct dt_operand *o, bool is_32)
{
	dt_reg at = o->base == DT_NO_REG ? dt_ir_const(f, 0) : dt_register(f, o->base);

	if (o->index != DT_NO_REG)
		at = dt_ir_bin(
		    f, DT_IR_ADD, at,
		    dt_ir_bini(f, DT_IR_MUL, dt_register(f, o->index), (int64_t)o->scale));
	at = dt_ir_bini(f, DT_IR_ADD, at, o->disp);
	return is_32 ? dt_ir_un(f, DT_IR_ZEXT, 4, at) : at;
}

static dt_reg extend_operand(struct dt_ir_func *f, const struct dt_operand *o, dt_reg v)
{
	if (o->size == 8)
		return v;
	return dt_ir_un(f, o->is_signed ? DT_IR_SEXT : DT_IR_ZEXT, o->size, v);
}

static dt_reg read_memory_operand(struct dt_ir_func *f, const struct dt_operand *o, bool is_32)
{
	dt_slot slot = dt_ir_slot(f, 8, 8);

	dt_register_read(dt_machine_of(is_32), f, dt_ir_slot_addr(f, slot), o->size,
			 address_of(f, o, is_32));
	return dt_ir_load(f, o->size, dt_ir_slot_addr(f, slot), 0);
}

static dt_reg read_operand(struct dt_ir_func *f, const struct dt_operand *o, bool is_32)
{
	switch (o->kind) {
	case DT_OPERAND_CONST:
		return extend_operand(f, o, dt_ir_const(f, o->disp));
	case DT_OPERAND_REG:
		return extend_operand(f, o,
				      dt_ir_bini(f, DT_IR_SHR, dt_register(f, o->base), o->shift));
	case DT_OPERAND_ADDR:
		return extend_operand(f, o, address_of(f, o, is_32));
	case DT_OPERAND_MEM:
		return extend_operand(f, o, read_memory_operand(f, o, is_32));
	case DT_OPERAND_UNREADABLE:
		break;
	}
	return dt_ir_const(f, 0);
}

// ---- choosing among the sites

/** Argument lists of the group's probes, by index. */
typedef dt_vec(const struct dt_site_args *) arg_lists;

static int compare_lists(const void *a, const void *b)
{
	const struct dt_site_args *const *x = a, *const *y = b;

	return (*x)->index < (*y)->index ? -1 : (*x)->index > (*y)->index;
}

static void collect_lists(const struct dt_usdt_context *c, const struct dt_probe_set *set,
			  arg_lists *ret)
{
	size_t kept = 0;

	for (size_t i = 0; i < set->n; i++) {
		const struct dt_probe *p = dt_registry_find(c->registry, set->ids[i]);

		for (size_t k = 0; k < p->n_sites; k++)
			dt_vec_push(ret, p->sites[k].args);
	}
	if (ret->len)
		qsort(ret->data, ret->len, sizeof(*ret->data), compare_lists);
	for (size_t i = 0; i < ret->len; i++)
		if (!kept || ret->data[kept - 1] != ret->data[i])
			ret->data[kept++] = ret->data[i];
	ret->len = kept;
}

static const struct dt_operand *operand_of(const struct dt_site_args *a, unsigned n)
{
	return n < a->n ? &a->operands[n] : &unreadable;
}

static bool same_operand(const struct dt_site_args *a, const struct dt_site_args *b, unsigned n)
{
	const struct dt_operand *x = operand_of(a, n), *y = operand_of(b, n);

	if (x->kind == DT_OPERAND_UNREADABLE && y->kind == x->kind)
		return true;
	return a->is_32 == b->is_32 && dt_operand_equal(x, y);
}

/** A choice that is being generated. */
struct choice {
	struct dt_ir_func *f;
	const struct dt_site_args *const *lists;
	unsigned n;	      // number of the argument
	dt_reg index, result; // index of the site's list; value of the argument
	dt_label end;
};

/** Generates the choice among lists[low … high-1], one of which is the site's. */
static void choose_list(struct choice *c, size_t low, size_t high)
{
	size_t middle = low + 1, half = low + (high - low) / 2;
	struct dt_ir_func *f = c->f;
	dt_label upper;

	while (middle < high && same_operand(c->lists[low], c->lists[middle], c->n))
		middle++;
	if (middle == high) {
		const struct dt_site_args *a = c->lists[low];

		dt_ir_mov_to(f, c->result, read_operand(f, operand_of(a, c->n), a->is_32));
		dt_ir_jump(f, c->end);
		return;
	}
	upper = dt_ir_label(f);
	dt_ir_branchi(f, DT_IR_GE, c->index, c->lists[half]->index, upper);
	choose_list(c, low, half);
	dt_ir_place(f, upper);
	choose_list(c, half, high);
}

/** Reads an argument in a group that gets more probes, which may have any list. */
static dt_reg growing_arg(const struct dt_usdt_context *self, struct dt_ir_func *f,
			  unsigned operands, unsigned n)
{
	struct dt_usdt *u = dt_usdt_of(self->registry);
	struct choice c = {.f = f,
			   .n = n,
			   .lists = u->args.data,
			   .index = dt_uprobe_site_value(f),
			   .result = dt_ir_reg(f),
			   .end = dt_ir_label(f)};
	dt_label known = dt_ir_label(f);

	if (u->args.len)
		dt_ir_branchi(f, DT_IR_LE, c.index, (int64_t)u->args.len, known);
	dt_ir_mov_to(f, c.result, dt_usdt_interpret(f, operands, c.index, n));
	if (u->args.len) {
		dt_ir_jump(f, c.end);
		dt_ir_place(f, known);
		choose_list(&c, 0, u->args.len);
	}
	dt_ir_place(f, c.end);
	return c.result;
}

static dt_reg usdt_arg(const struct dt_context *self, struct dt_ir_func *f,
		       const struct dt_probe_set *set, unsigned n)
{
	arg_lists lists = {0};
	struct choice c = {.f = f, .n = n};
	bool differ = false;

	if (set->grows)
		return growing_arg((const struct dt_usdt_context *)self, f, set->operands, n);
	collect_lists((const struct dt_usdt_context *)self, set, &lists);
	for (size_t i = 1; i < lists.len; i++)
		differ = differ || !same_operand(lists.data[0], lists.data[i], n);
	if (differ) {
		c.lists = lists.data;
		c.index = dt_uprobe_site_value(f);
		c.result = dt_ir_reg(f);
		c.end = dt_ir_label(f);
		choose_list(&c, 0, lists.len);
		dt_ir_place(f, c.end);
	} else {
		c.result = read_operand(f, operand_of(lists.data[0], n), lists.data[0]->is_32);
	}
	dt_vec_deinit(&lists);
	return c.result;
}

static struct dt_usdt_context create_context(struct dt_registry *r, enum dt_attach attach)
{
	return (struct dt_usdt_context){.base = {.name = "USDT",
						 .attach = attach,
						 .probe_id = dt_uprobe_probe_id,
						 .arg = usdt_arg,
						 .by_site = true,
						 .uregs = dt_register_user,
						 .may_sleep = attach != DT_ATTACH_SITE},
					.registry = r};
}

const struct dt_context *dt_usdt_context(struct dt_registry *r, enum dt_attach attach)
{
	struct dt_usdt *u = dt_usdt_of(r);
	struct dt_usdt_context *c = &u->contexts[attach == DT_ATTACH_UPROBES];

	if (c->registry)
		return &c->base;
	u->in_target = create_context(r, DT_ATTACH_SITE);
	*c = create_context(r, attach);
	c->base.in_target = &u->in_target.base;
	return &c->base;
}

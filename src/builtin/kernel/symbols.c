/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Names of addresses: sym, func, mod for the kernel, usym, ufunc, umod, uaddr for a process, as
 * actions and keys. The record contains the address, and for a process also its id. The consumer
 * finds the name, and merges keys with the same name.
 */
#include "builtin/args.h"
#include "builtin/builtin.h"

static void kernel_field(struct dt_gen *g, const struct dt_node *n, struct dt_field *field)
{
	field->kind = DT_FIELD_SYM;
	field->size = 8;
	field->form = n->ident->builtin->arg;
}

static void kernel_store(struct dt_gen *g, const struct dt_node *n, dt_reg dst, int64_t off,
			 const struct dt_field *field)
{
	dt_ir_store(dt_gen_func(g), 8, dst, off, dt_gen_value(g, n->list));
}

static void user_field(struct dt_gen *g, const struct dt_node *n, struct dt_field *field)
{
	field->kind = DT_FIELD_USYM;
	field->size = 16;
	field->form = n->ident->builtin->arg;
}

static void user_store(struct dt_gen *g, const struct dt_node *n, dt_reg dst, int64_t off,
		       const struct dt_field *field)
{
	struct dt_ir_func *f = dt_gen_func(g);
	dt_reg address = dt_gen_value(g, n->list);

	dt_ir_store(f, 8, dst, off, dt_gen_pid(g));
	dt_ir_store(f, 8, dst, off + 8, address);
}

static void symbol_action(struct dt_gen *g, const struct dt_node *n)
{
	dt_gen_act_begin(g, "sym", n);
	dt_gen_act_field(g, n);
	dt_gen_act_end(g);
}

static const struct dt_lowering kernel = {
    .action = symbol_action, .field = kernel_field, .store = kernel_store};
static const struct dt_lowering user = {
    .action = symbol_action, .field = user_field, .store = user_store};

#define ADDRESS(id, same_as, type, how, form, sentence, program) \
	const struct dt_builtin dt_builtin_##id = {              \
	    .name = #id,                                         \
	    .kind = DT_BUILTIN_ACTION,                           \
	    .flags = DT_BF_RECORDS | DT_BF_KEY_ONLY,             \
	    .proto = type,                                       \
	    .records_as = &dt_builtin_##same_as,                 \
	    .lowering = &how,                                    \
	    .arg = form,                                         \
	    .doc = sentence,                                     \
	    .example = program,                                  \
	}

ADDRESS(sym, sym, "_symaddr (uintptr_t)", kernel, DT_FORM_SYMBOL,
	"Name a kernel address by its module and symbol.",
	"profile-97 /arg0/ { @[sym(arg0)] = count(); }");
ADDRESS(func, sym, "_symaddr (uintptr_t)", kernel, DT_FORM_SYMBOL,
	"Name a kernel address by its module and function; the same as sym().",
	"profile-97 /arg0/ { @[func(arg0)] = count(); }");
ADDRESS(mod, mod, "_symaddr (uintptr_t)", kernel, DT_FORM_OBJECT,
	"Name a kernel address by its module; vmlinux is the kernel itself.",
	"profile-97 /arg0/ { @[mod(arg0)] = count(); }");
ADDRESS(usym, usym, "_usymaddr (uintptr_t)", user, DT_FORM_SYMBOL,
	"Name an address of the current process by its object and symbol.",
	"profile-97 /arg1/ { @[execname, usym(arg1)] = count(); }");
ADDRESS(ufunc, usym, "_usymaddr (uintptr_t)", user, DT_FORM_SYMBOL,
	"Name an address of the current process by its object and function; the same as usym().",
	"profile-97 /arg1/ { @[execname, ufunc(arg1)] = count(); }");
ADDRESS(umod, umod, "_usymaddr (uintptr_t)", user, DT_FORM_OBJECT,
	"Name an address of the current process by its object: the program or a library.",
	"profile-97 /arg1/ { @[execname, umod(arg1)] = count(); }");
ADDRESS(uaddr, uaddr, "_usymaddr (uintptr_t)", user, DT_FORM_ADDRESS,
	"Name an address of the current process by its object, symbol and offset.",
	"profile-97 /arg1/ { @[execname, uaddr(arg1)] = count(); }");

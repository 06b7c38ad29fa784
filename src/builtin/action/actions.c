/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Actions that record data, and actions that the consumer performs when it reads their record:
 * trace, print, tracemem, printf; exit, system, freopen, ftruncate, setopt.
 *
 * The lowerings only describe and fill the record. The consumer does all formatting. Only exit()
 * has an effect in the kernel: it stops every probe but END at once, and stores its status in
 * dt_ctl, so that the status arrives even if the ring is full.
 */
#include "builtin/args.h"
#include "builtin/builtin.h"
#include "lang/check/checks.h"

/** Records all arguments, as wide as their types. */
static void record_args(struct dt_gen *g, const struct dt_node *n)
{
	dt_gen_act_begin(g, n->ident->builtin->name, n);
	for (const struct dt_node *arg = n->list; arg; arg = arg->next)
		dt_gen_act_datum(g, arg);
	dt_gen_act_end(g);
}

/** Records arguments with a constant format. Integers keep all bits. */
static void record_format(struct dt_gen *g, const struct dt_node *n)
{
	dt_gen_act_begin(g, n->ident->builtin->name, n);
	dt_gen_act_format(g, n->list->str);
	for (const struct dt_node *arg = n->list->next; arg; arg = arg->next)
		dt_gen_act_field(g, arg);
	dt_gen_act_end(g);
}

static void tracemem_action(struct dt_gen *g, const struct dt_node *n)
{
	const struct dt_node *addr = dt_arg_node(n, 0), *size = dt_arg_node(n, 1);
	const struct dt_node *shown = dt_arg_node(n, 2);

	dt_gen_act_begin(g, n->ident->builtin->name, n);
	dt_gen_act_bytes(g, dt_gen_value(g, addr), size->value, addr->is_userland, addr->type);
	if (shown)
		dt_gen_act_field(g, shown);
	dt_gen_act_end(g);
}

static void exit_action(struct dt_gen *g, const struct dt_node *n)
{
	struct dt_ir_func *f = dt_gen_func(g);
	dt_label later = dt_ir_label(f);
	dt_reg status = dt_gen_value(g, n->list), ctl = dt_ir_map_value(f, DT_MAP_CTL, 0);
	dt_reg before = dt_ir_atomic(f, DT_IR_XCHG, 4, ctl, offsetof(struct dt_ctl, exited),
				     dt_ir_const(f, 1), 0);

	dt_ir_branchi(f, DT_IR_NE, before, 0, later);
	dt_ir_store(f, 4, ctl, offsetof(struct dt_ctl, exit_status), status);
	dt_ir_storei(f, 4, ctl, offsetof(struct dt_ctl, active), 0);
	dt_ir_place(f, later);
	dt_gen_act_begin(g, n->ident->builtin->name, n);
	dt_gen_act_word(g, status); // must not be evaluated again
	dt_gen_act_end(g);
}

const struct dt_builtin dt_builtin_trace = {
    .name = "trace",
    .kind = DT_BUILTIN_ACTION,
    .flags = DT_BF_RECORDS,
    .proto = "void (@)",
    .check = dt_check_trace,
    .lowering = &(const struct dt_lowering){.action = record_args},
    .doc = "Print one value in the form that suits its type.",
    .example = "syscall::read:entry { trace(arg2); }",
};

const struct dt_builtin dt_builtin_print = {
    .name = "print",
    .since = "1.9",
    .kind = DT_BUILTIN_ACTION,
    .flags = DT_BF_RECORDS,
    .proto = "void (@)",
    .check = dt_check_print,
    .lowering = &(const struct dt_lowering){.action = record_args},
    .doc = "Print one value with its type, and a struct with its members, as a C initialiser.",
    .example = "BEGIN { print(pid); exit(0); }",
};

const struct dt_builtin dt_builtin_tracemem = {
    .name = "tracemem",
    .kind = DT_BUILTIN_ACTION,
    .flags = DT_BF_RECORDS,
    .proto = "void (@, size_t, ...)",
    .check = dt_check_tracemem,
    .lowering = &(const struct dt_lowering){.action = tracemem_action},
    .doc = "Dump a constant number of bytes of kernel memory in hexadecimal; a third argument "
	   "limits how many are shown.",
    .example = "syscall::write:entry { tracemem(copyin(arg1, 16), 16, arg2); }",
};

const struct dt_builtin dt_builtin_printf = {
    .name = "printf",
    .kind = DT_BUILTIN_ACTION,
    .flags = DT_BF_RECORDS,
    .proto = "void (@, ...)",
    .check = dt_check_printf,
    .lowering = &(const struct dt_lowering){.action = record_format},
    .doc = "Print arguments as the format says.",
    .example = "syscall::read:return { printf(\"%s has read %d bytes\\n\", execname, arg0); }",
};

const struct dt_builtin dt_builtin_exit = {
    .name = "exit",
    .kind = DT_BUILTIN_ACTION,
    .flags = DT_BF_RECORDS | DT_BF_EXIT,
    .proto = "void (int)",
    .lowering = &(const struct dt_lowering){.action = exit_action},
    .doc = "Stop tracing, let END fire, and exit with this status. The first call "
	   "decides, or the last one in END.",
    .example = "tick-1s { exit(0); }",
};

const struct dt_builtin dt_builtin_system = {
    .name = "system",
    .kind = DT_BUILTIN_ACTION,
    .flags = DT_BF_RECORDS | DT_BF_DESTRUCTIVE,
    .proto = "void (@, ...)",
    .check = dt_check_printf,
    .lowering = &(const struct dt_lowering){.action = record_format},
    .doc = "Run a shell command, formatted as by printf; its output appears in order with the "
	   "program's.",
    .example = "BEGIN { system(\"date\"); exit(0); }",
};

const struct dt_builtin dt_builtin_freopen = {
    .name = "freopen",
    .kind = DT_BUILTIN_ACTION,
    .flags = DT_BF_RECORDS | DT_BF_DESTRUCTIVE,
    .proto = "void (@, ...)",
    .check = dt_check_freopen,
    .lowering = &(const struct dt_lowering){.action = record_format},
    .doc = "Send all following output to a file whose name is formatted as by printf; the empty "
	   "name restores standard output.",
    .example = "BEGIN { freopen(\"/tmp/out.%d\", pid); trace(1); freopen(\"\"); exit(0); }",
};

const struct dt_builtin dt_builtin_ftruncate = {
    .name = "ftruncate",
    .kind = DT_BUILTIN_ACTION,
    .flags = DT_BF_RECORDS,
    .proto = "void ()",
    .lowering = &(const struct dt_lowering){.action = record_args},
    .doc = "Empty the output, if it is a file.",
    .example = "tick-1s { ftruncate(); trace(timestamp); }",
};

const struct dt_builtin dt_builtin_setopt = {
    .name = "setopt",
    .since = "1.2",
    .kind = DT_BUILTIN_ACTION,
    .flags = DT_BF_RECORDS,
    .proto = "void (const char *, [const char *])",
    .lowering = &(const struct dt_lowering){.action = record_args},
    .doc = "Set a dynamic option of the tracer from now on.",
    .example = "BEGIN { setopt(\"quiet\"); exit(0); }",
};

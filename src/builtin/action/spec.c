/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Speculative tracing: speculation, speculate, commit, discard.
 *
 * The programs only change the state of a speculation (runtime/spec.bpf.c) and mark records with
 * its token. The consumer holds records back and prints or discards them
 * (consume/consumer/speculation.c). A speculation ends even if the ring is full, because its state
 * records the end. The record of commit or discard determines the position in the output, and frees
 * the id at once.
 */
#include "builtin/args.h"
#include "builtin/builtin.h"

/** Returns the id in the runtime's form. Raises a fault if it is too large. */
static dt_reg id_of(struct dt_gen *g, const struct dt_node *n)
{
	dt_reg id = dt_ir_un(dt_gen_func(g), DT_IR_ZEXT, 4, dt_gen_value(g, n->list));

	dt_gen_fault_if(g, DT_FAULT_ILLOP, DT_IR_GT, id, dt_gen_options(g)->v[DT_OPT_nspec], 0);
	return id;
}

static dt_reg speculation_value(struct dt_gen *g, const struct dt_node *n)
{
	struct dt_ir_func *f = dt_gen_func(g);
	dt_label busy = dt_ir_label(f), failed = dt_ir_label(f), end = dt_ir_label(f);
	dt_reg specs = dt_ir_map_value(f, dt_gen_spec_map(g), 0), id = dt_ir_reg(f);

	dt_ir_mov_to(f, id, dt_ir_call(f, "dt_spec_open", 1, specs));
	dt_ir_branchi(f, DT_IR_SGT, id, 0, end);
	dt_ir_branchi(f, DT_IR_NE, id, 0, busy);
	dt_gen_drop(g, DT_DROP_SPEC_UNAVAIL);
	dt_ir_jump(f, failed);
	dt_ir_place(f, busy);
	dt_gen_drop(g, DT_DROP_SPEC_BUSY);
	dt_ir_place(f, failed);
	dt_ir_const_to(f, id, 0);
	dt_ir_place(f, end);
	return id;
}

static void speculate_action(struct dt_gen *g, const struct dt_node *n)
{
	struct dt_ir_func *f = dt_gen_func(g);
	dt_label skip = dt_gen_record_skip(g), full = dt_ir_label(f), ok = dt_ir_label(f);
	dt_reg id = id_of(g, n), specs = dt_ir_map_value(f, dt_gen_spec_map(g), 0);
	dt_reg limit = dt_ir_const(f, dt_gen_options(g)->v[DT_OPT_specsize]);
	dt_reg token = dt_ir_call(f, "dt_spec_use", 4, specs, id, dt_gen_record_size(g), limit);

	dt_ir_branchi(f, DT_IR_SGT, token, 0, ok);
	dt_ir_branchi(f, DT_IR_NE, token, 0, full);
	dt_ir_jump(f, skip);
	dt_ir_place(f, full);
	dt_gen_drop(g, DT_DROP_SPEC);
	dt_ir_jump(f, skip);
	dt_ir_place(f, ok);
	dt_gen_act_begin(g, n->ident->builtin->name, n);
	dt_gen_act_word(g, token);
	dt_gen_act_end(g);
}

static void close_speculation(struct dt_gen *g, const struct dt_node *n, enum dt_spec_state how)
{
	struct dt_ir_func *f = dt_gen_func(g);
	dt_reg id = id_of(g, n), specs = dt_ir_map_value(f, dt_gen_spec_map(g), 0);
	dt_reg token = dt_ir_call(f, "dt_spec_close", 3, specs, id, dt_ir_const(f, how));

	dt_gen_act_begin(g, n->ident->builtin->name, n);
	dt_gen_act_word(g, token);
	dt_gen_record_frees(g);
	dt_gen_act_end(g);
}

static void commit_action(struct dt_gen *g, const struct dt_node *n)
{
	close_speculation(g, n, DT_SPEC_COMMITTED);
}

static void discard_action(struct dt_gen *g, const struct dt_node *n)
{
	close_speculation(g, n, DT_SPEC_DISCARDED);
}

const struct dt_builtin dt_builtin_speculation = {
    .name = "speculation",
    .kind = DT_BUILTIN_SUBROUTINE,
    .flags = DT_BF_SHARES,
    .proto = "int ()",
    .lowering = &(const struct dt_lowering){.value = speculation_value},
    .doc = "The id of a free speculation, which is then in use until it is committed or discarded; "
	   "0 if all of the nspec are in use.",
    .example = "syscall::openat:entry { self->spec = speculation(); }",
};

const struct dt_builtin dt_builtin_speculate = {
    .name = "speculate",
    .kind = DT_BUILTIN_ACTION,
    .flags = DT_BF_SPECULATE | DT_BF_SHARES,
    .proto = "void (int)",
    .lowering = &(const struct dt_lowering){.action = speculate_action},
    .doc =
	"What the clause records is printed only if the speculation is committed; of an id that is "
	"not in use the rest of the clause is skipped. An id above nspec faults.",
    .example = "syscall::openat:entry { self->spec = speculation(); speculate(self->spec); "
	       "printf(\"%s\", copyinstr(arg1)); }",
};

const struct dt_builtin dt_builtin_commit = {
    .name = "commit",
    .kind = DT_BUILTIN_ACTION,
    .flags = DT_BF_COMMIT | DT_BF_SHARES,
    .proto = "void (int)",
    .lowering = &(const struct dt_lowering){.action = commit_action},
    .doc = "Print the records of the speculation and free it; an unused id is ignored.",
    .example =
	"syscall::openat:entry { self->spec = speculation(); speculate(self->spec); } "
	"syscall::openat:return /self->spec && errno/ { commit(self->spec); self->spec = 0; }",
};

const struct dt_builtin dt_builtin_discard = {
    .name = "discard",
    .kind = DT_BUILTIN_ACTION,
    .flags = DT_BF_DISCARD | DT_BF_SHARES,
    .proto = "void (int)",
    .lowering = &(const struct dt_lowering){.action = discard_action},
    .doc = "Discard the records of the speculation and free it; an unused id is ignored.",
    .example =
	"syscall::openat:entry { self->spec = speculation(); speculate(self->spec); } "
	"syscall::openat:return /self->spec && !errno/ { discard(self->spec); self->spec = 0; }",
};

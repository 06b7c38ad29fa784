/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Actions on aggregations: printa, clear, trunc, normalize, denormalize. The record contains the
 * aggregation and, if present, the number. The consumer acts when it reads the record. Nothing
 * changes in the kernel.
 */
#include "builtin/args.h"
#include "builtin/builtin.h"
#include "lang/check/checks.h"

/** Records the aggregation, then the number if there is one. */
static void record_agg(struct dt_gen *g, const struct dt_node *n)
{
	dt_gen_act_begin(g, n->ident->builtin->name, n);
	dt_gen_act_agg(g, n->list->ident);
	if (n->list->next)
		dt_gen_act_field(g, n->list->next);
	dt_gen_act_end(g);
}

static void printa_action(struct dt_gen *g, const struct dt_node *n)
{
	dt_gen_act_begin(g, n->ident->builtin->name, n);
	for (const struct dt_node *arg = n->list; arg; arg = arg->next) {
		if (arg->kind == DT_NODE_AGG)
			dt_gen_act_agg(g, arg->ident);
		else
			dt_gen_act_format(g, arg->str);
	}
	dt_gen_act_end(g);
}

const struct dt_builtin dt_builtin_printa = {
    .name = "printa",
    .kind = DT_BUILTIN_ACTION,
    .flags = DT_BF_RECORDS | DT_BF_AGG_ARG,
    .proto = "void (@, ...)",
    .check = dt_check_printa,
    .lowering = &(const struct dt_lowering){.action = printa_action},
    .doc = "Print aggregations now, in their default form or as the format says.",
    .example = "syscall:::entry { @[execname] = count(); }"
	       " tick-1s { printa(\"%16s %@8d\\n\", @); clear(@); }",
};

const struct dt_builtin dt_builtin_clear = {
    .name = "clear",
    .kind = DT_BUILTIN_ACTION,
    .flags = DT_BF_RECORDS | DT_BF_AGG_ARG,
    .proto = "void (...)",
    .check = dt_check_clear,
    .lowering = &(const struct dt_lowering){.action = record_agg},
    .doc = "Set the values of an aggregation to zero and keep its keys.",
    .example = "syscall:::entry { @[execname] = count(); } tick-1s { printa(@); clear(@); }",
};

const struct dt_builtin dt_builtin_trunc = {
    .name = "trunc",
    .kind = DT_BUILTIN_ACTION,
    .flags = DT_BF_RECORDS | DT_BF_AGG_ARG,
    .proto = "void (...)",
    .check = dt_check_trunc,
    .lowering = &(const struct dt_lowering){.action = record_agg},
    .doc = "Remove keys of an aggregation: all, or all but the n largest, or (n negative) all but "
	   "the n smallest.",
    .example = "syscall:::entry { @[execname] = count(); } END { trunc(@, 10); }",
};

const struct dt_builtin dt_builtin_normalize = {
    .name = "normalize",
    .kind = DT_BUILTIN_ACTION,
    .flags = DT_BF_RECORDS | DT_BF_AGG_ARG,
    .proto = "void (...)",
    .check = dt_check_normalize,
    .lowering = &(const struct dt_lowering){.action = record_agg},
    .doc = "Divide the values of an aggregation when they are printed.",
    .example = "syscall::read:return { @ = sum(arg0); } END { normalize(@, 1024); }",
};

const struct dt_builtin dt_builtin_denormalize = {
    .name = "denormalize",
    .kind = DT_BUILTIN_ACTION,
    .flags = DT_BF_RECORDS | DT_BF_AGG_ARG,
    .proto = "void (...)",
    .check = dt_check_denormalize,
    .lowering = &(const struct dt_lowering){.action = record_agg},
    .doc = "Print the values of an aggregation undivided again.",
    .example = "syscall:::entry { @ = count(); }"
	       " END { normalize(@, 10); printa(@); denormalize(@); }",
};

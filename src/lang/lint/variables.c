/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The warnings about variables and speculations, which need the whole program.
 */
#include "lang/lint/internal.h"

static void check_unset(struct dt_lint *l, const struct dt_lint_use *u)
{
	struct dt_node at = {.loc = u->ident->declared};

	if (!u->read || u->ident->is_written || !at.loc.source || !*dt_lint_scope(u->ident))
		return; // a global without assignment is a constant, perhaps intended
	dt_lint_warn(l, &at, W_VAR_UNSET, "%s%s is read, but no clause assigns it",
		     dt_lint_scope(u->ident), u->ident->name);
}

static void check_unused(struct dt_lint *l, const struct dt_lint_use *u)
{
	if (u->set && !u->read && u->set_at)
		dt_lint_warn(l, u->set_at, W_VAR_UNUSED, "%s%s is assigned, but no clause reads it",
			     dt_lint_scope(u->ident), u->ident->name);
}

/** Reports whether the element's keys have few values: constants, CPUs. */
static bool has_few_keys(const struct dt_node *element)
{
	for (const struct dt_node *k = element->list; k; k = k->next)
		if (dt_lint_skip_casts(k)->kind != DT_NODE_INT &&
		    dt_lint_skip_casts(k)->kind != DT_NODE_STRING &&
		    !dt_node_has_role(dt_lint_skip_casts(k), DT_ROLE_CPU))
			return false;
	return true;
}

static void check_leak(struct dt_lint *l, const struct dt_lint_use *u)
{
	if (!u->start_at || u->cleared || !u->read || !dt_lint_is_array(u->ident) ||
	    has_few_keys(u->start_at))
		return;
	dt_lint_warn(l, u->start_at, W_VAR_LEAK, "the elements of %s%s[] are never freed",
		     dt_lint_scope(u->ident), u->ident->name);
	dt_lint_hint(l, W_VAR_LEAK, "assign 0 to the element when it has been used: %s[…] = 0",
		     u->ident->name);
}

static void (*const checks[])(struct dt_lint *, const struct dt_lint_use *) = {
    check_unset,
    check_unused,
    check_leak,
};

void dt_lint_variable(struct dt_lint *l, const struct dt_lint_use *u)
{
	for (size_t i = 0; i < dt_array_len(checks); i++)
		checks[i](l, u);
}

void dt_lint_speculation(struct dt_lint *l)
{
	if (l->speculate_at && !l->commit_at)
		dt_lint_warn(l, l->speculate_at, W_SPEC_COMMIT,
			     "the program never commits: data traced here is never printed");
	else if (l->commit_at && l->speculate_at && !l->discards && !l->always_commits)
		dt_lint_warn(
		    l, l->commit_at, W_SPEC_DISCARD,
		    "no clause discards: a speculation that is not committed keeps its buffer");
}

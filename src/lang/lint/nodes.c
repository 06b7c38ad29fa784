/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The warnings about single nodes: a table of checks, each called for every node.
 */
#include "lang/lint/internal.h"

/** Returns the number of arg0 to arg9, -1 for other nodes. */
static int arg_number(const struct dt_node *n)
{
	n = dt_lint_skip_casts(n);
	return dt_node_has_role(n, DT_ROLE_ARG) ? (int)n->ident->builtin->arg : -1;
}

void dt_lint_condition(struct dt_lint *l, const struct dt_node *n)
{
	const struct dt_node *cond = dt_lint_skip_casts(n);

	// `if (x = 1)` is a mistake; assigning a computed value may be intended.
	if (cond->kind == DT_NODE_ASSIGN && cond->op == DT_OP_NONE &&
	    (dt_lint_skip_casts(cond->rhs)->kind == DT_NODE_INT ||
	     cond->rhs->kind == DT_NODE_STRING)) {
		dt_lint_warn(l, cond, W_ASSIGN_COND, "the condition assigns");
		dt_lint_hint(l, W_ASSIGN_COND, "to compare, write %s", "==");
	}
}

static void check_constant_compare(struct dt_lint *l, const struct dt_node *n)
{
	static const struct {
		enum dt_op op;
		bool zero_right;
		const char *result;
	} never[] = {{DT_OP_LT, true, "false"},
		     {DT_OP_GE, true, "true"},
		     {DT_OP_GT, false, "false"},
		     {DT_OP_LE, false, "true"}};

	if (n->kind != DT_NODE_BINARY)
		return;
	for (size_t i = 0; i < dt_array_len(never); i++) {
		const struct dt_node *zero = never[i].zero_right ? n->rhs : n->lhs;
		const struct dt_node *other = never[i].zero_right ? n->lhs : n->rhs;

		if (n->op == never[i].op && zero->kind == DT_NODE_INT && !zero->value &&
		    other->kind != DT_NODE_INT && dt_type_is_integer(other->type) &&
		    !dt_type_is_signed(other->type))
			dt_lint_warn(l, n, W_CMP_CONST,
				     "the comparison is always %s: the value is unsigned",
				     never[i].result);
	}
}

static void check_effect(struct dt_lint *l, const struct dt_node *n)
{
	const struct dt_node *e = n->lhs;

	if (n->kind != DT_NODE_EXPR_STMT || dt_node_is_increment(e))
		return;
	switch (e->kind) {
	case DT_NODE_BINARY:
	case DT_NODE_UNARY:
	case DT_NODE_STRING:
		dt_lint_warn(l, e, W_NO_EFFECT, "the statement has no effect");
		if (e->kind == DT_NODE_BINARY && e->op == DT_OP_EQ)
			dt_lint_hint(l, W_NO_EFFECT, "to assign, write %s", "=");
		else
			dt_lint_hint(l, W_NO_EFFECT, "to print a value, write %s(…)", "trace");
		break;
	default:
		break;
	}
}

/** Warns of a string constant that is longer than the strings it is used with. */
static void check_long_string(struct dt_lint *l, const struct dt_node *n)
{
	uint64_t size = dt_type_basic(l->c->types, DT_STRING)->size;

	if (n->kind != DT_NODE_BINARY && n->kind != DT_NODE_ASSIGN)
		return;
	for (int i = 0; i < 2; i++) {
		const struct dt_node *s = i ? n->rhs : n->lhs;

		if (s->kind == DT_NODE_STRING && s->str_len > size)
			dt_lint_warn(l, s, W_STR_LONG,
				     "the constant has %zu bytes, a string here at most %llu",
				     s->str_len, (unsigned long long)size);
	}
}

/** Warns of `timestamp - self->start` if no condition ensures that the start exists. */
static void check_start(struct dt_lint *l, const struct dt_node *n)
{
	if (n->kind != DT_NODE_BINARY || n->op != DT_OP_SUB || !dt_lint_is_time(n->lhs) ||
	    l->is_guarded)
		return;

	const struct dt_node *start = dt_lint_root(dt_lint_skip_casts(n->rhs));

	if (!start || (!dt_lint_is_thread_local(start->ident) && !dt_lint_is_array(start->ident)))
		return;
	dt_lint_warn(l, n, W_START_UNSET, "%s%s is 0 if the start was before tracing began",
		     dt_lint_scope(start->ident), start->ident->name);
	dt_lint_hint(l, W_START_UNSET, "give the clause a predicate: /%s/",
		     dt_arena_printf(l->c->arena, "%s%s%s", dt_lint_scope(start->ident),
				     start->ident->name,
				     dt_lint_is_array(start->ident) ? "[…]" : ""));
}

static bool reads_memory(const struct dt_node *n)
{
	return (n->kind == DT_NODE_UNARY && (n->op == DT_OP_DEREF || n->op == DT_OP_STRINGOF)) ||
	       (n->kind == DT_NODE_CAST && dt_type_is_string(n->type)) ||
	       (n->kind == DT_NODE_INDEX && !n->ident);
}

/** Warns of using an argument of a system call or user function, a user address, as a kernel one.
 */
static void check_user_address(struct dt_lint *l, const struct dt_node *n)
{
	if (!(l->probe.is_syscall || l->probe.is_process) || !reads_memory(n) ||
	    n->lhs->is_userland || arg_number(n->lhs) < 0)
		return;
	dt_lint_warn(l, n, W_USER_ADDR, "arg%d holds an address of the process, not of the kernel",
		     arg_number(n->lhs));
	dt_lint_hint(l, W_USER_ADDR, "copy it in first: %s",
		     dt_type_is_string(n->type) || n->op == DT_OP_STRINGOF
			 ? "copyinstr(argN)"
			 : "*(TYPE *)copyin(argN, sizeof(TYPE))");
}

static bool is_copyin(const struct dt_node *n)
{
	return dt_node_has_role(n, DT_ROLE_COPYIN);
}

static void check_kernel_address(struct dt_lint *l, const struct dt_node *n)
{
	if (!is_copyin(n) || !n->list)
		return;

	const struct dt_node *from = dt_lint_skip_casts(n->list);
	const struct dt_node *base = from;

	while (base->kind == DT_NODE_MEMBER ||
	       (base->kind == DT_NODE_UNARY && base->op == DT_OP_DEREF))
		base = base->lhs;
	// Only arrays are certain to be in the kernel: a pointer member may point into the process.
	if (from->kind == DT_NODE_MEMBER && !from->is_userland &&
	    dt_type_resolve(from->type)->kind == DT_TYPE_ARRAY &&
	    dt_node_has_role(base, DT_ROLE_CURTHREAD)) {
		dt_lint_warn(l, from, W_KERNEL_ADDR,
			     "%s() reads the process's memory, this is the kernel's",
			     n->ident->name);
		dt_lint_hint(l, W_KERNEL_ADDR, "to read a string of the kernel, write %s",
			     "stringof(…)");
	}
}

static void check_return_args(struct dt_lint *l, const struct dt_node *n)
{
	int arg;

	if (!l->probe.is_return || !(l->probe.is_syscall || l->probe.is_process))
		return;
	if (is_copyin(n) && n->list && (arg = arg_number(n->list)) >= 0 && arg <= 1 &&
	    l->probe.is_syscall) {
		dt_lint_warn(l, n, W_ARGS_RETURN, "arg%d is the value that the call returns", arg);
		dt_lint_hint(l, W_ARGS_RETURN, "keep the argument at entry: self->%s",
			     "arg = arg0");
	} else if (n->kind == DT_NODE_VAR && (arg = arg_number(n)) >= 2) {
		dt_lint_warn(l, n, W_ARGS_RETURN, "a return probe has no arg%d", arg);
		dt_lint_hint(l, W_ARGS_RETURN, "keep the argument at entry: self->%s",
			     "arg = arg2");
	}
}

/** Warns of an argN that is a floating-point number, which no program can read. */
static void check_missed_arg(struct dt_lint *l, const struct dt_node *n)
{
	const struct dt_probe_source *src = l->c->probes;
	int arg = n->kind == DT_NODE_VAR ? arg_number(n) : -1;
	const char *why;

	if (arg < 0 || !src || !src->misses || !l->clause->matched)
		return;
	why = src->misses(src->self, l->clause->matched, (unsigned)arg);
	if (why)
		dt_lint_warn(l, n, W_ARG_FLOAT, "arg%d is not what the function %s: %s", arg,
			     l->probe.is_return ? "returns" : "takes", why);
}

static void check_errno(struct dt_lint *l, const struct dt_node *n)
{
	if (!dt_node_has_role(n, DT_ROLE_ERRNO))
		return;
	if (l->probe.is_syscall && l->probe.is_entry)
		dt_lint_warn(l, n, W_ERRNO_ENTRY,
			     "errno is not set yet when a system call is entered");
	else if (l->probe.is_process)
		dt_lint_warn(l, n, W_ERRNO_ENTRY,
			     "errno is 0 in a probe of a process: it is set when a system call "
			     "returns");
}

/** Warns of data about the current thread if that is an arbitrary thread or dtrace's own. */
static void check_other_thread(struct dt_lint *l, const struct dt_node *n)
{
	const char *where = l->probe.thread == DT_LINT_RUNNING
				? "a tick probe fires in an arbitrary running thread"
				: "the probe fires in dtrace's own thread";

	if ((n->kind != DT_NODE_VAR && n->kind != DT_NODE_INDEX) || !n->ident ||
	    l->probe.thread == DT_LINT_CALLERS)
		return;
	if (dt_lint_is_variable(n->ident) && dt_lint_is_thread_local(n->ident)) {
		const struct dt_lint_use *u = dt_lint_use(l, n->ident);

		// A program that both sets and reads it in such a thread may intend that.
		if (!(u->set_in & u->read_in & l->probe.thread))
			dt_lint_warn(l, n, W_THREAD_ANY, "%s: self->%s belongs to that thread",
				     where, n->ident->name);
	} else if (l->in_pred && dt_node_has_role(n, DT_ROLE_IDENTITY)) {
		dt_lint_warn(l, n, W_THREAD_ANY, "%s: %s describes that thread", where,
			     n->ident->name);
	}
}

/** Warns of a call with 'x yz' instead of a string. In comparisons, a character constant of several
 *  characters may be intended. */
static void check_characters(struct dt_lint *l, const struct dt_node *n)
{
	for (const struct dt_node *a = n->kind == DT_NODE_CALL ? n->list : NULL; a; a = a->next) {
		bool is_quoted = a->kind == DT_NODE_INT && dt_node_first(a) == '\'';
		const char *text = is_quoted ? a->loc.source->text + a->loc.offset : NULL;

		if (is_quoted && text[1] != '\\' && a->value > UINT8_MAX &&
		    a->value < (uint64_t)INT8_MIN) {
			dt_lint_warn(l, a, W_CHR_MANY, "%.*s is the number %llu",
				     (int)a->loc.length, text, (unsigned long long)a->value);
			dt_lint_hint(l, W_CHR_MANY, "strings have double quotes%s", "");
		}
	}
}

static void (*const checks[])(struct dt_lint *, const struct dt_node *) = {
    check_constant_compare, check_effect,      check_long_string, check_start, check_user_address,
    check_kernel_address,   check_return_args, check_missed_arg,  check_errno, check_other_thread,
    check_characters,
};

void dt_lint_node(struct dt_lint *l, const struct dt_node *n)
{
	for (size_t i = 0; i < dt_array_len(checks); i++)
		checks[i](l, n);
}

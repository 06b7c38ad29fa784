/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Warnings: what D permits and is nearly always a mistake. Runs over the checked tree of a program
 * without errors and changes nothing.
 *
 * Two walks: the first notes what the program does with each variable, the second looks at every
 * node with these facts and the clause's probe at hand. The checks of single nodes are a table. A
 * check may stay silent about a mistake, but must not speak of what experienced users write on
 * purpose: none of the scripts in examples/ is warned of.
 *
 * To add a warning: 1. its tag in tags.def; 2. a function in `node_checks`, or in `variable_checks`
 * if it needs the whole program; 3. tests/diag/W_TAG.case.d.
 */
#include "lang/ident.h"

#include <string.h>

/** Whose thread a probe fires in, as bits. */
enum thread { CALLERS = 1, RUNNING = 2, DTRACES = 4 };

/** What the program does with one variable. */
struct use {
	const struct dt_ident *ident;
	bool read, set, cleared;
	unsigned read_in, set_in;	// enum thread
	const struct dt_node *set_at;	// the first assignment of something else than 0
	const struct dt_node *start_at; // the first assignment of a time
};

/** What a clause's probe description, as written, says about where it fires. */
struct place {
	bool is_syscall, is_process; // pid provider
	bool is_entry, is_return;
	enum thread thread; // tick: RUNNING; BEGIN, END: DTRACES
};

struct lint {
	struct dt_compile *c;
	struct dt_map uses; // struct dt_ident * → struct use, in the arena
	const struct dt_node *commit_at, *speculate_at;
	bool always_commits; // the clause of commit_at asks for the speculation alone
	bool discards;

	const struct dt_clause *clause;
	struct place place;
	bool is_guarded; // a condition around the node asks for a variable
	bool in_pred;
};

static void warn(struct lint *l, const struct dt_node *n, enum dt_tag tag, const char *fmt, ...)
    dt_printf_like(4, 5);

static void warn(struct lint *l, const struct dt_node *n, enum dt_tag tag, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	dt_cleanup(dt_free_p) char *text = dt_vasprintf(fmt, ap);
	va_end(ap);
	dt_diag(&l->c->diags, n->loc, tag, "%s", text);
}

/** Add a hint to the warning of that tag, unless it was a duplicate of an earlier one. */
static void hint(struct lint *l, enum dt_tag tag, const char *fmt, const char *what)
{
	struct dt_diag *last = l->c->diags.list.len ? &dt_vec_last(&l->c->diags.list) : NULL;

	if (last && last->tag == tag && !last->hint)
		last->hint = dt_arena_printf(l->c->arena, fmt, what);
}

// ---- what nodes are

static bool is_variable(const struct dt_ident *id)
{
	return id && (id->kind == DT_IDENT_GLOBAL || id->kind == DT_IDENT_THIS ||
		      id->kind == DT_IDENT_SELF || id->kind == DT_IDENT_ASSOC ||
		      id->kind == DT_IDENT_SELF_ASSOC);
}

static bool is_array(const struct dt_ident *id)
{
	return id->kind == DT_IDENT_ASSOC || id->kind == DT_IDENT_SELF_ASSOC;
}

static bool is_thread_local(const struct dt_ident *id)
{
	return id->kind == DT_IDENT_SELF || id->kind == DT_IDENT_SELF_ASSOC;
}

static const char *scope_of(const struct dt_ident *id)
{
	return is_thread_local(id) ? "self->" : id->kind == DT_IDENT_THIS ? "this->" : "";
}

/** The variable that a write to the node changes: `x` in `x[k].m`. NULL for memory. */
static const struct dt_node *root(const struct dt_node *n)
{
	while (n->kind == DT_NODE_MEMBER || (n->kind == DT_NODE_INDEX && !n->ident &&
					     dt_type_resolve(n->lhs->type)->kind == DT_TYPE_ARRAY))
		n = n->lhs;
	return (n->kind == DT_NODE_VAR || n->kind == DT_NODE_INDEX) && is_variable(n->ident) ? n
											     : NULL;
}

static const struct dt_node *skip_casts(const struct dt_node *n)
{
	while (n->kind == DT_NODE_CAST)
		n = n->lhs;
	return n;
}

static bool has_flag(const struct dt_node *n, enum dt_builtin_flag flag)
{
	return n->ident && n->ident->builtin && n->ident->builtin->flags & flag;
}

/** arg0 to arg9: its number; else -1. */
static int arg_number(const struct dt_node *n)
{
	n = skip_casts(n);
	return dt_node_has_role(n, DT_ROLE_ARG) ? (int)n->ident->builtin->arg : -1;
}

static bool is_time(const struct dt_node *n)
{
	return dt_node_has_role(skip_casts(n), DT_ROLE_TIME);
}

static bool is_zero(const struct dt_node *n)
{
	n = skip_casts(n);
	return n->kind == DT_NODE_INT && !n->value;
}

static bool is_increment(const struct dt_node *n)
{
	return n->kind == DT_NODE_UNARY && (n->op == DT_OP_PREINC || n->op == DT_OP_PREDEC ||
					    n->op == DT_OP_POSTINC || n->op == DT_OP_POSTDEC);
}

/** Call `visit` for each child of the node. */
static void each_child(const struct dt_node *n,
		       void (*visit)(struct lint *, const struct dt_node *), struct lint *l)
{
	const struct dt_node *const children[] = {n->lhs,  n->rhs,  n->third,
						  n->list, n->body, n->else_body};

	for (size_t i = 0; i < dt_array_len(children); i++)
		for (const struct dt_node *c = children[i]; c; c = c->next) {
			visit(l, c);
			if (i < 3)
				break; // a single child
		}
}

// ---- first walk: what is done with variables

static struct use *use_of(struct lint *l, const struct dt_ident *id)
{
	struct use *u = dt_map_get(&l->uses, &id, sizeof(id));

	if (!u) {
		u = dt_arena_new(l->c->arena, struct use);
		u->ident = id;
		dt_map_put(&l->uses, &id, sizeof(id), u);
	}
	return u;
}

/** Does a predicate, or none, name nothing but the variable? */
static bool asks_only(const struct dt_node *n, const struct dt_ident *id)
{
	return !n || ((!n->ident || n->ident == id) && asks_only(n->lhs, id) &&
		      asks_only(n->rhs, id) && asks_only(n->third, id));
}

static void note(struct lint *l, const struct dt_node *n);

/** The node is written: its variable is not read by that, but keys on the way are. */
static void note_write(struct lint *l, const struct dt_node *n, const struct dt_node *value)
{
	const struct dt_node *var = root(n);

	if (!var) {
		note(l, n);
		return;
	}
	struct use *u = use_of(l, var->ident);

	if (value && is_zero(value)) {
		u->cleared = true;
	} else {
		if (!u->set)
			u->set_at = n;
		u->set = true;
		u->set_in |= l->place.thread;
		if (value && is_time(value) && !u->start_at)
			u->start_at = n;
	}
	for (; n != var; n = n->lhs)
		for (const struct dt_node *k = n->list; k; k = k->next)
			note(l, k);
	for (const struct dt_node *k = var->list; k; k = k->next)
		note(l, k);
}

static void note(struct lint *l, const struct dt_node *n)
{
	if (n->kind == DT_NODE_ASSIGN && n->lhs->kind != DT_NODE_AGG) {
		note_write(l, n->lhs, n->op == DT_OP_NONE ? n->rhs : NULL);
		note(l, n->rhs);
		return;
	}
	if (n->kind == DT_NODE_EXPR_STMT && is_increment(n->lhs)) {
		note_write(l, n->lhs->lhs, NULL);
		return;
	}
	if ((n->kind == DT_NODE_VAR || n->kind == DT_NODE_INDEX) && is_variable(n->ident)) {
		use_of(l, n->ident)->read = true;
		use_of(l, n->ident)->read_in |= l->place.thread;
	}
	if (n->kind == DT_NODE_UNARY && (is_increment(n) || n->op == DT_OP_ADDROF) &&
	    root(n->lhs)) {
		use_of(l, root(n->lhs)->ident)->set = true;
		use_of(l, root(n->lhs)->ident)->set_in |= l->place.thread;
	}
	if (n->kind == DT_NODE_CALL) {
		if (has_flag(n, DT_BF_COMMIT) && !l->commit_at) {
			l->commit_at = n;
			l->always_commits = asks_only(l->clause->predicate, n->list->ident);
		}
		if (has_flag(n, DT_BF_SPECULATE) && !l->speculate_at)
			l->speculate_at = n;
		l->discards |= has_flag(n, DT_BF_DISCARD);
	}
	each_child(n, note, l);
}

// ---- checks of the whole program

static void check_unset(struct lint *l, const struct use *u)
{
	struct dt_node at = {.loc = u->ident->declared};

	if (!u->read || u->ident->is_written || !at.loc.source || !*scope_of(u->ident))
		return; // a global that nothing sets is a constant, which may be meant
	warn(l, &at, W_VAR_UNSET, "%s%s is read, but no clause assigns it", scope_of(u->ident),
	     u->ident->name);
}

static void check_unused(struct lint *l, const struct use *u)
{
	if (u->set && !u->read && u->set_at)
		warn(l, u->set_at, W_VAR_UNUSED, "%s%s is assigned, but no clause reads it",
		     scope_of(u->ident), u->ident->name);
}

/** Are all keys of the element such that there are few: constants, CPUs? */
static bool has_few_keys(const struct dt_node *element)
{
	for (const struct dt_node *k = element->list; k; k = k->next)
		if (skip_casts(k)->kind != DT_NODE_INT && skip_casts(k)->kind != DT_NODE_STRING &&
		    !dt_node_has_role(skip_casts(k), DT_ROLE_CPU))
			return false;
	return true;
}

static void check_leak(struct lint *l, const struct use *u)
{
	if (!u->start_at || u->cleared || !u->read || !is_array(u->ident) ||
	    has_few_keys(u->start_at))
		return;
	warn(l, u->start_at, W_VAR_LEAK, "the elements of %s%s[] are never freed",
	     scope_of(u->ident), u->ident->name);
	hint(l, W_VAR_LEAK, "assign 0 to the element when it has been used: %s[…] = 0",
	     u->ident->name);
}

static void (*const variable_checks[])(struct lint *, const struct use *) = {
    check_unset,
    check_unused,
    check_leak,
};

static void check_speculation(struct lint *l)
{
	if (l->speculate_at && !l->commit_at)
		warn(l, l->speculate_at, W_SPEC_COMMIT,
		     "nothing is ever committed, so that what is traced here is never printed");
	else if (l->commit_at && l->speculate_at && !l->discards && !l->always_commits)
		warn(l, l->commit_at, W_SPEC_DISCARD,
		     "no clause discards: a speculation that is not committed keeps its buffer");
}

// ---- checks of single nodes

/** `if (x = 1)` and the like; `outermost` of a condition only. */
static void check_condition(struct lint *l, const struct dt_node *n)
{
	const struct dt_node *cond = skip_casts(n);

	if (cond->kind == DT_NODE_ASSIGN && cond->op == DT_OP_NONE) {
		warn(l, cond, W_ASSIGN_COND, "the condition assigns");
		hint(l, W_ASSIGN_COND, "to compare, write %s", "==");
	}
}

static void check_constant_compare(struct lint *l, const struct dt_node *n)
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
			warn(l, n, W_CMP_CONST,
			     "the comparison is always %s: the value is unsigned", never[i].result);
	}
}

static void check_effect(struct lint *l, const struct dt_node *n)
{
	const struct dt_node *e = n->lhs;

	if (n->kind != DT_NODE_EXPR_STMT || is_increment(e))
		return;
	switch (e->kind) {
	case DT_NODE_VAR:
	case DT_NODE_INDEX:
	case DT_NODE_MEMBER:
	case DT_NODE_BINARY:
	case DT_NODE_UNARY:
	case DT_NODE_STRING:
		warn(l, e, W_NO_EFFECT, "the statement has no effect");
		if (e->kind == DT_NODE_BINARY && e->op == DT_OP_EQ)
			hint(l, W_NO_EFFECT, "to assign, write %s", "=");
		else
			hint(l, W_NO_EFFECT, "to print a value, write %s(…)", "trace");
		break;
	default:
		break;
	}
}

/** A constant that can be compared with or assigned to a string, but does not fit. */
static void check_long_string(struct lint *l, const struct dt_node *n)
{
	uint64_t size = dt_type_basic(l->c->types, DT_STRING)->size;

	if (n->kind != DT_NODE_BINARY && n->kind != DT_NODE_ASSIGN)
		return;
	for (int i = 0; i < 2; i++) {
		const struct dt_node *s = i ? n->rhs : n->lhs;

		if (s->kind == DT_NODE_STRING && s->str_len >= size)
			warn(l, s, W_STR_LONG,
			     "the constant has %zu bytes, a string here at most %llu", s->str_len,
			     (unsigned long long)size - 1);
	}
}

/** `timestamp - self->start` where nothing makes sure that there is a start. */
static void check_start(struct lint *l, const struct dt_node *n)
{
	if (n->kind != DT_NODE_BINARY || n->op != DT_OP_SUB || !is_time(n->lhs) || l->is_guarded)
		return;

	const struct dt_node *start = root(skip_casts(n->rhs));

	if (!start || (!is_thread_local(start->ident) && !is_array(start->ident)))
		return;
	warn(l, n, W_START_UNSET, "%s%s is 0 if the start was before tracing began",
	     scope_of(start->ident), start->ident->name);
	hint(l, W_START_UNSET, "give the clause a predicate: /%s/",
	     dt_arena_printf(l->c->arena, "%s%s%s", scope_of(start->ident), start->ident->name,
			     is_array(start->ident) ? "[…]" : ""));
}

/** A time, or what has passed since one, that is added up. */
static bool is_long_time(const struct dt_node *n, enum dt_op op)
{
	if (is_time(n))
		return true;
	n = skip_casts(n);
	return op == DT_OP_ADD && n->kind == DT_NODE_BINARY && n->op == DT_OP_SUB &&
	       is_time(n->lhs);
}

/** `x = 0` makes x an int, in which a time in nanoseconds has no room. */
static void check_narrow(struct lint *l, const struct dt_node *n)
{
	if (n->kind != DT_NODE_ASSIGN || n->lhs->kind == DT_NODE_AGG ||
	    !dt_type_is_integer(dt_type_resolve(n->lhs->type)))
		return;

	const struct dt_node *var = root(n->lhs);
	bool is_meant =
	    n->rhs->kind == DT_NODE_CAST && n->rhs->loc.offset != skip_casts(n->rhs)->loc.offset;

	if (!var || is_meant || dt_type_resolve(n->lhs->type)->size >= sizeof(uint64_t) ||
	    !is_long_time(n->rhs, n->op))
		return;
	warn(l, n, W_VAR_NARROW, "%s%s is of type \"%s\", in which nanoseconds have no room",
	     scope_of(var->ident), var->ident->name, dt_type_name(l->c->arena, n->lhs->type));
	hint(l, W_VAR_NARROW, "the first assignment gives the type; declare it: %s",
	     dt_arena_printf(l->c->arena, "%suint64_t %s;",
			     is_thread_local(var->ident) ? "self " : "", var->ident->name));
}

static bool reads_memory(const struct dt_node *n)
{
	return (n->kind == DT_NODE_UNARY && (n->op == DT_OP_DEREF || n->op == DT_OP_STRINGOF)) ||
	       (n->kind == DT_NODE_CAST && dt_type_is_string(n->type)) ||
	       (n->kind == DT_NODE_INDEX && !n->ident);
}

/** The arguments of system calls and of user functions are the process's addresses. */
static void check_user_address(struct lint *l, const struct dt_node *n)
{
	if (!(l->place.is_syscall || l->place.is_process) || !reads_memory(n) ||
	    n->lhs->is_userland || arg_number(n->lhs) < 0)
		return;
	warn(l, n, W_USER_ADDR, "arg%d holds an address of the process, not of the kernel",
	     arg_number(n->lhs));
	hint(l, W_USER_ADDR, "copy it in first: %s",
	     dt_type_is_string(n->type) || n->op == DT_OP_STRINGOF
		 ? "copyinstr(argN)"
		 : "*(TYPE *)copyin(argN, sizeof(TYPE))");
}

static bool is_copyin(const struct dt_node *n)
{
	return dt_node_has_role(n, DT_ROLE_COPYIN);
}

static void check_kernel_address(struct lint *l, const struct dt_node *n)
{
	if (!is_copyin(n) || !n->list)
		return;

	const struct dt_node *from = skip_casts(n->list);
	const struct dt_node *base = from;

	while (base->kind == DT_NODE_MEMBER ||
	       (base->kind == DT_NODE_UNARY && base->op == DT_OP_DEREF))
		base = base->lhs;
	// An array that lies in a struct of the kernel; a pointer in one may be the process's.
	if (from->kind == DT_NODE_MEMBER && !from->is_userland &&
	    dt_type_resolve(from->type)->kind == DT_TYPE_ARRAY &&
	    dt_node_has_role(base, DT_ROLE_CURTHREAD)) {
		warn(l, from, W_KERNEL_ADDR,
		     "%s() reads the process's memory, this is the kernel's", n->ident->name);
		hint(l, W_KERNEL_ADDR, "to read a string of the kernel, write %s", "stringof(…)");
	}
}

static void check_return_args(struct lint *l, const struct dt_node *n)
{
	int arg;

	if (!l->place.is_return || !(l->place.is_syscall || l->place.is_process))
		return;
	if (is_copyin(n) && n->list && (arg = arg_number(n->list)) >= 0 && arg <= 1 &&
	    l->place.is_syscall) {
		warn(l, n, W_ARGS_RETURN, "arg%d is the value that the call returns", arg);
		hint(l, W_ARGS_RETURN, "keep the argument at entry: self->%s", "arg = arg0");
	} else if (n->kind == DT_NODE_VAR && (arg = arg_number(n)) >= 2) {
		warn(l, n, W_ARGS_RETURN, "a return probe has no arg%d", arg);
		hint(l, W_ARGS_RETURN, "keep the argument at entry: self->%s", "arg = arg2");
	}
}

static void check_errno(struct lint *l, const struct dt_node *n)
{
	if (l->place.is_syscall && l->place.is_entry && dt_node_has_role(n, DT_ROLE_ERRNO))
		warn(l, n, W_ERRNO_ENTRY, "errno is not set yet when a system call is entered");
}

/** Facts of a thread where that is whichever was running, or dtrace itself. */
static void check_thread(struct lint *l, const struct dt_node *n)
{
	const char *where = l->place.thread == RUNNING
				? "a tick probe fires in whichever thread is running"
				: "the probe fires in dtrace's own thread";

	if ((n->kind != DT_NODE_VAR && n->kind != DT_NODE_INDEX) || !n->ident ||
	    l->place.thread == CALLERS)
		return;
	if (is_variable(n->ident) && is_thread_local(n->ident)) {
		const struct use *u = use_of(l, n->ident);

		// What is both set and read in such a thread may be meant.
		if (!(u->set_in & u->read_in & l->place.thread))
			warn(l, n, W_THREAD_ANY, "%s: self->%s is that one's", where,
			     n->ident->name);
	} else if (l->in_pred && dt_node_has_role(n, DT_ROLE_WHO)) {
		warn(l, n, W_THREAD_ANY, "%s: %s is that one's", where, n->ident->name);
	}
}

static void (*const node_checks[])(struct lint *, const struct dt_node *) = {
    check_constant_compare, check_effect,      check_long_string, check_start,	check_user_address,
    check_kernel_address,   check_return_args, check_errno,	  check_thread, check_narrow,
};

// ---- second walk

/** Does the expression name a variable of the program? */
static bool asks_variable(const struct dt_node *n)
{
	const struct dt_node *const children[] = {n->lhs, n->rhs, n->third, n->list};

	if ((n->kind == DT_NODE_VAR || n->kind == DT_NODE_INDEX) && is_variable(n->ident))
		return true;
	for (size_t i = 0; i < dt_array_len(children); i++)
		for (const struct dt_node *c = children[i]; c; c = i < 3 ? NULL : c->next)
			if (asks_variable(c))
				return true;
	return false;
}

static void look(struct lint *l, const struct dt_node *n)
{
	bool was_guarded = l->is_guarded;

	if (n->loc.source && n->loc.source->is_library)
		return;
	if (n->kind == DT_NODE_IF || n->kind == DT_NODE_COND) {
		check_condition(l, n->lhs);
		l->is_guarded |= asks_variable(n->lhs);
	}
	if (n->kind == DT_NODE_BINARY && (n->op == DT_OP_LAND || n->op == DT_OP_LOR))
		l->is_guarded |= asks_variable(n->lhs);
	for (size_t i = 0; i < dt_array_len(node_checks); i++)
		node_checks[i](l, n);
	each_child(n, look, l);
	l->is_guarded = was_guarded;
	// A start that the clause itself has just taken is one.
	if (n->kind == DT_NODE_ASSIGN && is_time(n->rhs))
		l->is_guarded = true;
}

static struct place place_of(const struct dt_clause *cl)
{
	const struct dt_probe_desc *d = cl->descs;
	const char *provider = cl->n_descs && d->provider ? d->provider : "";
	const char *name = cl->n_descs && d->name ? d->name : "";

	return (struct place){
	    .is_syscall = !strcmp(provider, "syscall"),
	    .is_process = !strncmp(provider, "pid", 3),
	    .is_entry = !strcmp(name, "entry"),
	    .is_return = !strcmp(name, "return"),
	    .thread = !strncmp(name, "tick-", 5)		       ? RUNNING
		      : !strcmp(name, "BEGIN") || !strcmp(name, "END") ? DTRACES
								       : CALLERS,
	};
}

static void look_at_clause(struct lint *l, const struct dt_clause *cl)
{
	l->clause = cl;
	l->place = place_of(cl);
	l->is_guarded = false;
	if (cl->predicate) {
		l->in_pred = true;
		check_condition(l, cl->predicate);
		look(l, cl->predicate);
		l->in_pred = false;
		l->is_guarded = asks_variable(cl->predicate);
	}
	for (const struct dt_node *n = cl->body; n; n = n->next)
		look(l, n);
}

void dt_lint(struct dt_compile *c)
{
	struct lint l = {.c = c};
	const struct dt_map *tables[] = {&c->globals, &c->selfs, &c->thises};

	for (const struct dt_clause *cl = c->program.clauses; cl; cl = cl->next) {
		l.clause = cl;
		l.place = place_of(cl);
		if (cl->predicate)
			note(&l, cl->predicate);
		for (const struct dt_node *n = cl->body; n; n = n->next)
			note(&l, n);
	}
	for (const struct dt_clause *cl = c->program.clauses; cl; cl = cl->next)
		look_at_clause(&l, cl);
	for (size_t t = 0; t < dt_array_len(tables); t++) {
		const struct dt_map_entry *e;
		size_t pos = 0;

		while ((e = dt_map_next(tables[t], &pos))) {
			const struct dt_ident *id = e->value;
			const struct use *u = dt_map_get(&l.uses, &id, sizeof(id));

			for (size_t i = 0; u && i < dt_array_len(variable_checks); i++)
				variable_checks[i](&l, u);
		}
	}
	check_speculation(&l);
	dt_map_deinit(&l.uses);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Prints the tree as S-expressions, for golden tests and for debugging the front end.
 *
 * Works before and after the semantic pass. The output does not depend on the machine: it has no
 * addresses and no locations. An integer shows its type unless that is int. DT_NODE_MAX_HEIGHT
 * bounds the recursion.
 */
#include "lang/ast.h"

#include <inttypes.h>

static const char *const op_texts[DT_N_OPS] = {
    [DT_OP_NONE] = "",	    [DT_OP_ADD] = "+",	   [DT_OP_SUB] = "-",
    [DT_OP_MUL] = "*",	    [DT_OP_DIV] = "/",	   [DT_OP_MOD] = "%",
    [DT_OP_AND] = "&",	    [DT_OP_OR] = "|",	   [DT_OP_XOR] = "^",
    [DT_OP_SHL] = "<<",	    [DT_OP_SHR] = ">>",	   [DT_OP_EQ] = "==",
    [DT_OP_NE] = "!=",	    [DT_OP_LT] = "<",	   [DT_OP_LE] = "<=",
    [DT_OP_GT] = ">",	    [DT_OP_GE] = ">=",	   [DT_OP_LAND] = "&&",
    [DT_OP_LOR] = "||",	    [DT_OP_LXOR] = "^^",   [DT_OP_NEG] = "-",
    [DT_OP_PLUS] = "+",	    [DT_OP_NOT] = "~",	   [DT_OP_LNOT] = "!",
    [DT_OP_DEREF] = "*",    [DT_OP_ADDROF] = "&",  [DT_OP_STRINGOF] = "stringof",
    [DT_OP_PREINC] = "++",  [DT_OP_PREDEC] = "--", [DT_OP_POSTINC] = "++",
    [DT_OP_POSTDEC] = "--",
};

const char *dt_op_text(enum dt_op op)
{
	return op_texts[op];
}

static const char *const kind_names[DT_N_NODE_KINDS] = {
    [DT_NODE_POISON] = "poison",
    [DT_NODE_INT] = "int",
    [DT_NODE_STRING] = "string",
    [DT_NODE_NAME] = "name",
    [DT_NODE_VAR] = "var",
    [DT_NODE_AGG] = "agg",
    [DT_NODE_INDEX] = "index",
    [DT_NODE_MEMBER] = "member",
    [DT_NODE_UNARY] = "unary",
    [DT_NODE_BINARY] = "binary",
    [DT_NODE_ASSIGN] = "assign",
    [DT_NODE_COND] = "?:",
    [DT_NODE_COMMA] = ",",
    [DT_NODE_CALL] = "call",
    [DT_NODE_CAST] = "cast",
    [DT_NODE_SIZEOF] = "sizeof",
    [DT_NODE_OFFSETOF] = "offsetof",
    [DT_NODE_XLATE] = "xlate",
    [DT_NODE_XLATE_MEMBER] = "xlate-member",
    [DT_NODE_EXPR_STMT] = "do",
    [DT_NODE_IF] = "if",
    [DT_NODE_BLOCK] = "block",
    [DT_NODE_EMPTY] = "empty",
};

/* Prints `'type'`; the quotes distinguish it from a node. */
static void append_type(struct dt_str *out, const struct dt_type *t)
{
	dt_str_append(out, " '");
	dt_type_print(out, t);
	dt_str_append_c(out, '\'');
}

static void print_list(struct dt_str *out, const struct dt_node *n)
{
	for (; n; n = n->next) {
		dt_str_append_c(out, ' ');
		dt_node_print(out, n);
	}
}

static void append_int(struct dt_str *out, const struct dt_node *n)
{
	bool is_int = !n->type || (n->type->kind == DT_TYPE_INT && n->type->size == 4 &&
				   n->type->is_signed && !n->type->is_char);

	if (is_int) {
		dt_str_printf(out, "%" PRId64, (int64_t)n->value);
		return;
	}
	if (n->type->kind == DT_TYPE_INT && !n->type->is_signed)
		dt_str_printf(out, "(int %" PRIu64, n->value);
	else
		dt_str_printf(out, "(int %" PRId64, (int64_t)n->value);
	append_type(out, n->type);
	dt_str_append_c(out, ')');
}

size_t dt_node_count(const struct dt_node *list)
{
	size_t n = 0;

	for (; list; list = list->next)
		n++;
	return n;
}

const char *dt_scope_text(enum dt_scope scope)
{
	static const char *const texts[] = {[DT_SCOPE_NONE] = "",
					    [DT_SCOPE_SELF] = "self->",
					    [DT_SCOPE_THIS] = "this->",
					    [DT_SCOPE_KERNEL] = ""};

	return texts[scope];
}

/* Prints the name of a NAME or VAR with its scope, as in the program. */
static void append_name(struct dt_str *out, const struct dt_node *n)
{
	dt_str_append(out, dt_scope_text(n->scope));
	if (n->scope == DT_SCOPE_KERNEL)
		dt_str_printf(out, "%s`", n->module);
	dt_str_append(out, n->name ? n->name : "?");
}

static void print_leaf(struct dt_str *out, const struct dt_node *n)
{
	switch (n->kind) {
	case DT_NODE_INT:
		append_int(out, n);
		break;
	case DT_NODE_STRING:
		dt_str_append_c(out, '"');
		dt_str_escape(out, n->str, n->str_len);
		dt_str_append_c(out, '"');
		break;
	default:
		append_name(out, n);
		break;
	}
}

/* Prints the text between the opening parenthesis of an inner node and its children. */
static void print_head(struct dt_str *out, const struct dt_node *n)
{
	switch (n->kind) {
	case DT_NODE_UNARY:
		if (n->op == DT_OP_POSTINC || n->op == DT_OP_POSTDEC)
			dt_str_append(out, "post");
		dt_str_append(out, op_texts[n->op]);
		break;
	case DT_NODE_BINARY:
		dt_str_append(out, op_texts[n->op]);
		break;
	case DT_NODE_ASSIGN:
		dt_str_printf(out, "%s=", op_texts[n->op]);
		break;
	case DT_NODE_AGG:
		dt_str_printf(out, "@%s", n->name);
		break;
	case DT_NODE_CALL:
		dt_str_printf(out, "call %s", n->name);
		break;
	default:
		dt_str_append(out, kind_names[n->kind]);
		break;
	}
	if (n->decl_type)
		append_type(out, n->decl_type);
}

void dt_node_print(struct dt_str *out, const struct dt_node *n)
{
	switch (n->kind) {
	case DT_NODE_INT:
	case DT_NODE_STRING:
	case DT_NODE_NAME:
	case DT_NODE_VAR:
		print_leaf(out, n);
		return;
	case DT_NODE_AGG:
		if (!n->list) {
			dt_str_printf(out, "@%s", n->name);
			return;
		}
		break;
	default:
		break;
	}
	dt_str_append_c(out, '(');
	print_head(out, n);
	print_list(out, n->lhs);
	print_list(out, n->rhs);
	print_list(out, n->third);
	print_list(out, n->list);
	print_list(out, n->body);
	if (n->else_body) {
		dt_str_append(out, " else");
		print_list(out, n->else_body);
	}
	if (n->kind == DT_NODE_MEMBER || n->kind == DT_NODE_OFFSETOF)
		dt_str_printf(out, " %s", n->name);
	dt_str_append_c(out, ')');
}

// ---- clauses and declarations

static void print_field(struct dt_str *out, const char *field)
{
	if (field)
		dt_str_printf(out, " \"%s\"", field);
	else
		dt_str_append(out, " -");
}

static void print_clause(struct dt_str *out, const struct dt_clause *c)
{
	static const char *const roles[] = {[DT_CLAUSE_PROGRAM] = "clause",
					    [DT_CLAUSE_STATE] = "state",
					    [DT_CLAUSE_ORIGIN] = "origin"};

	dt_str_printf(out, "(%s%s", roles[c->role], c->runs_last ? " last" : "");
	for (size_t i = 0; i < c->n_descs; i++) {
		const struct dt_probe_desc *d = &c->descs[i];

		dt_str_append(out, "\n  (probe");
		if (d->id) {
			dt_str_printf(out, " #%u)", d->id);
			continue;
		}
		print_field(out, d->provider);
		print_field(out, d->module);
		print_field(out, d->function);
		print_field(out, d->name);
		dt_str_append_c(out, ')');
	}
	if (c->predicate) {
		dt_str_append(out, "\n  (predicate ");
		dt_node_print(out, c->predicate);
		dt_str_append_c(out, ')');
	}
	if (c->thread) {
		dt_str_append(out, "\n  (thread ");
		dt_node_print(out, c->thread);
		dt_str_append_c(out, ')');
	}
	if (c->has_body || c->body) {
		dt_str_append(out, "\n  (body");
		for (const struct dt_node *n = c->body; n; n = n->next) {
			dt_str_append(out, "\n    ");
			dt_node_print(out, n);
		}
		dt_str_append_c(out, ')');
	}
	dt_str_append(out, ")\n");
}

static void print_translator(struct dt_str *out, const struct dt_translator *t)
{
	dt_str_append(out, "(translator");
	append_type(out, t->to);
	append_type(out, t->from);
	dt_str_printf(out, " %s", t->param->name);
	if (t->rest) {
		dt_str_append(out, "\n  (rest ");
		dt_node_print(out, t->rest);
		dt_str_append_c(out, ')');
	}
	for (size_t i = 0; i < t->n_members; i++) {
		dt_str_printf(out, "\n  (%s ", t->members[i].name);
		dt_node_print(out, t->members[i].expr);
		dt_str_append_c(out, ')');
	}
	dt_str_append(out, ")\n");
}

static void print_choices(struct dt_str *out, const struct dt_provider_probe *p)
{
	for (const struct dt_choice *choice = p->choices; choice; choice = choice->next) {
		dt_str_append(out, "\n(choice ");
		for (const struct dt_clause *c = choice->origins; c; c = c->next)
			print_clause(out, c);
		dt_str_append(out, ")");
	}
	if (p->reason)
		dt_str_printf(out, "\n(reason \"%s\")", p->reason);
}

static void print_provider(struct dt_str *out, const struct dt_provider_decl *decl)
{
	dt_str_printf(out, "(provider %s", decl->name);
	for (size_t i = 0; i < decl->n_probes; i++) {
		const struct dt_provider_probe *p = &decl->probes[i];

		dt_str_printf(out, "\n  (probe %s (args", p->name);
		for (size_t j = 0; j < p->n_args; j++)
			append_type(out, p->args[j]);
		dt_str_append(out, ") (xargs");
		for (size_t j = 0; j < p->n_xargs; j++) {
			append_type(out, p->xargs[j]);
			dt_str_printf(out, "<-%u", p->map[j]);
		}
		dt_str_append(out, "))");
		print_choices(out, p);
	}
	dt_str_append(out, ")\n");
	for (const struct dt_clause *c = decl->clauses; c; c = c->next)
		print_clause(out, c);
}

void dt_ast_print(struct dt_str *out, const struct dt_program *p)
{
	for (const struct dt_ident_pragma *a = p->pragmas; a; a = a->next) {
		if (a->part)
			dt_str_printf(out, "(attributes %s provider %s %s)\n", a->attributes,
				      a->ident, a->part);
		else if (a->attributes)
			dt_str_printf(out, "(attributes %s %s)\n", a->attributes, a->ident);
		else
			dt_str_printf(out, "(binding %u %s)\n", a->version, a->ident);
	}
	for (const struct dt_depends_pragma *d = p->depends; d; d = d->next)
		dt_str_printf(out, "(depends_on %s %s)\n", d->what, d->name);
	for (const struct dt_provider_decl *d = p->providers; d; d = d->next)
		print_provider(out, d);
	for (const struct dt_translator *t = p->translators; t; t = t->next)
		print_translator(out, t);
	for (const struct dt_clause *c = p->clauses; c; c = c->next)
		print_clause(out, c);
}

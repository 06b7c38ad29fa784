/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Fuzzes the semantic pass: any program must give diagnostics, or a tree that satisfies the
 * invariants of ast.h for lowering: every expression has a type, and no node is syntax only.
 */
#include "../lang-fixture.h"
#include "dtrace/dtrace.h"

#include <assert.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_tree(const struct dt_node *n);

static void check_list(const struct dt_node *list)
{
	for (; list; list = list->next)
		check_tree(list);
}

static void check_tree(const struct dt_node *n)
{
	if (!n)
		return;
	assert(n->type && "every node has a type");
	switch (n->kind) {
	case DT_NODE_POISON:
	case DT_NODE_NAME:
	case DT_NODE_SIZEOF:
	case DT_NODE_OFFSETOF:
		assert(!"a kind of node that lowering does not know");
		break;
	case DT_NODE_XLATE: // only as a whole struct
		assert(n->translator && dt_type_is_sou(n->type) &&
		       "a translation is a whole struct");
		break;
	case DT_NODE_XLATE_MEMBER:
		assert(n->member);
		break;
	case DT_NODE_VAR:
	case DT_NODE_CALL:
	case DT_NODE_AGG:
		assert(n->ident);
		break;
	case DT_NODE_MEMBER:
		assert(n->member);
		break;
	case DT_NODE_BINARY:
		assert(n->lhs->type->kind != DT_TYPE_POISON &&
		       n->rhs->type->kind != DT_TYPE_POISON);
		break;
	default:
		break;
	}
	check_tree(n->lhs);
	check_tree(n->rhs);
	check_tree(n->third);
	check_list(n->list);
	check_list(n->body);
	check_list(n->else_body);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = dt_malloc(size + 1);
	struct dt_source src = {.name = "fuzz.d", .text = text, .len = size, .is_file = true};
	struct dt_compile *c = dt_compile_create(256);
	struct dtrace_diagnostic described;
	struct dt_str out = {0};

	memcpy(text, data, size);
	text[size] = '\0';
	fixture_attach(c);
	dt_parse(c, &src, DT_SPEC_PROGRAM);
	dt_sema_check(c);
	for (const struct dt_clause *cl = c->program.clauses; cl && !c->diags.n_errors;
	     cl = cl->next) {
		check_tree(cl->predicate);
		check_list(cl->body);
	}
	dt_vec_foreach (&c->diags.list, d)
		dt_diag_describe(c->arena, d, &described);
	dt_ast_print(&out, &c->program);
	dt_str_deinit(&out);
	dt_compile_destroy(c);
	free(text);
	return 0;
}

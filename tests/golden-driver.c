/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * golden-driver MODE FILE: print what one stage of the compiler makes of a D program, for the
 * golden tests. The program is seen as in `dtrace -s FILE` with the arguments "7", "eight" and "a
 * b" and a few fixed macro variables; nothing depends on the machine. Diagnostics follow on stdout,
 * so that recovery is part of the test.
 *
 * A script that contains a line "SPEC: name" in a comment is read as -n reads it; likewise
 * provider, module, function, id.
 *
 * To add a mode: 1. a function like mode_ast(); 2. its line in `modes`; 3. tests/golden/MODE/.
 */
#include "golden-back.h"

#include "cli/program/diagnostic.h"
#include "lang/lex/lex.h"
#include "lang-fixture.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

// ---- the fixed surroundings

static const char *const arguments[] = {"golden", "7", "eight", "a b"};
static const struct dt_macro macros[] = {{"pid", 1234}, {"target", 99}, {"uid", 0}};

static struct dt_error *set_option(void *self, const char *name, const char *value,
				   bool from_program)
{
	struct dt_str *log = self;

	if (!strcmp(name, "nosuchoption"))
		return dt_error_new(DT_ERR_USAGE, "Invalid option name");
	dt_str_printf(log, "(option %s %s)\n", name, value ? value : "-");
	return NULL;
}

static enum dt_spec spec_of(const struct dt_source *src)
{
	static const struct {
		const char *mark;
		enum dt_spec spec;
	} specs[] = {
	    {"SPEC: name", DT_SPEC_NAME},     {"SPEC: provider", DT_SPEC_PROVIDER},
	    {"SPEC: module", DT_SPEC_MODULE}, {"SPEC: function", DT_SPEC_FUNCTION},
	    {"SPEC: id", DT_SPEC_ID},
	};

	for (size_t i = 0; i < dt_array_len(specs); i++)
		if (strstr(src->text, specs[i].mark))
			return specs[i].spec;
	return DT_SPEC_PROGRAM;
}

// ---- modes

static void print_token(struct dt_str *out, const struct dt_token *t)
{
	dt_str_printf(out, "%u:%u %s", t->loc.line, t->loc.column, dt_tok_text(t->kind));
	switch (t->kind) {
	case DT_TOK_INT:
		dt_str_printf(out, t->type->is_signed ? " %" PRId64 " " : " %" PRIu64 " ",
			      t->value);
		dt_type_print(out, t->type);
		break;
	case DT_TOK_STRING:
		dt_str_append(out, " \"");
		dt_str_escape(out, t->text, t->len);
		dt_str_append_c(out, '"');
		break;
	case DT_TOK_IDENT:
	case DT_TOK_AGG:
	case DT_TOK_PSPEC:
		dt_str_printf(out, " %s", t->text ? t->text : "(undefined)");
		break;
	default:
		break;
	}
	dt_str_append_c(out, '\n');
}

/* The mode in which the parser would read what follows the token. */
static enum dt_lex_mode next_mode(const struct dt_token *t, enum dt_lex_mode mode, unsigned *depth)
{
	*depth += t->kind == DT_TOK_LBRACE;
	*depth -= t->kind == DT_TOK_RBRACE && *depth;
	if (!*depth &&
	    (t->kind == DT_TOK_RBRACE || t->kind == DT_TOK_SEMI || t->kind == DT_TOK_EPRED))
		return DT_LEX_TOP;
	if (mode == DT_LEX_TOP && t->kind != DT_TOK_PSPEC && t->kind != DT_TOK_COMMA)
		return DT_LEX_EXPR;
	return mode;
}

static void mode_lex(struct dt_compile *c, const struct dt_source *src, struct dt_str *out)
{
	struct dt_lexer lx;
	struct dt_token t;
	unsigned depth = 0;

	dt_lex_init(&lx, c, src);
	lx.mode = DT_LEX_TOP;
	do {
		t = dt_lex_next(&lx);
		print_token(out, &t);
		if (t.kind == DT_TOK_DIV && lx.mode == DT_LEX_TOP) {
			lx.in_predicate = true;
			lx.brackets = 0;
		}
		if (t.kind == DT_TOK_EPRED)
			lx.in_predicate = false;
		lx.mode = next_mode(&t, lx.mode, &depth);
	} while (t.kind != DT_TOK_EOF);
}

static int by_name(const void *a, const void *b)
{
	const struct dt_ident *const *x = a, *const *y = b;

	return strcmp((*x)->name, (*y)->name);
}

static void print_ident(struct dt_str *out, const char *table, const struct dt_ident *id)
{
	dt_str_printf(out, "(declare %s%s '", table, id->name);
	dt_type_print(out, id->type);
	dt_str_append_c(out, '\'');
	for (size_t i = 0; i < id->n_keys; i++) {
		dt_str_append(out, i ? ", " : " [");
		dt_type_print(out, id->keys[i]);
		dt_str_append(out, i + 1 == id->n_keys ? "]" : "");
	}
	for (size_t i = 0; i < id->n_inline_params; i++) {
		dt_str_printf(out, " (%s '", id->inline_params[i].name);
		dt_type_print(out, id->inline_params[i].type);
		dt_str_append(out, "')");
	}
	if (id->inline_body) {
		dt_str_append(out, " = ");
		dt_node_print(out, id->inline_body);
	}
	dt_str_append(out, ")\n");
}

/* The program's declarations in one table, by name. */
static void print_declared(struct dt_str *out, const char *mark, const struct dt_map *table)
{
	dt_vec(const struct dt_ident *) list = {0};
	size_t pos = 0;

	for (const struct dt_map_entry *e; (e = dt_map_next(table, &pos));) {
		const struct dt_ident *id = e->value;

		if (id->is_declared && id->declared.line)
			dt_vec_push(&list, id);
	}
	if (list.len)
		qsort(list.data, list.len, sizeof(*list.data), by_name);
	for (size_t i = 0; i < list.len; i++)
		print_ident(out, mark, list.data[i]);
	dt_vec_deinit(&list);
}

static void mode_ast(struct dt_compile *c, const struct dt_source *src, struct dt_str *out)
{
	dt_parse(c, src, spec_of(src));
	print_declared(out, "", &c->globals);
	print_declared(out, "self->", &c->selfs);
	print_declared(out, "this->", &c->thises);
	dt_ast_print(out, &c->program);
}

/* A node with its type, then its children, one step further in. */
static void print_typed(struct dt_str *out, const struct dt_node *n, int depth)
{
	const struct dt_node *below[] = {n->lhs, n->rhs, n->third};

	dt_str_printf(out, "%*s", depth * 2, "");
	dt_node_print(out, n);
	dt_str_append(out, " : ");
	dt_type_print(out, n->type);
	dt_str_append_c(out, '\n');
	for (size_t i = 0; i < dt_array_len(below) && n->kind != DT_NODE_POISON; i++)
		if (below[i])
			print_typed(out, below[i], depth + 1);
	for (const struct dt_node *e = n->list; e && n->kind != DT_NODE_POISON; e = e->next)
		print_typed(out, e, depth + 1);
}

/* The predicates and statements of a program that the semantic pass has seen. */
static void mode_types(struct dt_compile *c, const struct dt_source *src, struct dt_str *out)
{
	fixture_attach(c);
	dt_parse(c, src, spec_of(src));
	dt_sema_check(c);
	for (const struct dt_clause *cl = c->program.clauses; cl; cl = cl->next) {
		if (cl->predicate)
			print_typed(out, cl->predicate, 0);
		for (const struct dt_node *n = cl->body; n; n = n->next)
			if (n->kind == DT_NODE_EXPR_STMT)
				print_typed(out, n->lhs, 0);
	}
}

static const struct {
	const char *name;
	void (*run)(struct dt_compile *c, const struct dt_source *src, struct dt_str *out);
} modes[] = {
    {"lex", mode_lex},
    {"ast", mode_ast},
    {"types", mode_types},
};

// ---- the program

static char *read_file(const char *path, size_t *len)
{
	FILE *f = fopen(path, "r");
	struct dt_str text = {0};
	char buf[4096];
	size_t n;

	if (!f)
		return NULL;
	while ((n = fread(buf, 1, sizeof(buf), f)) > 0)
		dt_str_append_n(&text, buf, n);
	fclose(f);
	*len = text.len;
	return dt_str_take(&text);
}

static void print_diagnostics(const struct dt_diags *d)
{
	dt_cleanup(dt_str_deinit) struct dt_str classic = {0};
	struct dtrace_diagnostic g;

	for (size_t i = 0; i < d->list.len; i++) {
		dt_diag_describe(d->arena, &d->list.data[i], &g);
		dt_diagnostic_print(stdout, &g, (struct dt_diagnostic_form){.errtags = true});
	}
	if (d->list.len) {
		dt_diag_format_classic(&classic, &d->list.data[0], true);
		printf("classic: %s\n", dt_str_text(&classic));
	}
}

static int run(const char *mode, const char *path)
{
	size_t len;
	dt_cleanup(dt_free_p) char *text = read_file(path, &len);

	if (!text) {
		perror(path);
		return 2;
	}
	struct dt_source src = {.name = path, .text = text, .len = len};
	src.is_file = spec_of(&src) == DT_SPEC_PROGRAM;

	dt_cleanup(dt_str_deinit) struct dt_str out = {0};
	if (golden_back(mode, path, &out)) {
		fputs(dt_str_text(&out), stdout);
		return 0;
	}
	struct dt_option_sink options = {&out, set_option};
	struct dt_compile *c = dt_compile_create(256);
	c->argv = arguments;
	c->argc = dt_array_len(arguments);
	c->macros = macros;
	c->n_macros = dt_array_len(macros);
	c->options = &options;

	for (size_t i = 0; i < dt_array_len(modes); i++) {
		if (!strcmp(mode, modes[i].name)) {
			modes[i].run(c, &src, &out);
			fputs(dt_str_text(&out), stdout);
			print_diagnostics(&c->diags);
			dt_compile_destroy(c);
			return 0;
		}
	}
	dt_compile_destroy(c);
	fprintf(stderr, "golden-driver: no mode %s\n", mode);
	return 2;
}

int main(int argc, char **argv)
{
	if (argc != 3) {
		fprintf(stderr, "usage: golden-driver lex|ast|types|ir|bpf|native FILE\n");
		return 2;
	}
	return run(argv[1], argv[2]);
}

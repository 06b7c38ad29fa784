/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tests of the syntactic front end that golden files cannot express: layouts, messages in their two
 * forms, several texts in one compilation, flags, and input of hostile size.
 */
#include "dtrace/dtrace.h"
#include "lang/ident.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

enum { MEGABYTE = 1 << 20 };

static struct dt_compile *compile;

static int setup(void **state)
{
	compile = dt_compile_create(256);
	return 0;
}

static int teardown(void **state)
{
	dt_compile_destroy(compile);
	return 0;
}

/* Parses text that lives as long as the compilation. */
static void parse_n(const char *text, size_t len, enum dt_spec spec)
{
	struct dt_source *src = dt_arena_new(compile->arena, struct dt_source);

	src->name = spec == DT_SPEC_PROGRAM ? "script.d" : text;
	src->text = dt_arena_strndup(compile->arena, text, len);
	src->len = len;
	src->is_file = spec == DT_SPEC_PROGRAM;
	dt_parse(compile, src, spec);
}

static void parse_text(const char *text)
{
	parse_n(text, strlen(text), DT_SPEC_PROGRAM);
}

static void parse_spec(const char *text, enum dt_spec spec)
{
	parse_n(text, strlen(text), spec);
}

/* Returns the i-th diagnostic in its classic form with tags, valid until the next call. */
static const char *classic_text(size_t i)
{
	static char buf[512];
	struct dt_str out = {0};

	assert_true(i < compile->diags.list.len);
	dt_diag_format_classic(&out, &compile->diags.list.data[i], true);
	snprintf(buf, sizeof(buf), "%s", dt_str_text(&out));
	dt_str_deinit(&out);
	return buf;
}

static const struct dt_clause *clause_at(size_t i)
{
	const struct dt_clause *c = compile->program.clauses;

	for (; i; i--)
		c = c->next;
	return c;
}

// ---- declarations

static void struct_is_laid_out_as_by_gcc(void **state)
{
	struct expected {
		char c;
		unsigned a : 3, b : 5;
		short s;
		union {
			int i;
			char text[6];
		} u;
		struct expected *next;
	};
	uint64_t offset;

	parse_text("struct s { char c; unsigned a : 3, b : 5; short s;\n"
		   "  union { int i; char text[6]; } u; struct s *next; };\n"
		   "struct s var;\n");
	assert_int_equal(compile->diags.n_errors, 0);

	const struct dt_type *t = dt_ident_lookup(&compile->globals, "var")->type;
	assert_int_equal(t->size, sizeof(struct expected));
	assert_non_null(dt_type_member(t, "s", &offset));
	assert_int_equal(offset, 8 * offsetof(struct expected, s));
	assert_non_null(dt_type_member(t, "b", &offset));
	assert_int_equal(offset, 11);
	assert_non_null(dt_type_member(t, "next", &offset));
	assert_int_equal(offset, 8 * offsetof(struct expected, next));
}

static void declared_identifiers_have_dense_indexes(void **state)
{
	parse_text("int a; string b[int]; self int c; int d; this int e; inline int f = 1;");
	assert_int_equal(dt_ident_lookup(&compile->globals, "a")->index, 0);
	assert_int_equal(dt_ident_lookup(&compile->globals, "d")->index, 1);
	assert_int_equal(dt_ident_lookup(&compile->globals, "b")->kind, DT_IDENT_ASSOC);
	assert_int_equal(dt_ident_lookup(&compile->globals, "b")->n_keys, 1);
	assert_int_equal(dt_ident_lookup(&compile->selfs, "c")->kind, DT_IDENT_SELF);
	assert_int_equal(dt_ident_lookup(&compile->thises, "e")->kind, DT_IDENT_THIS);
	assert_int_equal(dt_ident_lookup(&compile->globals, "f")->kind, DT_IDENT_INLINE);
	assert_int_equal(compile->n_idents[DT_IDENT_GLOBAL], 2);
}

static void null_is_an_inline(void **state)
{
	const struct dt_ident *id = dt_ident_lookup(&compile->globals, "NULL");

	assert_int_equal(id->kind, DT_IDENT_INLINE);
	assert_int_equal(id->inline_body->value, 0);
}

static void kernel_symbols_are_entered_once(void **state)
{
	struct dt_loc loc = {0};
	struct dt_ident *a = dt_ident_kernel(compile, "", "jiffies", loc);

	assert_ptr_equal(dt_ident_kernel(compile, "", "jiffies", loc), a);
	assert_ptr_not_equal(dt_ident_kernel(compile, "vmlinux", "jiffies", loc), a);
	assert_null(dt_ident_lookup(&compile->globals, "jiffies"));
}

// ---- several texts

static void texts_share_types_and_order(void **state)
{
	parse_text("typedef int my_t; BEGIN { }");
	parse_spec("syscall", DT_SPEC_PROVIDER);
	parse_text("my_t x; END { }");
	assert_int_equal(compile->diags.n_errors, 0);
	assert_string_equal(clause_at(0)->descs->name, "BEGIN");
	assert_string_equal(clause_at(1)->descs->provider, "syscall");
	assert_null(clause_at(1)->descs->name);
	assert_string_equal(clause_at(2)->descs->name, "END");
	assert_int_equal(clause_at(2)->index, 2);
	assert_true(compile->program.clauses_tail == &clause_at(2)->next);
}

static void fields_are_assigned_from_the_right(void **state)
{
	parse_text("m:f:n, :::, n { }");
	const struct dt_probe_desc *d = clause_at(0)->descs;

	assert_int_equal(clause_at(0)->n_descs, 3);
	assert_null(d[0].provider);
	assert_string_equal(d[0].module, "m");
	assert_string_equal(d[0].name, "n");
	assert_string_equal(d[1].provider, "");
	assert_string_equal(d[1].name, "");
	assert_null(d[2].function);
}

// ---- flags and arguments

static void empty_program(void **state)
{
	parse_text("/* nothing */\n");
	assert_string_equal(classic_text(0), "[D_EMPTY] line 2: empty D program translation unit");
	compile->flags = DT_CF_EMPTY;
	parse_text("/* nothing */\n");
	assert_int_equal(compile->diags.n_errors, 1);
}

static void default_arguments(void **state)
{
	compile->flags = DT_CF_DEFAULTARGS;
	parse_text("BEGIN { $1; $$2; } probe$3:::x { }");
	assert_int_equal(compile->diags.n_errors, 0);
	const struct dt_node *n = clause_at(0)->body;
	assert_int_equal(n->lhs->kind, DT_NODE_INT);
	assert_int_equal(n->lhs->value, 0);
	assert_int_equal(n->next->lhs->kind, DT_NODE_STRING);
	assert_int_equal(n->next->lhs->str_len, 0);
	assert_string_equal(clause_at(1)->descs->provider, "probe");
}

static void negative_argument(void **state)
{
	static const char *const args[] = {"script", "-5", "0xffffffffffffffff"};

	compile->argv = args;
	compile->argc = dt_array_len(args);
	parse_text("BEGIN { $1; $2; }");
	assert_int_equal((int64_t)clause_at(0)->body->lhs->value, -5);
	assert_int_equal(clause_at(0)->body->next->lhs->value, UINT64_MAX);
}

static void only_the_last_argument_must_be_used(void **state)
{
	static const char *const args[] = {"script", "one", "two"};

	compile->argv = args;
	compile->argc = dt_array_len(args);
	parse_text("BEGIN { $$1; }");
	dt_parse_finish(compile);
	assert_string_equal(
	    classic_text(0),
	    "[D_MACRO_UNUSED] line 1: extraneous argument 'two' ($2 is not referenced)");
}

static void last_argument_in_another_text(void **state)
{
	static const char *const args[] = {"script", "one", "two"};

	compile->argv = args;
	compile->argc = dt_array_len(args);
	parse_text("BEGIN { }");
	parse_text("END { $$2; }");
	dt_parse_finish(compile);
	assert_int_equal(compile->diags.n_errors, 0);
}

static void argref_allows_unused_arguments(void **state)
{
	static const char *const args[] = {"script", "one"};

	compile->argv = args;
	compile->argc = dt_array_len(args);
	compile->flags = DT_CF_ARGREF;
	parse_text("BEGIN { }");
	dt_parse_finish(compile);
	assert_int_equal(compile->diags.n_errors, 0);
}

// ---- messages

static void classic_form_of_a_specifier(void **state)
{
	parse_spec("BEGIN { x = ; }", DT_SPEC_NAME);
	assert_string_equal(classic_text(0), "[D_SYNTAX] in action list: syntax error near \";\"");
	parse_spec("BEGIN /x ==/ { }", DT_SPEC_NAME);
	assert_string_equal(classic_text(1), "[D_SYNTAX] in predicate: syntax error near \"/\"");
	parse_spec("BEGIN }", DT_SPEC_NAME);
	assert_string_equal(
	    classic_text(2),
	    "[D_SYNTAX] expected predicate and/or actions following probe description near \"}\"");
}

static void classic_form_after_line_directive(void **state)
{
	parse_text("#line 7 \"other.d\"\nBEGIN { x = ; }");
	assert_string_equal(classic_text(0),
			    "[D_SYNTAX] \"other.d\", line 7: syntax error near \";\"");
}

static void diagnostics_are_data(void **state)
{
	struct dtrace_diagnostic g;

	parse_text("BEGIN\n{\n\tx\t= );\n}\n");
	dt_diag_describe(compile->arena, &compile->diags.list.data[0], &g);
	assert_string_equal(g.tag, "D_SYNTAX");
	assert_int_equal(g.severity, DTRACE_SEVERITY_ERROR);
	assert_string_equal(g.file, "script.d");
	assert_int_equal(g.line, 3);
	assert_int_equal(g.column, 6);
	assert_int_equal(g.end_line, 3);
	assert_int_equal(g.end_column, 7);
	assert_string_equal(g.message, "syntax error near \")\"");
	assert_null(g.hint);
	assert_string_equal(g.excerpt, "\tx\t= );");
	assert_int_equal(g.mark, 5);
	assert_int_equal(g.mark_length, 1);
}

static void names_are_visible(void **state)
{
	struct dt_diag d = {.tag = D_SYNTAX, .message = "no \033name\nso", .hint = "\a"};
	struct dtrace_diagnostic g;
	struct dt_str out = {0};

	dt_diag_describe(compile->arena, &d, &g);
	assert_string_equal(g.message, "no \\033name\\nso");
	assert_string_equal(g.hint, "\\a");
	assert_null(g.file);
	assert_null(g.excerpt);
	assert_int_equal(g.line, 0);
	dt_diag_format_classic(&out, &d, false);
	assert_string_equal(dt_str_text(&out), "no \\033name\\nso");
	dt_str_deinit(&out);
}

static void long_line_is_clipped(void **state)
{
	struct dtrace_diagnostic g;
	struct dt_str text = {0};

	dt_str_append(&text, "BEGIN { x = ");
	for (size_t i = 0; i < MEGABYTE / 4; i++)
		dt_str_append(&text, i == MEGABYTE / 8 ? ");;;" : "1;  ");
	dt_str_append(&text, "}");
	parse_n(text.data, text.len, DT_SPEC_PROGRAM);
	assert_int_equal(compile->diags.n_errors, 1);
	dt_diag_describe(compile->arena, &compile->diags.list.data[0], &g);
	assert_true(strlen(g.excerpt) < 256);
	assert_memory_equal(g.excerpt, "...", 3);
	assert_int_equal(g.excerpt[g.mark], ')');
	dt_str_deinit(&text);
}

static void at_most_twenty_errors(void **state)
{
	struct dt_str text = {0};

	for (int i = 0; i < 100; i++)
		dt_str_append(&text, "BEGIN { = }\n");
	parse_text(dt_str_text(&text));
	assert_int_equal(compile->diags.n_errors, 20);
	assert_true(compile->diags.too_many);
	dt_str_deinit(&text);
}

// ---- hostile input

static void check_nesting(const char *open, const char *close)
{
	enum { DEPTH = 10000 };
	struct dt_str text = {0};

	dt_str_append(&text, "BEGIN { ");
	for (int i = 0; i < DEPTH; i++)
		dt_str_append(&text, open);
	dt_str_append(&text, "1");
	for (int i = 0; i < DEPTH; i++)
		dt_str_append(&text, close);
	dt_str_append(&text, "; }\nEND { }\n");
	size_t before = compile->diags.n_errors;
	parse_text(dt_str_text(&text));
	assert_int_equal(compile->diags.n_errors, before + 1);
	assert_int_equal(dt_vec_last(&compile->diags.list).tag, D_SYNTAX);
	dt_str_deinit(&text);
}

static void deep_nesting_is_one_error(void **state)
{
	static const char *const pairs[][2] = {
	    {"(", ")"},	      {"- ", ""},   {"a[", "]"}, {"1 + ", ""},	  {"1, ", ""},
	    {"a ? b : ", ""}, {"a = ", ""}, {"f(", ")"}, {"(int)", ""},	  {"", "->x"},
	    {"sizeof ", ""},  {"!", ""},    {"", "[1]"}, {"a ? ", ": b"}, {"xlate <int> (", ")"},
	};

	for (size_t i = 0; i < dt_array_len(pairs); i++)
		check_nesting(pairs[i][0], pairs[i][1]);
	check_nesting("if (1) {", "}");
	check_nesting("if (1) 2; else ", "");
}

static void binary_rubbish_ends(void **state)
{
	char *bytes = dt_malloc(MEGABYTE);
	uint32_t x = 1;

	for (size_t i = 0; i < MEGABYTE; i++) {
		x = x * 1664525 + 1013904223;
		bytes[i] = (char)(x >> 24);
	}
	parse_n(bytes, MEGABYTE, DT_SPEC_PROGRAM);
	assert_true(compile->diags.n_errors > 0);
	memset(bytes, 0, MEGABYTE);
	parse_n(bytes, MEGABYTE, DT_SPEC_NAME);
	free(bytes);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
	    TEST(struct_is_laid_out_as_by_gcc),
	    TEST(declared_identifiers_have_dense_indexes),
	    TEST(null_is_an_inline),
	    TEST(kernel_symbols_are_entered_once),
	    TEST(texts_share_types_and_order),
	    TEST(fields_are_assigned_from_the_right),
	    TEST(empty_program),
	    TEST(default_arguments),
	    TEST(negative_argument),
	    TEST(only_the_last_argument_must_be_used),
	    TEST(last_argument_in_another_text),
	    TEST(argref_allows_unused_arguments),
	    TEST(classic_form_of_a_specifier),
	    TEST(classic_form_after_line_directive),
	    TEST(diagnostics_are_data),
	    TEST(names_are_visible),
	    TEST(long_line_is_clipped),
	    TEST(at_most_twenty_errors),
	    TEST(deep_nesting_is_one_error),
	    TEST(binary_rubbish_ends),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

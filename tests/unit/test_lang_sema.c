/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tests of the semantic pass on small programs, with the builtins and probes of lang-fixture.h,
 * independent of the machine. A test compares a program's tree, as s-expressions, or the tags of a
 * wrong program.
 */
#include "../lang-fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static struct dt_compile *compile_text(const char *text, struct dt_source *source)
{
	struct dt_compile *c = dt_compile_create(256);

	fixture_attach(c);
	*source =
	    (struct dt_source){.name = "t.d", .text = text, .len = strlen(text), .is_file = true};
	dt_parse(c, source, DT_SPEC_PROGRAM);
	dt_sema_check(c);
	return c;
}

/** Asserts that the only statement of a clause becomes `want`; `before` precedes the clause. */
static void assert_becomes(const char *before, const char *stmt, const char *want)
{
	dt_cleanup(dt_free_p) char *text = dt_asprintf("%s\nprobe:::typed { %s; }", before, stmt);
	struct dt_source source;
	struct dt_compile *c = compile_text(text, &source);
	struct dt_str out = {0};

	dt_vec_foreach (&c->diags.list, d)
		print_error("%s: %s\n", text, d->message);
	assert_int_equal(c->diags.n_errors, 0);
	const struct dt_clause *cl = c->program.clauses;
	while (cl->next)
		cl = cl->next;
	dt_node_print(&out, cl->body->lhs);
	assert_string_equal(dt_str_text(&out), want);
	dt_str_deinit(&out);
	dt_compile_destroy(c);
}

/** Asserts the tags of a program's errors, in order, "D_A D_B". */
static void assert_tags(const char *text, const char *want)
{
	struct dt_source source;
	struct dt_compile *c = compile_text(text, &source);
	struct dt_str got = {0};

	dt_vec_foreach (&c->diags.list, d)
		dt_str_printf(&got, "%s%s", got.len ? " " : "", dt_tag_table[d->tag].name);
	if (strcmp(dt_str_text(&got), want) != 0)
		print_error("%s\n", text);
	assert_string_equal(dt_str_text(&got), want);
	dt_str_deinit(&got);
	dt_compile_destroy(c);
}

static void test_conversions(void **state)
{
	assert_becomes("", "x = pid + 1", "(= x (+ pid 1))");
	assert_becomes("", "x = (char)arg0 + 1", "(= x (+ (cast 'char' arg0) 1))");
	assert_becomes("", "x = pid < 4294967295", "(= x (< pid (int 4294967295 'long')))");
	assert_becomes("int d;", "d = pid", "(= d pid)");
	assert_becomes("int d;", "d = pid + 1", "(= d (cast 'int' (+ pid 1)))");
	assert_becomes("int d;", "d = pid == 1 ? pid : 'a'", "(= d (?: (== pid 1) pid 97))");
	assert_becomes("int d; unsigned u;", "d = pid == 1 ? pid : u",
		       "(= d (cast 'int' (?: (== pid 1) pid u)))");
	assert_becomes("unsigned d;", "d = -1", "(= d (int 4294967295 'unsigned int'))");
	assert_becomes("BEGIN { x = 0; }", "x = timestamp", "(= x timestamp)");
	assert_becomes("BEGIN { x = 0; } int d;", "d = x", "(= d (cast 'int' x))");
	assert_becomes("BEGIN { x = 0; } int d;", "d = ++x", "(= d (cast 'int' (++ x)))");
	assert_becomes("BEGIN { x = 0; }", "x = (struct s *)arg0",
		       "(= x (cast 'struct s *' arg0))");
	assert_becomes("int8_t c;", "c = pid", "(= c (cast 'int8_t' pid))");
	assert_becomes("struct s { char n[8]; };", "x = ((struct s *)arg0)->n",
		       "(= x (stringof (member (* (cast 'struct s *' arg0)) n)))");
	assert_becomes("struct s { char n[8]; };", "x = ((struct s *)arg0)->n == \"a\"",
		       "(= x (== (stringof (member (* (cast 'struct s *' arg0)) n)) \"a\"))");
}

static void test_folding(void **state)
{
	assert_becomes("", "1 + 2 * 3", "7");
	assert_becomes("", "1 << 40", "1099511627776");
	assert_becomes("", "3u - 5", "(int 18446744073709551614 'unsigned int')");
	assert_becomes("", "-7 / 2", "-3");
	assert_becomes("", "-7 % 2", "-1");
	assert_becomes("", "(uint8_t)300 == 44", "1");
	assert_becomes("", "-1 < 1u", "0");
	assert_becomes("", "-1 == 4294967295u", "0");
	assert_becomes("", "!5 || 0 && pid", "0");
	assert_becomes("struct s { int a; long b; };", "offsetof(struct s, b) + sizeof (struct s)",
		       "(int 24 'unsigned long')");
	assert_becomes("enum e { A = 3, B };", "A + B", "7");
	assert_becomes("inline int DEBUG = 0;", "DEBUG ? nope(1, 2, 3) : 1", "1");
	assert_becomes("inline int DEBUG = 1;", "DEBUG ? trace(1) : nope()", "(call trace 1)");
	assert_becomes("inline string s[int a] = a == 1 ? \"one\" : \"other\";", "x = s[1]",
		       "(= x \"one\")");
	assert_becomes("", "x = NULL", "(= x (int 0 'long'))");
	assert_becomes("enum e { A = 3, B };", "x = B", "(= x 4)");
}

static void test_variables(void **state)
{
	assert_becomes("", "self->t = timestamp", "(= self->t timestamp)");
	assert_becomes("", "x[pid, \"a\"]++", "(post++ (index x pid \"a\"))");
	assert_becomes("BEGIN { self->s = \"a\"; }", "self->s = 0", "(= self->s 0)");
	assert_becomes("string s;", "s != NULL", "(!= s \"\")");
	assert_becomes("BEGIN { x[1] = timestamp; }", "x[timestamp] = 0",
		       "(= (index x timestamp) 0)");
}

static void test_aggregations(void **state)
{
	assert_becomes("", "@[execname, stack()] = count()",
		       "(= (@_ execname (call stack)) (call count))");
	// An action may precede the aggregation that it names.
	assert_becomes("probe:::typed { printa(\"%s %@d\", @a); }", "@a[execname] = sum(pid)",
		       "(= (@a execname) (call sum pid))");
}

static void test_translators(void **state)
{
	static const char decl[] =
	    "struct in { int a; char n[8]; struct in *next; };\n"
	    "struct out { string s; int twice; struct in *link; };\n"
	    "translator struct out < struct in *p > {\n"
	    "	s = p->n; twice = p->a * 2; link = p->next;\n"
	    "};\n"
	    "inline struct out *cur = xlate <struct out *> ((struct in *)arg0);";

	assert_becomes(decl, "x = cur->twice",
		       "(= x (cast 'int' (* (member (* (cast 'struct in *' arg0)) a) 2)))");
	assert_becomes(decl, "x = cur->s",
		       "(= x (stringof (member (* (cast 'struct in *' arg0)) n)))");
	assert_becomes(decl, "x = xlate <struct out> ((struct in *)arg0).link->a",
		       "(= x (member (* (member (* (cast 'struct in *' arg0)) next)) a))");
}

static void test_order(void **state)
{
	assert_tags("BEGIN { commit(1); commit(1); }", "D_COMM_COMM");
	assert_tags("BEGIN { trace(1); commit(1); }", "D_COMM_DREC");
	assert_tags("BEGIN { commit(1); trace(1); }", "D_DREC_COMM");
	assert_tags("BEGIN { speculate(1); speculate(1); }", "D_SPEC_SPEC");
	assert_tags("BEGIN { commit(1); speculate(1); }", "D_SPEC_COMM");
	assert_tags("BEGIN { trace(1); speculate(1); }", "D_SPEC_DREC");
	assert_tags("BEGIN { speculate(1); exit(1); }", "D_EXIT_SPEC");
	assert_tags("BEGIN { speculate(1); system(\"ls\"); }", "D_ACT_SPEC");
	assert_tags("BEGIN { commit(1); @ = count(); }", "D_AGG_COMM");
	assert_tags("BEGIN { speculate(1); @ = count(); }", "D_AGG_SPEC");
	assert_tags("BEGIN { if (pid) { commit(1); } else { trace(1); } }", "");
	assert_tags("BEGIN { self->s = speculation(); speculate(self->s); trace(1); }", "");
}

static void test_actions(void **state)
{
	assert_tags("BEGIN { trace(bcopy(0, 0, 0)); }", "D_TRACE_VOID");
	assert_tags("BEGIN { print(bcopy(0, 0, 0)); }", "D_PRINT_VOID");
	assert_tags("BEGIN { stack(0); }", "D_STACK_SIZE");
	assert_tags("BEGIN { stack(1, 2); }", "D_STACK_PROTO");
	assert_tags("BEGIN { ustack(pid); }", "D_USTACK_FRAMES");
	assert_tags("BEGIN { ustack(1, pid); }", "D_USTACK_STRSIZE");
	assert_tags("BEGIN { ustack(1, 2, 3); }", "D_USTACK_PROTO");
	assert_tags("BEGIN { printf(\"%k %a\", stack(), arg0); }", "");
	assert_tags("BEGIN { x = stack(); }", "D_OP_INCOMPAT");
	assert_tags("BEGIN { @ = lquantize(1, 0, 10, 2); @ = lquantize(1, 0, 10); }",
		    "D_LQUANT_MATCHSTEP");
	assert_tags("BEGIN { x = uregs[1]; }", "");
	assert_tags("BEGIN { x = uregs[\"a\"]; }", "D_REGS_IDX");
}

static void test_args(void **state)
{
	assert_tags("a:::typed { trace(args[0]); }", "");
	assert_tags("a:::typed { trace(args[1]); }", "D_ARGS_NONE");
	assert_tags("a:::typed { trace(args[2]); }", "D_ARGS_IDX");
	assert_tags("a:::typed { trace(args[pid]); }", "D_ARGS_TYPE");
	assert_tags("a:::mixed { trace(args[0]); }", "D_ARGS_MULTI");
	assert_tags("a:::mixed { trace(1); }", "");
	assert_tags("a:::other { trace(args[0]); }", "D_ARGS_NONE");
	// Each description has its own types.
	assert_tags("a:::typed, a:::other { trace(args[0]); }", "D_ARGS_NONE");
}

/** An error does not hide the next, and causes no others. */
static void test_poison(void **state)
{
	assert_tags(
	    "BEGIN { x = nope; y = x + 1; z[x] = y; trace(z[x]); self->q = y; trace(self->q); }",
	    "D_IDENT_UNDEF");
	assert_tags("BEGIN { nope1(); }\n"
		    "BEGIN /execname/ { trace(1); }\n"
		    "a:::none { x = 1; }\n"
		    "BEGIN { @a = count(); @a = sum(1); y = \"a\" * 2; }",
		    "D_FUNC_UNDEF D_PRED_SCALAR D_PDESC_ZERO D_AGG_REDEF D_OP_ARITH");
}

/** An aggregation is not a value in any position. */
static void test_dynamic(void **state)
{
	assert_tags("BEGIN { @a = count(); (@a, 1); }", "D_OP_DYN");
	assert_tags("BEGIN { @a = count(); x = pid ? @a : @a; }", "D_OP_INCOMPAT");
	assert_tags("BEGIN { @a = count(); x = @a; }", "D_OP_DYN");
	assert_tags("BEGIN { @a = count(); !@a; }", "D_OP_DYN");
	assert_tags("BEGIN { args; }", "D_CG_DYN");
}

static void test_clauses(void **state)
{
	struct dt_source source;
	struct dt_compile *c =
	    compile_text("a:::x, b:::y { } c:::z { trace(1); } d:::w /pid/", &source);
	const struct dt_clause *cl = c->program.clauses;

	assert_int_equal(c->diags.n_errors, 0);
	for (unsigned i = 0; i < 4; i++, cl = cl->next) {
		assert_int_equal(cl->index, i);
		assert_int_equal(cl->n_descs, 1);
		assert_int_equal(cl->default_action, i != 2);
	}
	assert_null(cl);
	dt_compile_destroy(c);
}

static void test_hints(void **state)
{
	struct dt_source source;
	struct dt_compile *c = compile_text("BEGIN { trace(timestap); prinf(\"a\"); }", &source);

	assert_int_equal(c->diags.list.len, 2);
	assert_string_equal(c->diags.list.data[0].hint, "did you mean timestamp?");
	assert_string_equal(c->diags.list.data[0].region, "in action list");
	assert_string_equal(c->diags.list.data[1].hint, "did you mean printf?");
	dt_compile_destroy(c);
}

/** Inlines that grow without limit are refused, not expanded. */
static void test_expansion_is_bounded(void **state)
{
	struct dt_str text = {0};
	struct dt_source source;

	dt_str_append(&text, "inline int x0 = pid;\n");
	for (int i = 1; i < 40; i++)
		dt_str_printf(&text, "inline int x%d = x%d + x%d;\n", i, i - 1, i - 1);
	dt_str_append(&text, "BEGIN { trace(x39); }");
	struct dt_compile *c = compile_text(dt_str_text(&text), &source);
	assert_true(c->diags.n_errors > 0);
	dt_compile_destroy(c);
	dt_str_deinit(&text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_conversions),
	    cmocka_unit_test(test_folding),
	    cmocka_unit_test(test_variables),
	    cmocka_unit_test(test_aggregations),
	    cmocka_unit_test(test_translators),
	    cmocka_unit_test(test_order),
	    cmocka_unit_test(test_actions),
	    cmocka_unit_test(test_args),
	    cmocka_unit_test(test_poison),
	    cmocka_unit_test(test_dynamic),
	    cmocka_unit_test(test_clauses),
	    cmocka_unit_test(test_hints),
	    cmocka_unit_test(test_expansion_is_bounded),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

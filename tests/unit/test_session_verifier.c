/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tests of the tricks for the verifier: for each trick, a program that this kernel accepts with it.
 * Without the trick the kernel should refuse the program. If it does not, the test reports this;
 * the trick may be removed when no kernel of tests/vm/kernels.txt needs it. If BPF programs may not
 * be loaded, the test only examines the code.
 */
#include "ebpf/feature.h"
#include "ir/executor.h"
#include "session/program/program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static void append_repeated(struct dt_str *out, int n, const char *fmt)
{
	for (int i = 0; i < n; i++)
		dt_str_printf(out, fmt, i, i, i);
}

static void append_kept(struct dt_str *out)
{
	append_repeated(out, 12, "this->v%d = arg0 > %d ? 1 : arg1 > %d ? 2 : 3;\n");
	append_repeated(out, 12, "if (this->v%d == 2) x += %d;\n");
}

static void append_operands(struct dt_str *out)
{
	for (int i = 0; i < 75; i++)
		dt_str_printf(out, "if (arg%d == %d) x += %d;\n", i % 6, i, i);
}

static void append_indices(struct dt_str *out)
{
	dt_str_append(out, "trace(arg0); trace(arg1); trace(arg2); trace(arg3); trace(arg4);"
			   "trace(arg5); trace(execname);\n");
	append_repeated(out, 6, "a[arg%d] = %d;\n");
	dt_str_append(out, "@[execname] = count();"
			   "trace(arg0 + arg1 + arg2 + arg3 + arg4 + arg5);"
			   "trace(a[arg0] + a[arg1] + a[arg2] + a[arg3] + a[arg4] + a[arg5]);");
}

static const struct row {
	enum dt_trick trick;
	const char *name;
	void (*body)(struct dt_str *out); // or `text`
	const char *text;
	bool writes_user; // needs DT_FEAT_WRITE_USER
} rows[] = {
    {DT_TRICK_HIDE_KEPT, "hidden variables", .body = append_kept},
    {DT_TRICK_HIDE_OPERANDS, "hidden append_operands", .body = append_operands},
    {DT_TRICK_NUMBERS, "numbers",
     .text = "this->p = (int *)alloca(8); x = (int)((uint64_t)this->p * 3);"},
    {DT_TRICK_UNTYPED, "untyped pointers",
     .text = "x = (int)((uint64_t)curthread->group_leader * 3);"},
    {DT_TRICK_MASKS, "masks", .body = append_indices},
    {DT_TRICK_RESULTS, "bounds of results", .text = "@ = quantize(arg0);"},
    {DT_TRICK_RECORD_END, "ends of records", .text = "trace(arg0);"},
    {DT_TRICK_WRITE_FIRST, "memory that is written first",
     .text = "if (copyinstr(arg0) == \"0123456789\") x = 1;"},
    {DT_TRICK_SIZES, "sizes", .text = "copyout(\"\", arg1, arg2);", .writes_user = true},
};

static void expect_success(struct dt_error *err)
{
	if (err)
		fail_msg("%s", err->message);
}

/** Generates the row's program for BPF with these tricks. */
static struct dtrace *generate_program(const struct row *r, struct dt_executor *x, uint32_t tricks)
{
	struct dt_str text = {0};
	struct dtrace *d;

	*x = dt_bpf_executor;
	x->tricks = tricks;
	dt_str_append(&text, "int a[10]; int x; syscall::read:entry {\n");
	if (r->body)
		r->body(&text);
	else
		dt_str_append(&text, r->text);
	dt_str_append(&text, "\n}");
	expect_success(dtrace_open(&d));
	d->programs->executor = x;
	expect_success(dtrace_add(d, DTRACE_TEXT_NAME, dt_str_text(&text)));
	dt_str_deinit(&text);
	expect_success(dtrace_check(d));
	expect_success(dt_session_generate(d));
	dt_vec_foreach (&d->programs->list, p) {
		const char *wrong = dt_ir_verify((*p)->ir);

		if (wrong)
			fail_msg("%s: %s", r->name, wrong);
	}
	return d;
}

/** Returns the code of the first program, the only one with a clause. */
static const struct dt_bpf_code *code_of(const struct dtrace *d)
{
	return &d->programs->list.data[0]->code;
}

/** Reports whether the trick makes the code larger, or other code of the same size. */
static bool makes_difference(const struct dt_bpf_code *with, const struct dt_bpf_code *without)
{
	return with->n > without->n ||
	       (with->n == without->n &&
		memcmp(with->insns, without->insns, with->n * sizeof(*with->insns)) != 0);
}

static bool may_load(const struct row *r)
{
	return !r->writes_user || dt_feature(DT_FEAT_WRITE_USER);
}

/** Loads the programs in one attempt; a session would try simpler programs next. */
static struct dt_error *load_program(struct dtrace *d)
{
	DT_TRY(dt_maps_create(d->programs->desc->maps, d->programs->desc->n_maps, 256,
			      &d->loaded->maps));
	dt_vec_foreach (&d->programs->list, p)
		DT_TRY(dt_bpf_load((*p)->ir, &(*p)->code, &d->loaded->maps, false, true,
				   &(*p)->loaded.fd, NULL));
	return NULL;
}

static void each_trick_serves_its_program(void **state)
{
	for (size_t i = 0; i < dt_array_len(rows); i++) {
		struct dt_executor all, others;
		struct dtrace *d = generate_program(&rows[i], &all, UINT32_MAX);
		struct dtrace *bare =
		    generate_program(&rows[i], &others, UINT32_MAX & ~(1u << rows[i].trick));
		struct dt_error *err = may_load(&rows[i]) ? load_program(d) : NULL;

		if (err && err->code == DT_ERR_PRIVILEGE)
			print_message("not loaded: %s\n", err->message);
		else
			expect_success(err);
		if (!makes_difference(code_of(d), code_of(bare)))
			fail_msg("%s: the same code without", rows[i].name);
		if (!err && may_load(&rows[i]) && !(err = load_program(bare)))
			print_message("this kernel needs no %s\n", rows[i].name);
		dt_error_destroy(err);
		dtrace_close(bare);
		dtrace_close(d);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(each_trick_serves_its_program)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tests of src/ir: the text form, the checks, and the effects and limits of the passes.
 */
#include "ir/executor.h"
#include "ir/ops.h"
#include "ir_ret.h"

#include <linux/bpf.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

struct fixture {
	struct dt_arena *arena;
	struct dt_ir_prog *p;
	struct dt_ir_func *f;
	struct dt_str text;
};

static int setup(void **state)
{
	static const struct dt_executor executor = {
	    .is_pinned = true,
	    .windows = {.size = 64, .large = 128, .all = 256, .small = 64, .stack = 192}};
	struct fixture *x = dt_zalloc(sizeof(*x));

	x->arena = dt_arena_create();
	x->p = dt_ir_prog_create(x->arena, "test", DT_ATTACH_RAW_TRACEPOINT);
	x->p->executor = &executor;
	x->f = dt_ir_func_add(x->p, "main", 1);
	*state = x;
	return 0;
}

static int teardown(void **state)
{
	struct fixture *x = *state;

	dt_str_deinit(&x->text);
	dt_ir_prog_deinit(x->p);
	dt_arena_destroy(x->arena);
	free(x);
	return 0;
}

static void expect_text(struct fixture *x, const char *want)
{
	assert_null(dt_ir_verify(x->p));
	dt_str_clear(&x->text);
	dt_ir_print(&x->text, x->p);
	assert_string_equal(dt_str_text(&x->text), want);
}

static void expect_wrong(struct fixture *x, const char *part)
{
	const char *wrong = dt_ir_verify(x->p);

	assert_non_null(wrong);
	if (!strstr(wrong, part))
		fail_msg("\"%s\" does not contain \"%s\"", wrong, part);
}

/** A call may have more arguments than BPF has registers: the passes see all of them. */
static void passes_see_all_arguments(void **state)
{
	struct fixture *x = *state;
	struct dt_ir_func *f = x->f;
	dt_reg args[DT_IR_MAX_ARGS];

	for (int k = 0; k < DT_IR_MAX_ARGS; k++) {
		args[k] = dt_ir_reg(f);
		dt_ir_mov_to(f, args[k], dt_ir_load(f, 8, 1, 8 * k));
	}
	dt_ir_call(f, "many", DT_IR_MAX_ARGS, args[0], args[1], args[2], args[3], args[4], args[5],
		   args[6], args[7]);
	dt_ir_ret(f, 0);
	dt_ir_optimize(f);
	expect_text(x, "main(%1):\n"
		       "\t%3 = load u64 [%1]\n"
		       "\t%5 = load u64 [%1 + 8]\n"
		       "\t%7 = load u64 [%1 + 16]\n"
		       "\t%9 = load u64 [%1 + 24]\n"
		       "\t%11 = load u64 [%1 + 32]\n"
		       "\t%13 = load u64 [%1 + 40]\n"
		       "\t%15 = load u64 [%1 + 48]\n"
		       "\t%17 = load u64 [%1 + 56]\n"
		       "\t%18 = many(%3, %5, %7, %9, %11, %13, %15, %17)\n"
		       "\treturn 0\n");
}

static void prints_every_form(void **state)
{
	struct fixture *x = *state;
	struct dt_ir_func *f = x->f;
	static const struct dt_ir_loc loc = {.line = 2, .text = "BEGIN { }"};
	dt_label l = dt_ir_label(f);
	dt_slot s = dt_ir_slot(f, 24, 8);

	dt_reg ctx = dt_ir_ctx(f);
	f->loc = &loc;
	dt_reg a = dt_ir_load(f, 4, ctx, 8);
	dt_ir_comment(f, "note %d", 1);
	dt_reg b = dt_ir_un(f, DT_IR_SEXT, 4, a);
	dt_reg c = dt_ir_bin(f, DT_IR_SDIV, b, a);
	dt_ir_branchi(f, DT_IR_SLT, c, -1, l);
	dt_reg p = dt_ir_slot_addr(f, s);
	dt_ir_storei(f, 8, p, -8, 7);
	dt_reg v = dt_ir_map_value(f, 3, 16);
	dt_ir_atomic(f, DT_IR_CMPXCHG, 8, v, 0, b, c);
	dt_ir_call(f, "dt_strlen", 1, p);
	dt_ir_tail_call(f, 2, c);
	dt_ir_place(f, l);
	dt_ir_ret(f, 0);
	expect_text(x, "main(%1):\n"
		       "\tstack 1: 24 bytes\n"
		       "\t%2 = ctx\n"
		       "; 2: BEGIN { }\n"
		       "\t%3 = load u32 [%2 + 8]\n"
		       "\t; note 1\n"
		       "\t%4 = sext32 %3\n"
		       "\t%5 = %4 s/ %3\n"
		       "\tif %5 s< -1 goto L1\n"
		       "\t%6 = stack 1\n"
		       "\tstore u64 [%6 - 8], 7\n"
		       "\t%7 = map_value 3 + 16\n"
		       "\t%8 = cmpxchg u64 [%7], %4 if %5\n"
		       "\t%9 = dt_strlen(%6)\n"
		       "\ttail_call map 2 [%5]\n"
		       "L1:\n"
		       "\treturn 0\n");
}

static void large_immediates_go_to_registers(void **state)
{
	struct fixture *x = *state;
	dt_reg a = dt_ir_bini(x->f, DT_IR_ADD, 1, 1ll << 40);

	dt_ir_storei(x->f, 4, a, 0, 0xffffffff); // the same as -1 in 4 bytes
	dt_ir_ret(x->f, 0);
	expect_text(x, "main(%1):\n"
		       "\t%2 = 1099511627776\n"
		       "\t%3 = %1 + %2\n"
		       "\tstore u32 [%3], -1\n"
		       "\treturn 0\n");
}

static void folds_constants(void **state)
{
	struct fixture *x = *state;
	struct dt_ir_func *f = x->f;
	dt_reg six = dt_ir_bini(f, DT_IR_MUL, dt_ir_const(f, 2), 3);
	dt_reg sum = dt_ir_bin(f, DT_IR_ADD, six, 1);
	dt_reg min = dt_ir_bini(f, DT_IR_SDIV, dt_ir_const(f, INT64_MIN), -1);

	dt_ir_store(f, 8, sum, 0, min);
	dt_ir_store(f, 8, sum, 8, dt_ir_bini(f, DT_IR_MOD, sum, 8));
	dt_ir_ret(f, 0);
	dt_ir_optimize(f);
	expect_text(x, "main(%1):\n"
		       "\t%4 = %1 + 6\n"
		       "\t%6 = -9223372036854775808\n"
		       "\tstore u64 [%1 + 6], %6\n"
		       "\t%7 = %4 & 7\n"
		       "\tstore u64 [%1 + 14], %7\n"
		       "\treturn 0\n");
}

/** An operand that has just become an immediate is folded with its new value. */
static void folds_two_registers(void **state)
{
	struct fixture *x = *state;
	dt_reg sum = dt_ir_bin(x->f, DT_IR_XOR, dt_ir_const(x->f, 1), dt_ir_const(x->f, 62));

	ret_reg(x->f, sum);
	dt_ir_optimize(x->f);
	expect_text(x, "main(%1):\n"
		       "\t%4 = 63\n"
		       "\treturn %4\n");
}

static void division_by_constant_zero_stays(void **state)
{
	struct fixture *x = *state;
	dt_reg q = dt_ir_bini(x->f, DT_IR_DIV, dt_ir_const(x->f, 1), 0);

	dt_ir_store(x->f, 8, 1, 0, q);
	dt_ir_ret(x->f, 0);
	dt_ir_optimize(x->f);
	expect_text(x, "main(%1):\n"
		       "\t%2 = 1\n"
		       "\t%3 = %2 / 0\n"
		       "\tstore u64 [%1], %3\n"
		       "\treturn 0\n");
}

static void removes_unused_and_unreachable_code(void **state)
{
	struct fixture *x = *state;
	struct dt_ir_func *f = x->f;
	dt_label skip = dt_ir_label(f), end = dt_ir_label(f);

	dt_ir_bini(f, DT_IR_ADD, dt_ir_load(f, 8, 1, 0), 1); // unread
	dt_ir_env(f, DT_ENV_TIME);			     // unread, and has no effect
	dt_ir_env(f, DT_ENV_SIGNAL, dt_ir_const(f, 9));
	dt_ir_branchi(f, DT_IR_EQ, dt_ir_const(f, 1), 1, skip);
	dt_ir_storei(f, 8, 1, 0, 1); // unreachable
	dt_ir_jump(f, end);
	dt_ir_place(f, skip);
	dt_ir_storei(f, 8, 1, 8, 2);
	dt_ir_place(f, end);
	dt_ir_ret(f, 0);
	dt_ir_optimize(f);
	expect_text(x, "main(%1):\n"
		       "\t%5 = 9\n"
		       "\t%6 = signal(%5)\n"
		       "\tstore u64 [%1 + 8], 2\n"
		       "\treturn 0\n");
}

/** A branch around a jump becomes the opposite branch, and a jump to a jump goes to its target. */
static void jumps_go_where_they_lead(void **state)
{
	struct fixture *x = *state;
	struct dt_ir_func *f = x->f;
	dt_label ours = dt_ir_label(f), over = dt_ir_label(f), other = dt_ir_label(f),
		 end = dt_ir_label(f);

	dt_ir_branchi(f, DT_IR_SLE, 1, 5, ours);
	dt_ir_jump(f, other);
	dt_ir_place(f, ours);
	dt_ir_branchi(f, DT_IR_EQ, 1, 3, over);
	dt_ir_storei(f, 8, 1, 0, 1);
	dt_ir_place(f, over);
	dt_ir_jump(f, end);
	dt_ir_place(f, other);
	dt_ir_storei(f, 8, 1, 8, 2);
	dt_ir_place(f, end);
	dt_ir_ret(f, 0);
	dt_ir_optimize(f);
	expect_text(x, "main(%1):\n"
		       "\tif %1 s> 5 goto L3\n"
		       "\tif %1 == 3 goto L4\n"
		       "\tstore u64 [%1], 1\n"
		       "\tgoto L4\n"
		       "L3:\n"
		       "\tstore u64 [%1 + 8], 2\n"
		       "L4:\n"
		       "\treturn 0\n");
}

/** Assignments to one register in both arms of a branch are two values. */
static void leaves_registers_with_two_assignments(void **state)
{
	struct fixture *x = *state;
	struct dt_ir_func *f = x->f;
	dt_label other = dt_ir_label(f), end = dt_ir_label(f);
	dt_reg r = dt_ir_reg(f);

	dt_ir_branchi(f, DT_IR_EQ, 1, 0, other);
	dt_ir_const_to(f, r, 10);
	dt_ir_jump(f, end);
	dt_ir_place(f, other);
	dt_ir_const_to(f, r, 20);
	dt_ir_place(f, end);
	ret_reg(f, r);
	dt_ir_optimize(f);
	expect_text(x, "main(%1):\n"
		       "\tif %1 == 0 goto L1\n"
		       "\t%2 = 10\n"
		       "\tgoto L2\n"
		       "L1:\n"
		       "\t%2 = 20\n"
		       "L2:\n"
		       "\treturn %2\n");
}

static unsigned count_questions(const struct dt_ir_func *f)
{
	unsigned n = 0;

	dt_vec_foreach (&f->code, i)
		n += i->op == DT_IR_ENV;
	return n;
}

/** The process id is read once if the first reading is on every path; the time is read each time.
 */
static void requests_lasting_values_once(void **state)
{
	struct dt_ir_func *f = ((struct fixture *)*state)->f;
	dt_label skip = dt_ir_label(f);
	dt_reg a = dt_ir_env(f, DT_ENV_PID_TGID);

	dt_ir_branchi(f, DT_IR_EQ, a, 7, skip);
	dt_reg b = dt_ir_env(f, DT_ENV_PID_TGID); // removed
	dt_reg c = dt_ir_env(f, DT_ENV_UID_GID);  // not on every path
	dt_ir_env(f, DT_ENV_SIGNAL, dt_ir_bin(f, DT_IR_ADD, b, c));
	dt_ir_place(f, skip);
	dt_reg d = dt_ir_env(f, DT_ENV_UID_GID);  // kept
	dt_reg e = dt_ir_env(f, DT_ENV_PID_TGID); // removed
	dt_reg t1 = dt_ir_env(f, DT_ENV_TIME);
	dt_reg t2 = dt_ir_env(f, DT_ENV_TIME);
	dt_reg sum = dt_ir_bin(f, DT_IR_ADD, d, e);

	sum = dt_ir_bin(f, DT_IR_ADD, sum, dt_ir_bin(f, DT_IR_SUB, t2, t1));
	ret_reg(f, sum);
	dt_ir_optimize(f);
	assert_int_equal(count_questions(f), 6);
}

/** Reads a number of two bytes at the address, as lowering does. */
static dt_reg read_number(struct dt_ir_func *f, dt_slot own, dt_reg address)
{
	dt_label ok = dt_ir_label(f);
	dt_reg failed =
	    dt_ir_env(f, DT_ENV_READ_KERNEL, dt_ir_slot_addr(f, own), dt_ir_const(f, 2), address);

	dt_ir_branchi(f, DT_IR_SGE, failed, 0, ok);
	ret_reg(f, address);
	dt_ir_place(f, ok);
	return dt_ir_load(f, 2, dt_ir_slot_addr(f, own), 0);
}

/** Reads the pointer at `pointer` + 8, and the number at `off` from that pointer. */
static dt_reg read_chain(struct dt_ir_func *f, dt_slot own, dt_reg pointer, int64_t off)
{
	dt_reg next = read_number(f, own, dt_ir_bini(f, DT_IR_ADD, pointer, 8));

	return read_number(f, own, dt_ir_bini(f, DT_IR_ADD, next, off));
}

/** Memory reached from the context is read once if the first reading is on every path. */
static void reads_context_pointers_once(void **state)
{
	struct dt_ir_func *f = ((struct fixture *)*state)->f;
	dt_slot own = dt_ir_slot(f, 8, 8);
	dt_label skip = dt_ir_label(f);
	dt_reg a = read_chain(f, own, dt_ir_load(f, 8, dt_ir_ctx(f), 0), 160);

	dt_ir_branchi(f, DT_IR_EQ, a, 7, skip);
	dt_reg b = read_chain(f, own, dt_ir_load(f, 8, dt_ir_ctx(f), 0), 160); // removed
	dt_reg c = read_chain(f, own, dt_ir_load(f, 8, dt_ir_ctx(f), 0), 400); // half; not always
	dt_ir_env(f, DT_ENV_SIGNAL, dt_ir_bin(f, DT_IR_ADD, b, c));
	dt_ir_place(f, skip);
	dt_reg d = read_chain(f, own, dt_ir_load(f, 8, dt_ir_ctx(f), 0), 400); // half
	ret_reg(f, dt_ir_bin(f, DT_IR_ADD, a, d));
	dt_ir_optimize(f);
	assert_int_equal(count_questions(f), 2 + 1 + 1 + 1);
	assert_null(dt_ir_verify(((struct fixture *)*state)->p));
}

/** Nearby numbers are read together, and each separately only if that fails. The maximum distance
 *  depends on the free stack. */
static void expect_near_and_far(struct fixture *x, uint32_t object, int64_t far)
{
	struct dt_ir_func *f = x->f;
	dt_slot own = dt_ir_slot(f, object, 8);
	dt_reg p = dt_ir_load(f, 8, dt_ir_ctx(f), 0);
	dt_reg a = read_number(f, own, dt_ir_bini(f, DT_IR_ADD, p, 24));
	dt_reg b = read_number(f, own, dt_ir_bini(f, DT_IR_ADD, p, 12));
	dt_reg c = read_number(f, own, dt_ir_bini(f, DT_IR_ADD, p, far));
	unsigned from = 0;

	ret_reg(f, dt_ir_bin(f, DT_IR_ADD, dt_ir_bin(f, DT_IR_ADD, a, b), c));
	dt_ir_optimize(f);
	assert_null(dt_ir_verify(x->p));
	assert_int_equal(count_questions(f), 4);
	dt_vec_foreach (&f->code, i) // 18 bytes from p + 8 on
		from += i->op == DT_IR_CONST && i->imm == 18;
	assert_int_equal(from, 1);
	assert_int_equal(f->slots.data[f->slots.len - 1].size, 18);
}

static void reads_near_numbers_at_once(void **state)
{
	expect_near_and_far(*state, 8, 136);
}

static void reads_fewer_at_once_with_large_objects(void **state)
{
	expect_near_and_far(*state, 80, 72);
}

static void reads_fewer_at_once_if_stack_is_scarce(void **state)
{
	((struct fixture *)*state)->f->spares_stack = true;
	expect_near_and_far(*state, 8, 72);
}

/** A number is loaded; if the result is 0, it is read. It is not read if its page has another
 * number that was read on every path, or that is loaded now and is not 0. */
static void loads_what_it_can(void **state)
{
	struct fixture *x = *state;
	struct dt_ir_func *f = x->f;
	dt_slot own = dt_ir_slot(f, 8, 8);
	dt_label skip = dt_ir_label(f);
	dt_reg p = dt_ir_load(f, 8, dt_ir_ctx(f), 0);
	unsigned views = 0, pages = 0;

	f->views = true;
	dt_ir_branchi(f, DT_IR_EQ, dt_ir_env(f, DT_ENV_TIME), 7, skip);
	dt_reg a = read_number(f, own, dt_ir_bini(f, DT_IR_ADD, p, 24));
	dt_reg b = read_number(f, own, dt_ir_bini(f, DT_IR_ADD, p, 12)); // near a
	dt_ir_env(f, DT_ENV_SIGNAL, dt_ir_bin(f, DT_IR_ADD, a, b));
	dt_ir_place(f, skip);
	dt_reg c = read_number(f, own, dt_ir_bini(f, DT_IR_ADD, p, 16)); // perhaps without a and b
	ret_reg(f, c);
	dt_ir_optimize(f);
	assert_null(dt_ir_verify(x->p));
	assert_int_equal(count_questions(f), 2 + 3 + 5);
	dt_vec_foreach (&f->code, i) {
		views += i->op == DT_IR_ENV && i->imm == DT_ENV_VIEW;
		pages += i->op == DT_IR_SHR && i->imm == 12;
	}
	assert_int_equal(views, 5); // b uses a's address, a and c load a neighbour as well
	assert_int_equal(pages, 3);
}

/** Memory reached from a D variable is read again, because the variable may have changed. */
static void reads_again_what_a_variable_leads_to(void **state)
{
	struct dt_ir_func *f = ((struct fixture *)*state)->f;
	dt_slot own = dt_ir_slot(f, 8, 8);
	dt_reg variable = dt_ir_load(f, 8, dt_ir_map_value(f, 0, 0), 0);
	dt_reg a = read_number(f, own, variable), b = read_number(f, own, variable);

	ret_reg(f, dt_ir_bin(f, DT_IR_ADD, a, b));
	dt_ir_optimize(f);
	assert_int_equal(count_questions(f), 2);
}

/** A value that is known at the end of a function is a constant for all passes. */
static void late_constants_are_constants(void **state)
{
	struct fixture *x = *state;
	static int64_t late;

	late = 0;
	dt_ir_publish(x->f, 4, 1, 8, dt_ir_bini(x->f, DT_IR_ADD, dt_ir_late_const(x->f, &late), 3));
	dt_ir_ret(x->f, 0);
	assert_non_null(dt_ir_verify(x->p));
	late = 39;
	dt_ir_optimize(x->f);
	expect_text(x, "main(%1):\n"
		       "\tpublish u32 [%1 + 8], 42\n"
		       "\treturn 0\n");
	assert_null(dt_ir_verify(x->p));
}

static void narrow_values_need_no_extension(void **state)
{
	struct fixture *x = *state;
	dt_reg a = dt_ir_load(x->f, 2, 1, 0);
	dt_reg b = dt_ir_un(x->f, DT_IR_SEXT, 4, dt_ir_un(x->f, DT_IR_ZEXT, 2, a));

	ret_reg(x->f, dt_ir_un(x->f, DT_IR_SEXT, 2, b));
	dt_ir_optimize(x->f);
	expect_text(x, "main(%1):\n"
		       "\t%2 = load u16 [%1]\n"
		       "\t%5 = sext16 %2\n"
		       "\treturn %5\n");
}

static void narrow_readers_skip_extensions(void **state)
{
	struct fixture *x = *state;
	struct dt_ir_func *f = x->f;
	dt_reg sum = dt_ir_bini(f, DT_IR_ADD, dt_ir_load(f, 4, 1, 0), 1);
	dt_reg wide = dt_ir_un(f, DT_IR_SEXT, 4, sum);

	dt_ir_store(f, 4, 1, 8, wide);
	dt_ir_store(f, 8, 1, 16, wide); // needs the sign
	dt_ir_store(f, 8, 1, 24, dt_ir_un(f, DT_IR_ZEXT, 2, wide));
	dt_ir_ret(f, 0);
	dt_ir_optimize(f);
	expect_text(x, "main(%1):\n"
		       "\t%2 = load u32 [%1]\n"
		       "\t%3 = %2 + 1\n"
		       "\t%4 = sext32 %3\n"
		       "\tstore u32 [%1 + 8], %3\n"
		       "\tstore u64 [%1 + 16], %4\n"
		       "\t%5 = zext16 %3\n"
		       "\tstore u64 [%1 + 24], %5\n"
		       "\treturn 0\n");
}

static void check_finds_unassigned_registers(void **state)
{
	struct fixture *x = *state;
	dt_label l = dt_ir_label(x->f);
	dt_reg r = dt_ir_reg(x->f);

	dt_ir_branchi(x->f, DT_IR_EQ, 1, 0, l);
	dt_ir_const_to(x->f, r, 1);
	dt_ir_place(x->f, l);
	ret_reg(x->f, r);
	expect_wrong(x, "not assigned on every way");
}

static void check_finds_backward_jumps(void **state)
{
	struct fixture *x = *state;
	dt_label l = dt_ir_label(x->f);

	dt_ir_place(x->f, l);
	dt_ir_jump(x->f, l);
	expect_wrong(x, "label is placed before");
}

static void check_finds_missing_labels(void **state)
{
	struct fixture *x = *state;

	dt_ir_branchi(x->f, DT_IR_EQ, 1, 0, dt_ir_label(x->f));
	dt_ir_ret(x->f, 0);
	expect_wrong(x, "never placed");
}

static void check_finds_the_open_end(void **state)
{
	struct fixture *x = *state;

	dt_ir_const(x->f, 1);
	expect_wrong(x, "falls off the end");
}

static void check_finds_bad_fields(void **state)
{
	struct fixture *x = *state;

	dt_ir_load(x->f, 3, 1, 0);
	expect_wrong(x, "bad width");
	x->f->code.len = 0;
	dt_ir_slot_addr(x->f, 1);
	expect_wrong(x, "no such stack slot");
	x->f->code.len = 0;
	dt_ir_call_local(x->f, 1, 0);
	expect_wrong(x, "no such function");
}

static void evaluates_conditions(void **state)
{
	assert_true(dt_ir_eval_cond(DT_IR_SLT, (uint64_t)-1, 0));
	assert_false(dt_ir_eval_cond(DT_IR_LT, (uint64_t)-1, 0));
	assert_true(dt_ir_eval_cond(DT_IR_SET, 6, 2));
	assert_false(dt_ir_eval_cond(DT_IR_SET, 6, 1));
}

static bool serves_no_task(enum dt_env word)
{
	return word != DT_ENV_TASK;
}

/** An executor may not serve a word, or loads of the kernel's memory. */
static void executor_serves_requests(void **state)
{
	struct dt_executor executor = {.serves = serves_no_task};
	struct fixture *x = *state;

	dt_ir_env(x->f, DT_ENV_TIME);
	assert_true(dt_executor_serves(&executor, &dt_vec_last(&x->f->code)));
	dt_reg task = dt_ir_env(x->f, DT_ENV_TASK);
	assert_false(dt_executor_serves(&executor, &dt_vec_last(&x->f->code)));
	dt_ir_load(x->f, 8, task, 16);
	assert_true(dt_executor_serves(&executor, &dt_vec_last(&x->f->code)));
	dt_ir_load_kernel(x->f, 8, task, 16);
	assert_false(dt_executor_serves(&executor, &dt_vec_last(&x->f->code)));
	executor.reads_kernel = true;
	assert_true(dt_executor_serves(&executor, &dt_vec_last(&x->f->code)));
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
	    TEST(passes_see_all_arguments),
	    TEST(prints_every_form),
	    TEST(executor_serves_requests),
	    TEST(large_immediates_go_to_registers),
	    TEST(folds_constants),
	    TEST(folds_two_registers),
	    TEST(division_by_constant_zero_stays),
	    TEST(removes_unused_and_unreachable_code),
	    TEST(jumps_go_where_they_lead),
	    TEST(leaves_registers_with_two_assignments),
	    TEST(requests_lasting_values_once),
	    TEST(reads_context_pointers_once),
	    TEST(reads_near_numbers_at_once),
	    TEST(reads_fewer_at_once_with_large_objects),
	    TEST(reads_fewer_at_once_if_stack_is_scarce),
	    TEST(loads_what_it_can),
	    TEST(reads_again_what_a_variable_leads_to),
	    TEST(late_constants_are_constants),
	    TEST(narrow_values_need_no_extension),
	    TEST(narrow_readers_skip_extensions),
	    TEST(check_finds_unassigned_registers),
	    TEST(check_finds_backward_jumps),
	    TEST(check_finds_missing_labels),
	    TEST(check_finds_the_open_end),
	    TEST(check_finds_bad_fields),
	    TEST(evaluates_conditions),
#undef TEST
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tests of src/provider: matching, ids, the tables of system calls against the installed headers,
 * and the code that contexts generate. A small interpreter of the IR runs that code over a test
 * task and its registers, before and after the optimizer.
 *
 * Attaching needs the kernel; tests/functional tests it.
 */
#include "interpret.h"
#include "provider/perf/profile.h"
#include "provider/provider.h"
#include "provider/syscall/syscall.h"

#include <errno.h>
#include <linux/bpf.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/user.h>
#include <cmocka.h>

/* A session's registry and its last matches. */

struct fixture {
	struct dt_arena *arena;
	struct dt_intern *names;
	struct dt_universe *types;
	struct dt_registry r;
	dt_vec(struct dt_probe *) found;
};

static int setup(void **state)
{
	struct fixture *x = dt_zalloc(sizeof(*x));

	x->arena = dt_arena_create();
	x->names = dt_intern_create(x->arena);
	x->types = dt_universe_create(x->arena, x->names, 256);
	dt_registry_init(&x->r, x->arena, x->names, x->types);
	*state = x;
	return 0;
}

static int teardown(void **state)
{
	struct fixture *x = *state;

	dt_vec_deinit(&x->found);
	dt_registry_deinit(&x->r);
	dt_universe_destroy(x->types);
	dt_arena_destroy(x->arena);
	free(x);
	return 0;
}

static void found_probe(void *self, struct dt_probe *p)
{
	struct fixture *x = self;

	dt_vec_push(&x->found, p);
}

static size_t count_matches(struct fixture *x, const char *prov, const char *mod, const char *func,
			    const char *name)
{
	struct dt_probe_query q = {prov, mod, func, name};
	struct dt_probe_sink sink = {x, found_probe};

	x->found.len = 0;
	assert_null(dt_registry_match(&x->r, &q, &sink));
	return x->found.len;
}

static struct dt_probe *only_match(struct fixture *x, const char *prov, const char *mod,
				   const char *func, const char *name)
{
	assert_int_equal(count_matches(x, prov, mod, func, name), 1);
	return x->found.data[0];
}

static int n_states; // number of existing states

static void make_state(struct dt_registry *r, void *state)
{
	assert_int_equal(*(int *)state, 0);
	*(int *)state = ++n_states;
}

static void drop_state(void *state)
{
	assert_int_equal(*(int *)state, n_states--);
}

static void states_are_made_once_and_go_with_the_registry(void **state)
{
	static const struct dt_state one = {sizeof(int), make_state, drop_state},
				     two = {sizeof(int), make_state, drop_state};
	struct dt_registry r;
	int *first;

	dt_registry_init(&r, NULL, NULL, NULL);
	first = dt_registry_state(&r, &one);
	assert_int_equal(*first, 1);
	assert_int_equal(*(int *)dt_registry_state(&r, &two), 2);
	assert_ptr_equal(dt_registry_state(&r, &one), first);
	dt_registry_deinit(&r);
	assert_int_equal(n_states, 0);
}

static void dtrace_probes_have_their_ids(void **state)
{
	struct fixture *x = *state;

	assert_int_equal(only_match(x, "dtrace", NULL, NULL, "BEGIN")->id, 1);
	assert_int_equal(only_match(x, NULL, "", "", "END")->id, 2);
	assert_int_equal(only_match(x, NULL, NULL, NULL, "ERROR")->id, 3);
	assert_int_equal(count_matches(x, "dtrace", NULL, NULL, NULL), 3);
	assert_int_equal(count_matches(x, "dtrace", "x", NULL, NULL), 0);
	assert_true(dt_registry_by_id(&x->r, 1)->context->in_consumer);
	assert_ptr_equal(dt_registry_by_id(&x->r, 2), only_match(x, NULL, NULL, NULL, "END"));
	assert_null(dt_registry_by_id(&x->r, 0));
	assert_null(dt_registry_by_id(&x->r, 4));
	assert_null(dt_registry_by_id(&x->r, UINT32_MAX));
}

static void literal_makes_no_other_probe(void **state)
{
	struct fixture *x = *state;
	struct dt_probe *p = only_match(x, "syscall", "x64", "read", "entry");

	assert_int_equal(x->r.by_id.len, 1);
	assert_string_equal(p->prov, "syscall");
	assert_string_equal(p->mod, "x64");
	assert_string_equal(p->func, "read");
	assert_string_equal(p->name, "entry");
	assert_int_equal(p->id, dt_syscall_id(DT_SYSCALL_NATIVE, 0, false));
	assert_int_equal(count_matches(x, "syscall", NULL, "read", NULL), 4);
	assert_ptr_equal(x->found.data[0], p);
}

static void globs_and_empty_fields_match(void **state)
{
	struct fixture *x = *state;

	assert_int_equal(count_matches(x, "sys*", "x64", "pr?dv", "entry"), 0);
	assert_int_equal(count_matches(x, "sys*", "x64", "prea?v", "entry"), 1);
	assert_int_equal(count_matches(x, "syscall", "x64", "[xy]*", NULL), 0);
	assert_true(count_matches(x, "syscall", "x??", "*read*", "return") > 10);
	// A program may declare it later.
	assert_true(only_match(x, "nosuch", NULL, NULL, NULL)->is_retained);
	assert_int_equal(count_matches(x, "sys*", "nosuch", NULL, NULL), 0);
	assert_int_equal(count_matches(x, "syscall", NULL, NULL, "nosuch"), 0);
	assert_int_equal(count_matches(x, "syscall", "x64", NULL, "entry") * 2,
			 count_matches(x, "syscall", "x64", NULL, NULL));
}

static void all_empty_leaves_out_the_unanchored(void **state)
{
	struct fixture *x = *state;

	assert_true(count_matches(x, NULL, NULL, NULL, NULL) > 1000);
	dt_vec_foreach (&x->found, p)
		assert_string_equal((*p)->prov, "syscall");
	assert_true(count_matches(x, "*", NULL, NULL, NULL) > x->r.by_id.len - 5);
	assert_string_equal(x->found.data[0]->name, "BEGIN");
}

static void every_id_leads_back(void **state)
{
	struct fixture *x = *state;

	count_matches(x, "*", NULL, NULL, NULL);
	dt_vec_foreach (&x->found, p) {
		const struct dt_provider *v = (*p)->provider;

		assert_true((*p)->id - v->id_base < v->id_count);
		assert_ptr_equal(dt_registry_by_id(&x->r, (*p)->id), *p);
		assert_non_null((*p)->context);
	}
}

static void syscall_arguments_have_types(void **state)
{
	struct fixture *x = *state;
	struct dt_probe *p = only_match(x, "syscall", "x64", "openat", "entry");

	assert_int_equal(p->n_args, 4);
	assert_string_equal(dt_type_name(x->arena, p->arg_types[0]), "dirfd_t");
	assert_true(dt_type_is_stringlike(p->arg_types[1]));
	assert_true(p->arg_types[1]->ref->quals & DT_QUAL_USERLAND);
	assert_int_equal(p->arg_types[3]->size, 4);
	assert_int_equal(only_match(x, "syscall", "x64", "execve", "entry")->arg_types[1]->size, 8);
	assert_int_equal(only_match(x, "syscall", "x64", "openat", "return")->n_args, 2);
	assert_int_equal(only_match(x, "syscall", "x64", "getpid", "entry")->n_args, 0);

	count_matches(x, "syscall", NULL, NULL, NULL);
	dt_vec_foreach (&x->found, q)
		for (size_t i = 0; i < (*q)->n_args; i++) {
			if (!(*q)->arg_types[i])
				fail_msg("%s: args[%zu] has an unknown type", (*q)->func, i);
			assert_true(dt_type_is_scalar((*q)->arg_types[i]));
		}
}

/* The tables against the headers: each call of a header must be in the table with its number. */

static void compare_with_header(struct fixture *x, const char *path, enum dt_syscall_abi abi)
{
	FILE *header = fopen(path, "re");
	char line[256], name[64];
	unsigned nr, n = 0;

	if (!header)
		skip();
	while (fgets(line, sizeof(line), header)) {
		if (sscanf(line, "#define __NR_%63s %u", name, &nr) != 2)
			continue;
		struct dt_probe *p = dt_registry_by_id(&x->r, dt_syscall_id(abi, nr, false));

		if (!p)
			fail_msg("%s: %s is %u: not in the table", path, name, nr);
		assert_string_equal(p->func, name);
		n++;
	}
	fclose(header);
	assert_true(n > 300);
}

static void x64_numbers_are_the_kernels(void **state)
{
	compare_with_header(*state, "/usr/include/x86_64-linux-gnu/asm/unistd_64.h",
			    DT_SYSCALL_NATIVE);
}

static void x32_numbers_are_the_kernels(void **state)
{
	compare_with_header(*state, "/usr/include/x86_64-linux-gnu/asm/unistd_32.h",
			    DT_SYSCALL_COMPAT);
}

/* profile */

static uint64_t timer_period(struct fixture *x, const char *name)
{
	const struct dt_timer *timer = only_match(x, "profile", NULL, NULL, name)->own;

	return timer->period;
}

static void profile_periods_have_units(void **state)
{
	struct fixture *x = *state;

	assert_int_equal(timer_period(x, "profile-997"), 1000000000 / 997);
	assert_int_equal(timer_period(x, "tick-1"), 1000000000);
	assert_int_equal(timer_period(x, "tick-5000hz"), 200000);
	assert_int_equal(timer_period(x, "tick-200000ns"), 200000);
	assert_int_equal(timer_period(x, "tick-200us"), 200000);
	assert_int_equal(timer_period(x, "tick-250usec"), 250000);
	assert_int_equal(timer_period(x, "tick-3ms"), 3000000);
	assert_int_equal(timer_period(x, "tick-1s"), 1000000000);
	assert_int_equal(timer_period(x, "tick-2m"), 120000000000);
	assert_int_equal(timer_period(x, "profile-1hour"), 3600000000000);
	assert_int_equal(timer_period(x, "profile-1d"), 86400000000000);
}

static void profile_probes_come_from_literal_names_only(void **state)
{
	struct fixture *x = *state;
	static const char *const not_ours[] = {"tick-",	      "tick-x",	 "tick-1parsec", "tick-0",
					       "tick--1",     "tick",	 "profile",	 "ticks-1",
					       "profile-1.5", "tick-1S", "tick-106752d"};
	size_t before = count_matches(x, "profile", NULL, NULL, NULL);

	for (size_t i = 0; i < dt_array_len(not_ours); i++)
		assert_int_equal(count_matches(x, NULL, NULL, NULL, not_ours[i]), 0);
	assert_int_equal(count_matches(x, "profile", NULL, NULL, "tick-1?"), 1); // tick-10
	assert_int_equal(count_matches(x, "profile", NULL, NULL, "tick-17"), 1);
	assert_int_equal(count_matches(x, "profile", NULL, NULL, "tick-1?"), 2);
	assert_int_equal(count_matches(x, "profile", NULL, NULL, NULL), before + 1);
	assert_ptr_equal(only_match(x, "profile", NULL, NULL, "tick-17"),
			 only_match(x, NULL, NULL, NULL, "tick-17"));
	assert_true(only_match(x, NULL, NULL, NULL, "tick-17")->context->is_single);
}

static void too_short_a_period_is_an_error(void **state)
{
	struct fixture *x = *state;
	struct dt_probe_query q = {.name = "tick-5001"};
	struct dt_probe_sink sink = {x, found_probe};
	struct dt_error *err = dt_registry_match(&x->r, &q, &sink);

	assert_non_null(err);
	assert_non_null(strstr(err->message, "tick-5001"));
	assert_non_null(strstr(err->message, "200us"));
	dt_error_destroy(err);
}

/* Code that contexts generate. */

// The mechanism whose contexts are tested; main() tests all.
static enum dt_syscall_mechanism mechanism;

struct kernel {
	struct {
		uint64_t flags, syscall_work;
		uint32_t status, cpu;
	} task; // like the beginning of the kernel's struct
	struct user_regs_struct regs;
	uint64_t ctx[3];
};

static uint64_t answer_request(void *self, int64_t word, const uint64_t *args)
{
	struct kernel *k = self;

	return word == DT_ENV_TASK ? (uint64_t)&k->task : (uint64_t)&k->regs;
}

static struct program begin_program(struct fixture *x)
{
	return program_begin(x->arena, DT_ATTACH_RAW_TRACEPOINT);
}

static void end_program(struct program *p, dt_reg result)
{
	dt_vec_push(&p->f->code, (struct dt_ir_insn){.op = DT_IR_RET, .a = result});
}

static uint64_t run_program(const struct program *p, struct kernel *k)
{
	const struct machine m = {.self = k, .ctx = k->ctx, .env = answer_request};
	uint64_t value = interpret(p->f, &m);

	assert_int_equal(interpret(p->optimized, &m), value);
	return value;
}

static struct kernel entering_call(enum dt_syscall_abi abi, unsigned nr)
{
	struct kernel m = {.task = {.status = abi == DT_SYSCALL_COMPAT ? 2 : 0}};

	m.ctx[1] = nr;
	m.regs.orig_rax = nr;
	return m;
}

static struct kernel returning_call(enum dt_syscall_abi abi, int64_t nr, int64_t result)
{
	struct kernel m = entering_call(abi, 0);

	if (mechanism == DT_SYSCALL_RAW) {
		m.ctx[1] = result;
	} else {
		m.ctx[1] = nr;
		m.ctx[2] = result;
	}
	m.regs.orig_rax = nr;
	return m;
}

/** Creates a program that returns the probe's id, or 0 if the group does not have the probe. */
static struct program filter_program(struct fixture *x, const struct dt_context *c,
				     const uint32_t *ids, size_t n)
{
	const struct dt_probe_set set = {.ids = ids, .n = n};
	struct program p = begin_program(x);
	dt_label skip = dt_ir_label(p.f);

	c->filter(c, p.f, &set, skip);
	end_program(&p, c->probe_id(c, p.f, &set));
	dt_ir_place(p.f, skip);
	dt_ir_ret(p.f, 0);
	program_end(&p);
	return p;
}

static bool contains_id(const uint32_t *ids, size_t n, uint32_t id)
{
	for (size_t i = 0; i < n; i++)
		if (ids[i] == id)
			return true;
	return false;
}

/** Checks every call of both ABIs: the program returns the ids of the group's probes, and 0 for all
 *  others. */
static void check_group(struct fixture *x, const uint32_t *ids, size_t n, bool is_return)
{
	const struct dt_context *c = dt_syscall_context(mechanism, is_return);
	struct program p = filter_program(x, c, ids, n);

	for (int abi = 0; abi < DT_SYSCALL_ABIS; abi++)
		for (unsigned nr = 0; nr < 1100; nr++) {
			uint32_t id = nr < DT_SYSCALL_MAX ? dt_syscall_id(abi, nr, is_return) : 0;
			struct kernel m =
			    is_return ? returning_call(abi, nr, 0) : entering_call(abi, nr);

			assert_int_equal(run_program(&p, &m), contains_id(ids, n, id) ? id : 0);
		}
	struct kernel none = is_return ? returning_call(0, -1, -ENOSYS) : entering_call(0, -1);
	assert_int_equal(run_program(&p, &none), 0);
	dt_ir_prog_deinit(p.prog);
}

static void check_query(struct fixture *x, const char *mod, const char *func)
{
	static const char *const names[] = {"entry", "return"};
	uint32_t ids[2 * DT_SYSCALL_MAX];

	for (int ret = 0; ret < 2; ret++) {
		size_t n = count_matches(x, "syscall", mod, func, names[ret]);

		assert_true(n > 0);
		for (size_t i = 0; i < n; i++)
			ids[i] = x->found.data[i]->id;
		check_group(x, ids, n, ret);
	}
}

static void filter_lets_its_group_pass(void **state)
{
	static const struct {
		const char *mod, *func;
	} queries[] = {
	    {"x64", "read"}, {"x32", "read"},	{NULL, "read"},	  {"x64", NULL},
	    {"x32", NULL},   {NULL, NULL},	{"x64", "*at"},	  {NULL, "*at"},
	    {NULL, "g*"},    {"x32", "stat64"}, {NULL, "socket"}, {NULL, "[a-m]*"},
	};

	for (size_t i = 0; i < dt_array_len(queries); i++)
		check_query(*state, queries[i].mod, queries[i].func);
}

static void x32_abi_numbers_count_as_x64(void **state)
{
	uint32_t id = dt_syscall_id(DT_SYSCALL_NATIVE, 1, false);
	struct program p = filter_program(*state, dt_syscall_context(mechanism, false), &id, 1);
	struct kernel m = entering_call(DT_SYSCALL_NATIVE, 0x40000001);

	assert_int_equal(run_program(&p, &m), id);
	dt_ir_prog_deinit(p.prog);
}

static void sigreturn_returns(void **state)
{
	struct fixture *x = *state;
	uint32_t ids[2 * DT_SYSCALL_MAX];
	size_t n = count_matches(x, "syscall", NULL, NULL, "return");

	for (size_t i = 0; i < n; i++)
		ids[i] = x->found.data[i]->id;
	struct program p = filter_program(x, dt_syscall_context(mechanism, true), ids, n);
	struct kernel m64 = returning_call(DT_SYSCALL_NATIVE, -1, -EINTR);
	struct kernel m32 = returning_call(DT_SYSCALL_COMPAT, -1, 7);

	assert_string_equal(dt_registry_by_id(&x->r, run_program(&p, &m64))->func, "rt_sigreturn");
	assert_string_equal(dt_registry_by_id(&x->r, run_program(&p, &m32))->func, "sigreturn");
	dt_ir_prog_deinit(p.prog);
}

static struct program arg_program(struct fixture *x, const struct dt_context *c, unsigned n)
{
	const struct dt_probe_set any = {0};
	struct program p = begin_program(x);

	end_program(&p, c->arg(c, p.f, &any, n));
	program_end(&p);
	return p;
}

static void arguments_come_from_their_registers(void **state)
{
	struct kernel m64 = entering_call(DT_SYSCALL_NATIVE, 9),
		      m32 = entering_call(DT_SYSCALL_COMPAT, 192);

	m64.regs = (struct user_regs_struct){
	    .rdi = -10, .rsi = 11, .rdx = 12, .r10 = 13, .r8 = 14, .r9 = -15};
	// 64-bit code that makes a 32-bit call can leave anything in the upper halves.
	m32.regs = (struct user_regs_struct){
	    .rbx = -10, .rcx = 0xffff00000000000b, .rdx = 12, .rsi = 13, .rdi = 14, .rbp = -15};
	for (unsigned n = 0; n < 8; n++) {
		static const int64_t want[8] = {-10, 11, 12, 13, 14, -15};
		struct program p = arg_program(*state, dt_syscall_context(mechanism, false), n);

		assert_int_equal(run_program(&p, &m64), want[n]);
		assert_int_equal(run_program(&p, &m32), (uint32_t)want[n]);
		dt_ir_prog_deinit(p.prog);
	}
}

static void results_are_solaris_like(void **state)
{
	static const struct {
		int64_t nr, raw, arg, error;
	} cases[] = {
	    {0, 0, 0, 0},
	    {0, 42, 42, 0},
	    {0, -ENOENT, -1, ENOENT},
	    {0, -1, -1, EPERM},
	    {0, -4095, -1, 4095},
	    {0, -4096, -4096, 0},
	    {34, -514, -1, EINTR}, // ERESTARTNOHAND
	    {0, -511, -1, 511},
	    {0, -517, -1, 517},
	    {9, 0x7f0000001000, 0x7f0000001000, 0},
	    {-1, -EINTR, -EINTR, 0}, // sigreturn restores the register
	};
	const struct dt_context *c = dt_syscall_context(mechanism, true);
	struct program arg[3], err = begin_program(*state);

	for (unsigned n = 0; n < 3; n++)
		arg[n] = arg_program(*state, c, n);
	end_program(&err, c->errno_(c, err.f));
	program_end(&err);
	for (size_t i = 0; i < dt_array_len(cases); i++) {
		struct kernel m = returning_call(DT_SYSCALL_NATIVE, cases[i].nr, cases[i].raw);

		assert_int_equal(run_program(&arg[0], &m), cases[i].arg);
		assert_int_equal(run_program(&arg[1], &m), cases[i].arg);
		assert_int_equal(run_program(&arg[2], &m), 0);
		assert_int_equal(run_program(&err, &m), cases[i].error);
	}
	for (unsigned n = 0; n < 3; n++)
		dt_ir_prog_deinit(arg[n].prog);
	dt_ir_prog_deinit(err.prog);
}

static void dispatch_agrees_with_its_slots(void **state)
{
	for (int ret = 0; ret < 2; ret++) {
		const struct dt_context *c = dt_syscall_context(mechanism, ret);
		struct program p = begin_program(*state);

		end_program(&p, c->dispatch(c, p.f));
		program_end(&p);
		for (int abi = 0; abi < DT_SYSCALL_ABIS; abi++)
			for (unsigned nr = 0; nr < 1100; nr++) {
				struct kernel m =
				    ret ? returning_call(abi, nr, 0) : entering_call(abi, nr);
				uint64_t want =
				    nr < DT_SYSCALL_MAX
					? c->dispatch_slot(c, dt_syscall_id(abi, nr, ret))
					: c->n_dispatch;

				assert_int_equal(run_program(&p, &m), want);
				assert_true(nr >= DT_SYSCALL_MAX || want < c->n_dispatch);
			}
		dt_ir_prog_deinit(p.prog);
	}
}

static void descriptors_are_complete(void **state)
{
	for (size_t i = 0; i < dt_provider_count; i++) {
		const struct dt_provider *p = dt_provider_table[i];

		assert_non_null(p->doc);
		assert_non_null(p->example);
		assert_non_null(p->mechanism);
		assert_true(p->attach || p->flags & DT_PF_CONSUMER);
		for (size_t a = 0; a < dt_array_len(p->attributes); a++)
			assert_non_null(p->attributes[a]);
		for (size_t j = 0; j < i; j++) {
			const struct dt_provider *q = dt_provider_table[j];

			assert_true(p->id_base >= q->id_base + q->id_count ||
				    q->id_base >= p->id_base + p->id_count);
		}
	}
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(states_are_made_once_and_go_with_the_registry),
	    TEST(dtrace_probes_have_their_ids),
	    TEST(literal_makes_no_other_probe),
	    TEST(globs_and_empty_fields_match),
	    TEST(all_empty_leaves_out_the_unanchored),
	    TEST(every_id_leads_back),
	    TEST(syscall_arguments_have_types),
	    TEST(x64_numbers_are_the_kernels),
	    TEST(x32_numbers_are_the_kernels),
	    TEST(profile_periods_have_units),
	    TEST(profile_probes_come_from_literal_names_only),
	    TEST(too_short_a_period_is_an_error),
	    TEST(descriptors_are_complete),
	};

	const struct CMUnitTest contexts[] = {
	    TEST(filter_lets_its_group_pass), TEST(x32_abi_numbers_count_as_x64),
	    TEST(sigreturn_returns),	      TEST(arguments_come_from_their_registers),
	    TEST(results_are_solaris_like),   TEST(dispatch_agrees_with_its_slots),
	};
	int failed = cmocka_run_group_tests(tests, NULL, NULL);

	for (mechanism = 0; mechanism < DT_SYSCALL_MECHANISMS; mechanism++)
		failed += cmocka_run_group_tests(contexts, NULL, NULL);
	return failed;
}

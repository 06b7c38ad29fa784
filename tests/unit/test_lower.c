/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tests of lowering: the locations of a program's state, the layout of records, and the invariants
 * of the IR for the code of every construct. The builtins are test ones, so these tests do not
 * depend on the machine. tests/functional/lang tests the results of programs on the kernel.
 */
#include "ir/phrases.h"
#include "lower/builtin.h"
#include "lower/lower.h"

#include "lang/compile.h"

#include <linux/bpf.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

// ---- builtins

static dt_reg pid_value(struct dt_gen *g, const struct dt_node *n)
{
	return dt_ir_bini(dt_gen_func(g), DT_IR_SHR, dt_gen_pid_tgid(g), 32);
}

static dt_reg epid_value(struct dt_gen *g, const struct dt_node *n)
{
	return dt_gen_epid(g);
}

static void comm_string(struct dt_gen *g, const struct dt_node *n, dt_reg dst, uint32_t cap)
{
	struct dt_ir_func *f = dt_gen_func(g);

	dt_ir_env(f, DT_ENV_COMM, dst, dt_ir_const(f, 16));
}

static void func_string(struct dt_gen *g, const struct dt_node *n, dt_reg dst, uint32_t cap)
{
	dt_gen_probe_name(g, DT_PART_FUNCTION, dst, cap);
}

static void func_field(struct dt_gen *g, const struct dt_node *n, struct dt_field *field)
{
	field->kind = DT_FIELD_PROBE;
	field->size = 4;
	field->part = DT_PART_FUNCTION;
}

static void func_store(struct dt_gen *g, const struct dt_node *n, dt_reg dst, int64_t off,
		       const struct dt_field *field)
{
	dt_ir_store(dt_gen_func(g), 4, dst, off, dt_gen_probe_id(g));
}

static void trace_action(struct dt_gen *g, const struct dt_node *n)
{
	dt_gen_act_begin(g, "trace", n);
	dt_gen_act_field(g, n->list);
	dt_gen_act_end(g);
}

static void sum_aggregate(struct dt_gen *g, const struct dt_node *call, const struct dt_ident *agg,
			  dt_reg slot)
{
	dt_ir_atomic_add(dt_gen_func(g), 8, slot, 0, dt_gen_value(g, call->list));
}

static const struct dt_lowering pid_lowering = {.value = pid_value},
				epid_lowering = {.value = epid_value},
				comm_lowering = {.string = comm_string, .string_max = 16},
				func_lowering = {.string = func_string,
						 .field = func_field,
						 .store = func_store},
				trace_lowering = {.action = trace_action},
				sum_lowering = {.aggregate = sum_aggregate};

static const struct dt_builtin
    pid = {"pid", DT_BUILTIN_VARIABLE, .proto = "int", .lowering = &pid_lowering},
    epid = {"epid", DT_BUILTIN_VARIABLE, .proto = "unsigned int", .lowering = &epid_lowering},
    execname = {"execname", DT_BUILTIN_VARIABLE, .proto = "string", .lowering = &comm_lowering},
    probefunc = {"probefunc", DT_BUILTIN_VARIABLE, .proto = "string", .lowering = &func_lowering},
    trace = {"trace", DT_BUILTIN_ACTION, DT_BF_RECORDS, .proto = "void (@)",
	     .lowering = &trace_lowering},
    boom = {"boom", DT_BUILTIN_ACTION, DT_BF_RECORDS | DT_BF_DESTRUCTIVE, .proto = "void (@)",
	    .lowering = &trace_lowering},
    sum = {"sum", DT_BUILTIN_AGGREGATION, .proto = "void (@)", .lowering = &sum_lowering};
static const struct dt_builtin *const list[] = {&pid,	&epid, &execname, &probefunc,
						&trace, &boom, &sum};
static const struct dt_builtins builtins = {list, dt_array_len(list)};

// ---- probes

static struct dt_error *match(void *self, struct dt_universe *types,
			      const struct dt_probe_desc *desc, size_t *n,
			      const struct dt_probe_args **args, bool *args_mixed, void **handle)
{
	*n = 1;
	*args = NULL;
	*args_mixed = false;
	*handle = NULL;
	return NULL;
}

static const struct dt_probe_source probes = {.match = match};

static dt_reg context_id(const struct dt_context *self, struct dt_ir_func *f,
			 const struct dt_probe_set *set)
{
	return dt_ir_load(f, 4, dt_ir_ctx(f), 0);
}

static dt_reg context_dispatch(const struct dt_context *self, struct dt_ir_func *f)
{
	return dt_ir_load(f, 8, dt_ir_ctx(f), 8);
}

static const struct dt_context context = {.name = "test",
					  .attach = DT_ATTACH_RAW_TRACEPOINT,
					  .probe_id = context_id,
					  .dispatch = context_dispatch,
					  .n_dispatch = 8};

// ---- executors

// An executor with BPF's requirements, and an executor that trusts programs.
static bool serves_all(enum dt_env word)
{
	return true;
}

static bool serves_no_task(enum dt_env word)
{
	return word != DT_ENV_TASK && word != DT_ENV_TASK_NUMBER;
}

static const struct dt_executor verified = {.serves = serves_all,
					    .attaches = UINT32_MAX,
					    .maps_of = UINT32_MAX,
					    .reads_kernel = true,
					    .thread = DT_ENV_TASK,
					    .tricks = UINT32_MAX,
					    .phrases = &dt_ir_cpu_phrases,
					    .stack = 192,
					    .room = {.scratch = 64, .key = 96, .zeros = 32},
					    .map_limits = {64, 1 << 20, 1 << 20},
					    .maps = 64,
					    .part_size = 2048,
					    .parts_double = 8,
					    .parts_max = 32};
static const struct dt_executor trusting = {.serves = serves_no_task,
					    .attaches = UINT32_MAX,
					    .maps_of = UINT32_MAX,
					    .thread = DT_ENV_PID_TGID,
					    .phrases = &dt_ir_cpu_phrases,
					    .stack = 4096,
					    .room = {.scratch = 64, .key = 96, .zeros = 32},
					    .map_limits = {64, 1 << 20, 1 << 20}};

// ---- a program and its code

struct fixture {
	struct dt_source source;
	struct dt_compile *c;
	struct dt_options options;
	struct dt_lower *l;
	struct dt_ir_prog *ir;
	const struct dt_program_desc *desc;
};

static uint32_t epid_of(const void *self, uint32_t clause, uint32_t probe)
{
	return 100 * clause + 7 * probe;
}

static void lower_all(struct fixture *f)
{
	static const struct dt_lower_probe group_probes[] = {{5, "p", "m", "alpha", "entry"},
							     {9, "p", "m", "beta", "entry"},
							     {12, "p", "m", "gamma", "entry"}};
	struct dt_lower_clause clauses[512];
	size_t n = 0;

	for (const struct dt_clause *c = f->c->program.clauses; c; c = c->next)
		clauses[n++] = (struct dt_lower_clause){.clause = c};
	f->ir = dt_lower_group(f->l, &(struct dt_lower_group){.context = &context,
							      .name = "dt_test",
							      .probes = group_probes,
							      .n_probes = 3,
							      .clauses = clauses,
							      .n_clauses = n,
							      .epid = epid_of});
	f->desc = dt_lower_desc(f->l);
}

static void setup_for(struct fixture *f, const struct dt_executor *executor, const char *text)
{
	*f = (struct fixture){
	    .source = {.name = "t.d", .text = text, .len = strlen(text), .is_file = true}};
	dt_options_init(&f->options);
	f->c = dt_compile_create(f->options.v[DT_OPT_strsize]);
	f->c->builtins = &builtins;
	f->c->probes = &probes;
	dt_parse(f->c, &f->source, DT_SPEC_PROGRAM);
	dt_sema_check(f->c);
	dt_vec_foreach (&f->c->diags.list, d)
		print_error("%s: %s\n", text, d->message);
	assert_int_equal(f->c->diags.n_errors, 0);
	f->l = dt_lower_create(
	    f->c, &(struct dt_lower_setup){.options = &f->options, .executor = executor});
	lower_all(f);
	assert_int_equal(f->c->diags.n_errors, 0);
}

static void setup(struct fixture *f, const char *text)
{
	setup_for(f, &verified, text);
}

static void teardown(struct fixture *f)
{
	for (struct dt_ir_prog *p = f->ir; p; p = p->next)
		dt_ir_prog_deinit(p);
	dt_compile_destroy(f->c);
	dt_options_deinit(&f->options);
}

static const struct dt_map_desc *map_named(const struct fixture *f, const char *prefix)
{
	for (size_t i = 0; i < f->desc->n_maps; i++)
		if (!strncmp(f->desc->maps[i].name, prefix, strlen(prefix)))
			return &f->desc->maps[i];
	return NULL;
}

static unsigned maps_named(const struct fixture *f, const char *prefix)
{
	unsigned n = 0;

	for (size_t i = 0; i < f->desc->n_maps; i++)
		n += !strncmp(f->desc->maps[i].name, prefix, strlen(prefix));
	return n;
}

static bool calls(const struct fixture *f, enum dt_ir_op op, int64_t imm)
{
	dt_vec_foreach (&f->ir->funcs.data[0]->code, i)
		if (i->op == op && i->imm == imm)
			return true;
	return false;
}

static bool has_op(const struct dt_ir_prog *p, enum dt_ir_op op)
{
	dt_vec_foreach (&p->funcs.data[0]->code, i)
		if (i->op == op)
			return true;
	return false;
}

// ---- tests

static void test_records(void **state)
{
	struct fixture f;
	const struct dt_clause_desc *c;

	setup(&f, "p { trace((char)pid); trace(execname); trace(probefunc); trace(pid); }\n"
		  "p { } p { x = 1; } p { @ = sum(1); }");
	c = &f.desc->clauses[0];
	assert_true(c->records && !c->is_default && !c->has_mask);
	assert_int_equal(c->n_actions, 4);
	assert_int_equal(c->actions[0].fields[0].offset, 0);
	assert_int_equal(c->actions[0].fields[0].size, 1);
	assert_int_equal(c->actions[1].fields[0].kind, DT_FIELD_STRING);
	assert_int_equal(c->actions[1].fields[0].offset, 8);
	assert_int_equal(c->actions[1].fields[0].size, 16);
	assert_int_equal(c->actions[2].fields[0].kind, DT_FIELD_PROBE);
	assert_int_equal(c->actions[2].fields[0].offset, 24);
	assert_int_equal(c->actions[3].fields[0].offset, 28);
	assert_int_equal(c->payload, 32);
	c = &f.desc->clauses[1];
	assert_true(c->records && c->is_default && c->payload == 0);
	assert_false(f.desc->clauses[2].records);
	assert_false(f.desc->clauses[3].records);
	teardown(&f);
}

static void test_guards(void **state)
{
	struct fixture f;
	const struct dt_clause_desc *c;

	setup(&f, "p { if (pid) { trace(1); trace(2); if (x == 1) trace(3); } else { x = 1; }\n"
		  "trace(4); } p { if (pid) trace(5); }\nint x;");
	c = &f.desc->clauses[0];
	assert_true(c->has_mask);
	assert_int_equal(c->n_actions, 4);
	assert_int_equal(c->actions[0].guard, 0);
	assert_int_equal(c->actions[1].guard, 0);
	assert_int_equal(c->actions[2].guard, 1);
	assert_int_equal(c->actions[3].guard, -1);
	assert_int_equal(c->actions[0].fields[0].offset, 8);
	assert_int_equal(c->payload, 8 + 4 * 4);
	assert_int_equal(f.desc->clauses[1].actions[0].guard, 0);
	teardown(&f);
}

static void test_aggregation_keys(void **state)
{
	struct fixture f;
	const struct dt_agg_desc *a;

	setup(&f, "p { @short[execname, (char)pid, pid] = sum(1); @name[probefunc] = sum(1);\n"
		  "@both[probefunc] = sum(1); @both[\"x\"] = sum(1);\n"
		  "@long[execname] = sum(1); @long[\"0123456789 0123456789\"] = sum(1);\n"
		  "@none = sum(pid); }");
	assert_int_equal(f.desc->n_aggs, 5);
	a = &f.desc->aggs[0];
	assert_string_equal(a->name, "short");
	assert_int_equal(a->key_size, 32);
	assert_int_equal(a->keys[1].offset, 16);
	assert_int_equal(a->keys[1].size, 8);
	assert_int_equal(a->keys[2].offset, 24);
	assert_int_equal(f.desc->maps[a->map].kind, DT_MAPK_HASH);
	a = &f.desc->aggs[1];
	assert_int_equal(a->keys[0].kind, DT_FIELD_PROBE);
	assert_int_equal(a->key_size, 8);
	a = &f.desc->aggs[2];
	assert_int_equal(a->keys[0].kind, DT_FIELD_STRING);
	assert_int_equal(a->keys[0].size, 264);
	a = &f.desc->aggs[3];
	assert_int_equal(a->keys[0].size, 24);
	a = &f.desc->aggs[4];
	assert_int_equal(a->key_size, 0);
	assert_int_equal(f.desc->maps[a->map].elems_per_cpu, 1);
	assert_int_equal(f.desc->maps[a->map].value_size, 64);
	teardown(&f);
}

static void test_state(void **state)
{
	struct fixture f;
	const struct dt_map_desc *m;

	setup(&f, "p { g = pid; s = execname; self->t = pid; self->u = \"x\"; this->r = pid;\n"
		  "v[pid, execname] = 1; self->w[pid] = \"y\"; }");
	assert_int_equal(map_named(&f, "dt_globals")->value_size,
			 8 + 264 + 8); // with the string's mark
	m = map_named(&f, "dt_self");
	assert_int_equal(m->kind, DT_MAPK_THREAD);
	assert_int_equal(m->value_size, 8 + 264 + 8 + 8); // with the mark of self-> arrays
	m = map_named(&f, "dt_v0");
	assert_int_equal(m->key_size, 4 + 4 + 16);
	m = map_named(&f, "dt_t1");
	assert_int_equal(m->key_size, 8 + 8);
	assert_int_equal(m->value_size, 264);
	teardown(&f);

	setup(&f, "p { this->a = pid; trace(this->a); }");
	assert_null(map_named(&f, "dt_globals"));
	assert_null(map_named(&f, "dt_self"));
	assert_null(map_named(&f, "dt_scratch"));
	teardown(&f);

	setup(&f, "p { this->s = execname; x = this->s; }");
	assert_non_null(map_named(&f, "dt_scratch"));
	teardown(&f);
}

/** Compiles `n` clauses; # is replaced by the number of each. */
static void setup_many(struct fixture *f, const struct dt_executor *executor, int n,
		       const char *clause)
{
	struct dt_str text = {0};

	for (int i = 0; i < n; i++) {
		for (const char *c = clause; *c; c++)
			dt_str_printf(&text, *c == '#' ? "%d" : "%c", *c == '#' ? i : *c);
	}
	setup_for(f, executor, dt_str_text(&text));
	dt_str_deinit(&text);
}

/** Returns the number of programs in the chain of a group. */
static unsigned chain_length(const struct fixture *f)
{
	unsigned n = 0;

	for (const struct dt_ir_prog *p = f->ir; p; p = p->next, n++) {
		assert_int_equal(has_op(p, DT_IR_TAIL_CALL), p->next != NULL);
		if (p->next)
			assert_int_equal(p->next_slot, n);
	}
	return n;
}

/** Returns the number of maps that a program names. */
static unsigned maps_of(const struct fixture *f, const struct dt_ir_prog *p)
{
	bool named[512] = {0};
	unsigned n = 0;

	dt_vec_foreach (&p->funcs.data[0]->code, i)
		if (i->op == DT_IR_MAP || i->op == DT_IR_MAP_VALUE) {
			assert_in_range(i->imm, 0, f->desc->n_maps - 1);
			n += !named[i->imm];
			named[i->imm] = true;
		}
	return n;
}

/** Many clauses become several programs, even if all use a this-> variable. */
static void test_chain(void **state)
{
	struct fixture f;

	setup(&f, "p { x = pid; }");
	assert_int_equal(chain_length(&f), 1);
	teardown(&f);
	setup_many(&f, &verified, 400, "p { @[pid, execname] = sum(1); }\n");
	assert_in_range(chain_length(&f), 4, 32);
	assert_non_null(map_named(&f, "dt_chain"));
	teardown(&f);
	setup_many(&f, &verified, 400, "p { this->x = pid; @[this->x, execname] = sum(1); }\n");
	assert_in_range(chain_length(&f), 4, 32);
	teardown(&f);
}

/** If there are more than 32 arrays, those with elements of one form share a map with different
 *  keys. */
static void test_many_arrays(void **state)
{
	struct fixture f;

	setup_many(&f, &verified, 32, "p { a#[pid] = pid; }\n");
	assert_int_equal(maps_named(&f, "dt_v"), 32);
	assert_int_equal(map_named(&f, "dt_v0_a0")->key_size, 8);
	teardown(&f);
	setup_many(&f, &verified, 50, "p { a#[pid] = b#[execname] = pid; self->c#[pid] = pid; }\n");
	assert_int_equal(maps_named(&f, "dt_v"), 2);
	assert_int_equal(maps_named(&f, "dt_t"), 1);
	assert_int_equal(map_named(&f, "dt_v0_shared")->key_size, 8 + 8);
	teardown(&f);
}

/** A program is cut before it names more maps than it may have. */
static void test_many_maps(void **state)
{
	struct fixture f;

	setup_many(&f, &verified, 44, "p { @a#[pid] = sum(1); }\n");
	assert_int_equal(chain_length(&f), 1);
	teardown(&f);
	setup_many(&f, &verified, 100, "p { @a#[pid] = sum(1); }\n");
	assert_int_equal(chain_length(&f), 3);
	for (const struct dt_ir_prog *p = f.ir; p; p = p->next)
		assert_in_range(maps_of(&f, p), 1, verified.maps);
	teardown(&f);
	setup_many(&f, &trusting, 100, "p { @a#[pid] = sum(1); }\n");
	assert_int_equal(chain_length(&f), 1);
	teardown(&f);
}

/** Code that deletes a thread's elements is generated only for programs that have some. */
static void test_thread_exit(void **state)
{
	struct fixture f;

	setup(&f, "p { self->x = pid; v[pid] = 1; }");
	assert_null(dt_lower_thread_exit(f.l));
	teardown(&f);
	setup(&f, "p { self->v[pid] = 1; }");
	struct dt_ir_prog *p = dt_lower_thread_exit(f.l);
	assert_non_null(p);
	assert_null(dt_ir_verify(p));
	assert_true(has_op(p, DT_IR_CALLBACK));
	dt_ir_prog_deinit(p);
	teardown(&f);
}

/** A self-> variable that is too long for thread storage is in a hash and is deleted from it. */
static void test_long_self(void **state)
{
	struct fixture f;

	setup(&f, "struct s { char c[5000]; }; self struct s large; p { self->large.c[1] = pid; "
		  "self->small = pid; }");
	struct dt_ir_prog *p = dt_lower_thread_exit(f.l);
	assert_non_null(p);
	assert_null(dt_ir_verify(p));
	assert_false(has_op(p, DT_IR_CALLBACK));
	assert_int_equal(map_named(&f, "dt_t0_large")->key_size, 8);
	assert_in_range(map_named(&f, "dt_self")->value_size, 8, 16);
	dt_ir_prog_deinit(p);
	teardown(&f);
}

/** Unneeded code is not generated. */
static void test_thrift(void **state)
{
	struct fixture f;

	setup(&f, "p { x = pid / 2; }");
	assert_int_equal(f.ir->funcs.len, 1); // no fault is possible
	assert_false(calls(&f, DT_IR_ENV, DT_ENV_TIME));
	teardown(&f);
	setup(&f, "p { x = 2 / pid; }");
	assert_int_equal(f.ir->funcs.len, 2);
	assert_true(calls(&f, DT_IR_CALL_LOCAL, 1));
	teardown(&f);
	setup(&f, "p { @ = sum(1); }");
	assert_int_equal(f.desc->n_maps, DT_N_STD_MAPS + 1);
	teardown(&f);
}

static unsigned count_stores_of_zero(const struct fixture *f)
{
	unsigned n = 0;

	dt_vec_foreach (&f->ir->funcs.data[0]->code, i)
		n += i->op == DT_IR_STORE && !i->b && !i->imm;
	return n;
}

/** For an executor without a verifier, no code is generated for its sake. */
static void test_trusting(void **state)
{
	static const char text[] = "int a[10]; p { a[pid] = a[pid + 1]; this->x = pid > 3;"
				   " trace(pid); }";
	struct fixture f;
	size_t verified_size;

	setup(&f, text);
	verified_size = f.ir->funcs.data[0]->code.len;
	assert_true(calls(&f, DT_IR_AND, 15)); // the mask of the index
	teardown(&f);
	setup_for(&f, &trusting, text);
	assert_null(dt_ir_verify(f.ir));
	assert_true(f.ir->funcs.data[0]->code.len < verified_size);
	assert_false(calls(&f, DT_IR_AND, 15));
	assert_int_equal(map_named(&f, "dt_globals")->value_size, 40); // no padding after a
	teardown(&f);
	setup(&f, "long x; p { @[x] = sum(1); }");
	unsigned zeros = count_stores_of_zero(&f);
	teardown(&f);
	setup_for(&f, &trusting, "long x; p { @[x] = sum(1); }");
	assert_int_equal(count_stores_of_zero(&f), zeros - 1); // not behind the key
	teardown(&f);
	setup_many(&f, &trusting, 400, "p { this->x = pid; @[this->x, execname] = sum(1); }\n");
	assert_int_equal(chain_length(&f), 1);
	teardown(&f);
}

/** EPIDs that cannot be computed are read from a table. */
static bool serves_no_names(enum dt_env word)
{
	return word != DT_ENV_COMM && word != DT_ENV_PID_TGID;
}

/** A refusal names what the source asks for, where it does and in which probe; code that the
 * optimizer removes asks for nothing. */
static void test_refusals(void **state)
{
	struct dt_executor executor = trusting;
	const struct dt_lower_refusal *r;
	struct fixture f;

	executor.serves = serves_no_names;
	executor.refusal = "needs another executor";
	executor.way_out = "ask for less";
	setup_for(&f, &executor, "a { trace(1); }\nb { this->x = pid; trace(execname); }");
	r = dt_lower_refusals(f.l);
	assert_non_null(r);
	assert_string_equal(r->text, "execname in p:m:alpha:entry needs another executor");
	assert_ptr_equal(r->prog, f.ir);
	assert_int_equal(r->loc.line, 2);
	assert_null(r->next);
	dt_lower_report_refusals(f.l, NULL);
	assert_int_equal(f.c->diags.n_errors, 0);
	dt_lower_report_refusals(f.l, f.ir);
	assert_int_equal(f.c->diags.n_errors, 1);
	assert_int_equal(f.c->diags.list.data[0].tag, D_EXECUTOR);
	assert_string_equal(f.c->diags.list.data[0].hint, "ask for less");
	teardown(&f);

	executor.attaches = 0;
	setup_for(&f, &executor, "a { trace(1); }");
	assert_string_equal(dt_lower_refusals(f.l)->text,
			    "a clause in p:m:alpha:entry needs another executor");
	teardown(&f);
	setup(&f, "a { trace(execname); }");
	assert_null(dt_lower_refusals(f.l));
	teardown(&f);
}

static void test_epids(void **state)
{
	struct fixture f;
	const uint32_t want[4] = {35, 63, 84, 0};
	const struct dt_map_desc *m;
	bool found = false;

	setup(&f, "p { x = epid; }");
	m = map_named(&f, "dt_rodata");
	assert_non_null(m);
	for (uint32_t i = 0; i + sizeof(want) <= m->value_size; i += 8)
		found = found || !memcmp((const char *)m->init + i, want, sizeof(want));
	assert_true(found);
	teardown(&f);
}

static void test_dispatcher(void **state)
{
	struct fixture f;
	struct dt_ir_prog *p;
	unsigned map;

	setup(&f, "p { x = 1; }");
	p = dt_lower_dispatcher(f.l, &context, &map);
	f.desc = dt_lower_desc(f.l);
	assert_int_equal(f.desc->maps[map].kind, DT_MAPK_PROGRAMS);
	assert_int_equal(f.desc->maps[map].max_entries, 8);
	assert_null(dt_ir_verify(p));
	dt_ir_prog_deinit(p);
	teardown(&f);
}

static void test_destructive(void **state)
{
	struct fixture f;

	setup(&f, "p { trace(1); }");
	assert_false(dt_lower_is_destructive(f.l));
	teardown(&f);
	setup(&f, "p { boom(1); }");
	assert_true(dt_lower_is_destructive(f.l));
	teardown(&f);
}

/** The IR of statements of every kind keeps its invariants; `decl` precedes the clause. */
static void test_invariants(void **state)
{
	static const char decl[] =
	    "int a[4]; int8_t c; struct s { int x; int b:3; char n[8]; long l[2];"
	    "}; struct s g; self struct s t; this struct s h; struct s v[int];\n"
	    "string str; self string sstr; this string tstr; string vstr[int];\n"
	    "self int si; this int ti; int vi[string]; self int vs[int];\n";
	static const char *const statements[] = {
	    "a[pid] = c++; a[1] += a[pid] << 3; c %= pid; --a[pid]",
	    "g.b = pid; g.b++; g.l[pid] = g.x--; h = 1; this->h.b -= 2; this->h = g; g = this->h",
	    "self->t.x = 1; self->t.l[pid]++; g = self->t; self->si++; self->si = pid; self->si = "
	    "0",
	    "v[1].x = 2; v[pid].b = 3; v[2] = g; g = v[pid]; x = v[3].l[pid]",
	    "str = execname; str = str; self->sstr = str; this->tstr = self->sstr; vstr[1] = \"x\"",
	    "str = pid ? \"a\" : self->sstr; vstr[pid] = this->tstr; vstr[2] = 0; str = vstr[pid]",
	    "x = str == \"abc\" || execname != \"bash\" && str < this->tstr; self->sstr = 0",
	    "vi[execname]++; vi[\"a\"] = pid; vi[str] = 0; x = vi[probefunc]; self->vs[pid] -= 3",
	    "x = *(int *)pid + ((struct s *)pid)->l[pid]; str = stringof(pid); str = g.n",
	    "x = pid && c || !x ^^ self->si; x = (y = 3, pid) ? z++ : this->ti; x ? (x = 1) : (y = "
	    "2)",
	    "if (pid) { trace(str); } else if (x) { x = 1 / c; } else trace(vi[execname])",
	    "trace(g); trace(probefunc == \"beta\" ? execname : probefunc); trace(-x % c); "
	    "trace(~c)",
	    "@[str, probefunc, pid / c] = sum(c); @x[vi[\"q\"]] = sum(1 / pid); trace(epid)",
	};
	struct fixture f;

	for (size_t i = 0; i < dt_array_len(statements); i++) {
		dt_cleanup(dt_free_p) char *text = dt_asprintf(
		    "%s p /x == 0 || 1 / x > c/ { y = 1; z = 2; this->tstr = \"\"; %s; } "
		    "p { x = 0; } int x;",
		    decl, statements[i]);
		const char *broken;

		setup(&f, text);
		broken = dt_ir_verify(f.ir);
		if (broken)
			print_error("%s: %s\n", statements[i], broken);
		assert_null(broken);
		teardown(&f);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_records),
	    cmocka_unit_test(test_guards),
	    cmocka_unit_test(test_state),
	    cmocka_unit_test(test_chain),
	    cmocka_unit_test(test_long_self),
	    cmocka_unit_test(test_many_arrays),
	    cmocka_unit_test(test_many_maps),
	    cmocka_unit_test(test_thread_exit),
	    cmocka_unit_test(test_aggregation_keys),
	    cmocka_unit_test(test_thrift),
	    cmocka_unit_test(test_trusting),
	    cmocka_unit_test(test_refusals),
	    cmocka_unit_test(test_epids),
	    cmocka_unit_test(test_dispatcher),
	    cmocka_unit_test(test_destructive),
	    cmocka_unit_test(test_invariants),
	};

	return cmocka_run_group_tests_name("lower", tests, NULL, NULL);
}

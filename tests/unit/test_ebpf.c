/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tests of src/ebpf: IR programs are compiled, loaded into this kernel and run once. Their results
 * in a map are compared with the same operations in C. If BPF programs may not be loaded, the tests
 * that need them are skipped and say so.
 */
#include "ebpf/ebpf.h"
#include "ebpf/feature.h"

#include "abi/unwind.h"
#include "ebpf/code/env.h"
#include "ebpf/code/legalize.h"
#include "ebpf/kernel/sys.h"
#include "rt/rt.h"
#include "ir/ops.h"
#include "ir_ret.h"

#include <bpf/btf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

enum { RESULTS, HASH, ROMAP, RING, PER_CPU, STORAGE, TABLE, N_MAPS };
enum { RESULT_WORDS = 512 };

struct fixture {
	struct dt_arena *arena;
	struct dt_maps maps;
	uint64_t *results;
	struct dt_ir_prog *p;
	struct dt_ir_func *f;
	struct dt_str text;
	bool can_load;
};

static const uint64_t constants[] = {11, 22, 33};

static struct dt_map_desc map_table[N_MAPS] = {
    [RESULTS] = {.name = "results",
		 .kind = DT_MAPK_ARRAY,
		 .key_size = 4,
		 .value_size = RESULT_WORDS * 8 + sizeof(struct dt_specs), // the largest argument
		 .max_entries = 1,
		 .is_mapped = true},
    [HASH] =
	{.name = "a hash!", .kind = DT_MAPK_HASH, .key_size = 8, .value_size = 8, .max_entries = 4},
    [ROMAP] = {.name = "constants",
	       .kind = DT_MAPK_ARRAY,
	       .key_size = 4,
	       .value_size = sizeof(constants),
	       .max_entries = 1,
	       .init = constants,
	       .frozen = true},
    [RING] = {.name = "ring", .kind = DT_MAPK_WAKE, .max_entries = 8192},
    [PER_CPU] = {.name = "per cpu",
		 .kind = DT_MAPK_ARRAY,
		 .key_size = 4,
		 .value_size = 64,
		 .elems_per_cpu = 4096,
		 .is_mapped = true},
    [TABLE] = {.name = "table",
	       .kind = DT_MAPK_ARRAY,
	       .key_size = 4,
	       .value_size = sizeof(struct dt_unwind_chunk), // the largest element of a table
	       .max_entries = 2},
    [STORAGE] = {.name = "storage", .kind = DT_MAPK_THREAD, .key_size = 4, .value_size = 40},
};

/** All tables of the runtime are one map. */
static const unsigned tables[DT_N_TABLES] = {[0 ... DT_N_TABLES - 1] = TABLE};

static void new_program(struct fixture *x)
{
	if (x->p)
		dt_ir_prog_deinit(x->p);
	x->p = dt_ir_prog_create(x->arena, "test prog", DT_ATTACH_RAW_TRACEPOINT);
	x->p->tables = tables;
	x->p->cells_size = sizeof(struct dt_unwind_chunk);
	x->f = dt_ir_func_add(x->p, "main", 1);
}

static int setup(void **state)
{
	struct fixture *x = dt_zalloc(sizeof(*x));

	x->arena = dt_arena_create();
	struct dt_error *err = dt_maps_create(map_table, N_MAPS, 256, &x->maps);
	x->can_load = !err;
	if (err)
		dt_error_destroy(err);
	else
		x->results = x->maps.memory[RESULTS];
	new_program(x);
	*state = x;
	return 0;
}

static int teardown(void **state)
{
	struct fixture *x = *state;

	dt_str_deinit(&x->text);
	if (x->p)
		dt_ir_prog_deinit(x->p);
	if (x->can_load)
		dt_maps_deinit(&x->maps);
	dt_arena_destroy(x->arena);
	free(x);
	return 0;
}

static void need_kernel(struct fixture *x)
{
	if (x->can_load)
		return;
	print_message("skipped: this process may not create BPF maps\n");
	skip();
}

static void expect_success(struct fixture *x, struct dt_error *err)
{
	if (!err)
		return;
	dt_str_clear(&x->text);
	dt_ir_print(&x->text, x->p);
	fail_msg("%s\n%s", err->message, dt_str_text(&x->text));
}

/** Loads the program. The caller closes the returned descriptor. */
static int load_program(struct fixture *x, size_t strsize)
{
	struct dt_bpf_code code;
	int fd;

	expect_success(x, dt_bpf_compile(x->p, strsize, NULL, &code));
	expect_success(x, dt_bpf_load(x->p, &code, &x->maps, false, false, &fd, NULL));
	dt_bpf_code_deinit(&code);
	return fd;
}

static void load_and_run(struct fixture *x, size_t strsize)
{
	dt_cleanup(dt_close_p) int fd = load_program(x, strsize);

	expect_success(x, dt_bpf_run(fd));
}

static dt_reg results_addr(struct fixture *x)
{
	return dt_ir_map_value(x->f, RESULTS, 0);
}

static void save_word(struct fixture *x, unsigned word, dt_reg value)
{
	dt_ir_store(x->f, 8, results_addr(x), word * 8, value);
}

static void maps_are_made_as_described(void **state)
{
	struct fixture *x = *state;

	need_kernel(x);
	assert_true(x->maps.store.n_cpus >= 1);
	for (unsigned i = 0; i < N_MAPS; i++)
		assert_true(x->maps.fds[i] >= 0);
	assert_non_null(x->results);
	assert_true(x->maps.memory_size[RESULTS] >= map_table[RESULTS].value_size);
	assert_null(x->maps.memory[HASH]);
	assert_int_equal(x->maps.memory_size[PER_CPU], x->maps.store.n_cpus * 4096 * 64);
}

static void map_error_names_map_and_option(void **state)
{
	struct fixture *x = *state;
	struct dt_map_desc huge = {.name = "huge",
				   .kind = DT_MAPK_HASH,
				   .key_size = 8,
				   .value_size = 1u << 30,
				   .max_entries = 1u << 30};
	struct dt_maps m;

	need_kernel(x);
	struct dt_error *err = dt_maps_create(&huge, 1, 256, &m);
	assert_non_null(err);
	assert_non_null(strstr(err->message, "huge"));
	assert_non_null(strstr(err->message, "dynvarsize"));
	dt_error_destroy(err);
}

enum { N_ELEMENTS = 4000 };

static uint32_t kernel_function(const char *name)
{
	return (uint32_t)libbpf_find_vmlinux_btf_id(name, 0);
}

static void count_element(void *arg, const void *key, const void *value)
{
	const uint64_t *k = key, *v = value;
	unsigned *times = arg;

	assert_true(*k < N_ELEMENTS);
	assert_int_equal(v[0], *k * 3);
	assert_int_equal(v[1], ~*k);
	times[*k]++;
}

/** Reports whether the kernel loads the smallest program that iterates over the elements of a map.
 * Some hosts forbid it. */
static bool has_iterators_of_elements(void)
{
	static const struct bpf_insn nothing[] = {{.code = BPF_ALU64 | BPF_MOV | BPF_K},
						  {.code = BPF_JMP | BPF_EXIT}};
	union bpf_attr attr = {.prog_type = BPF_PROG_TYPE_TRACING,
			       .expected_attach_type = BPF_TRACE_ITER,
			       .attach_btf_id = kernel_function("bpf_iter_bpf_map_elem"),
			       .insn_cnt = dt_array_len(nothing)};

	attr.insns = (uint64_t)(uintptr_t)nothing;
	attr.license = (uint64_t)(uintptr_t) "Dual BSD/GPL";
	dt_cleanup(dt_close_p) int fd = dt_sys_bpf(BPF_PROG_LOAD, &attr);
	return fd >= 0;
}

static void elements_of_a_hash_are_read_once_each(void **state)
{
	static const struct dt_map_desc hash = {.name = "hash",
						.kind = DT_MAPK_HASH,
						.key_size = 8,
						.value_size = 16,
						.max_entries = N_ELEMENTS};
	struct fixture *x = *state;
	struct dt_maps m;

	need_kernel(x);
	expect_success(x, dt_maps_create(&hash, 1, 256, &m));
	for (uint64_t key = 0; key < N_ELEMENTS; key++) {
		uint64_t value[2] = {key * 3, ~key};

		assert_int_equal(m.store.type->put(&m.store, 0, &key, value, DT_PUT_ANY), 0);
	}
	for (int by_iterator = 0; by_iterator < 2; by_iterator++) {
		unsigned times[N_ELEMENTS] = {0};

		m.function = by_iterator ? kernel_function : NULL;
		assert_int_equal(m.store.type->each(&m.store, 0, count_element, times), 0);
		for (size_t i = 0; i < N_ELEMENTS; i++)
			assert_int_equal(times[i], 1);
		assert_int_equal(m.writers[0] >= 0, by_iterator && has_iterators_of_elements());
	}
	dt_maps_deinit(&m);
}

/** Globals, helpers with stack keys, read-only data, a branch on a NULL pointer. */
static void a_program_counts(void **state)
{
	struct fixture *x = *state;
	struct dt_ir_func *f = x->f;
	dt_label missing = dt_ir_label(f), end = dt_ir_label(f);

	need_kernel(x);
	dt_ir_atomic_add(f, 8, results_addr(x), 0, dt_ir_const(f, 3));
	dt_reg key = dt_ir_slot_addr(f, dt_ir_slot(f, 8, 8));
	dt_ir_storei(f, 8, key, 0, 5);
	dt_reg value = dt_ir_slot_addr(f, dt_ir_slot(f, 8, 8));
	dt_ir_storei(f, 8, value, 0, 1ll << 40);
	dt_ir_env(f, DT_ENV_MAP_PUT, dt_ir_map(f, HASH), key, value);
	dt_reg found = dt_ir_env(f, DT_ENV_MAP_FIND, dt_ir_map(f, HASH), key);
	dt_ir_branchi(f, DT_IR_EQ, found, 0, missing);
	save_word(x, 1, dt_ir_load(f, 8, found, 0));
	dt_ir_jump(f, end);
	dt_ir_place(f, missing);
	save_word(x, 1, dt_ir_const(f, -1));
	dt_ir_place(f, end);
	save_word(x, 2, dt_ir_load(f, 8, dt_ir_map_value(f, ROMAP, 8), 0));
	dt_ir_ret(f, 0);
	load_and_run(x, 256);
	assert_int_equal(x->results[0], 3);
	assert_int_equal(x->results[1], 1ll << 40);
	assert_int_equal(x->results[2], 22);
}

/** Forty values that are all live at once, and across a helper call. */
static void register_pressure(void **state)
{
	struct fixture *x = *state;
	enum { N = 40 };
	dt_reg v[N], sum;

	need_kernel(x);
	for (unsigned i = 0; i < N; i++)
		x->results[i] = i * i + 1;
	for (unsigned i = 0; i < N; i++)
		v[i] = dt_ir_load(x->f, 8, results_addr(x), i * 8);
	dt_ir_env(x->f, DT_ENV_TIME);
	sum = dt_ir_const(x->f, 0);
	for (unsigned i = N; i-- > 0;)
		sum = dt_ir_bin(x->f, DT_IR_ADD, dt_ir_bini(x->f, DT_IR_MUL, sum, 3), v[i]);
	save_word(x, 100, sum);
	for (unsigned i = 0; i < N; i++)
		save_word(x, 200 + i, v[i]);
	dt_ir_ret(x->f, 0);
	load_and_run(x, 256);

	uint64_t want = 0;
	for (unsigned i = N; i-- > 0;)
		want = want * 3 + i * i + 1;
	assert_int_equal(x->results[100], want);
	for (unsigned i = 0; i < N; i++)
		assert_int_equal(x->results[200 + i], i * i + 1);
}

/** Objects whose lifetimes do not overlap share the stack: twenty of 100 bytes fit. */
static void stack_is_reused(void **state)
{
	struct fixture *x = *state;
	struct dt_bpf_code code;

	for (unsigned i = 0; i < 20; i++) {
		dt_reg p = dt_ir_slot_addr(x->f, dt_ir_slot(x->f, 100, 8));
		dt_reg q = dt_ir_bini(x->f, DT_IR_ADD, p, 8);

		dt_ir_storei(x->f, 8, p, 0, i);
		dt_ir_storei(x->f, 8, q, 0, i);
		dt_ir_env(x->f, DT_ENV_COMM, q, dt_ir_const(x->f, 16));
	}
	dt_ir_ret(x->f, 0);
	expect_success(x, dt_bpf_compile(x->p, 256, NULL, &code));
	assert_int_equal(code.stack, 104);
	dt_bpf_code_deinit(&code);
}

static void stack_overflow_names_the_line(void **state)
{
	struct fixture *x = *state;
	static const struct dt_ir_loc loc = {.file = "a.d", .line = 7};
	struct dt_bpf_code code;

	x->f->loc = &loc;
	dt_reg p = dt_ir_slot_addr(x->f, dt_ir_slot(x->f, 600, 8));
	dt_ir_storei(x->f, 8, p, 0, 1);
	dt_ir_ret(x->f, 0);
	struct dt_error *err = dt_bpf_compile(x->p, 256, NULL, &code);
	assert_non_null(err);
	assert_non_null(strstr(err->message, "a.d, line 7"));
	assert_non_null(strstr(err->message, "600 bytes"));
	dt_error_destroy(err);
}

static void refusal_names_the_line(void **state)
{
	struct fixture *x = *state;
	static const struct dt_ir_loc first = {.file = "a.d", .line = 1};
	static const struct dt_ir_loc second = {.file = "a.d", .line = 2};
	struct dt_bpf_code code;
	int fd;

	need_kernel(x);
	x->f->loc = &first;
	dt_reg found = dt_ir_env(x->f, DT_ENV_TASK_NUMBER);
	x->f->loc = &second;
	save_word(x, 0, dt_ir_load(x->f, 8, found, 0)); // a number is not a pointer
	dt_ir_ret(x->f, 0);
	expect_success(x, dt_bpf_compile(x->p, 256, NULL, &code));
	struct dt_error *err = dt_bpf_load(x->p, &code, &x->maps, false, false, &fd, NULL);
	assert_non_null(err);
	assert_int_equal(err->code, DT_ERR_VERIFIER);
	assert_non_null(strstr(err->message, "a.d, line 2"));
	assert_non_null(strstr(err->message, "scalar"));
	dt_error_destroy(err);
	dt_bpf_code_deinit(&code);
}

/** Memory operations of all widths, and the atomic ones with their results. */
static void memory_at_all_widths(void **state)
{
	struct fixture *x = *state;
	struct dt_ir_func *f = x->f;
	dt_reg p = results_addr(x);
	unsigned out = 8;

	need_kernel(x);
	for (unsigned w = 1; w <= 8; w *= 2, out++) {
		dt_ir_store(f, w, p, 8 * out, dt_ir_const(f, 0x1122334455667788));
		save_word(x, out + 8, dt_ir_load(f, w, p, 8 * out));
	}
	for (unsigned w = 4; w <= 8; w += 4) {
		dt_ir_storei(f, 8, p, 0, -1);
		dt_reg one = dt_ir_const(f, 1), old;

		old = dt_ir_atomic(f, DT_IR_FETCH_ADD, w, p, 0, one, 0);
		save_word(x, w * 8, old);
		old = dt_ir_atomic(f, DT_IR_XCHG, w, p, 0, dt_ir_const(f, 9), 0);
		save_word(x, w * 8 + 2, old);
		old = dt_ir_atomic(f, DT_IR_CMPXCHG, w, p, 0, dt_ir_const(f, 5), one);
		save_word(x, w * 8 + 3, old);
		old = dt_ir_atomic(f, DT_IR_CMPXCHG, w, p, 0, dt_ir_const(f, 5), old);
		save_word(x, w * 8 + 4, old);
		save_word(x, w * 8 + 5, dt_ir_load(f, w, p, 0));
	}
	dt_ir_ret(f, 0);
	memset(x->results, 0, 4096);
	load_and_run(x, 256);
	assert_int_equal(x->results[16], 0x88);
	assert_int_equal(x->results[17], 0x7788);
	assert_int_equal(x->results[18], 0x55667788);
	assert_int_equal(x->results[19], 0x1122334455667788);
	for (unsigned w = 4; w <= 8; w += 4) {
		assert_int_equal(x->results[w * 8], w == 4 ? UINT32_MAX : UINT64_MAX);
		assert_int_equal(x->results[w * 8 + 2], 0);
		assert_int_equal(x->results[w * 8 + 3], 9); // 1 was expected: unchanged
		assert_int_equal(x->results[w * 8 + 4], 9);
		assert_int_equal(x->results[w * 8 + 5], 5);
	}
}

static const uint64_t samples[] = {
    0,
    1,
    2,
    7,
    63,
    64,
    255,
    0x80,
    0x8000,
    0x80000000,
    0xffffffff,
    0x100000000,
    1ull << 63,
    (1ull << 63) + 1,
    ~0ull,
    ~0ull - 1,
    0x123456789abcdef0,
};

/** Each operation on all pairs of samples, from memory so that they cannot be folded. */
static void arithmetic_is_exact(void **state)
{
	struct fixture *x = *state;
	enum { N = dt_array_len(samples) };

	need_kernel(x);
	for (enum dt_ir_op op = DT_IR_ADD; op <= DT_IR_SAR; op++) {
		new_program(x);
		for (unsigned i = 0; i < N; i++)
			x->results[i] = samples[i];
		for (unsigned i = 0; i < N; i++) {
			for (unsigned j = 0; j < N; j++) {
				dt_reg a = dt_ir_load(x->f, 8, results_addr(x), i * 8);
				dt_reg b = dt_ir_load(x->f, 8, results_addr(x), j * 8), r;
				uint64_t unused;

				if (!dt_ir_eval_bin(op, samples[i], samples[j], &unused))
					continue;
				if (op >= DT_IR_SHL) // the amount is taken modulo 64
					b = dt_ir_bini(x->f, DT_IR_AND, b, 63);
				r = (i + j) % 2 ? dt_ir_bin(x->f, op, a, b)
						: dt_ir_bini(x->f, op, a, (int64_t)samples[j]);
				save_word(x, 32 + i * N + j, r);
			}
		}
		dt_ir_ret(x->f, 0);
		load_and_run(x, 256);
		for (unsigned i = 0; i < N; i++) {
			for (unsigned j = 0; j < N; j++) {
				uint64_t want, got = x->results[32 + i * N + j];

				if (dt_ir_eval_bin(op, samples[i], samples[j], &want) &&
				    got != want)
					fail_msg("%llx %s %llx = %llx, not %llx",
						 (long long)samples[i], dt_ir_op_table[op].text,
						 (long long)samples[j], (long long)got,
						 (long long)want);
			}
		}
	}
}

static void unary_operations_are_exact(void **state)
{
	struct fixture *x = *state;
	enum { N = dt_array_len(samples) };

	need_kernel(x);
	for (enum dt_ir_op op = DT_IR_NEG; op <= DT_IR_BSWAP; op++) {
		for (unsigned w = op == DT_IR_BSWAP ? 2 : 1; w <= 8; w *= 2) {
			new_program(x);
			for (unsigned i = 0; i < N; i++) {
				x->results[i] = samples[i];
				dt_reg a = dt_ir_load(x->f, 8, results_addr(x), i * 8);
				save_word(x, 32 + i, dt_ir_un(x->f, op, w, a));
			}
			dt_ir_ret(x->f, 0);
			load_and_run(x, 256);
			for (unsigned i = 0; i < N; i++) {
				uint64_t want;

				assert_true(dt_ir_eval_un(op, w, samples[i], &want));
				assert_int_equal(x->results[32 + i], want);
			}
		}
	}
}

static void conditions_are_exact(void **state)
{
	struct fixture *x = *state;
	enum { N = dt_array_len(samples) };

	need_kernel(x);
	for (enum dt_ir_cond c = DT_IR_EQ; c <= DT_IR_SET; c++) {
		new_program(x);
		for (unsigned i = 0; i < N; i++)
			x->results[i] = samples[i];
		for (unsigned i = 0; i < N; i++) {
			for (unsigned j = 0; j < N; j++) {
				dt_reg a = dt_ir_load(x->f, 8, results_addr(x), i * 8);
				dt_reg b = dt_ir_load(x->f, 8, results_addr(x), j * 8);
				dt_label yes = dt_ir_label(x->f), end = dt_ir_label(x->f);
				dt_reg r = dt_ir_reg(x->f);

				if ((i + j) % 2)
					dt_ir_branch(x->f, c, a, b, yes);
				else
					dt_ir_branchi(x->f, c, a, (int64_t)samples[j], yes);
				dt_ir_const_to(x->f, r, 0);
				dt_ir_jump(x->f, end);
				dt_ir_place(x->f, yes);
				dt_ir_const_to(x->f, r, 1);
				dt_ir_place(x->f, end);
				save_word(x, 32 + i * N + j, r);
			}
		}
		dt_ir_ret(x->f, 0);
		load_and_run(x, 256);
		for (unsigned i = 0; i < N; i++)
			for (unsigned j = 0; j < N; j++)
				assert_int_equal(x->results[32 + i * N + j],
						 dt_ir_eval_cond(c, samples[i], samples[j]));
	}
}

/** Returns a random number by xorshift64, which gives the same programs on every machine. */
static uint64_t next_random(uint64_t *seed)
{
	*seed ^= *seed << 13;
	*seed ^= *seed >> 7;
	*seed ^= *seed << 17;
	return *seed;
}

enum { VARIABLES = 24, STEPS = 150 };

/** Makes a random step on the variables, both in IR and in C. */
static void random_step(struct fixture *x, uint64_t *seed, dt_reg *regs, uint64_t *values)
{
	struct dt_ir_func *f = x->f;
	unsigned d = next_random(seed) % VARIABLES, a = next_random(seed) % VARIABLES;
	unsigned b = next_random(seed) % VARIABLES, kind = next_random(seed) % 10;
	enum dt_ir_op op = DT_IR_ADD + next_random(seed) % (DT_IR_SAR - DT_IR_ADD + 1);
	int64_t imm = (int64_t)samples[next_random(seed) % dt_array_len(samples)];
	uint64_t value;

	if (kind < 5) { // dst = a OP b
		if (op >= DT_IR_DIV && op <= DT_IR_SMOD) {
			regs[b] = dt_ir_bini(f, DT_IR_OR, regs[b], 1);
			values[b] |= 1;
		} else if (op >= DT_IR_SHL) {
			regs[b] = dt_ir_bini(f, DT_IR_AND, regs[b], 63);
			values[b] &= 63;
		}
		assert_true(dt_ir_eval_bin(op, values[a], values[b], &value));
		regs[d] = dt_ir_bin(f, op, regs[a], regs[b]);
	} else if (kind < 7) { // dst = a OP imm
		if (!dt_ir_eval_bin(op, values[a], (uint64_t)imm, &value))
			return;
		if (op >= DT_IR_SHL)
			imm &= 63;
		regs[d] = dt_ir_bini(f, op, regs[a], imm);
	} else if (kind == 7) { // dst = OP a
		op = DT_IR_NEG + next_random(seed) % 4;
		unsigned width = 2u << next_random(seed) % 3;

		assert_true(dt_ir_eval_un(op, width, values[a], &value));
		regs[d] = dt_ir_un(f, op, width, regs[a]);
	} else if (kind == 8) { // if (a COND b) dst = a
		enum dt_ir_cond c = next_random(seed) % (DT_IR_SET + 1);
		dt_label skip = dt_ir_label(f);
		dt_reg r = dt_ir_mov(f, regs[d]);

		dt_ir_branch(f, c, regs[a], regs[b], skip);
		dt_ir_mov_to(f, r, regs[a]);
		dt_ir_place(f, skip);
		value = dt_ir_eval_cond(c, values[a], values[b]) ? values[d] : values[a];
		regs[d] = r;
	} else { // a call, which destroys r0 to r5
		dt_ir_env(f, DT_ENV_TIME);
		return;
	}
	values[d] = value;
}

static void random_programs_compute_what_c_computes(void **state)
{
	struct fixture *x = *state;
	uint64_t seed = 0x9e3779b97f4a7c15;

	need_kernel(x);
	for (unsigned round = 0; round < 60; round++) {
		dt_reg regs[VARIABLES];
		uint64_t values[VARIABLES];

		new_program(x);
		for (unsigned i = 0; i < VARIABLES; i++) {
			values[i] = samples[next_random(&seed) % dt_array_len(samples)];
			x->results[i] = values[i];
			regs[i] = i % 4 ? dt_ir_load(x->f, 8, results_addr(x), i * 8)
					: dt_ir_const(x->f, (int64_t)values[i]);
		}
		for (unsigned i = 0; i < STEPS; i++)
			random_step(x, &seed, regs, values);
		for (unsigned i = 0; i < VARIABLES; i++)
			save_word(x, 64 + i, regs[i]);
		dt_ir_ret(x->f, 0);
		if (round % 2)
			dt_ir_optimize(x->f);
		load_and_run(x, 256);
		for (unsigned i = 0; i < VARIABLES; i++) {
			if (x->results[64 + i] != values[i])
				fail_msg("round %u, variable %u: %llx, not %llx", round, i,
					 (long long)x->results[64 + i], (long long)values[i]);
		}
	}
}

/** Every word of the environment becomes one call of its helper or of its kfunc. */
static void words_are_calls_of_helpers(void **state)
{
	struct fixture *x = *state;
	struct dt_bpf_code code;

	for (enum dt_env word = 0; word < DT_N_ENVS; word++) {
		static const struct dt_bpf_kernel kernel = {.view = {.function = 54321, .type = 1},
							    .is_return = 54321};
		bool is_given = word == DT_ENV_VIEW || word == DT_ENV_RETURNED;
		int32_t function =
		    is_given ? (int32_t)kernel.is_return : dt_bpf_env_table[word].helper;
		unsigned n = 0;

		new_program(x);
		dt_reg c = dt_ir_const(x->f, 0);
		dt_ir_env(x->f, word, c, c, c, c, c); // extra arguments are ignored
		dt_ir_ret(x->f, 0);
		assert_null(dt_ir_verify(x->p));
		expect_success(x, dt_bpf_compile(x->p, 256, &kernel, &code));
		for (size_t i = 0; i < code.n; i++)
			n += code.insns[i].code == (BPF_JMP | BPF_CALL) &&
			     code.insns[i].src_reg == (is_given ? BPF_PSEUDO_KFUNC_CALL : 0) &&
			     code.insns[i].imm == function;
		assert_int_equal(n, 1);
		dt_bpf_code_deinit(&code);
	}
}

/** Two words of one helper differ by constants after the arguments. */
static void words_differ_by_constants(void **state)
{
	struct fixture *x = *state;
	struct dt_ir_func *f = x->f;

	need_kernel(x);
	dt_reg task = dt_ir_env(f, DT_ENV_TASK), storage = dt_ir_map(f, STORAGE);
	dt_reg key = dt_ir_slot_addr(f, dt_ir_slot(f, 8, 8)), hash = dt_ir_map(f, HASH);
	dt_ir_storei(f, 8, key, 0, 5);
	save_word(x, 0, dt_ir_env(f, DT_ENV_MAP_ADD, hash, key, key));
	save_word(x, 1, dt_ir_env(f, DT_ENV_MAP_ADD, hash, key, key));
	save_word(x, 2, dt_ir_env(f, DT_ENV_MAP_PUT, hash, key, key));
	dt_label none = dt_ir_label(f), made = dt_ir_label(f);
	dt_ir_branchi(f, DT_IR_EQ, dt_ir_env(f, DT_ENV_THREAD_FIND, storage, task), 0, none);
	save_word(x, 3, dt_ir_const(f, 1));
	dt_ir_place(f, none);
	dt_ir_branchi(f, DT_IR_NE, dt_ir_env(f, DT_ENV_THREAD_MAKE, storage, task), 0, made);
	save_word(x, 4, dt_ir_const(f, 1));
	dt_ir_place(f, made);
	dt_ir_ret(f, 0);
	memset(x->results, 0, 5 * sizeof(*x->results));
	load_and_run(x, 256);
	assert_int_equal(x->results[0], 0);
	assert_int_equal((int)x->results[1],
			 -EEXIST); // not every processor extends the kernel's int
	assert_int_equal(x->results[2], 0);
	assert_int_equal(x->results[3], 0); // no element was found
	assert_int_equal(x->results[4], 0); // the element was created
}

/** Arguments in every order: the moves to r1 … r5 must not destroy one another. */
static void arguments_arrive_in_order(void **state)
{
	struct fixture *x = *state;
	struct dt_ir_func *local = dt_ir_func_add(x->p, "weigh", 5);
	dt_reg sum = dt_ir_const(local, 0), v[5];
	uint64_t seed = 42;

	need_kernel(x);
	for (int i = 1; i <= 5; i++)
		sum = dt_ir_bin(local, DT_IR_ADD, dt_ir_bini(local, DT_IR_MUL, sum, 10), i);
	ret_reg(local, sum);

	for (unsigned i = 0; i < 5; i++)
		x->results[i] = i + 1;
	for (unsigned round = 0; round < 50; round++) {
		unsigned order[5];

		for (unsigned i = 0; i < 5; i++) {
			v[i] = dt_ir_load(x->f, 8, results_addr(x), i * 8);
			order[i] = next_random(&seed) % 5;
		}
		save_word(x, 100 + round,
			  dt_ir_call_local(x->f, 1, 5, v[order[0]], v[order[1]], v[order[2]],
					   v[order[3]], v[order[4]]));
		if (round % 2) // live after the call
			save_word(x, 200, dt_ir_bin(x->f, DT_IR_ADD, v[0], v[round % 5]));
	}
	dt_ir_ret(x->f, 0);
	load_and_run(x, 256);
	seed = 42;
	for (unsigned round = 0; round < 50; round++) {
		uint64_t want = 0;

		for (unsigned i = 0; i < 5; i++)
			want = want * 10 + next_random(&seed) % 5 + 1;
		assert_int_equal(x->results[100 + round], want);
	}
}

/** Returns the operation that replaces the publication in `f`, and the constant that it writes. */
static enum dt_ir_op publication_of(const struct dt_ir_func *f, bool ordered, int64_t *value)
{
	struct dt_ir_func legal;
	enum dt_ir_op op = DT_IR_NOP;
	int64_t constants[64] = {0};
	dt_reg ctx;

	dt_legalize(f, ordered, &legal, &ctx);
	dt_vec_foreach (&legal.code, i) {
		if (i->op == DT_IR_CONST)
			constants[i->dst] = i->imm;
		if (i->op != DT_IR_STORE && i->op != DT_IR_XCHG)
			continue;
		op = i->op;
		*value = i->b ? constants[i->b] : i->imm;
		assert_true(op == DT_IR_STORE || (i->b && i->dst));
	}
	dt_legalize_deinit(&legal);
	return op;
}

static void a_publication_is_a_store_or_an_exchange(void **state)
{
	static const int64_t values[] = {7, -1, INT64_C(0x123456789ab)};
	struct fixture *x = *state;
	int64_t value;

	need_kernel(x);
	for (size_t i = 0; i < dt_array_len(values); i++) {
		new_program(x);
		dt_ir_publish(x->f, 8, results_addr(x), 16, dt_ir_const(x->f, values[i]));
		dt_ir_ret(x->f, 0);
		load_and_run(x, 256);
		assert_int_equal(x->results[2], values[i]);
		assert_int_equal(publication_of(x->f, true, &value), DT_IR_STORE);
		assert_int_equal(value, values[i]);
		assert_int_equal(publication_of(x->f, false, &value), DT_IR_XCHG);
		assert_int_equal(value, values[i]);
		dt_ir_optimize(x->f);
		assert_int_equal(publication_of(x->f, false, &value), DT_IR_XCHG);
		assert_int_equal(value, values[i]);
	}
}

/** A jump over more code than an instruction can express. */
static void long_jumps_are_relayed(void **state)
{
	struct fixture *x = *state;
	struct dt_ir_func *f = x->f;
	dt_label end = dt_ir_label(f), other = dt_ir_label(f);

	need_kernel(x);
	x->results[0] = 0;
	dt_reg zero = dt_ir_load(f, 8, results_addr(x), 0);
	dt_ir_storei(f, 8, results_addr(x), 8, 1);
	dt_ir_branchi(f, DT_IR_EQ, zero, 0, end);
	dt_ir_branchi(f, DT_IR_EQ, zero, 1, other);
	for (unsigned i = 0; i < 12000; i++)
		dt_ir_storei(f, 8, results_addr(x), 8, 2);
	dt_ir_place(f, other);
	for (unsigned i = 0; i < 12000; i++)
		dt_ir_storei(f, 8, results_addr(x), 8, 3);
	dt_ir_place(f, end);
	dt_ir_storei(f, 8, results_addr(x), 16, 4);
	dt_ir_ret(f, 0);
	load_and_run(x, 256);
	assert_int_equal(x->results[1], 1);
	assert_int_equal(x->results[2], 4);
}

/** Every runtime function passes the verifier, at the smallest and the largest strsize. */
static void runtime_functions_verify(void **state)
{
	struct fixture *x = *state;
	static const size_t sizes[] = {2, 3, 6, 7, 8, 16, 256, 257, 65537};

	need_kernel(x);
	for (size_t s = 0; s < dt_array_len(sizes); s++) {
		dt_maps_deinit(&x->maps);
		expect_success(x, dt_maps_create(map_table, N_MAPS, sizes[s], &x->maps));
		x->results = x->maps.memory[RESULTS];
		for (size_t i = 0; i < dt_rt_count; i++) {
			const struct dt_rt_func *rt = &dt_rt_table[i];
			dt_reg args[DT_RT_MAX_ARGS] = {0};

			if (rt->is_static || !strncmp(rt->name, "dt_native_", 10))
				continue; // the latter are for machine code
			new_program(x);
			// Only these functions may sleep, which only programs of uprobes can.
			bool sleeps =
			    !strcmp(rt->name, "dt_page_in") || !strcmp(rt->name, "dt_await_answer");
			if (sleeps)
				x->p->attach = DT_ATTACH_UPROBE;
			for (unsigned k = 0; k < rt->n_args; k++)
				args[k] = rt->args[k] == DT_RT_SCALAR
					      ? dt_ir_const(x->f, 1)
					      : dt_ir_map_value(x->f, RESULTS, 0);
			dt_ir_call(x->f, rt->name, rt->n_args, args[0], args[1], args[2], args[3],
				   args[4]);
			dt_ir_ret(x->f, 0);
			dt_cleanup(dt_close_p) int fd = load_program(x, sizes[s]);
			if (!sleeps)
				expect_success(x, dt_bpf_run(fd));
		}
	}
}

static void runtime_knows_strsize(void **state)
{
	struct fixture *x = *state;

	need_kernel(x);
	memset(x->results, 'x', 1000);
	dt_reg full = dt_ir_call(x->f, "dt_strlen", 1, results_addr(x));
	save_word(x, 200, full);
	save_word(x, 201, dt_ir_call(x->f, "dt_strlen", 1, dt_ir_map_value(x->f, RESULTS, 995)));
	dt_ir_ret(x->f, 0);
	((char *)x->results)[1000] = '\0';
	load_and_run(x, 256);
	assert_int_equal(x->results[200], 255);
	assert_int_equal(x->results[201], 5);
}

static void unknown_runtime_function_is_an_error(void **state)
{
	struct fixture *x = *state;
	struct dt_bpf_code code;

	dt_ir_call(x->f, "dt_no_such_thing", 0);
	dt_ir_ret(x->f, 0);
	struct dt_error *err = dt_bpf_compile(x->p, 256, NULL, &code);
	assert_non_null(err);
	assert_non_null(strstr(err->message, "dt_no_such_thing"));
	dt_error_destroy(err);
}

static void listing_shows_source_code_and_notes(void **state)
{
	struct fixture *x = *state;
	static const struct dt_ir_loc loc = {.line = 3, .text = "BEGIN { n++; }"};
	struct dt_bpf_code code;

	x->f->loc = &loc;
	dt_ir_comment(x->f, "n++");
	dt_reg n = dt_ir_map_value(x->f, RESULTS, 8);
	dt_ir_atomic_add(x->f, 8, n, 0, dt_ir_const(x->f, 1));
	dt_reg t = dt_ir_env(x->f, DT_ENV_TIME);
	ret_reg(x->f, t);
	expect_success(x, dt_bpf_compile(x->p, 256, NULL, &code));
	dt_bpf_disasm(&x->text, &code);
	assert_string_equal(dt_str_text(&x->text),
			    "main:\n"
			    "; 3: BEGIN { n++; }\n"
			    "    0: r1 = map[0].value + 8               ; n++\n"
			    "    2: r2 = 1\n"
			    "    3: lock *(u64 *)(r1 +0) += r2\n"
			    "    4: call ktime_get_ns#5\n"
			    "    5: r1 = r0\n"
			    "    6: r0 = r1\n"
			    "    7: exit\n");
	dt_bpf_code_deinit(&code);
}

static void features_of_the_floor_are_found(void **state)
{
	struct fixture *x = *state;

	need_kernel(x);
	for (enum dt_feature f = 0; f < DT_FEAT_WRITE_USER; f++)
		assert_true(dt_feature(f)); // every supported kernel (6.1 or later) has them
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
	    TEST(maps_are_made_as_described),
	    TEST(map_error_names_map_and_option),
	    TEST(elements_of_a_hash_are_read_once_each),
	    TEST(a_program_counts),
	    TEST(register_pressure),
	    TEST(stack_is_reused),
	    TEST(stack_overflow_names_the_line),
	    TEST(refusal_names_the_line),
	    TEST(memory_at_all_widths),
	    TEST(arithmetic_is_exact),
	    TEST(unary_operations_are_exact),
	    TEST(conditions_are_exact),
	    TEST(random_programs_compute_what_c_computes),
	    TEST(words_are_calls_of_helpers),
	    TEST(words_differ_by_constants),
	    TEST(arguments_arrive_in_order),
	    TEST(a_publication_is_a_store_or_an_exchange),
	    TEST(long_jumps_are_relayed),
	    TEST(runtime_functions_verify),
	    TEST(runtime_knows_strsize),
	    TEST(unknown_runtime_function_is_an_error),
	    TEST(listing_shows_source_code_and_notes),
	    TEST(features_of_the_floor_are_found),
#undef TEST
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tests of src/native: the words of the environment, served on the processor that runs the test.
 */
#include "native/region.h"

#include "abi/native_hash.h"
#include "base/time.h"
#include "ir_ret.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <cmocka.h>

#ifndef PR_SET_MDWE
#define PR_SET_MDWE		 65
#define PR_MDWE_REFUSE_EXEC_GAIN 1
#endif

enum {
	MAP_MEMORY, // instead of DT_MAP_CTL
	MAP_CPUS = DT_MAP_CPUS,
	MAP_EACH_SLOT,
	MAP_HASH,
	MAP_SELF,
	N_MAPS,
	SLOTS = 3,
	SLOT = 2,
	CALLS = 64
};

static const struct dt_map_desc maps[N_MAPS] = {
    [MAP_MEMORY] = {.kind = DT_MAPK_ARRAY, .key_size = 4, .value_size = 4096, .max_entries = 1},
    [MAP_CPUS] = {.kind = DT_MAPK_ARRAY,
		  .key_size = 4,
		  .value_size = sizeof(struct dt_cpu),
		  .elems_per_cpu = 1},
    [MAP_EACH_SLOT] = {.kind = DT_MAPK_ARRAY, .key_size = 4, .value_size = 12, .elems_per_cpu = 2},
    [MAP_HASH] = {.kind = DT_MAPK_HASH, .key_size = 12, .value_size = 20, .max_entries = 5},
    [MAP_SELF] = {.kind = DT_MAPK_THREAD, .key_size = 4, .value_size = 24},
};

struct fixture {
	struct dt_arena *arena;
	struct dt_ir_prog *p;
	struct dt_ir_func *f;
	struct dt_native_region r;
	size_t entry;
	uint8_t *memory; // of MAP_MEMORY
};

static void new_program(struct fixture *x)
{
	if (x->p)
		dt_ir_prog_deinit(x->p);
	dt_native_region_deinit(&x->r);
	x->p = dt_ir_prog_create(x->arena, "test", DT_ATTACH_RAW_TRACEPOINT);
	x->f = dt_ir_func_add(x->p, "main", 1);
	dt_native_region_init(&x->r, maps, N_MAPS, SLOTS, false);
}

static int setup(void **state)
{
	struct fixture *x = dt_zalloc(sizeof(*x));

	x->arena = dt_arena_create();
	x->r.fd = -1;
	new_program(x);
	*state = x;
	return 0;
}

static int teardown(void **state)
{
	struct fixture *x = *state;

	dt_ir_prog_deinit(x->p);
	dt_native_region_deinit(&x->r);
	dt_arena_destroy(x->arena);
	free(x);
	return 0;
}

static void expect_success(struct dt_error *err)
{
	if (err)
		fail_msg("%s", err->message);
}

static struct dt_error *compile(struct fixture *x, struct dt_native_program *program)
{
	struct dt_native_place place = dt_native_region_place(&x->r, 256);

	assert_null(dt_ir_verify(x->p));
	return dt_native_compile(x->p, &place, program);
}

/** Makes the program ready to run. */
static void load(struct fixture *x)
{
	struct dt_native_program program;

	expect_success(compile(x, &program));
	expect_success(
	    dt_native_region_map(&x->r, maps, program.code.bytes.len, program.level_size));
	expect_success(dt_native_region_add(&x->r, &program, &x->entry));
	expect_success(dt_native_region_seal(&x->r));
	dt_native_program_deinit(&program);
	dt_native_region_claim(&x->r, SLOT, 1);
	x->memory = dt_native_region_element(&x->r, MAP_MEMORY, 0);
}

static uint64_t run(struct fixture *x)
{
	return dt_native_region_run(&x->r, x->entry, SLOT, NULL);
}

static dt_reg own(struct fixture *x, uint32_t off)
{
	return dt_ir_map_value(x->f, MAP_MEMORY, off);
}

static dt_reg constant(struct fixture *x, int64_t value)
{
	return dt_ir_const(x->f, value);
}

static void save(struct fixture *x, uint32_t word, dt_reg value)
{
	dt_ir_store(x->f, 8, own(x, 8 * word), 0, value);
}

static uint64_t saved(const struct fixture *x, uint32_t word)
{
	uint64_t value;

	memcpy(&value, x->memory + 8 * word, sizeof(value));
	return value;
}

static void facts_are_those_of_the_thread(void **state)
{
	struct fixture *x = *state;
	char name[16] = "";

	save(x, 0, dt_ir_env(x->f, DT_ENV_PID_TGID));
	save(x, 1, dt_ir_env(x->f, DT_ENV_UID_GID));
	save(x, 2, dt_ir_env(x->f, DT_ENV_CPU));
	save(x, 3, dt_ir_env(x->f, DT_ENV_PPID));
	save(x, 4, dt_ir_env(x->f, DT_ENV_NUMA_NODE));
	dt_ir_env(x->f, DT_ENV_COMM, own(x, 64), constant(x, 16));
	dt_ir_ret(x->f, 7);
	load(x);
	assert_int_equal(run(x), 7);
	prctl(PR_GET_NAME, name);
	assert_int_equal(saved(x, 0), (uint64_t)getpid() << 32 | (uint64_t)syscall(SYS_gettid));
	assert_int_equal(saved(x, 1), (uint64_t)getgid() << 32 | getuid());
	assert_int_equal(saved(x, 2), SLOT);
	assert_int_equal(saved(x, 3), getppid());
	for (unsigned cpu, node = UINT_MAX; node != saved(x, 4); run(x)) // until it does not move
		assert_int_equal(syscall(SYS_getcpu, &cpu, &node, NULL), 0);
	assert_string_equal((char *)x->memory + 64, name);
}

/** The program's time lies between two readings of the kernel's clock. */
static void time_is_the_kernels(void **state)
{
	enum { TOLERANCE = 2000 }; // ns
	struct fixture *x = *state;

	ret_reg(x->f, dt_ir_env(x->f, DT_ENV_TIME));
	load(x);
	for (int k = 0; k < CALLS; k++) {
		struct timespec before, after;

		dt_native_region_renew(&x->r);
		clock_gettime(CLOCK_MONOTONIC, &before);
		uint64_t ns = run(x);
		clock_gettime(CLOCK_MONOTONIC, &after);
		assert_true(ns + TOLERANCE >=
			    (uint64_t)before.tv_sec * 1000000000 + (uint64_t)before.tv_nsec);
		assert_true(ns <= (uint64_t)after.tv_sec * 1000000000 + (uint64_t)after.tv_nsec +
				      TOLERANCE);
	}
}

/** The clock is measured at growing intervals, and not before. */
static void clock_is_measured_when_due(void **state)
{
	struct fixture *x = *state;
	const struct dt_native_head *head;
	uint64_t interval = 1;

	dt_ir_ret(x->f, 0);
	load(x);
	head = (const struct dt_native_head *)x->r.memory;
	for (int k = 0; k < 5 && x->r.has_counter; k++) {
		uint64_t current = head->current, due = x->r.due;

		assert_true(due - head->scale[current & 1].ns >= interval); // it has a limit
		interval = due - head->scale[current & 1].ns;
		dt_native_region_renew(&x->r);
		if (dt_now() < due)
			assert_int_equal(head->current, current);
		while (dt_now() < due)
			;
		dt_native_region_renew(&x->r);
		assert_int_equal(head->current, current + 1);
	}
}

/** A clock that is fast becomes right again, and no time goes back. */
static void time_does_not_go_back(void **state)
{
	enum { FAST = 20000, TOLERANCE = 2000 }; // ns
	struct fixture *x = *state;
	struct dt_native_head *head;
	uint64_t before;

	ret_reg(x->f, dt_ir_env(x->f, DT_ENV_TIME));
	load(x);
	head = (struct dt_native_head *)x->r.memory;
	while (dt_now() < x->r.due)
		;
	dt_native_region_renew(&x->r);
	x->r.scale.ns += FAST;
	head->scale[head->current & 1].ns += FAST;
	before = run(x);
	alarm(60);
	do {
		uint64_t ns;

		x->r.n_own = 1; // as if threads of a target read the time
		dt_native_region_renew(&x->r);
		x->r.n_own = 0;
		ns = run(x);
		assert_true(ns >= before);
		before = ns;
	} while (before > dt_now() + TOLERANCE);
	alarm(0);
}

/** Of the firings under way in a target, the oldest one counts that is not too old. One that has
 * not read its time began after the last look. */
static void firings_under_way_are_found(void **state)
{
	struct dt_native_region r;
	struct dt_native_level *first, *second;
	struct dt_native_slot *slots;
	struct dt_store *s = &r.store;

	dt_native_region_init_shared(&r, NULL, 0, 2, 1, (struct dt_native_chunks){0});
	assert_null(dt_native_region_map(&r, NULL, 0, sizeof(*first)));
	slots = (struct dt_native_slot *)(r.memory + r.slots);
	slots[0].owner = slots[1].owner = 7;
	first = dt_native_region_level(&r, 0, 1);
	second = dt_native_region_level(&r, 1, 0);
	assert_true(s->type->oldest(s, 1000, 1000000) == UINT64_MAX);
	first->busy = second->busy = 1;
	first->began = 500; // stopped long ago
	second->began = 1500000;
	assert_int_equal(s->type->oldest(s, 1000, 2000000), 1500000);
	first->began = 1200000;
	assert_int_equal(s->type->oldest(s, 1000, 2000000), 1200000);
	first->busy = 0;
	second->began = 0;
	assert_in_range(s->type->oldest(s, 1000, 3000000), 1900000, 2000000);
	assert_in_range(s->type->oldest(s, 1000, 4000000), 1900000, 2000000);
	second->busy = 0;
	assert_true(s->type->oldest(s, 1000, 5000000) == UINT64_MAX);
	dt_native_region_deinit(&r);
}

/** Without a counter that tells the time, the kernel is asked. */
static void time_needs_no_counter(void **state)
{
	struct fixture *x = *state;
	struct timespec before, after;

	ret_reg(x->f, dt_ir_env(x->f, DT_ENV_TIME));
	x->r.has_counter = false;
	load(x);
	clock_gettime(CLOCK_MONOTONIC, &before);
	uint64_t ns = run(x);
	clock_gettime(CLOCK_MONOTONIC, &after);
	assert_in_range(ns, (uint64_t)before.tv_sec * 1000000000 + (uint64_t)before.tv_nsec,
			(uint64_t)after.tv_sec * 1000000000 + (uint64_t)after.tv_nsec);
}

/** Gives up privileges, locked memory, and (with MDWE) code that was ever writable. */
static void be_confined(void)
{
	struct rlimit none = {0};

	setrlimit(RLIMIT_MEMLOCK, &none);
	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	if (getuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0))
		_exit(2);
	prctl(PR_SET_MDWE, PR_MDWE_REFUSE_EXEC_GAIN, 0, 0, 0);
}

/** Exits with 0 if the program runs and no memory is writable and executable. */
static void run_confined(struct fixture *x)
{
	char line[512];

	be_confined();
	load(x);
	FILE *maps_now = fopen("/proc/self/maps", "r");
	while (maps_now && fgets(line, sizeof(line), maps_now))
		if (strstr(line, " rwx"))
			_exit(3);
	_exit(maps_now && run(x) == 7 ? 0 : 4);
}

static void code_needs_no_privilege(void **state)
{
	struct fixture *x = *state;
	int status;
	pid_t child;

	dt_ir_ret(x->f, 7);
	child = fork();
	if (child == 0)
		run_confined(x);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
}

/** A sum that other threads form, too, is locked unless there is one slot. */
static void shared_sums_are_locked(void **state)
{
	struct fixture *x = *state;

	for (unsigned slots = 1; slots <= 2; slots++) {
		unsigned locks = 0;
		struct dt_native_program program;

		new_program(x);
		x->r.n_slots = slots;
		dt_ir_atomic_add(x->f, 8, own(x, 0), 0, constant(x, 1));
		dt_ir_atomic_add(x->f, 8, own(x, 0), 0, constant(x, 1));
		dt_ir_share(x->f);
		dt_ir_ret(x->f, 0);
		expect_success(compile(x, &program));
		dt_vec_foreach (&program.code.bytes, byte)
			locks += *byte == 0xf0;
		assert_int_equal(locks, slots - 1);
		dt_native_program_deinit(&program);
	}
}

/** Appends a function that weighs its arguments by the powers of 3. */
static unsigned add_mix(struct fixture *x)
{
	struct dt_ir_func *f = dt_ir_func_add(x->p, "mix", DT_IR_MAX_ARGS);
	dt_reg sum = dt_ir_const(f, 0);

	for (dt_reg k = 1; k <= DT_IR_MAX_ARGS; k++)
		sum = dt_ir_bin(f, DT_IR_ADD, dt_ir_bini(f, DT_IR_MUL, sum, 3), k);
	ret_reg(f, sum);
	return (unsigned)x->p->funcs.len - 1;
}

/** A function has as many arguments as the IR permits, from wherever they are. */
static void functions_take_all_arguments(void **state)
{
	enum { MANY = 16 };
	struct fixture *x = *state;
	unsigned mix = add_mix(x);
	dt_reg v[MANY], sum = constant(x, 0);
	uint64_t want = 0;

	for (uint32_t k = 0; k < MANY; k++) // more than there are registers
		v[k] = dt_ir_load(x->f, 8, own(x, 8 * k), 0);
	for (int turn = 0; turn < 4; turn++) {
		int a = turn, b = 7 - turn, c = 15 - turn;

		sum = dt_ir_bin(x->f, DT_IR_ADD, sum,
				dt_ir_call_local(x->f, mix, DT_IR_MAX_ARGS, v[b], v[a], v[c], v[8],
						 constant(x, 9), v[b], v[a], v[c]));
		for (int k = 0; k < 8; k++)
			want += (uint64_t)(int[]){b, a, c, 8, 9, b, a, c}[k] *
				(uint64_t)(int[]){2187, 729, 243, 81, 27, 9, 3, 1}[k];
	}
	for (uint32_t k = 0; k < MANY; k++)
		sum = dt_ir_bin(x->f, DT_IR_ADD, sum, v[k]);
	ret_reg(x->f, sum);
	load(x);
	for (uint64_t k = 0; k < MANY; k++) {
		memcpy(x->memory + 8 * k, &k, sizeof(k));
		want += k;
	}
	assert_int_equal(run(x), want);
}

static uint64_t thread_time(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

static void time_of_the_thread_is_the_kernels(void **state)
{
	struct fixture *x = *state;
	uint64_t before, ns;

	ret_reg(x->f, dt_ir_env(x->f, DT_ENV_THREAD_TIME));
	load(x);
	before = thread_time();
	ns = run(x);
	assert_in_range(ns, before, thread_time());
}

static struct fixture *nested;
static unsigned nesting;

/** Runs the program again while it runs. */
static void nest(int signal)
{
	(void)signal;
	if (++nesting < 6)
		run(nested);
}

/** A firing inside another one has its own frames. Beyond the fourth, firings are counted drops. */
static void firings_nest(void **state)
{
	struct fixture *x = *state;
	struct dt_ir_func *f = x->f;
	dt_reg at = dt_ir_slot_addr(f, dt_ir_slot(f, 8, 8)), number;

	number = dt_ir_atomic(f, DT_IR_FETCH_ADD, 8, own(x, 0), 0, constant(x, 1), 0);
	dt_ir_store(f, 8, at, 0, number);
	save(x, 1, dt_ir_env(f, DT_ENV_SIGNAL, constant(x, SIGUSR1)));
	// words[8 + number] = the number that the frame still has
	number = dt_ir_load(f, 8, at, 0);
	dt_ir_store(f, 8, dt_ir_bin(f, DT_IR_ADD, own(x, 64), dt_ir_bini(f, DT_IR_SHL, number, 3)),
		    0, number);
	ret_reg(f, number);
	load(x);
	nested = x;
	nesting = 0;
	struct sigaction action = {.sa_handler = nest, .sa_flags = SA_NODEFER}, old;
	assert_int_equal(sigaction(SIGUSR1, &action, &old), 0);
	assert_int_equal(run(x), 0);
	assert_int_equal(saved(x, 0), DT_NATIVE_LEVELS);
	assert_int_equal(saved(x, 1), 0);
	for (uint32_t k = 0; k < DT_NATIVE_LEVELS; k++)
		assert_int_equal(saved(x, 8 + k), k);
	struct dt_cpu *cpu = dt_native_region_element(&x->r, DT_MAP_CPUS, SLOT);
	assert_int_equal(cpu->drops[DT_DROP_SCRATCH], 1);
	assert_int_equal(run(x), DT_NATIVE_LEVELS); // a level is free again
	sigaction(SIGUSR1, &old, NULL);
}

static void random_numbers_differ(void **state)
{
	struct fixture *x = *state;
	uint64_t first, same = 0;

	ret_reg(x->f, dt_ir_env(x->f, DT_ENV_RANDOM));
	load(x);
	first = run(x);
	for (int k = 0; k < CALLS; k++) {
		uint64_t next = run(x);

		assert_int_equal(next, (uint32_t)next);
		same += next == first;
	}
	assert_true(same < CALLS / 2);
}

/** Memory that does not exist is an error, and no signal. */
static void foreign_memory_may_be_missing(void **state)
{
	struct fixture *x = *state;
	uint8_t *pages =
	    mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	dt_reg good = constant(x, (int64_t)pages), bad = constant(x, (int64_t)pages + 4096);
	dt_reg end = constant(x, (int64_t)pages + 4092), eight = constant(x, 8);

	munmap(pages + 4096, 4096);
	memcpy(pages, "\1\2\3\4\5\6\7\10", 8);
	memcpy(pages + 4092, "end", 4);
	save(x, 0, dt_ir_env(x->f, DT_ENV_READ, own(x, 512), eight, good));
	save(x, 1, dt_ir_env(x->f, DT_ENV_READ_USER, own(x, 520), eight, bad));
	save(x, 2, dt_ir_env(x->f, DT_ENV_READ_USER_STR, own(x, 528), constant(x, 64), end));
	save(x, 3, dt_ir_env(x->f, DT_ENV_READ_USER_STR, own(x, 640), constant(x, 64), bad));
	save(x, 4, dt_ir_env(x->f, DT_ENV_READ_STR, own(x, 704), constant(x, 3), end));
	save(x, 5,
	     dt_ir_env(x->f, DT_ENV_WRITE_USER, dt_ir_bini(x->f, DT_IR_ADD, good, 100), own(x, 512),
		       eight));
	save(x, 6, dt_ir_env(x->f, DT_ENV_WRITE_USER, bad, own(x, 512), eight));
	dt_ir_ret(x->f, 0);
	load(x);
	run(x);
	assert_int_equal(saved(x, 0), 0);
	assert_memory_equal(x->memory + 512, pages, 8);
	assert_int_equal(saved(x, 1), -EFAULT);
	assert_int_equal(saved(x, 2), 4);
	assert_string_equal((char *)x->memory + 528, "end");
	assert_int_equal(saved(x, 3), -EFAULT);
	assert_int_equal(saved(x, 4), 3);
	assert_string_equal((char *)x->memory + 704, "en");
	assert_int_equal(saved(x, 5), 0);
	assert_memory_equal(pages + 100, pages, 8);
	assert_int_equal(saved(x, 6), -EFAULT);
	munmap(pages, 4096);
}

/** Appends the key `n` of the hash at offset 1024 of the memory. */
static dt_reg key_of(struct fixture *x, int64_t n)
{
	dt_ir_storei(x->f, 8, own(x, 1024), 0, n);
	dt_ir_storei(x->f, 4, own(x, 1024), 8, n * 3);
	return own(x, 1024);
}

static void hashes_store_find_and_remove(void **state)
{
	struct fixture *x = *state;
	struct dt_ir_func *f = x->f;
	dt_reg hash = dt_ir_map(f, MAP_HASH);
	dt_label none = dt_ir_label(f);

	for (int n = 0; n < 6; n++) { // one more than there is room for
		dt_ir_storei(f, 8, own(x, 2048), 0, 100 + n);
		save(x, (uint32_t)n,
		     dt_ir_env(f, DT_ENV_MAP_PUT, hash, key_of(x, n), own(x, 2048)));
	}
	save(x, 6, dt_ir_env(f, DT_ENV_MAP_ADD, hash, key_of(x, 3), own(x, 2048)));
	save(x, 7, dt_ir_env(f, DT_ENV_MAP_REMOVE, hash, key_of(x, 2)));
	save(x, 8, dt_ir_env(f, DT_ENV_MAP_REMOVE, hash, key_of(x, 2)));
	save(x, 9, dt_ir_env(f, DT_ENV_MAP_FIND, hash, key_of(x, 2)));
	save(x, 10, dt_ir_env(f, DT_ENV_MAP_ADD, hash, key_of(x, 77), own(x, 2048)));
	dt_reg at = dt_ir_env(f, DT_ENV_MAP_FIND, hash, key_of(x, 4));
	dt_ir_branchi(f, DT_IR_EQ, at, 0, none);
	save(x, 11, dt_ir_load(f, 8, at, 0));
	dt_ir_place(f, none);
	dt_ir_ret(f, 0);
	load(x);
	run(x);
	for (uint32_t n = 0; n < 5; n++)
		assert_int_equal(saved(x, n), 0);
	assert_int_equal(saved(x, 5), -E2BIG);
	assert_int_equal(saved(x, 6), -EEXIST);
	assert_int_equal(saved(x, 7), 0);
	assert_int_equal(saved(x, 8), -ENOENT);
	assert_int_equal(saved(x, 9), 0);
	assert_int_equal(saved(x, 10), 0);
	assert_int_equal(saved(x, 11), 104);
}

static void count_pair(void *arg, const void *key, const void *value)
{
	uint64_t number, *sums = arg;

	memcpy(&number, key, sizeof(number));
	sums[0] += number;
	memcpy(&number, value, sizeof(number));
	sums[1] += number;
}

/** The tracer and programs use the same elements. */
static void the_store_has_the_elements(void **state)
{
	struct fixture *x = *state;
	struct dt_store *s = &x->r.store;
	uint8_t value[20] = {7}, key[12] = {3, 0, 0, 0, 0, 0, 0, 0, 9}, other[12] = {4};
	uint64_t sums[2] = {0};

	for (int n = 1; n < 4; n++) {
		dt_ir_storei(x->f, 8, own(x, 2048), 0, 100 + n);
		dt_ir_env(x->f, DT_ENV_MAP_PUT, dt_ir_map(x->f, MAP_HASH), key_of(x, n),
			  own(x, 2048));
	}
	dt_ir_ret(x->f, 0);
	load(x);
	run(x);
	assert_int_equal(s->type->each(s, MAP_HASH, count_pair, sums), 0);
	assert_int_equal(sums[0], 6);
	assert_int_equal(sums[1], 306);
	assert_int_equal(s->type->put(s, MAP_HASH, key, value, DT_PUT_NEW), EEXIST);
	assert_int_equal(s->type->put(s, MAP_HASH, other, value, DT_PUT_KNOWN), ENOENT);
	assert_int_equal(s->type->put(s, MAP_HASH, other, value, DT_PUT_ANY), 0);
	assert_int_equal(s->type->put(s, MAP_HASH, key, value, DT_PUT_KNOWN), 0);
	memset(value, 0, sizeof(value));
	assert_true(s->type->find(s, MAP_HASH, key, value));
	assert_int_equal(value[0], 7);
	value[0] = 0;
	assert_true(s->type->take(s, MAP_HASH, other, value));
	assert_int_equal(value[0], 7);
	assert_false(s->type->take(s, MAP_HASH, other, NULL));
	assert_false(s->type->find(s, MAP_HASH, other, value));
}

enum { THREADS = 2, KEYS = 4000, VALUE = 512 };

struct race {
	struct dt_native_map m;
	uint8_t *memory;
	unsigned arrived;
	uint64_t added[THREADS];
};

struct racer {
	struct race *race;
	unsigned number;
};

/** Adds every key at the same time as the other threads. Removes some, so that places free up. */
static void *race_for_keys(void *arg)
{
	struct racer *self = arg;
	struct race *r = self->race;
	uint8_t value[VALUE] = {0};

	for (uint64_t key = 0; key < KEYS; key++) {
		uint8_t *k = (uint8_t *)&key;

		__atomic_add_fetch(&r->arrived, 1, __ATOMIC_SEQ_CST);
		while (__atomic_load_n(&r->arrived, __ATOMIC_SEQ_CST) < THREADS * (key + 1))
			sched_yield();
		if (dt_native_hash_insert(&r->m, r->memory, k, value) == 0)
			r->added[self->number]++;
		if (key % 16 == self->number && !dt_native_hash_take(&r->m, r->memory, k, NULL))
			r->added[self->number]--;
	}
	return NULL;
}

/** Threads that insert the same keys at the same time make one element of each. */
static void keys_are_unique(void **state)
{
	struct race r = {.m = {.key_size = 8,
			       .value_size = VALUE,
			       .stride = 16 + VALUE,
			       .n = 8192,
			       .limit = 2 * KEYS}};
	pthread_t threads[THREADS];
	struct racer racers[THREADS];
	bool seen[KEYS] = {false};
	uint64_t added = 0, live = 0;

	(void)state;
	r.memory = dt_zalloc(sizeof(struct dt_native_hash) + (size_t)r.m.n * r.m.stride);
	for (unsigned k = 0; k < THREADS; k++) {
		racers[k] = (struct racer){&r, k};
		assert_int_equal(pthread_create(&threads[k], NULL, race_for_keys, &racers[k]), 0);
	}
	for (unsigned k = 0; k < THREADS; k++) {
		pthread_join(threads[k], NULL);
		added += r.added[k];
	}
	for (uint32_t i = 0; i < r.m.n; i++) {
		dt_u64 *e = dt_native_place(&r.m, r.memory, i);

		if (dt_native_state_of(e) != DT_NATIVE_LIVE)
			continue;
		assert_false(seen[e[1]]);
		seen[e[1]] = true;
		live++;
	}
	assert_int_equal(live, added);
	assert_int_equal(((struct dt_native_hash *)r.memory)->used, live);
	free(r.memory);
}

/** Keys that are successive numbers, such as probes, find places up to the limit. */
static void successive_keys_find_places(void **state)
{
	const struct dt_native_map m = {
	    .key_size = 16, .value_size = 8, .stride = 32, .n = 1 << 18, .limit = 1 << 17};
	uint8_t *memory = dt_zalloc(sizeof(struct dt_native_hash) + (size_t)m.n * m.stride);
	const uint64_t value = 1;

	(void)state;
	for (uint64_t i = 0; i < m.limit; i++) {
		const uint64_t key[2] = {7, 1000 + i};

		assert_int_equal(dt_native_hash_insert(&m, memory, (const uint8_t *)key,
						       (const uint8_t *)&value),
				 0);
	}
	free(memory);
}

/** A slot has its own elements, and its own variables of the thread, which begin with 0. */
static void slots_have_their_own_memory(void **state)
{
	struct fixture *x = *state;
	struct dt_ir_func *f = x->f;
	dt_reg task = dt_ir_env(f, DT_ENV_TASK);
	dt_reg at = dt_ir_env(f, DT_ENV_THREAD_MAKE, dt_ir_map(f, MAP_SELF), task);
	dt_label none = dt_ir_label(f);

	dt_ir_branchi(f, DT_IR_EQ, at, 0, none);
	dt_ir_atomic_add(f, 8, at, 16, constant(x, 5));
	dt_ir_store(f, 4, own(x, 1024), 0, dt_ir_bini(f, DT_IR_MUL, dt_ir_env(f, DT_ENV_CPU), 2));
	at = dt_ir_env(f, DT_ENV_MAP_FIND, dt_ir_map(f, MAP_EACH_SLOT), own(x, 1024));
	dt_ir_branchi(f, DT_IR_EQ, at, 0, none);
	dt_ir_storei(f, 4, at, 8, 9);
	dt_ir_place(f, none);
	dt_ir_ret(f, 0);
	load(x);
	run(x);
	run(x);
	for (unsigned slot = 0; slot < SLOTS; slot++) {
		uint64_t *self = dt_native_region_element(&x->r, MAP_SELF, slot);
		uint32_t *each = dt_native_region_element(&x->r, MAP_EACH_SLOT, 2 * slot);

		assert_int_equal(self[2], slot == SLOT ? 10 : 0);
		assert_int_equal(each[2], slot == SLOT ? 9 : 0);
	}
	dt_native_region_claim(&x->r, SLOT, 1); // as for another thread
	assert_int_equal(((uint64_t *)dt_native_region_element(&x->r, MAP_SELF, SLOT))[2], 0);
}

/** The number of an element beyond the last one has no address. */
static void elements_are_bounded(void **state)
{
	struct fixture *x = *state;

	dt_ir_storei(x->f, 4, own(x, 1024), 0, 2 * SLOTS);
	ret_reg(x->f,
		dt_ir_env(x->f, DT_ENV_MAP_FIND, dt_ir_map(x->f, MAP_EACH_SLOT), own(x, 1024)));
	load(x);
	assert_int_equal(run(x), 0);
}

/** A word that only the kernel has is refused by its name. */
static void kernel_words_are_refused(void **state)
{
	static const enum dt_env words[] = {DT_ENV_TASK, DT_ENV_STACK, DT_ENV_CGROUP,
					    DT_ENV_READ_KERNEL};
	struct fixture *x = *state;

	for (size_t k = 0; k < sizeof(words) / sizeof(*words); k++) {
		struct dt_native_program program;
		char name[64];

		new_program(x);
		dt_reg c = constant(x, 1);
		ret_reg(x->f, dt_ir_env(x->f, words[k], c, c, c, c, c));
		struct dt_error *err = compile(x, &program);
		assert_non_null(err);
		snprintf(name, sizeof(name), "\"%s\"", dt_env_table[words[k]].text);
		assert_non_null(strstr(err->message, name));
		dt_error_destroy(err);
	}
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
	    TEST(facts_are_those_of_the_thread),
	    TEST(time_is_the_kernels),
	    TEST(random_numbers_differ),
	    TEST(foreign_memory_may_be_missing),
	    TEST(hashes_store_find_and_remove),
	    TEST(slots_have_their_own_memory),
	    TEST(elements_are_bounded),
	    TEST(kernel_words_are_refused),
	    TEST(firings_nest),
	    TEST(time_of_the_thread_is_the_kernels),
	    TEST(clock_is_measured_when_due),
	    TEST(time_does_not_go_back),
	    TEST(firings_under_way_are_found),
	    TEST(time_needs_no_counter),
	    TEST(code_needs_no_privilege),
	    TEST(shared_sums_are_locked),
	    TEST(functions_take_all_arguments),
	    TEST(the_store_has_the_elements),
	    TEST(keys_are_unique),
	    TEST(successive_keys_find_places),
#undef TEST
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

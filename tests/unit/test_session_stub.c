/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Stubs count the calls of functions of this process exactly: in threads, under signals, after
 * jumps out of handlers, and in children that share the memory. Other children pass by.
 */
#include "own_target.h"

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/wait.h>
#include <time.h>
#include <ucontext.h>
#include <cmocka.h>

enum { THREADS = 8, CALLS = 200000, SLOTS = THREADS + 1, SIGNAL_NS = 50000, TRAP_FLAG = 0x100 };

long next(long x);	    // x + 1
long next_by_block(long x); // the same, with flags and the red zone in use at the site
__asm__(".text\n"
	".balign 4096\n" // no other function shares the pages
	"next:\n"
	"	lea 1(%rdi), %rax\n"
	"	ret\n"
	".balign 64\n"
	"next_by_block:\n"
	"	mov %rdi, -8(%rsp)\n"
	"	stc\n"
	".globl next_block\n"
	"next_block:\n"
	"	mov -8(%rsp), %rax\n"
	"	adc $0, %rax\n"
	"	ret\n"
	".balign 64\n"
	"	.fill 8, 1, 0x90\n"
	"next_by_hop:\n"
	"	mov %edi, %eax\n"
	".globl hop_end\n"
	"hop_end:\n"
	"	inc %eax\n"
	"	ret\n"
	".globl leaf_call\n"
	"leaf_call:\n"
	"	nop\n"
	"	call next\n"
	"	ret\n"
	".balign 4096\n");
long next_by_hop(long x);
extern const char hop_end[], leaf_call[];
extern const char next_block[];

static void each_call_counts(void **state)
{
	struct own_target *x = own_target_create("BEGIN { @ = count(); }", (void *)next, SLOTS);
	struct dt_plan plan = own_plan((void *)next), block = own_plan(next_block);

	(void)state;
	block.uses_red_zone = true;
	own_add(x, &plan, 1);
	own_add(x, &block, 3);
	own_patch(x);
	for (long k = 0; k < CALLS; k++) {
		assert_int_equal(next(k), k + 1);
		assert_int_equal(next_by_block(k), k + 1);
	}
	own_restore(x);
	assert_int_equal(next(1), 2);
	assert_int_equal(own_count(x), CALLS * (1 + 3));
	assert_int_equal(own_drops(x), 0);
	own_target_destroy(x);
}

/** A jump of two bytes leads to one of five in the padding. */
static void hops_count(void **state)
{
	struct own_target *x = own_target_create("BEGIN { @ = count(); }", (void *)next, SLOTS);
	struct dt_plan plan = own_plan((void *)next_by_hop);

	(void)state;
	plan.end = (uintptr_t)hop_end;
	plan.hop = plan.at - DT_JUMP;
	assert_int_equal(own_add(x, &plan, 1)->n_patches, 2);
	own_patch(x);
	for (long k = 0; k < 100; k++)
		assert_int_equal(next_by_hop(k), k + 1);
	own_restore(x);
	assert_int_equal(next_by_hop(1), 2);
	assert_int_equal(own_count(x), 100);
	own_target_destroy(x);
}

/** A site that cannot be moved, or whose hop is too long, leaves the area as it was. */
static void refusals_append_nothing(void **state)
{
	struct own_target *x = own_target_create("BEGIN { @ = count(); }", (void *)next, SLOTS);
	struct dt_plan call = own_plan(leaf_call), hop = own_plan((void *)next_by_hop);
	struct dt_stub_call program = own_call(x);
	struct dt_stub_point at_call = {&call, &program, 1}, at_hop = {&hop, &program, 1};
	struct dt_stub_block of_call = own_block(&call, &at_call, 1), of_hop;
	size_t used = x->area.bytes.len;
	struct dt_stub stub;

	(void)state;
	assert_int_equal(dt_stub_add(&x->area, &x->facts, &x->routines, &of_call, &stub),
			 DT_REFUSE_CALL);
	hop.hop = hop.at - 200;
	of_hop = own_block(&hop, &at_hop, 1);
	assert_int_equal(dt_stub_add(&x->area, &x->facts, &x->routines, &of_hop, &stub),
			 DT_REFUSE_REACH);
	assert_int_equal(x->area.bytes.len, used);
	own_target_destroy(x);
}

/** Of the calling thread: calls of next() that must have counted, by its code and its handler. */
static __thread volatile uint64_t expected, expected_of_handler;
static __thread sigjmp_buf escape;
static __thread volatile sig_atomic_t may_escape, escapes;
static struct own_target *target;
static uint64_t counted_from, program_end, returns_to; // addresses in program and stub

/** Reports whether a call of next() that is interrupted at `pc` has counted. */
static bool has_counted(uint64_t pc)
{
	const struct dt_stub *s = &target->stubs[0];

	if (pc >= s->begin && pc < s->end)
		return pc >= returns_to;
	if (pc >= (uintptr_t)(target->r.code + target->entry) && pc < program_end)
		return pc >= counted_from;
	return false;
}

static bool is_inside(uint64_t pc)
{
	const struct dt_stub *s = &target->stubs[0];
	uint64_t entry = (uintptr_t)(target->r.code + target->entry);

	return (pc >= s->firings.data[0].detours && pc < s->end) ||
	       (pc >= entry && pc < program_end);
}

static void on_signal(int signal, siginfo_t *info, void *context)
{
	uint64_t pc = (uint64_t)((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];

	(void)signal;
	(void)info;
	next(1);
	expected_of_handler++;
	if (!may_escape || !is_inside(pc))
		return;
	expected_of_handler += has_counted(pc);
	escapes++;
	siglongjmp(escape, 1);
}

/** Finds the instruction of the program that counts, and the one behind its call. */
static void find_counting(const struct own_target *x)
{
	const struct dt_stub *s = &x->stubs[0];
	const uint8_t *code = x->r.code + x->entry;
	uint64_t entry = (uintptr_t)code;
	struct dt_decoded d;

	program_end = entry + x->program.code.bytes.len;
	for (uint64_t at = entry; dt_decode((void *)at, 15, at, &d); at += d.insn.length)
		if (d.insn.mnemonic == ZYDIS_MNEMONIC_ADD &&
		    d.operands[0].type == ZYDIS_OPERAND_TYPE_MEMORY) {
			counted_from = at + d.insn.length;
			break;
		}
	returns_to = 0;
	for (uint64_t at = s->begin; !returns_to && dt_decode((void *)at, 15, at, &d);
	     at += d.insn.length)
		if (d.insn.mnemonic == ZYDIS_MNEMONIC_CALL)
			returns_to = at + d.insn.length;
	assert_in_range(returns_to, s->begin, s->end);
}

struct worker {
	pthread_t thread;
	bool escapes, uses_stack;
	uint64_t expected;
	long n_escapes;
};

static void *work(void *arg)
{
	static __thread uint8_t stack[1 << 15];
	struct worker *w = arg;
	stack_t other = {.ss_sp = stack, .ss_size = sizeof(stack)}, before;
	struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SIGRTMIN};
	struct itimerspec often = {.it_value.tv_nsec = SIGNAL_NS, .it_interval.tv_nsec = SIGNAL_NS};
	volatile long k = 0;
	timer_t timer;

	event._sigev_un._tid = (pid_t)syscall(SYS_gettid);
	if (w->uses_stack)
		sigaltstack(&other, &before);
	timer_create(CLOCK_MONOTONIC, &event, &timer);
	timer_settime(timer, 0, &often, NULL);
	sigsetjmp(escape, 1);
	may_escape = w->escapes;
	for (; k < CALLS * 4; k++) {
		next(k);
		expected++;
	}
	may_escape = 0;
	timer_delete(timer);
	if (w->uses_stack)
		sigaltstack(&before, NULL);
	w->expected = expected + expected_of_handler;
	w->n_escapes = escapes;
	return NULL;
}

/** Counts in threads under signals, by firings that share a level or by those that mark theirs. */
static void count_under_signals(bool shares_level)
{
	struct worker w[THREADS] = {0};
	struct sigaction act = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_ONSTACK};
	uint64_t sum = 0;
	long n_escapes = 0;

	target = own_target_create("BEGIN { @ = count(); }", (void *)next, SLOTS);
	struct dt_plan plan = own_plan((void *)next);

	assert_true(target->program.shares_level);
	target->program.shares_level = shares_level;
	own_add(target, &plan, 1);
	own_patch(target);
	find_counting(target);
	sigaction(SIGRTMIN, &act, NULL);
	for (int k = 0; k < THREADS; k++) {
		w[k].escapes = k & 1;
		w[k].uses_stack = k & 2;
		assert_int_equal(pthread_create(&w[k].thread, NULL, work, &w[k]), 0);
	}
	for (int k = 0; k < THREADS; k++) {
		pthread_join(w[k].thread, NULL);
		sum += w[k].expected;
		n_escapes += w[k].n_escapes;
	}
	own_restore(target);
	print_message("%lu calls, %ld jumps out of stubs, %lu drops\n", sum, n_escapes,
		      own_drops(target));
	assert_int_equal(own_drops(target), 0);
	assert_int_equal(own_count(target), sum);
	own_target_destroy(target);
}

static void threads_count_under_signals(void **state)
{
	(void)state;
	count_under_signals(true);
}

static void marked_levels_count_under_signals(void **state)
{
	(void)state;
	count_under_signals(false);
}

/** A child of vfork is its parent's thread; a child of fork has no probes. */
static void children_count_or_pass_by(void **state)
{
	struct own_target *x = own_target_create("BEGIN { @ = count(); }", (void *)next, SLOTS);
	struct dt_plan plan = own_plan((void *)next);
	int status;

	(void)state;
	own_add(x, &plan, 1);
	own_patch(x);
	next(1);
	pid_t pid = vfork();
	if (!pid) {
		for (long k = 0; k < 100; k++)
			next(k);
		_exit(0);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
	pid = fork();
	if (!pid) {
		for (long k = 0; k < 100; k++)
			if (next(k) != k + 1)
				_exit(1);
		_exit(0);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
	own_restore(x);
	assert_int_equal(own_count(x), 1 + 100);
	assert_int_equal(own_drops(x), 0);
	own_target_destroy(x);
}

static void *call_often(void *unused)
{
	for (long k = 0; k < 100; k++)
		next(k);
	return unused;
}

/** Threads that find no slot are counted, and run on. */
/** Of the calling thread: the instruction of the area's code before which its handler calls next(),
 *  and how many it has executed. 0: it executes the rest without traps. */
static __thread volatile unsigned called_at, executed;

/** Handles the trap after each instruction. */
static void on_trap(int signal, siginfo_t *info, void *context)
{
	greg_t *regs = ((ucontext_t *)context)->uc_mcontext.gregs;
	uint64_t pc = (uint64_t)regs[REG_RIP];

	(void)signal;
	(void)info;
	if (pc >= target->area.base && pc < target->area.base + target->area.bytes.len &&
	    ++executed == called_at) {
		next(1);
		called_at = 0;
	}
	regs[REG_EFL] = called_at ? regs[REG_EFL] | TRAP_FLAG : regs[REG_EFL] & ~TRAP_FLAG;
}

/** Calls next(), which a handler interrupts at an instruction. Returns arg if there was one. */
static void *call_interrupted(void *arg)
{
	called_at = *(unsigned *)arg;
	raise(SIGTRAP);
	next(1);
	if (!called_at)
		return arg;
	called_at = 0;
	return NULL;
}

/** Frees all slots. Returns how many were used. */
static unsigned free_slots(const struct own_target *x, unsigned n_slots)
{
	unsigned n = 0;

	for (unsigned k = 0; k < n_slots; k++) {
		n += x->slots[k].owner != 0;
		x->slots[k].owner = 0;
	}
	memset(x->directory->entries, 0, sizeof(x->directory->entries));
	return n;
}

/** Wherever a handler with a probe interrupts the first firing of its thread, the thread has one
 *  slot. */
static void interrupted_claims_take_one_slot(void **state)
{
	enum { FEW = 3, MANY = 1000 };
	struct sigaction act = {.sa_sigaction = on_trap, .sa_flags = SA_SIGINFO};
	unsigned n = 0;
	void *interrupted;

	(void)state;
	target = own_target_create("BEGIN { @ = count(); }", (void *)next, FEW);
	struct dt_plan plan = own_plan((void *)next);

	own_add(target, &plan, 1);
	own_patch(target);
	sigaction(SIGTRAP, &act, NULL);
	do {
		pthread_t thread;

		n++;
		assert_int_equal(pthread_create(&thread, NULL, call_interrupted, &n), 0);
		pthread_join(thread, &interrupted);
		assert_int_equal(free_slots(target, FEW), 1);
	} while (interrupted && n < MANY);
	own_restore(target);
	print_message("%u instructions\n", n - 1);
	assert_in_range(n, 60, MANY - 1);
	assert_int_equal(own_drops(target), 0);
	assert_int_equal(own_count(target), 2 * n - 1); // the last call was not interrupted
	own_target_destroy(target);
}

static void missing_slots_are_drops(void **state)
{
	enum { FEW = 3 };
	struct own_target *x = own_target_create("BEGIN { @ = count(); }", (void *)next, FEW);
	struct dt_plan plan = own_plan((void *)next);

	(void)state;
	own_add(x, &plan, 1);
	own_patch(x);
	for (int k = 0; k < THREADS; k++) {
		pthread_t thread;

		assert_int_equal(pthread_create(&thread, NULL, call_often, NULL), 0);
		pthread_join(thread, NULL);
	}
	own_restore(x);
	assert_int_equal(own_count(x) + own_drops(x), THREADS * 100);
	assert_true(own_drops(x) > 0);
	for (unsigned k = 0; k < FEW; k++) {
		uint64_t id = x->slots[k].owner;
		const struct dt_native_level *level = dt_native_region_level(&x->r, k, 3);

		assert_int_equal(level->thread, id);
		assert_int_equal(level->pid_tgid, (uint64_t)getpid() << 32 | id);
	}
	own_target_destroy(x);
}

static size_t map_named(const struct own_target *x, const char *name)
{
	const struct dt_program_desc *desc = x->d->programs->desc;
	size_t k = 0;

	while (strcmp(desc->maps[k].name, name))
		k++;
	return k;
}

/** Returns how many cells count up to `count`. */
static unsigned cells_with(const struct own_target *x, uint64_t count)
{
	const struct dt_agg_desc *a = &x->d->programs->desc->aggs[0];
	const uint8_t *memory = dt_native_region_element(&x->r, map_named(x, "dt_cells"), 0);
	unsigned n = 0;

	for (uint32_t k = 0; k < a->cells.n; k++) {
		const uint64_t *cell = (const uint64_t *)(memory + a->cells.cells) +
				       (size_t)k * a->cells.stride / sizeof(*cell);

		n += cell[0] && cell[2] == count; // owner, key, value
	}
	return n;
}

static void add_count(void *sum, const void *key, const void *value)
{
	(void)key;
	*(uint64_t *)sum += *(const uint64_t *)value;
}

/** Calls a patched function with each key. */
static void call_with_keys(const struct own_target *x, int n)
{
	volatile int *key = dt_native_region_element(&x->r, map_named(x, "dt_globals"), 0);

	for (*key = 0; *key < n; ++*key)
		assert_int_equal(next(*key), *key + 1);
}

/** A program finds the cell of a short key without the runtime, which it needs to create one. A
 *  wrong entry leads to no other key's cell, and to no other memory. */
static void short_keys_are_found_in_place(void **state)
{
	enum { KEYS = 200 };
	struct own_target *x =
	    own_target_create("int x; BEGIN { @[x] = count(); }", (void *)next, SLOTS);
	const struct dt_agg_desc *a = &x->d->programs->desc->aggs[0];
	uint8_t *cells = dt_native_region_element(&x->r, map_named(x, "dt_cells"), 0);
	struct dt_cell_bucket *buckets = (struct dt_cell_bucket *)(cells + a->cells.buckets);
	struct dt_plan plan = own_plan((void *)next);
	void *layout = memmem(x->r.memory, x->r.size, &a->cells, sizeof(a->cells));
	uint64_t sum = 0;

	(void)state;
	own_add(x, &plan, 1);
	own_patch(x);
	call_with_keys(x, KEYS);
	assert_int_equal(cells_with(x, 1), KEYS);
	memset(layout, 0, sizeof(a->cells)); // the runtime finds no cells any more
	call_with_keys(x, KEYS);
	assert_int_equal(cells_with(x, 2), KEYS);
	for (uint32_t k = 0; k < a->cells.n_buckets; k++)
		for (int i = 0; i < DT_CELL_ENTRIES; i++)
			if (buckets[k].entry[i])
				buckets[k].entry[i] ^= UINT32_MAX; // the number
	call_with_keys(x, KEYS);
	own_restore(x);
	assert_int_equal(cells_with(x, 2), KEYS);
	x->r.store.type->each(&x->r.store, a->map, add_count, &sum);
	assert_int_equal(sum, KEYS);
	own_target_destroy(x);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
	    cmocka_unit_test(short_keys_are_found_in_place),
	    cmocka_unit_test(each_call_counts),
	    cmocka_unit_test(hops_count),
	    cmocka_unit_test(refusals_append_nothing),
	    cmocka_unit_test(threads_count_under_signals),
	    cmocka_unit_test(marked_levels_count_under_signals),
	    cmocka_unit_test(children_count_or_pass_by),
	    cmocka_unit_test(interrupted_claims_take_one_slot),
	    cmocka_unit_test(missing_slots_are_drops),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

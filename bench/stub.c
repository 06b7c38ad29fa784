/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Measures a firing at a patched function of this process, in ns: a call of the function less one
 * of the function without a patch. Both run in a loop that increments x. "none" is a stub without
 * programs, so it has all that a stub does besides. "dead" is a site whose block overwrites the
 * flags and the registers that calls do not preserve. "far" is more than 2 GB from its program. "at
 * the return" fires between the copies, and nothing is dead.
 *
 * Each figure is the least of interleaved rounds: noise only adds. Calls before each round fill
 * the caches that the other clauses have used.
 */
#include "measure.h"

#include "own_target.h"

enum { ROUNDS = 41, CALLS = 2000, WARM_CALLS = 200, SLOTS = 1, LINE = 64 };
// Registers that calls do not preserve, but for rdi, the function's argument.
enum { DEAD = 0xf47 };

#define FUNCTION(name)                    \
	"	.balign 64\n" #name ":\n" \
	"	lea 1(%rdi), %rax\n"            \
	"	ret\n"

long next(long), next_far(long);
__asm__(".text\n"
	"	.balign 4096\n" FUNCTION(next) FUNCTION(next_far) "	.balign 4096\n");

static struct subject {
	const char *name, *text; // text NULL: no patch
	unsigned n_calls;
	bool is_dead, is_far, is_return;
	long (*function)(long);
	struct own_target *target;
	volatile int *x;
	double ns[ROUNDS];
} subjects[] = {
    {.name = "call without patch", .text = NULL, .n_calls = 0},
    {.name = "none", .text = "BEGIN { this->x = 0; }", .n_calls = 0},
    {.name = "@ = count()", .text = "BEGIN { @ = count(); }", .n_calls = 1},
    {.name = "@ = count(), dead", .text = "BEGIN { @ = count(); }", .n_calls = 1, .is_dead = true},
    {.name = "@ = count(), far", .text = "BEGIN { @ = count(); }", .n_calls = 1, .is_far = true},
    {.name = "@ = count(), at the return",
     .text = "BEGIN { @ = count(); }",
     .n_calls = 1,
     .is_return = true},
    {.name = "@ = count(), twice", .text = "BEGIN { @ = count(); }", .n_calls = 2},
    {.name = "@ = sum(x)", .text = "int x; BEGIN { @ = sum(x); }", .n_calls = 1},
    {.name = "@ = quantize(x)", .text = "int x; BEGIN { @ = quantize(x); }", .n_calls = 1},
    {.name = "@[x & 63] = count()", .text = "int x; BEGIN { @[x & 63] = count(); }", .n_calls = 1},
    {.name = "@[x & 1023] = count()",
     .text = "int x; BEGIN { @[x & 1023] = count(); }",
     .n_calls = 1},
    {.name = "@[x & 63], dead",
     .text = "int x; BEGIN { @[x & 63] = count(); }",
     .n_calls = 1,
     .is_dead = true},
    {.name = "@[pid, tid] = sum(3)", .text = "BEGIN { @[pid, tid] = sum(3); }", .n_calls = 1},
    {.name = "trace(x)", .text = "int x; BEGIN { trace(x); }", .n_calls = 1},
    {.name = "printf(), 3 values",
     .text = "int x; BEGIN { printf(\"%d %d %d\", x, pid, 3); }",
     .n_calls = 1},
};
enum { N = sizeof(subjects) / sizeof(subjects[0]) };

static int unused;

/** Returns a copy of next(), which lies near the region as libraries do. */
static long (*copy_function(void))(long)
{
	static unsigned used;
	long (*ret)(long);
	uint8_t *page = own_map(NULL, 2 * OWN_PAGE) + LINE * used++;

	memcpy(page, (void *)next, LINE);
	mprotect((void *)((uintptr_t)page & -OWN_PAGE), 2 * OWN_PAGE, PROT_READ | PROT_EXEC);
	memcpy(&ret, &page, sizeof(ret)); // ISO C has no conversion between these pointers
	return ret;
}

static void prepare(struct subject *s)
{
	s->x = &unused;
	s->function = s->is_far ? next_far : copy_function();
	if (!s->text)
		return;
	s->target = own_target_create(s->text, (void *)s->function, SLOTS);
	for (size_t k = 0; k < s->target->r.n_maps; k++)
		if (!strcmp(s->target->d->programs->desc->maps[k].name, "dt_globals"))
			s->x = dt_native_region_element(&s->target->r, k, 0);
	struct dt_plan plan = own_plan((void *)s->function);

	plan.flags_are_dead = s->is_dead;
	plan.dead = s->is_dead ? DEAD : 0;
	if (s->is_return)
		plan.fires = plan.probed = plan.end - 1;
	own_add(s->target, &plan, s->n_calls);
	own_patch(s->target);
}

static void call(const struct subject *s, int n)
{
	for (int k = 0; k < n; k++) {
		++*s->x;
		s->function(k);
	}
}

/** Empties the ring, which a consumer would read. */
static void empty_ring(const struct subject *s)
{
	struct dt_cpu *cpu;

	if (!s->target)
		return;
	cpu = dt_native_region_element(&s->target->r, DT_MAP_CPUS, 0);
	memset(dt_native_region_element(&s->target->r, DT_MAP_RINGS, 0), 0, cpu->head - cpu->tail);
	cpu->head = cpu->tail = 0;
}

static double measure(const struct subject *s)
{
	double start;

	call(s, WARM_CALLS);
	start = now(CLOCK_MONOTONIC);
	call(s, CALLS);
	start = (now(CLOCK_MONOTONIC) - start) / CALLS;
	empty_ring(s);
	return start;
}

int main(void)
{
	use_last_cpu();
	for (int k = 0; k < N; k++)
		prepare(&subjects[k]);
	for (int round = 0; round < ROUNDS; round++)
		for (int k = 0; k < N; k++)
			subjects[k].ns[round] = measure(&subjects[k]);
	double base = least(subjects[0].ns, ROUNDS);

	printf("%-28s %8s %8s\n", "clause", "call", "firing");
	for (int k = 0; k < N; k++) {
		double ns = least(subjects[k].ns, ROUNDS);

		printf("%-28s %8.2f %8.2f\n", subjects[k].name, ns, ns - base);
	}
	return 0;
}

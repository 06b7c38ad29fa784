/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Measures clauses as machine code in this process, beside the same programs in the kernel, in ns.
 *
 * Machine code is called in a loop; "empty" is a clause that does nothing, with the call. The loop
 * increments x. The kernel's figures are those of BPF_PROG_RUN, less that of its empty program.
 * Each figure is the least of interleaved rounds: noise only adds. Calls before each round fill the
 * caches that the other clauses have used. The ratio is between the figures
 * less the empty clause. Run it as root; without privilege, the kernel's columns are 0.
 */
#include "measure.h"

#include "native/region.h"
#include "session/program/program.h"

#include <string.h>

enum { ROUNDS = 31, CALLS = 2000, KERNEL_CALLS = 2000, WARM_CALLS = 200, SLOT = 0 };

static const struct {
	const char *name, *text;
} clauses[] = {
    {"empty", "BEGIN { this->x = 0; }"},
    {"n++", "BEGIN { n++; }"},
    {"@ = count()", "BEGIN { @ = count(); }"},
    {"@ = sum(x)", "int x; BEGIN { @ = sum(x); }"},
    {"@ = quantize(x)", "int x; BEGIN { @ = quantize(x); }"},
    {"@[x & 63] = count()", "int x; BEGIN { @[x & 63] = count(); }"},
    {"@[pid, tid] = sum(3)", "BEGIN { @[pid, tid] = sum(3); }"},
    {"a[x & 63] = 1", "int x; BEGIN { a[x & 63] = 1; }"},
    {"@ = max(timestamp)", "BEGIN { @ = max(timestamp); }"},
    {"printf(), 3 values", "int x; BEGIN { printf(\"%d %d %d\", x, pid, 3); }"},
    {"trace(execname)", "BEGIN { trace(execname); }"},
};
enum { N = sizeof(clauses) / sizeof(clauses[0]) };

/** A clause with both executors. */
struct subject {
	struct dtrace *d;
	int globals; // map of the globals, whose first is x; -1: none
	struct dt_native_region region;
	size_t entry;
	struct dt_maps maps;
	int fd; // of the BPF program; -1: none
	double native[ROUNDS], kernel[ROUNDS];
};

static int unused;

static void check(struct dt_error *err, const char *what)
{
	if (!err)
		return;
	fprintf(stderr, "%s: %s\n", what, err->message);
	exit(1);
}

static void make_native(struct subject *s, const struct dt_prog *prog)
{
	const struct dt_program_desc *desc = s->d->programs->desc;
	struct dt_native_region *r = &s->region;
	struct dt_native_program p;

	dt_native_region_init(r, desc->maps, desc->n_maps, 1, false);
	struct dt_native_place place =
	    dt_native_region_place(r, dt_options_string_bytes(&s->d->options));

	check(dt_native_compile(prog->ir, &place, &p), "compile");
	check(dt_native_region_map(r, desc->maps, p.code.bytes.len, p.level_size), "map");
	check(dt_native_region_add(r, &p, &s->entry), "add");
	check(dt_native_region_seal(r), "seal");
	dt_native_program_deinit(&p);
	dt_native_region_claim(r, SLOT, 1);
	((struct dt_ctl *)dt_native_region_element(r, DT_MAP_CTL, 0))->active = 1;
}

static void make_kernel(struct subject *s, struct dt_prog *prog)
{
	const struct dt_program_desc *desc = s->d->programs->desc;

	s->fd = -1;
	struct dt_error *err = dt_maps_create(desc->maps, desc->n_maps,
					      dt_options_string_bytes(&s->d->options), &s->maps);
	if (!err) {
		((struct dt_ctl *)s->maps.memory[DT_MAP_CTL])->active = 1;
		err = dt_bpf_load(prog->ir, &prog->code, &s->maps, false, false, &s->fd, NULL);
	}
	dt_error_destroy(err);
}

static void make_subject(struct subject *s, const char *text)
{
	check(dtrace_open(&s->d), "open");
	check(dtrace_setopt(s->d, "bufsize", "1m"), "bufsize");
	s->d->programs->uses_offsets = false;
	check(dtrace_add(s->d, DTRACE_TEXT_NAME, text), text);
	check(dtrace_check(s->d), text);
	check(dtrace_generate(s->d, -1), text);
	s->globals = -1;
	for (size_t k = 0; k < s->d->programs->desc->n_maps; k++)
		if (!strcmp(s->d->programs->desc->maps[k].name, "dt_globals"))
			s->globals = (int)k;
	make_native(s, s->d->programs->list.data[0]);
	make_kernel(s, s->d->programs->list.data[0]);
}

/** Empties a ring that a consumer would have read. */
static void empty_ring(struct dt_cpu *cpu, uint8_t *ring)
{
	memset(ring, 0, cpu->head - cpu->tail);
	cpu->head = cpu->tail = 0;
}

/** Calls the machine code `n` times. */
static void call_native(struct subject *s, volatile int *x, int n)
{
	for (int k = 0; k < n; k++) {
		++*x;
		dt_native_region_run(&s->region, s->entry, SLOT, NULL);
	}
}

static double time_native(struct subject *s)
{
	volatile int *x =
	    s->globals >= 0 ? dt_native_region_element(&s->region, (size_t)s->globals, 0) : &unused;
	double start;

	call_native(s, x, WARM_CALLS);
	start = now(CLOCK_MONOTONIC);
	call_native(s, x, CALLS);
	start = (now(CLOCK_MONOTONIC) - start) / CALLS;
	empty_ring(dt_native_region_element(&s->region, DT_MAP_CPUS, SLOT),
		   dt_native_region_element(&s->region, DT_MAP_RINGS, 0));
	return start;
}

static void call_kernel(struct subject *s, volatile int *x, int n)
{
	for (int k = 0; k < n; k++) {
		++*x;
		check(dt_bpf_run(s->fd), "run");
	}
}

static double time_kernel(struct subject *s)
{
	int cpu = sched_getcpu();
	const struct dt_map_desc *rings = &s->d->programs->desc->maps[DT_MAP_RINGS];
	volatile int *x = s->fd >= 0 && s->globals >= 0 ? s->maps.memory[s->globals] : &unused;
	double start;

	if (s->fd < 0)
		return 0;
	call_kernel(s, x, WARM_CALLS);
	start = now(CLOCK_MONOTONIC);
	call_kernel(s, x, KERNEL_CALLS);
	start = (now(CLOCK_MONOTONIC) - start) / KERNEL_CALLS;
	empty_ring((struct dt_cpu *)s->maps.memory[DT_MAP_CPUS] + cpu,
		   (uint8_t *)s->maps.memory[DT_MAP_RINGS] +
		       (size_t)cpu * rings->elems_per_cpu * rings->value_size);
	return start;
}

int main(void)
{
	static struct subject s[N];

	use_last_cpu();
	for (int k = 0; k < N; k++)
		make_subject(&s[k], clauses[k].text);
	for (int round = 0; round < ROUNDS; round++) {
		for (int k = 0; k < N; k++) {
			s[k].native[round] = time_native(&s[k]);
			s[k].kernel[round] = time_kernel(&s[k]);
		}
	}
	double empty = least(s[0].native, ROUNDS), kernel_empty = least(s[0].kernel, ROUNDS);

	printf("%-24s %8s %8s %8s %8s\n", "clause", "native", "- empty", "kernel", "ratio");
	for (int k = 0; k < N; k++) {
		double native = least(s[k].native, ROUNDS);
		double kernel = least(s[k].kernel, ROUNDS) - kernel_empty;

		printf("%-24s %8.1f %8.1f %8.1f %8.1f\n", clauses[k].name, native, native - empty,
		       kernel, k ? kernel / (native - empty) : 0);
	}
	return 0;
}

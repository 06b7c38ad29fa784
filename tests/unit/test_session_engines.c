/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Random programs do the same in the interpreter, as BPF in the kernel and as machine code.
 * DT_ENGINE_PROGRAMS is how many, DT_ENGINE_SEED the first one's number.
 */
#include "engines.h"

#include "ebpf/ebpf.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <cmocka.h>

static uint64_t setting(const char *name, uint64_t otherwise)
{
	const char *text = getenv(name);

	return text ? strtoull(text, NULL, 10) : otherwise;
}

static void fail_with(struct dt_error *err)
{
	if (err)
		fail_msg("%s", err->message);
}

static void run_bpf(const struct dt_ir_prog *p, struct dt_maps *maps, struct engine_memory *m)
{
	struct dt_bpf_code code;
	int fd;

	fail_with(dt_bpf_compile(p, 256, &code));
	fail_with(dt_bpf_load(p, &code, maps, false, false, &fd, NULL));
	dt_bpf_code_deinit(&code);
	memcpy(maps->memory[MAP_WORDS], m->words, sizeof(m->words));
	memcpy(maps->memory[MAP_CPU], &m->cpu, sizeof(m->cpu));
	memcpy(maps->memory[MAP_ELEMENTS], m->elements, sizeof(m->elements));
	fail_with(dt_bpf_run(fd));
	memcpy(m->words, maps->memory[MAP_WORDS], sizeof(m->words));
	memcpy(&m->cpu, maps->memory[MAP_CPU], sizeof(m->cpu));
	memcpy(m->elements, maps->memory[MAP_ELEMENTS], sizeof(m->elements));
	close(fd);
}

/** Counts of faults and drops in all programs. */
struct tally {
	uint64_t faults[DT_N_FAULTS], drops, dropping;
};

static void expect_same(const struct dt_ir_prog *p, uint64_t seed, const char *engine,
			const struct engine_memory *want, const struct engine_memory *have)
{
	struct dt_str text = {0};

	if (!memcmp(want, have, sizeof(*want)))
		return;
	dt_ir_print(&text, p);
	for (unsigned k = 0; k < sizeof(*want) / 8; k++)
		if (((const uint64_t *)want)[k] != ((const uint64_t *)have)[k])
			dt_str_printf(&text, "word %u: %#llx, not %#llx\n", k,
				      (unsigned long long)((const uint64_t *)have)[k],
				      (unsigned long long)((const uint64_t *)want)[k]);
	fail_msg("program %llu differs as %s:\n%s", (unsigned long long)seed, engine,
		 dt_str_text(&text));
}

static void check_program(uint64_t seed, struct engine_region *r, struct dt_maps *maps,
			  struct tally *tally)
{
	struct chooser c = {.state = (seed + 1) * UINT64_C(0x9e3779b97f4a7c15)};
	struct dt_arena *arena = dt_arena_create();
	struct dt_ir_prog *p = dt_ir_prog_create(arena, "random", DT_ATTACH_RAW_TRACEPOINT);
	struct engine_memory start, want, have;
	uint64_t result;

	make_program(p, &c, 10 + (unsigned)choose(&c, 90));
	if (dt_ir_verify(p))
		fail_msg("%s", dt_ir_verify(p));
	make_memory(&start, &c);
	want = have = start;
	result = engine_interpret(p, &want);
	if (engine_native(p, r, &have) != result)
		fail_msg("program %llu returns something else", (unsigned long long)seed);
	expect_same(p, seed, "machine code", &want, &have);
	if (maps) {
		have = start;
		run_bpf(p, maps, &have);
		expect_same(p, seed, "BPF", &want, &have);
	}
	if (result)
		tally->faults[want.words[RANDOM_WORDS]]++;
	tally->drops += want.cpu.drops[0];
	tally->dropping += want.cpu.drops[0] > 0;
	dt_ir_prog_deinit(p);
	dt_arena_destroy(arena);
}

static void executors_agree(void **state)
{
	uint64_t n = setting("DT_ENGINE_PROGRAMS", 500), first = setting("DT_ENGINE_SEED", 0);
	struct engine_region *r = engine_region_create();
	struct tally tally = {0};
	struct dt_maps maps;
	struct dt_error *err = dt_maps_create(engine_maps, N_ENGINE_MAPS, 256, &maps);

	(void)state;
	if (err)
		print_message("without BPF: this process may not create maps\n");
	for (uint64_t k = 0; k < n; k++)
		check_program(first + k, r, err ? NULL : &maps, &tally);
	print_message("%llu programs: %llu divisions by 0, %llu missing elements, %llu drops in "
		      "%llu programs\n",
		      (unsigned long long)n, (unsigned long long)tally.faults[DT_FAULT_DIVZERO],
		      (unsigned long long)tally.faults[DT_FAULT_BADINDEX],
		      (unsigned long long)tally.drops, (unsigned long long)tally.dropping);
	assert_true(tally.faults[DT_FAULT_DIVZERO] && tally.faults[DT_FAULT_BADINDEX]);
	assert_true(tally.dropping);
	if (!err)
		dt_maps_deinit(&maps);
	dt_error_destroy(err);
	munmap(r, sizeof(*r));
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
	    cmocka_unit_test(executors_agree),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

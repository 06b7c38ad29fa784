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
	static const size_t sizes[MAPS_EACH] = {[MAP_WORDS] = sizeof(m->words),
						[MAP_CPU] = sizeof(m->cpu),
						[MAP_ELEMENTS] = sizeof(m->elements)};
	struct dt_bpf_code code;
	int fd;

	fail_with(dt_bpf_compile(p, 256, NULL, &code));
	fail_with(dt_bpf_load(p, &code, maps, false, false, &fd, NULL));
	dt_bpf_code_deinit(&code);
	for (unsigned k = 0; k < N_ENGINE_MAPS; k++)
		memcpy(maps->memory[k], engine_map_memory(m, k), sizes[k % MAPS_EACH]);
	fail_with(dt_bpf_run(fd));
	for (unsigned k = 0; k < N_ENGINE_MAPS; k++)
		memcpy(engine_map_memory(m, k), maps->memory[k], sizes[k % MAPS_EACH]);
	close(fd);
}

/** Counts of faults and drops in all programs. */
struct tally {
	uint64_t faults, drops, dropping;
};

static void expect_same(const struct dt_ir_prog *p, uint64_t seed, const char *engine,
			const struct engine_memory *want, const struct engine_memory *have)
{
	struct dt_str text = {0};

	if (!memcmp(want, have, PACK * sizeof(*want)))
		return;
	dt_ir_print(&text, p);
	for (unsigned k = 0; k < PACK * sizeof(*want) / 8; k++)
		if (((const uint64_t *)want)[k] != ((const uint64_t *)have)[k])
			dt_str_printf(&text, "word %u: %#llx, not %#llx\n", k,
				      (unsigned long long)((const uint64_t *)have)[k],
				      (unsigned long long)((const uint64_t *)want)[k]);
	fail_msg("pack %llu differs as %s:\n%s", (unsigned long long)seed, engine,
		 dt_str_text(&text));
}

static void check_pack(uint64_t seed, struct engine_region *r, struct dt_maps *maps,
		       struct tally *tally)
{
	struct chooser c = {.state = (seed + 1) * UINT64_C(0x9e3779b97f4a7c15)};
	struct dt_arena *arena = dt_arena_create();
	struct dt_ir_prog *p = make_pack(arena, &c, PACK);
	struct engine_memory start[PACK], want[PACK], have[PACK];
	uint64_t result;

	if (dt_ir_verify(p))
		fail_msg("%s", dt_ir_verify(p));
	for (unsigned k = 0; k < PACK; k++)
		make_memory(&start[k], &c);
	memcpy(want, start, sizeof(want));
	memcpy(have, start, sizeof(have));
	result = engine_interpret(p, want);
	if (engine_native(p, r, have, PACK) != result)
		fail_msg("pack %llu returns something else", (unsigned long long)seed);
	expect_same(p, seed, "machine code", want, have);
	if (maps) {
		memcpy(have, start, sizeof(have));
		run_bpf(p, maps, have);
		expect_same(p, seed, "BPF", want, have);
	}
	for (unsigned k = 0; k < PACK; k++) {
		tally->drops += want[k].cpu.drops[0];
		tally->dropping += want[k].cpu.drops[0] > 0;
	}
	tally->faults += result;
	dt_ir_prog_deinit(p);
	dt_arena_destroy(arena);
}

static void executors_agree(void **state)
{
	uint64_t n = setting("DT_ENGINE_PROGRAMS", 1600), first = setting("DT_ENGINE_SEED", 0);
	struct engine_region *r = engine_region_create();
	struct tally tally = {0};
	struct dt_map_desc desc[N_ENGINE_MAPS];
	struct dt_maps maps;

	(void)state;
	engine_maps(desc);
	struct dt_error *err = dt_maps_create(desc, N_ENGINE_MAPS, 256, &maps);
	if (err)
		print_message("without BPF: this process may not create maps\n");
	for (uint64_t k = 0; k < n; k += PACK)
		check_pack(first + k, r, err ? NULL : &maps, &tally);
	print_message("%llu programs: %llu faults, %llu drops in %llu programs\n",
		      (unsigned long long)n, (unsigned long long)tally.faults,
		      (unsigned long long)tally.drops, (unsigned long long)tally.dropping);
	assert_true(tally.faults && tally.faults < n && tally.dropping);
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

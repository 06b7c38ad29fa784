/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Machine code touches only the region, its context and 128 bytes of stack. It runs in an emulated
 * processor that has nothing else: the programs of other tests, and random ones, whose results
 * are also those of the real processor.
 */
#include "cases.h"
#include "engines.h"

#include "native/region.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>
#include <unicorn/unicorn.h>

enum {
	PAGE = 4096,
	STACK = 1 << 20, // address of the only page of stack
	CONTEXT = 2 << 20,
	RETURN = 3 << 20, // where the program returns to; unmapped
	PUSHED = 128,	  // most bytes below the caller's stack pointer
	PATTERN = 0xa5,
	RANDOM_PACKS = 60,
};

struct emulated {
	uc_engine *uc;
	uint8_t stack[PAGE] __attribute__((aligned(PAGE)));
	uint8_t context[PAGE] __attribute__((aligned(PAGE)));
};

static void expect_ok(uc_err err, const char *what)
{
	if (err != UC_ERR_OK)
		fail_msg("%s: %s", what, uc_strerror(err));
}

static size_t whole_pages(size_t n)
{
	return (n + PAGE - 1) & ~(size_t)(PAGE - 1);
}

/** Makes a processor with code and region at their own addresses, a stack and a context. */
static struct emulated *emulated_create(void *code, size_t code_size, void *region, size_t size)
{
	struct emulated *e = aligned_alloc(PAGE, sizeof(*e));

	memset(e, PATTERN, sizeof(*e));
	expect_ok(uc_open(UC_ARCH_X86, UC_MODE_64, &e->uc), "open");
	expect_ok(uc_mem_map_ptr(e->uc, (uint64_t)code, whole_pages(code_size),
				 UC_PROT_READ | UC_PROT_EXEC, code),
		  "map the code");
	expect_ok(uc_mem_map_ptr(e->uc, (uint64_t)region, whole_pages(size),
				 UC_PROT_READ | UC_PROT_WRITE, region),
		  "map the region");
	expect_ok(uc_mem_map_ptr(e->uc, STACK, PAGE, UC_PROT_READ | UC_PROT_WRITE, e->stack),
		  "map the stack");
	expect_ok(uc_mem_map_ptr(e->uc, CONTEXT, PAGE, UC_PROT_READ, e->context),
		  "map the context");
	return e;
}

static void emulated_destroy(struct emulated *e)
{
	uc_close(e->uc);
	free(e);
}

/** Calls the code as C would, and returns its result. The registers that C preserves, and the stack
 *  but for PUSHED bytes, must be as before. */
static uint64_t emulate(struct emulated *e, const uint8_t *code, struct dt_native_level *level,
			const char *name)
{
	static const int kept[] = {UC_X86_REG_RBX, UC_X86_REG_RBP, UC_X86_REG_R12,
				   UC_X86_REG_R13, UC_X86_REG_R14, UC_X86_REG_R15};
	enum { N = sizeof(kept) / sizeof(*kept) };
	uint64_t sp = STACK + PAGE / 2, start = sp, argument = (uint64_t)level, value;
	uint64_t back = RETURN, pc;

	memset(e->stack, PATTERN, PAGE);
	memcpy(e->stack + PAGE / 2, &back, sizeof(back));
	for (uint64_t k = 0; k < N; k++) {
		value = 0x1111 * (k + 1);
		uc_reg_write(e->uc, kept[k], &value);
	}
	uc_reg_write(e->uc, UC_X86_REG_RSP, &sp);
	uc_reg_write(e->uc, UC_X86_REG_RDI, &argument);
	uc_err err = uc_emu_start(e->uc, (uint64_t)code, RETURN, 0, 0);
	uc_reg_read(e->uc, UC_X86_REG_RIP, &pc);
	if (err != UC_ERR_OK)
		fail_msg("%s: %s at %#llx of the code", name, uc_strerror(err),
			 (unsigned long long)(pc - (uint64_t)code));
	assert_int_equal(pc, RETURN);
	uc_reg_read(e->uc, UC_X86_REG_RSP, &sp);
	assert_int_equal(sp, start + 8);
	for (uint64_t k = 0; k < N; k++) {
		uc_reg_read(e->uc, kept[k], &value);
		assert_int_equal(value, 0x1111 * (k + 1));
	}
	for (unsigned k = 0; k < PAGE; k++)
		if ((k < PAGE / 2 - PUSHED || k >= PAGE / 2 + 8) && e->stack[k] != PATTERN)
			fail_msg("%s writes at %d bytes from its stack pointer", name,
				 (int)k - PAGE / 2);
	uc_reg_read(e->uc, UC_X86_REG_RAX, &value);
	return value;
}

static void random_programs_stay_inside(void **state)
{
	struct engine_region *r = engine_region_create();

	(void)state;
	for (uint64_t seed = 0; seed < RANDOM_PACKS; seed++) {
		struct chooser c = {.state = (seed + 1) * UINT64_C(0x9e3779b97f4a7c15)};
		struct dt_arena *arena = dt_arena_create();
		struct dt_ir_prog *p = make_pack(arena, &c, PACK);
		struct engine_memory want[PACK];
		char name[32];

		snprintf(name, sizeof(name), "pack %llu", (unsigned long long)seed);
		for (unsigned k = 0; k < PACK; k++)
			make_memory(&want[k], &c);
		memcpy(r->memory, want, sizeof(want));
		uint64_t result = engine_interpret(p, want);
		engine_compile(p, r);
		struct emulated *e = emulated_create(r->code, sizeof(r->code), &r->head,
						     sizeof(*r) - sizeof(r->code));
		assert_int_equal(emulate(e, r->code, &r->level, name), result);
		assert_memory_equal(r->memory, want, sizeof(want));
		emulated_destroy(e);
		dt_ir_prog_deinit(p);
		dt_arena_destroy(arena);
	}
	munmap(r, sizeof(*r));
}

/** Compiles one program of a script and runs it. */
static void emulate_program(struct dtrace *d, const struct dt_ir_prog *ir, const char *name)
{
	const struct dt_program_desc *desc = d->programs->desc;
	struct dt_native_region r;
	struct dt_native_program p;
	size_t entry;

	dt_native_region_init(&r, desc->maps, desc->n_maps, 2, false);
	struct dt_native_place place =
	    dt_native_region_place(&r, dt_options_string_bytes(&d->options));

	place.has_counter = true; // the emulated processor makes no system calls
	struct dt_error *err = dt_native_compile(ir, &place, &p);
	if (!err)
		err = dt_native_region_map(&r, desc->maps, p.code.bytes.len, p.level_size);
	if (!err)
		err = dt_native_region_add(&r, &p, &entry);
	if (!err)
		err = dt_native_region_seal(&r);
	if (err)
		fail_msg("%s: %s", name, err->message);
	((struct dt_ctl *)dt_native_region_element(&r, DT_MAP_CTL, 0))->active = 1;
	dt_native_region_claim(&r, 1, 1);
	struct emulated *e = emulated_create(r.code, r.code_size, r.memory, r.size);
	dt_native_region_level(&r, 1, 0)->ctx = CONTEXT;
	for (int k = 0; k < 3; k++)
		emulate(e, r.code + entry, dt_native_region_level(&r, 1, 0), name);
	emulated_destroy(e);
	dt_native_program_deinit(&p);
	dt_native_region_deinit(&r);
}

static void emulate_script(const char *path, bool must_compile, unsigned *run, unsigned *others)
{
	struct dtrace *d = case_session(DTRACE_TEXT_FILE, path, "");

	if (!d && must_compile)
		fail_msg("%s does not compile", path);
	if (!d)
		return;
	dt_vec_foreach (&d->programs->list, p) {
		if ((*p)->native)
			emulate_program(d, (*p)->ir, path);
		++*((*p)->native ? run : others);
	}
	dtrace_close(d);
}

static void programs_of_tests_stay_inside(void **state)
{
	// Some functional tests need arguments, and do not compile here.
	static const char *const folders[] = {
	    "golden/ir",       "golden/bpf",	  "functional/lang",	"functional/strings",
	    "functional/aggs", "functional/vars", "functional/actions", "functional/spec"};
	unsigned run = 0, others = 0;

	(void)state;
	for (unsigned k = 0; k < sizeof(folders) / sizeof(*folders); k++) {
		char pattern[4096];
		glob_t found;

		snprintf(pattern, sizeof(pattern), "%s/%s/*.d", TESTS, folders[k]);
		assert_int_equal(glob(pattern, 0, NULL, &found), 0);
		for (size_t i = 0; i < found.gl_pathc; i++)
			emulate_script(found.gl_pathv[i], k < 2, &run, &others);
		globfree(&found);
	}
	print_message("%u programs ran, %u are the kernel's\n", run, others);
	assert_true(run > others);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
	    cmocka_unit_test(random_programs_stay_inside),
	    cmocka_unit_test(programs_of_tests_stay_inside),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

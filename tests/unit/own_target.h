/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * A target of stubs within the process of a test: it compiles one clause and patches functions of
 * its own, while no thread runs them.
 */
#ifndef DT_TESTS_UNIT_OWN_TARGET_H
#define DT_TESTS_UNIT_OWN_TARGET_H

#include "instrument/decode/decode.h"
#include "instrument/move/stub.h"
#include "native/region.h"
#include "session/program/program.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { OWN_AREA = 1 << 20, OWN_PAGE = 4096, OWN_SITES = 8 };

struct own_target {
	struct dtrace *d;
	struct dt_native_region r;
	struct dt_native_program program;
	size_t entry;
	struct dt_native_directory *directory;
	struct dt_native_slot *slots;
	uint8_t *memory; // of the area
	struct dt_copy area;
	struct dt_stub_target facts;
	struct dt_stub_routines routines;
	struct dt_stub stubs[OWN_SITES];
	unsigned n_stubs;
};

static inline void own_check(struct dt_error *err, const char *what)
{
	if (!err)
		return;
	fprintf(stderr, "%s: %s\n", what, err->message);
	abort();
}

static inline void *own_map(void *near, size_t n)
{
	void *memory = mmap(near, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (memory == MAP_FAILED)
		abort();
	return memory;
}

/** Returns the distance from the thread pointer to the word with the thread's id. */
static inline int32_t own_thread_id(void)
{
	uint32_t id = (uint32_t)syscall(SYS_gettid);

	for (int32_t at = 0; at < 0x800; at += 4) {
		uint32_t word;

		__asm__("movl %%fs:(%1), %0" : "=r"(word) : "r"((int64_t)at));
		if (word == id)
			return at;
	}
	abort();
}

extern const ptrdiff_t __rseq_offset __attribute__((weak)); // of glibc

/** Returns the distance to the word with the number of the CPU, or 0. */
static inline int32_t own_cpu_word(void)
{
	enum { CPU_ID = 4 }; // in struct rseq

	return &__rseq_offset ? (int32_t)__rseq_offset + CPU_ID : 0;
}

static inline void own_compile(struct own_target *x, const char *text)
{
	own_check(dtrace_open(&x->d), "open");
	own_check(dtrace_setopt(x->d, "bufsize", "1m"), "bufsize");
	own_check(dtrace_setopt(x->d, "engine", "inprocess"), "engine");
	x->d->programs->uses_offsets = false;
	own_check(dtrace_add(x->d, DTRACE_TEXT_NAME, text), text);
	own_check(dtrace_check(x->d), text);
	own_check(dtrace_generate(x->d, -1), text);
}

static inline void own_load(struct own_target *x, unsigned n_slots)
{
	const struct dt_program_desc *desc = x->d->programs->desc;

	dt_native_region_init(&x->r, desc->maps, desc->n_maps, n_slots, false);
	struct dt_native_place place =
	    dt_native_region_place(&x->r, dt_options_string_bytes(&x->d->options));

	place.is_site = true;
	place.cpu_word = own_cpu_word();
	own_check(dt_native_compile(x->d->programs->list.data[0]->ir, &place, &x->program),
		  "compile");
	own_check(dt_native_region_map(&x->r, desc->maps, x->program.code.bytes.len,
				       x->program.level_size),
		  "map");
	own_check(dt_native_region_add(&x->r, &x->program, &x->entry), "add");
	own_check(dt_native_region_seal(&x->r), "seal");
	((struct dt_ctl *)dt_native_region_element(&x->r, DT_MAP_CTL, 0))->active = 1;
	dt_native_region_claim(&x->r, 0, n_slots);
	madvise(x->r.memory, x->r.size, MADV_DONTFORK);
}

/** Makes a target with a clause of BEGIN. Its area is near `function`. */
static inline struct own_target *own_target_create(const char *text, const void *function,
						   unsigned n_slots)
{
	struct own_target *x = dt_zalloc(sizeof(*x));
	uintptr_t near = ((uintptr_t)function & ~(uintptr_t)(OWN_PAGE - 1)) - 64 * OWN_AREA;

	own_compile(x, text);
	own_load(x, n_slots);
	x->directory = own_map(NULL, sizeof(*x->directory));
	madvise(x->directory, sizeof(*x->directory), MADV_WIPEONFORK);
	x->slots = own_map(NULL, n_slots * sizeof(*x->slots));
	madvise(x->slots, n_slots * sizeof(*x->slots), MADV_DONTFORK);
	x->memory = own_map((void *)near, OWN_AREA);
	while (((uintptr_t)x->memory ^ near) >> 30) // the address was in use
		x->memory = own_map((void *)(near -= OWN_AREA), OWN_AREA);
	x->area.base = (uintptr_t)x->memory;
	x->facts = (struct dt_stub_target){
	    .directory = (uintptr_t)x->directory,
	    .slots = (uintptr_t)x->slots,
	    .levels = (uintptr_t)dt_native_region_level(&x->r, 0, 0),
	    .level_size = x->r.level_size,
	    .n_slots = n_slots,
	    .thread_id = own_thread_id(),
	};
	dt_stub_routines(&x->area, &x->facts, &x->routines);
	return x;
}

static inline struct dt_stub_call own_call(const struct own_target *x)
{
	return (struct dt_stub_call){.entry = (uintptr_t)(x->r.code + x->entry),
				     .cookie = 1,
				     .clobbers = x->program.clobbers,
				     .reads = x->program.reads,
				     .shares_level = x->program.shares_level};
}

/** Plans the entry of a function; nothing is dead there, and the red zone is free. */
static inline struct dt_plan own_plan(const void *function)
{
	uint64_t at = (uintptr_t)function;
	struct dt_plan plan = {.probed = at, .at = at, .fires = at};
	struct dt_decoded d;

	plan.end = plan.at;
	while (plan.end < plan.at + DT_JUMP &&
	       dt_decode((const uint8_t *)plan.end, 15, plan.end, &d))
		plan.end += d.insn.length;
	return plan;
}

/** Writes code of this process. */
static inline void own_write(uint64_t at, const void *bytes, size_t n)
{
	uint64_t page = at & ~(uint64_t)(OWN_PAGE - 1);

	if (mprotect((void *)page, 2 * OWN_PAGE, PROT_READ | PROT_WRITE | PROT_EXEC))
		abort();
	memcpy((void *)at, bytes, n);
	if (mprotect((void *)page, 2 * OWN_PAGE, PROT_READ | PROT_EXEC))
		abort();
}

static inline struct dt_stub_block own_block(const struct dt_plan *plan,
					     const struct dt_stub_point *points, size_t n)
{
	return (struct dt_stub_block){.plan = plan,
				      .bytes = (const uint8_t *)plan->at,
				      .padding = (const uint8_t *)plan->hop,
				      .points = points,
				      .n_points = n};
}

/** Adds a stub, whose program runs `n_calls` times. */
static inline const struct dt_stub *own_add(struct own_target *x, const struct dt_plan *plan,
					    size_t n_calls)
{
	struct dt_stub_call call = own_call(x), calls[] = {call, call, call};
	struct dt_stub_point point = {plan, calls, n_calls};
	struct dt_stub_block block = own_block(plan, &point, 1);
	struct dt_stub *stub = &x->stubs[x->n_stubs++];
	enum dt_refusal why = dt_stub_add(&x->area, &x->facts, &x->routines, &block, stub);

	if (why != DT_REFUSE_NONE)
		abort();
	return stub;
}

/** Makes the stubs executable and patches the sites. */
static inline void own_patch(struct own_target *x)
{
	memcpy(x->memory, x->area.bytes.data, x->area.bytes.len);
	if (mprotect(x->memory, OWN_AREA, PROT_READ | PROT_EXEC))
		abort();
	x->directory->is_open = 1;
	for (unsigned k = 0; k < x->n_stubs; k++)
		for (unsigned j = 0; j < x->stubs[k].n_patches; j++)
			own_write(x->stubs[k].patches[j].at, x->stubs[k].patches[j].new,
				  x->stubs[k].patches[j].size);
}

/** Restores the sites. */
static inline void own_restore(struct own_target *x)
{
	for (unsigned k = 0; k < x->n_stubs; k++)
		for (unsigned j = x->stubs[k].n_patches; j > 0; j--)
			own_write(x->stubs[k].patches[j - 1].at, x->stubs[k].patches[j - 1].old,
				  x->stubs[k].patches[j - 1].size);
}

static inline void own_target_destroy(struct own_target *x)
{
	for (unsigned k = 0; k < x->n_stubs; k++)
		dt_stub_deinit(&x->stubs[k]);
	munmap(x->directory, sizeof(*x->directory));
	munmap(x->slots, x->facts.n_slots * sizeof(*x->slots));
	munmap(x->memory, OWN_AREA);
	dt_vec_deinit(&x->area.bytes);
	dt_native_program_deinit(&x->program);
	dt_native_region_deinit(&x->r);
	dtrace_close(x->d);
	free(x);
}

/** Returns the first word of an aggregation's memory, added up: the result of `@ = count()`. */
static inline uint64_t own_count(const struct own_target *x)
{
	const struct dt_program_desc *desc = x->d->programs->desc;
	uint64_t sum = 0;

	for (size_t k = 0; k < desc->n_maps; k++)
		for (unsigned slot = 0;
		     slot < x->facts.n_slots && !strcmp(desc->maps[k].name, "dt_aggs"); slot++)
			sum += *(uint64_t *)dt_native_region_element(&x->r, k, slot);
	return sum;
}

/** Returns the number of firings that found no memory. */
static inline uint64_t own_drops(const struct own_target *x)
{
	uint64_t drops = x->slots->misses;

	for (unsigned k = 0; k < x->facts.n_slots; k++)
		drops += x->slots[k].drops;
	return drops;
}

#endif

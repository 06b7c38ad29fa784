/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Fuzzes the reader of debug information: an ELF file of any bytes is refused or gives types. The
 * test looks up the functions and types of the seed, and resolves, spells and walks them.
 */
#include "types/dwarf/source.h"

#include <elfutils/libdw.h>
#include <libelf.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MAX_TYPES = 500, MAX_DEPTH = 6, CODE = 4096 };

static void visit_type(const struct dt_type *t, unsigned depth, unsigned *budget)
{
	struct dt_str name = {0};

	if (!t || depth > MAX_DEPTH || !*budget)
		return;
	--*budget;
	dt_type_print(&name, t);
	dt_str_deinit(&name);
	t = dt_type_resolve(t);
	for (size_t i = 0; dt_type_is_sou(t) && i < t->n_members; i++)
		visit_type(t->members[i].type, depth + 1, budget);
	if (t->kind == DT_TYPE_POINTER || t->kind == DT_TYPE_ARRAY)
		visit_type(t->ref, depth + 1, budget);
}

static void use_dwarf(Dwarf *dwarf, const struct dt_convention *calls)
{
	static const char *const names[] = {"node", "node_t", "inner", "color", "number", "RED"};
	struct dt_arena *a = dt_arena_create();
	struct dt_universe *u = dt_universe_create(a, dt_intern_create(a), 256);
	struct dt_dwarf_source *s = dt_dwarf_source_create(u, dwarf, "seed", calls);
	struct dt_dwarf_function fn;
	unsigned budget = MAX_TYPES;
	int64_t value;

	dt_universe_add_source(u, dt_dwarf_source_types(s));
	for (size_t i = 0; i < dt_array_len(names); i++) {
		visit_type(dt_type_lookup(u, DT_TYPE_STRUCT, names[i]), 0, &budget);
		visit_type(dt_type_lookup(u, DT_TYPE_UNION, names[i]), 0, &budget);
		visit_type(dt_type_lookup(u, DT_TYPE_ENUM, names[i]), 0, &budget);
		visit_type(dt_type_lookup(u, DT_TYPE_TYPEDEF, names[i]), 0, &budget);
		dt_type_enumerator(u, names[i], &value);
	}
	for (uint64_t addr = CODE; addr < CODE + 128; addr++) {
		if (!dt_dwarf_function(s, addr, &fn))
			continue;
		visit_type(fn.result, 0, &budget);
		for (size_t i = 0; i < fn.n_args; i++)
			visit_type(fn.args[i], 0, &budget);
	}
	dt_universe_destroy(u);
	dt_dwarf_source_destroy(s);
	dt_arena_destroy(a);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct dt_convention registers = {.word = 8,
						       .n_args = 6,
						       .n_float_args = 8,
						       .n_dwarf = 16,
						       .dwarf_args = {5, 4, 1, 2, 8, 9},
						       .largest = 16},
					  linked = {.word = 8,
						    .n_args = 8,
						    .n_float_args = 8,
						    .n_dwarf = 32,
						    .largest = 16,
						    .is_aapcs64 = true},
					  stack = {.word = 4};
	char *copy = malloc(size + 1);
	Dwarf *dwarf = NULL;
	Elf *elf;

	memcpy(copy, data, size);
	elf_version(EV_CURRENT);
	elf = elf_memory(copy, size);
	if (elf && elf_kind(elf) == ELF_K_ELF)
		dwarf = dwarf_begin_elf(elf, DWARF_C_READ, NULL);
	if (dwarf) {
		use_dwarf(dwarf, &registers);
		use_dwarf(dwarf, &linked);
		use_dwarf(dwarf, &stack);
		dwarf_end(dwarf);
	}
	elf_end(elf);
	free(copy);
	return 0;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Fuzzes the reader of type data: any bytes, as the kernel's BTF and as split BTF on top of it, are
 * refused or give types. The test reads every type number, and resolves, spells and walks every
 * type.
 */
#include "types/btf/source.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MAX_TYPES = 2000, MAX_DEPTH = 6 };

static void visit_type(const struct dt_type *t, unsigned depth, unsigned *budget)
{
	struct dt_str name = {0};

	if (depth > MAX_DEPTH || !*budget)
		return;
	--*budget;
	dt_type_print(&name, t);
	dt_str_deinit(&name);
	t = dt_type_resolve(t);
	for (size_t i = 0; dt_type_is_sou(t) && i < t->n_members; i++)
		visit_type(t->members[i].type, depth + 1, budget);
	for (size_t i = 0; t->kind == DT_TYPE_FUNCTION && i < t->n_params; i++)
		visit_type(t->params[i], depth + 1, budget);
	if (t->kind == DT_TYPE_POINTER || t->kind == DT_TYPE_ARRAY)
		visit_type(t->ref, depth + 1, budget);
}

static void look_up(struct dt_universe *u, const char *name)
{
	static const enum dt_type_kind kinds[] = {DT_TYPE_STRUCT, DT_TYPE_UNION, DT_TYPE_ENUM,
						  DT_TYPE_TYPEDEF};
	unsigned budget = MAX_TYPES;
	const struct dt_type *t;
	int64_t value;

	for (size_t i = 0; i < dt_array_len(kinds); i++) {
		t = dt_type_lookup(u, kinds[i], name);
		if (t)
			visit_type(t, 0, &budget);
	}
	t = dt_type_variable(u, "", name);
	if (t)
		visit_type(t, 0, &budget);
	dt_type_enumerator(u, name, &value);
}

/** The input, which the source opens as vmlinux. */
static const void *input;
static size_t input_size;

static struct dt_rawbtf *open_input(const char *name, const struct dt_rawbtf *base)
{
	return base ? NULL : dt_rawbtf_create(input, input_size, NULL);
}

static void use_btf(const struct dt_rawbtf *btf)
{
	struct dt_arena *a = dt_arena_create();
	struct dt_universe *u = dt_universe_create(a, dt_intern_create(a), 256);
	struct dt_btf_source *s = dt_btf_source_create(open_input);
	uint32_t end = dt_rawbtf_end(btf);

	dt_universe_add_source(u, dt_btf_source_types(s));
	for (uint32_t id = 0; id < end && id < MAX_TYPES; id++) {
		const struct btf_type *t = dt_rawbtf_type(btf, id);

		if (t && *dt_rawbtf_string(btf, t->name_off))
			look_up(u, dt_rawbtf_string(btf, t->name_off));
	}
	look_up(u, "no such name");
	dt_universe_destroy(u);
	dt_btf_source_destroy(s);
	dt_arena_destroy(a);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	size_t half = size / 8 * 4;
	void *copy = dt_malloc(size + 1), *rest = dt_malloc(size - half + 1);
	struct dt_rawbtf *btf, *split;

	memcpy(copy, data, size); // aligned, and the sanitizer detects reads past its end
	memcpy(rest, data + half, size - half);
	input = copy;
	input_size = size;
	btf = open_input("vmlinux", NULL);
	if (btf) {
		use_btf(btf);
		split = dt_rawbtf_create(rest, size - half, btf);
		dt_rawbtf_destroy(split);
	}
	dt_rawbtf_destroy(btf);
	free(copy);
	free(rest);
	return 0;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tests of the kernel's type data: a fixture built with libbpf, which implements the format
 * independently, is read as types and compared with its source.
 */
#include "types/btf/source.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>

#include <bpf/btf.h>
#include <cmocka.h>

struct fixture {
	struct btf *made;
	struct dt_rawbtf *raw;
	struct dt_arena *arena;
	struct dt_universe *u;
	struct dt_btf_source *source;
};

/*
 * typedef int number_t; enum color { RED = -1, GREEN = 5 };
 * struct node { struct node *next; const char *name; int low:3, high:7; struct { long x; union {
 * char c; short s; }; }; int user_tagged *buf; u8 tail[]; } typedef void (*hook_t)(void *, struct
 * node *, bool); int per-CPU counter;
 */
static void build_btf(struct btf *b)
{
	int i32 = btf__add_int(b, "int", 4, BTF_INT_SIGNED);
	int i64 = btf__add_int(b, "long int", 8, BTF_INT_SIGNED);
	int chr = btf__add_int(b, "char", 1, 0);
	int sht = btf__add_int(b, "short int", 2, BTF_INT_SIGNED);
	int boolean = btf__add_int(b, "_Bool", 1, BTF_INT_BOOL);
	int name = btf__add_ptr(b, btf__add_const(b, chr));
	int number = btf__add_typedef(b, "number_t", i32);
	int tag = btf__add_type_tag(b, "user", number);
	int buffer = btf__add_ptr(b, tag);
	int tail = btf__add_array(b, i32, chr, 0);
	int inner, outer, node, next, data, proto;

	btf__add_enum(b, "color", 4);
	btf__add_enum_value(b, "RED", -1);
	btf__add_enum_value(b, "GREEN", 5);
	inner = btf__add_union(b, NULL, 2);
	btf__add_field(b, "c", chr, 0, 0);
	btf__add_field(b, "s", sht, 0, 0);
	outer = btf__add_struct(b, NULL, 16);
	btf__add_field(b, "x", i64, 0, 0);
	btf__add_field(b, NULL, inner, 64, 0);
	next = btf__type_cnt(b);
	btf__add_ptr(b, next + 1);
	node = btf__add_struct(b, "node", 48);
	btf__add_field(b, "next", next, 0, 0);
	btf__add_field(b, "name", name, 64, 0);
	btf__add_field(b, "low", i32, 128, 3);
	btf__add_field(b, "high", number, 131, 7);
	btf__add_field(b, NULL, outer, 192, 0);
	btf__add_field(b, "buf", buffer, 320, 0);
	btf__add_field(b, "tail", tail, 384, 0);
	data = btf__add_ptr(b, 0);
	proto = btf__add_func_proto(b, 0);
	btf__add_func_param(b, "data", data);
	btf__add_func_param(b, "node", next);
	btf__add_func_param(b, "on", boolean);
	btf__add_func(b, "visit", BTF_FUNC_STATIC, proto);
	btf__add_typedef(b, "hook_t", btf__add_ptr(b, proto));
	btf__add_fwd(b, "unknown", BTF_FWD_STRUCT);
	btf__add_datasec(b, ".data..percpu", 4);
	btf__add_datasec_var_info(b, btf__type_cnt(b), 0, 4);
	btf__add_var(b, "counter", BTF_VAR_STATIC, i32);
	assert_true(node > 0 && proto > 0);
}

/** The data of setup(), which the source opens as vmlinux. */
static const void *made;
static uint32_t made_size;

static struct dt_rawbtf *open_made(const char *name, const struct dt_rawbtf *base)
{
	return base ? NULL : dt_rawbtf_create(made, made_size, NULL);
}

static int setup(void **state)
{
	struct fixture *f = dt_zalloc(sizeof(*f));

	f->made = btf__new_empty();
	build_btf(f->made);
	made = btf__raw_data(f->made, &made_size);
	f->raw = open_made("vmlinux", NULL);
	assert_non_null(f->raw);
	f->arena = dt_arena_create();
	f->u = dt_universe_create(f->arena, dt_intern_create(f->arena), 256);
	f->source = dt_btf_source_create(open_made);
	dt_universe_add_source(f->u, dt_btf_source_types(f->source));
	*state = f;
	return 0;
}

static int teardown(void **state)
{
	struct fixture *f = *state;

	dt_universe_destroy(f->u);
	dt_btf_source_destroy(f->source);
	dt_rawbtf_destroy(f->raw);
	dt_arena_destroy(f->arena);
	btf__free(f->made);
	free(f);
	return 0;
}

static void every_record_is_found_by_number(void **state)
{
	struct fixture *f = *state;

	assert_int_equal(dt_rawbtf_end(f->raw), btf__type_cnt(f->made));
	for (uint32_t id = 1; id < btf__type_cnt(f->made); id++) {
		const struct btf_type *want = btf__type_by_id(f->made, id),
				      *got = dt_rawbtf_type(f->raw, id);

		assert_memory_equal(got, want, sizeof(*want));
		assert_string_equal(dt_rawbtf_string(f->raw, got->name_off),
				    btf__name_by_offset(f->made, want->name_off));
	}
	assert_null(dt_rawbtf_type(f->raw, dt_rawbtf_end(f->raw)));
}

static void names_are_found_before_and_after_they_are_hashed(void **state)
{
	struct fixture *f = *state;
	uint32_t id = btf__find_by_name_kind(f->made, "node", BTF_KIND_STRUCT);
	uint32_t function = btf__find_by_name_kind(f->made, "visit", BTF_KIND_FUNC);

	for (int i = 0; i < 40; i++) {
		assert_int_equal(dt_rawbtf_find(f->raw, 1 << BTF_KIND_STRUCT, "node"), id);
		assert_int_equal(dt_rawbtf_find(f->raw, 1 << BTF_KIND_STRUCT, "ode"), 0);
		assert_int_equal(dt_rawbtf_find(f->raw, 1 << BTF_KIND_UNION, "node"), 0);
		assert_int_equal(dt_rawbtf_find(f->raw, 1 << BTF_KIND_FUNC, "visit"), function);
	}
}

static void records_are_walked_without_an_index(void **state)
{
	struct fixture *f = *state;
	const struct btf_type *t = NULL;
	uint32_t size, id = 0;
	const void *data = btf__raw_data(f->made, &size);
	struct dt_rawbtf *b = dt_rawbtf_create(data, size, NULL);

	while ((t = dt_rawbtf_next(b, t)))
		assert_ptr_equal(t, dt_rawbtf_type(b, ++id));
	assert_int_equal(id, dt_rawbtf_end(b) - 1);
	dt_rawbtf_destroy(b);
}

static const struct dt_member *find_member(const struct dt_type *t, const char *name, uint64_t *bit)
{
	const struct dt_member *m = dt_type_member(t, name, bit);

	assert_non_null(m);
	return m;
}

static void a_struct_gets_its_members_when_it_is_resolved(void **state)
{
	struct fixture *f = *state;
	const struct dt_type *t = dt_type_lookup(f->u, DT_TYPE_STRUCT, "node");
	uint64_t bit;

	assert_int_equal(t->kind, DT_TYPE_FORWARD);
	assert_int_equal(t->size, 48);
	assert_ptr_equal(dt_type_resolve(t), t);
	assert_int_equal(t->kind, DT_TYPE_STRUCT);
	assert_ptr_equal(dt_type_resolve(find_member(t, "next", &bit)->type)->ref, t);
	assert_int_equal(find_member(t, "high", &bit)->bit_width, 7);
	assert_int_equal(bit, 131);
	assert_string_equal(dt_type_name(f->arena, find_member(t, "high", &bit)->type), "number_t");
	assert_string_equal(dt_type_name(f->arena, find_member(t, "name", &bit)->type),
			    "const char *");
	find_member(t, "s", &bit); // in two nested anonymous types
	assert_int_equal(bit, 256);
	assert_int_equal(find_member(t, "tail", &bit)->type->nelems, 0);
	assert_int_equal(find_member(t, "buf", &bit)->type->ref->quals, DT_QUAL_USERLAND);
}

static void enums_prototypes_and_variables_are_known(void **state)
{
	struct fixture *f = *state;
	const struct dt_type *t;
	int64_t value;

	t = dt_type_enumerator(f->u, "RED", &value);
	assert_string_equal(t->name, "color");
	assert_int_equal(value, -1);
	assert_null(dt_type_enumerator(f->u, "BLUE", &value));
	assert_null(dt_type_own_enumerator(f->u, "RED", &value));
	for (int i = 0; i < 100; i++) { // many searches: by a table of names from some time on
		char name[16];

		snprintf(name, sizeof(name), "BLUE%d", i);
		value = 0;
		assert_null(dt_type_enumerator(f->u, name, &value));
		assert_string_equal(dt_type_enumerator(f->u, "RED", &value)->name, "color");
		assert_int_equal(value, -1);
	}
	t = dt_type_resolve(dt_type_lookup(f->u, DT_TYPE_TYPEDEF, "hook_t"));
	assert_int_equal(t->ref->n_params, 3);
	assert_string_equal(dt_type_name(f->arena, t->ref->params[1]), "struct node *");
	assert_ptr_equal(dt_type_of_function(f->u, "vmlinux", "visit"), t->ref);
	assert_null(dt_type_of_function(f->u, "vmlinux", "counter"));
	assert_null(dt_type_of_function(f->u, "other", "visit"));
	t = dt_type_variable(f->u, "", "counter");
	assert_int_equal(t->quals, DT_QUAL_PERCPU);
	assert_null(dt_type_variable(f->u, "", "node"));
	assert_null(dt_type_lookup(f->u, DT_TYPE_STRUCT, "missing"));
}

static void the_programs_own_types_come_first(void **state)
{
	struct fixture *f = *state;
	struct dt_type *own = dt_type_tag(f->u, DT_TYPE_STRUCT, "node");

	dt_type_complete_sou(f->u, own, NULL, 0);
	assert_ptr_equal(dt_type_lookup(f->u, DT_TYPE_STRUCT, "node"), own);
}

static void damaged_data_are_refused(void **state)
{
	struct fixture *f = *state;
	uint32_t size;
	const char *data = btf__raw_data(f->made, &size);

	for (uint32_t n = 0; n < size; n++) {
		char *copy = dt_malloc(n + 1);

		memcpy(copy, data, n);
		assert_null(dt_rawbtf_create(copy, n, NULL));
		free(copy);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup_teardown(every_record_is_found_by_number, setup, teardown),
	    cmocka_unit_test_setup_teardown(names_are_found_before_and_after_they_are_hashed, setup,
					    teardown),
	    cmocka_unit_test_setup_teardown(records_are_walked_without_an_index, setup, teardown),
	    cmocka_unit_test_setup_teardown(a_struct_gets_its_members_when_it_is_resolved, setup,
					    teardown),
	    cmocka_unit_test_setup_teardown(enums_prototypes_and_variables_are_known, setup,
					    teardown),
	    cmocka_unit_test_setup_teardown(the_programs_own_types_come_first, setup, teardown),
	    cmocka_unit_test_setup_teardown(damaged_data_are_refused, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tests of bit-fields in packed structs, which cross the units of their type. An interpreter runs
 * the generated code that reads and writes them, on structs that the C compiler has filled, at
 * every offset and width.
 */
#include "lower/place/place.h"
#include "lower/firing/gen.h"

#include "ir/ops.h"
#include "types/types.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { WHOLE = 16 }; // bytes of the test's struct

struct fixture {
	struct dt_arena *arena;
	struct dt_universe *types;
};

static int setup(void **state)
{
	static struct fixture f;

	f.arena = dt_arena_create();
	f.types = dt_universe_create(f.arena, dt_intern_create(f.arena), 256);
	*state = &f;
	return 0;
}

static int teardown(void **state)
{
	struct fixture *f = *state;

	dt_universe_destroy(f->types);
	dt_arena_destroy(f->arena);
	return 0;
}

/** Interprets straight-line code without helpers. Returns the value of `result`. */
static uint64_t interpret(const struct dt_ir_func *f, dt_reg result)
{
	uint64_t r[512] = {0};

	dt_vec_foreach (&f->code, i) {
		uint64_t b = i->b ? r[i->b] : (uint64_t)i->imm;

		switch (i->op) {
		case DT_IR_CONST:
			r[i->dst] = (uint64_t)i->imm;
			break;
		case DT_IR_LOAD:
			memcpy(&r[i->dst], (const void *)(r[i->a] + (uint64_t)i->off), i->width);
			break;
		case DT_IR_STORE:
			memcpy((void *)(r[i->a] + (uint64_t)i->off), &r[i->b], i->width);
			break;
		default:
			assert_true(dt_ir_eval_bin(i->op, r[i->a], b, &r[i->dst]));
		}
	}
	return r[result];
}

struct field {
	enum dt_basic type;
	uint64_t at, width, whole;
};

/** Reads the field of the struct in `memory`, or writes it if `value` is not NULL. */
static int64_t generate(struct fixture *x, void *memory, const struct field *field,
			const int64_t *value)
{
	struct dt_ir_prog *p = dt_ir_prog_create(x->arena, "test", DT_ATTACH_RAW_TRACEPOINT);
	struct dt_gen g = {.f = dt_ir_func_add(p, "main", 0)};
	struct dt_place place = {.kind = DT_PLACE_MEM,
				 .type = dt_type_basic(x->types, field->type)};
	int64_t result;
	dt_reg loaded = 0;

	place.base = dt_ir_const(g.f, (int64_t)(uintptr_t)memory);
	dt_place_bits(&place, field->at, (unsigned)field->width, field->whole);
	if (value)
		dt_place_store(&g, &place, dt_ir_const(g.f, *value));
	else
		loaded = dt_place_load(&g, &place);
	result = (int64_t)interpret(g.f, loaded);
	dt_ir_prog_deinit(p);
	return result;
}

static void fields_of_a_packed_struct(void **state)
{
	struct __attribute__((packed)) {
		unsigned a : 3;
		unsigned long b : 62;
		int c : 30;
		unsigned char d : 6;
		unsigned long e : 64;
		int f : 3;
	} s, want;
	static const struct field fields[] = {
	    {DT_UINT, 0, 3, sizeof(s)},	    {DT_ULONG, 3, 62, sizeof(s)},
	    {DT_INT, 65, 30, sizeof(s)},    {DT_UCHAR, 95, 6, sizeof(s)},
	    {DT_ULONG, 101, 64, sizeof(s)}, {DT_INT, 165, 3, sizeof(s)},
	};
	static const int64_t values[] = {5, 0x2aaaaaaaaaaaaaab, -12345678, 42, -3, -2};

	memset(&s, 0xff, sizeof(s));
	memset(&want, 0xff, sizeof(want));
	want.a = 5;
	want.b = 0x2aaaaaaaaaaaaaab;
	want.c = -12345678;
	want.d = 42;
	want.e = (unsigned long)-3;
	want.f = -2;
	for (size_t i = 0; i < dt_array_len(fields); i++)
		generate(*state, &s, &fields[i], &values[i]);
	assert_memory_equal(&s, &want, sizeof(s));
	for (size_t i = 0; i < dt_array_len(fields); i++)
		assert_int_equal(generate(*state, &s, &fields[i], NULL), values[i]);
}

static bool bit_of(const uint8_t *bytes, uint64_t at)
{
	return bytes[at / 8] >> at % 8 & 1;
}

static void check_field(struct fixture *x, const struct field *field, bool is_signed)
{
	static const int64_t value = 0x123456789abcdef5;
	uint8_t bytes[WHOLE], before[WHOLE];
	uint64_t want = 0;

	for (unsigned i = 0; i < WHOLE; i++)
		bytes[i] = (uint8_t)(0x5b * i + 0x39);
	memcpy(before, bytes, WHOLE);
	for (unsigned i = 0; i < 64; i++) {
		unsigned from = i < field->width ? i : (unsigned)field->width - 1;

		if (i < field->width || is_signed)
			want |= (uint64_t)bit_of(bytes, field->at + from) << i;
	}
	assert_int_equal(generate(x, bytes, field, NULL), want);
	generate(x, bytes, field, &value);
	for (uint64_t i = 0; i < 8 * WHOLE; i++)
		assert_int_equal(bit_of(bytes, i), i < field->at || i >= field->at + field->width
						       ? bit_of(before, i)
						       : value >> (i - field->at) & 1);
}

static void every_offset_and_width(void **state)
{
	static const enum dt_basic types[][2] = {
	    {DT_UCHAR, DT_SCHAR}, {DT_USHORT, DT_SHORT}, {DT_UINT, DT_INT}, {DT_ULONG, DT_LONG}};

	for (unsigned i = 0; i < 4; i++)
		for (unsigned is_signed = 0; is_signed < 2; is_signed++)
			for (unsigned width = 1; width <= 8u << i; width++)
				for (unsigned at = 0; at + width <= 8 * WHOLE; at++)
					check_field(
					    *state,
					    &(struct field){types[i][is_signed], at, width, WHOLE},
					    is_signed);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup_teardown(fields_of_a_packed_struct, setup, teardown),
	    cmocka_unit_test_setup_teardown(every_offset_and_width, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tests of types: layout compared with this compiler's layout of the same structs, spelling,
 * lookup, conversions. One macro declares the structs twice, in C and as members for the universe.
 */
#include "types/named.h"
#include "types/types.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct fixture {
	struct dt_arena *arena;
	struct dt_universe *u;
};

static int setup(void **state)
{
	struct fixture *f = dt_zalloc(sizeof(*f));

	f->arena = dt_arena_create();
	f->u = dt_universe_create(f->arena, dt_intern_create(f->arena), 256);
	*state = f;
	return 0;
}

static int teardown(void **state)
{
	struct fixture *f = *state;

	dt_universe_destroy(f->u);
	dt_arena_destroy(f->arena);
	free(f);
	return 0;
}

static const struct dt_type *basic_type(struct fixture *f, enum dt_basic b)
{
	return dt_type_basic(f->u, b);
}

static struct dt_type *make_type(struct fixture *f, enum dt_type_kind kind, const char *tag,
				 const struct dt_member *m, size_t n)
{
	struct dt_type *t = dt_type_tag(f->u, kind, tag);
	struct dt_member *copy = dt_arena_array(f->arena, struct dt_member, n);

	memcpy(copy, m, n * sizeof(*m));
	dt_type_complete_sou(f->u, t, copy, n);
	return t;
}

struct plain {
	char a;
	short b;
	char c;
	long d;
	char e[3];
	int f;
};

static void test_plain_layout(void **state)
{
	struct fixture *f = *state;
	const struct dt_member m[] = {
	    {.name = "a", .type = basic_type(f, DT_CHAR)},
	    {.name = "b", .type = basic_type(f, DT_SHORT)},
	    {.name = "c", .type = basic_type(f, DT_CHAR)},
	    {.name = "d", .type = basic_type(f, DT_LONG)},
	    {.name = "e", .type = dt_type_array(f->u, basic_type(f, DT_CHAR), 3)},
	    {.name = "f", .type = basic_type(f, DT_INT)},
	};
	const struct dt_type *t = make_type(f, DT_TYPE_STRUCT, "plain", m, dt_array_len(m));

	assert_int_equal(t->size, sizeof(struct plain));
	assert_int_equal(t->align, _Alignof(struct plain));
	assert_int_equal(t->members[1].bit_offset, offsetof(struct plain, b) * 8);
	assert_int_equal(t->members[3].bit_offset, offsetof(struct plain, d) * 8);
	assert_int_equal(t->members[4].bit_offset, offsetof(struct plain, e) * 8);
	assert_int_equal(t->members[5].bit_offset, offsetof(struct plain, f) * 8);
}

struct bits {
	unsigned a : 3;
	unsigned b : 30;
	unsigned long c : 33;
	unsigned char d : 7;
	unsigned char e : 2;
	int f;
};

/** Returns the first bit that is set in the bytes. */
static uint64_t first_bit(const void *p, size_t size)
{
	const unsigned char *bytes = p;

	for (uint64_t i = 0; i < size * 8; i++)
		if (bytes[i / 8] >> i % 8 & 1)
			return i;
	return UINT64_MAX;
}

#define BIT_OF(member)                          \
	({                                      \
		struct bits v_ = {.member = 1}; \
		first_bit(&v_, sizeof(v_));     \
	})

static void test_bit_field_layout(void **state)
{
	struct fixture *f = *state;
	const struct dt_member m[] = {
	    {.name = "a", .type = basic_type(f, DT_UINT), .bit_width = 3},
	    {.name = "b", .type = basic_type(f, DT_UINT), .bit_width = 30},
	    {.name = "c", .type = basic_type(f, DT_ULONG), .bit_width = 33},
	    {.name = "d", .type = basic_type(f, DT_UCHAR), .bit_width = 7},
	    {.name = "e", .type = basic_type(f, DT_UCHAR), .bit_width = 2},
	    {.name = "f", .type = basic_type(f, DT_INT)},
	};
	const struct dt_type *t = make_type(f, DT_TYPE_STRUCT, "bits", m, dt_array_len(m));

	assert_int_equal(t->size, sizeof(struct bits));
	assert_int_equal(t->members[0].bit_offset, BIT_OF(a));
	assert_int_equal(t->members[1].bit_offset, BIT_OF(b));
	assert_int_equal(t->members[2].bit_offset, BIT_OF(c));
	assert_int_equal(t->members[3].bit_offset, BIT_OF(d));
	assert_int_equal(t->members[4].bit_offset, BIT_OF(e));
	assert_int_equal(t->members[5].bit_offset, BIT_OF(f));
}

struct outer {
	char tag;
	union {
		int i;
		struct {
			char x;
			long y;
		};
	};
};

static void test_anonymous_members(void **state)
{
	struct fixture *f = *state;
	const struct dt_member inner[] = {
	    {.name = "x", .type = basic_type(f, DT_CHAR)},
	    {.name = "y", .type = basic_type(f, DT_LONG)},
	};
	const struct dt_member either[] = {
	    {.name = "i", .type = basic_type(f, DT_INT)},
	    {.type = make_type(f, DT_TYPE_STRUCT, NULL, inner, 2)},
	};
	const struct dt_member m[] = {
	    {.name = "tag", .type = basic_type(f, DT_CHAR)},
	    {.type = make_type(f, DT_TYPE_UNION, NULL, either, 2)},
	};
	const struct dt_type *t = make_type(f, DT_TYPE_STRUCT, "outer", m, 2);
	uint64_t at;

	assert_int_equal(t->size, sizeof(struct outer));
	assert_non_null(dt_type_member(t, "y", &at));
	assert_int_equal(at, offsetof(struct outer, y) * 8);
	assert_non_null(dt_type_member(t, "i", &at));
	assert_int_equal(at, offsetof(struct outer, i) * 8);
	assert_null(dt_type_member(t, "z", &at));
}

static void assert_spelled(struct fixture *f, const struct dt_type *t, const char *text)
{
	assert_string_equal(dt_type_name(f->arena, t), text);
}

static void test_spelling(void **state)
{
	struct fixture *f = *state;
	const struct dt_type *i = basic_type(f, DT_INT), *c = basic_type(f, DT_CHAR);
	const struct dt_type *params[] = {i, dt_type_pointer(f->u, c)};
	const struct dt_type *fn = dt_type_function(f->u, i, params, 2, true);
	const struct dt_type *cp = dt_type_pointer(f->u, dt_type_qualified(f->u, c, DT_QUAL_CONST));

	assert_spelled(f, basic_type(f, DT_ULLONG), "unsigned long long");
	assert_spelled(f, basic_type(f, DT_UINT64), "uint64_t");
	assert_spelled(f, dt_type_array(f->u, dt_type_array(f->u, i, 3), 4), "int [4][3]");
	assert_spelled(f, dt_type_array(f->u, dt_type_pointer(f->u, c), 0), "char *[]");
	assert_spelled(f, dt_type_pointer(f->u, dt_type_array(f->u, i, 4)), "int (*)[4]");
	assert_spelled(f, dt_type_pointer(f->u, fn), "int (*)(int, char *, ...)");
	assert_spelled(f, cp, "const char *");
	assert_spelled(f, dt_type_qualified(f->u, cp, DT_QUAL_CONST), "const char *const");
	assert_spelled(f, dt_type_pointer(f->u, dt_type_tag(f->u, DT_TYPE_STRUCT, "foo")),
		       "struct foo *");
	assert_spelled(f, dt_type_function(f->u, i, NULL, 0, false), "int (void)");
}

static void test_lookup(void **state)
{
	struct fixture *f = *state;
	struct dt_type *e = dt_type_tag(f->u, DT_TYPE_ENUM, "color");
	struct dt_enumerator names[] = {{"RED", 0}, {"GREEN", 7}};
	int64_t value = 0;

	dt_type_complete_enum(f->u, e, names, 2);
	assert_ptr_equal(dt_type_lookup(f->u, DT_TYPE_ENUM, "color"), e);
	assert_null(dt_type_lookup(f->u, DT_TYPE_STRUCT, "color"));
	assert_ptr_equal(dt_type_enumerator(f->u, "GREEN", &value), e);
	assert_int_equal(value, 7);
	assert_ptr_equal(dt_type_lookup(f->u, DT_TYPE_TYPEDEF, "D`int"), basic_type(f, DT_INT));
	assert_non_null(dt_type_lookup(f->u, DT_TYPE_TYPEDEF, "zoneid_t"));
	assert_null(dt_type_lookup(f->u, DT_TYPE_TYPEDEF, "no_such_t"));
	assert_non_null(dt_type_typedef(f->u, "pid_t", basic_type(f, DT_INT)));
	assert_null(dt_type_typedef(f->u, "pid_t", basic_type(f, DT_LONG)));
}

/** The conversions of all pairs of integer types are those of this compiler. */
static void test_arith(void **state)
{
	struct fixture *f = *state;
	char c = 0;
	unsigned char uc = 0;
	short s = 0;
	unsigned short us = 0;
	int i = 0;
	unsigned ui = 0;
	long l = 0;
	unsigned long ul = 0;
	long long ll = 0;
	unsigned long long ull = 0;

#define RESULT(e)                               \
	_Generic((e), int                       \
		 : DT_INT, unsigned             \
		 : DT_UINT, long                \
		 : DT_LONG, unsigned long       \
		 : DT_ULONG, long long          \
		 : DT_LLONG, unsigned long long \
		 : DT_ULLONG)
#define CHECK(A, a, B, b)                                                         \
	assert_ptr_equal(dt_type_arith(f->u, basic_type(f, A), basic_type(f, B)), \
			 basic_type(f, RESULT((a) + (b))))
#define ROW(A, a)                   \
	CHECK(A, a, DT_CHAR, c);    \
	CHECK(A, a, DT_UCHAR, uc);  \
	CHECK(A, a, DT_SHORT, s);   \
	CHECK(A, a, DT_USHORT, us); \
	CHECK(A, a, DT_INT, i);     \
	CHECK(A, a, DT_UINT, ui);   \
	CHECK(A, a, DT_LONG, l);    \
	CHECK(A, a, DT_ULONG, ul);  \
	CHECK(A, a, DT_LLONG, ll);  \
	CHECK(A, a, DT_ULLONG, ull)

	ROW(DT_CHAR, c);
	ROW(DT_UCHAR, uc);
	ROW(DT_SHORT, s);
	ROW(DT_USHORT, us);
	ROW(DT_INT, i);
	ROW(DT_UINT, ui);
	ROW(DT_LONG, l);
	ROW(DT_ULONG, ul);
	ROW(DT_LLONG, ll);
	ROW(DT_ULLONG, ull);
}

static const struct dt_type *source_lookup(void *self, struct dt_universe *u,
					   enum dt_type_kind kind, const char *name)
{
	struct fixture *f = self;

	if (kind == DT_TYPE_TYPEDEF && strcmp(name, "gfp_t") == 0)
		return basic_type(f, DT_UINT);
	return NULL;
}

static void test_source(void **state)
{
	struct fixture *f = *state;
	const struct dt_type_source source = {.self = f, .lookup = source_lookup};

	dt_universe_add_source(f->u, &source);
	assert_ptr_equal(dt_type_lookup(f->u, DT_TYPE_TYPEDEF, "gfp_t"), basic_type(f, DT_UINT));
	// D's own declarations come first.
	const struct dt_type *own = dt_type_typedef(f->u, "gfp_t", basic_type(f, DT_LONG));
	assert_ptr_equal(dt_type_lookup(f->u, DT_TYPE_TYPEDEF, "gfp_t"), own);
}

static void assert_named(struct fixture *f, const char *type, int64_t value, const char *text)
{
	const struct dt_type *t = dt_type_lookup(f->u, DT_TYPE_TYPEDEF, type);
	dt_cleanup(dt_str_deinit) struct dt_str out = {0};

	dt_named_append(&out, dt_named_type(t), value);
	assert_string_equal(dt_str_text(&out), text);
}

static void test_named(void **state)
{
	struct fixture *f = *state;

	assert_named(f, "open_flags_t", 0, "O_RDONLY");
	assert_named(f, "open_flags_t", 02000001, "O_WRONLY|O_CLOEXEC");
	assert_named(f, "open_flags_t", 020200002, "O_RDWR|O_TMPFILE");
	assert_named(f, "open_flags_t", 04010000, "O_RDONLY|O_SYNC");
	assert_named(f, "open_flags_t", INT32_MIN, "O_RDONLY|0x80000000");
	assert_named(f, "open_flags_t", 3, "0x3");
	assert_named(f, "prot_t", 0, "PROT_NONE");
	assert_named(f, "prot_t", 5, "PROT_READ|PROT_EXEC");
	assert_named(f, "at_flags_t", 0, "0");
	assert_named(f, "dirfd_t", 0xffffff9c, "AT_FDCWD"); // as in the register
	assert_named(f, "dirfd_t", 3, "3");
	assert_named(f, "dirfd_t", -1, "-1");
	assert_named(f, "signal_t", 64, "64");
	assert_named(f, "mode_t", 0, "0");
	assert_named(f, "mode_t", 0644, "0644");
	assert_named(f, "mode_t", 0100600, "S_IFREG|0600");
	assert_named(f, "clone_flags_t", 0x1200011,
		     "SIGCHLD|CLONE_CHILD_CLEARTID|CLONE_CHILD_SETTID");
	const struct dt_type *mode = dt_type_lookup(f->u, DT_TYPE_TYPEDEF, "mode_t");
	assert_ptr_equal(dt_named_type(dt_type_typedef(f->u, "own_t", mode)), dt_named_type(mode));
	assert_null(dt_named_type(basic_type(f, DT_INT)));
	assert_null(dt_named_type(NULL));
}

/** No value has an empty mask, because it would be part of every other. */
static void test_named_tables(void **state)
{
	for (size_t i = 0; i < dt_named_type_count; i++) {
		for (const struct dt_named_value *v = dt_named_types[i].values; v->name; v++) {
			assert_int_not_equal(v->mask, 0);
			assert_int_equal(v->value & ~v->mask, 0);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup_teardown(test_plain_layout, setup, teardown),
	    cmocka_unit_test_setup_teardown(test_bit_field_layout, setup, teardown),
	    cmocka_unit_test_setup_teardown(test_anonymous_members, setup, teardown),
	    cmocka_unit_test_setup_teardown(test_spelling, setup, teardown),
	    cmocka_unit_test_setup_teardown(test_lookup, setup, teardown),
	    cmocka_unit_test_setup_teardown(test_arith, setup, teardown),
	    cmocka_unit_test_setup_teardown(test_source, setup, teardown),
	    cmocka_unit_test_setup_teardown(test_named, setup, teardown),
	    cmocka_unit_test(test_named_tables),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tests of src/base: each test checks the contracts of one header.
 */
#include "base/extents.h"
#include "base/host/cpus.h"
#include "base/error.h"
#include "base/map.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/text/visible.h"
#include "base/text/words.h"
#include "base/vec.h"

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

enum { MANY = 10000 };

static void vec_grows_and_keeps_order(void **state)
{
	dt_vec(int) v = {0};

	for (int i = 0; i < MANY; i++)
		dt_vec_push(&v, i);
	assert_int_equal(v.len, MANY);
	int want = 0;
	dt_vec_foreach (&v, p)
		assert_int_equal(*p, want++);
	assert_int_equal(dt_vec_last(&v), MANY - 1);
	assert_int_equal(dt_vec_pop(&v), MANY - 1);
	assert_int_equal(v.len, MANY - 1);
	dt_vec_deinit(&v);
	assert_null(v.data);
}

static void vec_holds_compound_values(void **state)
{
	dt_vec(struct dt_str) v = {0};

	dt_vec_push(&v, (struct dt_str){.len = 1, .cap = 2});
	assert_int_equal(dt_vec_last(&v).cap, 2);
	dt_vec_reserve(&v, 100);
	assert_true(v.cap >= 100);
	assert_int_equal(v.len, 1);
	dt_vec_deinit(&v);
}

static void map_finds_what_was_put(void **state)
{
	struct dt_map m = {0};
	int values[3];

	assert_null(dt_map_get_str(&m, "a"));
	assert_null(dt_map_put_str(&m, "a", &values[0]));
	assert_null(dt_map_put(&m, "a\0b", 3, &values[1]));
	assert_null(dt_map_put(&m, "", 0, &values[2]));
	assert_ptr_equal(dt_map_get_str(&m, "a"), &values[0]);
	assert_ptr_equal(dt_map_get(&m, "a\0b", 3), &values[1]);
	assert_ptr_equal(dt_map_get(&m, "", 0), &values[2]);
	assert_ptr_equal(dt_map_put_str(&m, "a", &values[1]), &values[0]);
	assert_int_equal(m.len, 3);
	dt_map_deinit(&m);
}

static void map_survives_growth_and_removal(void **state)
{
	static char values[MANY];
	struct dt_map m = {0};

	for (int i = 0; i < MANY; i++)
		assert_null(dt_map_put(&m, &i, sizeof(i), &values[i]));
	for (int i = 0; i < MANY; i += 3)
		assert_ptr_equal(dt_map_remove(&m, &i, sizeof(i)), &values[i]);
	for (int i = 0; i < MANY; i++)
		assert_ptr_equal(dt_map_get(&m, &i, sizeof(i)), i % 3 ? &values[i] : NULL);

	size_t pos = 0, seen = 0;
	for (struct dt_map_entry *e; (e = dt_map_next(&m, &pos)); seen++) {
		int key;

		memcpy(&key, e->key, sizeof(key));
		assert_ptr_equal(e->value, &values[key]);
	}
	assert_int_equal(seen, m.len);
	assert_null(dt_map_remove(&m, "no", 2));
	dt_map_deinit(&m);
}

static void map_yields_keys_in_order_of_insertion(void **state)
{
	static const char *const names[] = {"one", "two", "three", "four"};
	static const char *const left[] = {"one", "four", "three"};
	struct dt_map m = {0};
	size_t pos = 0;

	for (size_t i = 0; i < dt_array_len(names); i++)
		dt_map_put_str(&m, names[i], NULL);
	dt_map_remove(&m, "two", 3);
	for (size_t i = 0; i < dt_array_len(left); i++)
		assert_string_equal(dt_map_next(&m, &pos)->key, left[i]);
	assert_null(dt_map_next(&m, &pos));
	dt_map_deinit(&m);
}

/** Returns the second word of a key that collides in a hash without a secret, which adds a word by
 *  `(h ^ word) * factor`, h ^ h >> 32. */
static uint64_t second_word(uint64_t begin, uint64_t first, uint64_t wanted)
{
	const uint64_t factor = 0xd6e8feb86659fd93;
	uint64_t inverse = factor, h = ((begin ^ 16) ^ first) * factor;

	for (int i = 0; i < 6; i++)
		inverse *= 2 - factor * inverse;
	h ^= h >> 32;
	return (wanted ^ wanted >> 32) * inverse ^ h;
}

static void hashes_cannot_be_chosen(void **state)
{
	enum { N = 1000 };
	struct dt_map hashes = {0};

	for (uint64_t i = 0; i < N; i++) {
		uint64_t key[] = {i, second_word(DT_HASH_BEGIN, i, 42)};
		uint64_t low = dt_hash_bytes(key, sizeof(key)) & 0xffffff;

		dt_map_put(&hashes, &low, sizeof(low), &hashes);
	}
	assert_in_range(hashes.len, N - 10, N);
	dt_map_deinit(&hashes);
}

static void hash_of_parts_is_that_of_the_whole(void **state)
{
	uint64_t whole = dt_hash_add(DT_HASH_BEGIN, "abcdef", 6);

	assert_true(whole == dt_hash_add(dt_hash_add(DT_HASH_BEGIN, "abc", 3), "def", 3));
	assert_true(whole != dt_hash_add(DT_HASH_BEGIN, "abcdeg", 6));
}

static void cpus_come_and_go(void **state)
{
	static const unsigned want[] = {0, 2, 5};
	struct dt_cpus cpus = {0};

	dt_cpus_parse(&cpus, "2,4");
	assert_true(dt_cpus_add(&cpus, 5));
	assert_true(dt_cpus_add(&cpus, 0));
	assert_false(dt_cpus_add(&cpus, 2));
	assert_true(dt_cpus_remove(&cpus, 4));
	assert_false(dt_cpus_remove(&cpus, 4));
	assert_false(dt_cpus_remove(&cpus, 9));
	assert_int_equal(cpus.v.len, dt_array_len(want));
	assert_memory_equal(cpus.v.data, want, sizeof(want));
	dt_cpus_deinit(&cpus);
}

static void cpu_lists_are_read(void **state)
{
	static const unsigned want[] = {0, 1, 2, 3, 8, 10, 11};
	struct dt_cpus cpus = {0};

	dt_cpus_parse(&cpus, "0-3,8,10-11\n");
	assert_int_equal(cpus.v.len, dt_array_len(want));
	assert_memory_equal(cpus.v.data, want, sizeof(want));
	dt_cpus_deinit(&cpus);
	dt_cpus_parse(&cpus, "5-3,x");
	assert_int_equal(cpus.v.len, 0);
	dt_cpus_parse(&cpus, "1-99999999999999999999");
	assert_true(cpus.v.len < 1 << 17);
	dt_cpus_deinit(&cpus);
	assert_true(dt_cpus_end("online") >= 1);
	assert_true(dt_cpus_end("online") <= dt_cpus_end("possible"));
}

static void str_builds(void **state)
{
	struct dt_str s = {0};

	assert_string_equal(dt_str_text(&s), "");
	dt_str_append(&s, "one");
	dt_str_append_c(&s, ' ');
	dt_str_append_n(&s, "two and more", 3);
	dt_str_printf(&s, " %d%s", 3, "!");
	assert_string_equal(dt_str_text(&s), "one two 3!");
	assert_int_equal(s.len, strlen("one two 3!"));
	dt_str_clear(&s);
	assert_string_equal(dt_str_text(&s), "");
	dt_str_printf(&s, "%0500d", 7);
	assert_int_equal(s.len, 500);

	dt_cleanup(dt_free_p) char *taken = dt_str_take(&s);
	assert_int_equal(strlen(taken), 500);
	assert_null(s.data);
	dt_cleanup(dt_free_p) char *empty = dt_str_take(&s);
	assert_string_equal(empty, "");
	dt_str_deinit(&s);
}

static void visible_characters(void **state)
{
	static const struct {
		const char *text, *name, *data;
	} cases[] = {
	    {"a\033\177\n\t", "a\\033\\177\\n\\t", "a\\033\\177\n\t"},
	    {"\302\205\205\377", "\\302\\205\\205\377", "\\302\\205\\205\377"},
	    // U+202E, U+2066, U+200B, U+FEFF and U+E0041 reorder or hide text.
	    {"\342\200\256x", "\\342\\200\\256x", "\\342\\200\\256x"},
	    {"\342\201\246", "\\342\\201\\246", "\\342\\201\\246"},
	    {"\342\200\213", "\\342\\200\\213", "\\342\\200\\213"},
	    {"\357\273\277", "\\357\\273\\277", "\\357\\273\\277"},
	    {"\363\240\201\201", "\\363\\240\\201\\201", "\\363\\240\\201\\201"},
	    // Letters, U+200D, which joins emoji, and the neighbours of the ranges.
	    {"\303\244\302\240\302\256", "\303\244\302\240\302\256", "\303\244\302\240\302\256"},
	    {"\342\200\215\342\200\220\342\200\257", "\342\200\215\342\200\220\342\200\257",
	     "\342\200\215\342\200\220\342\200\257"},
	    {"\360\237\230\200", "\360\237\230\200", "\360\237\230\200"},
	};

	for (size_t i = 0; i < dt_array_len(cases); i++) {
		dt_cleanup(dt_str_deinit) struct dt_str name = {0}, data = {0};

		dt_visible_append(&name, cases[i].text, strlen(cases[i].text), true);
		dt_visible_append(&data, cases[i].text, strlen(cases[i].text), false);
		assert_string_equal(dt_str_text(&name), cases[i].name);
		assert_string_equal(dt_str_text(&data), cases[i].data);
	}
}

static void str_escapes(void **state)
{
	struct dt_str s = {0};

	dt_str_escape(&s, "a\"\\\n\t\r\a\0007\x80", 10);
	assert_string_equal(dt_str_text(&s), "a\\\"\\\\\\n\\t\\r\\a\\0007\\200");
	dt_str_deinit(&s);
}

static void glob_matches(void **state)
{
	static const struct {
		const char *pattern, *text;
		bool matches;
	} cases[] = {
	    {"", "anything", true},	   {"", "", true},
	    {"read", "read", true},	   {"read", "pread", false},
	    {"read", "reads", false},	   {"*", "", true},
	    {"r?ad", "read", true},	   {"r?ad", "rad", false},
	    {"*read*", "preadv", true},	   {"*a*b*c", "xaybzbc", true},
	    {"*a*b*c", "xaybzbd", false},  {"a**", "a", true},
	    {"[pr]read", "pread", true},   {"[a-f]", "c", true},
	    {"[a-f]", "g", false},	   {"[!a-f]", "g", true},
	    {"[!a-f]", "a", false},	   {"[]x]", "]", true},
	    {"[a-]", "-", true},	   {"[\\]]", "]", true},
	    {"[abc", "a", false},	   {"\\*", "*", true},
	    {"\\*", "x", false},	   {"x\\", "x\\", false},
	    {"[\x80-\xff]", "\xc0", true}, {"*[0-9]", "a1b2", true},
	};

	for (size_t i = 0; i < dt_array_len(cases); i++) {
		if (dt_glob_match(cases[i].pattern, cases[i].text) != cases[i].matches)
			fail_msg("glob \"%s\", text \"%s\"", cases[i].pattern, cases[i].text);
	}
	assert_true(dt_glob_is("a*"));
	assert_true(dt_glob_is("\\a"));
	assert_false(dt_glob_is("plain-name_1"));
}

static void glob_does_not_explode(void **state)
{
	char text[4096];

	memset(text, 'a', sizeof(text) - 1);
	text[sizeof(text) - 1] = '\0';
	assert_false(dt_glob_match("*a*a*a*a*a*a*a*a*a*a*a*a*b", text));
}

static void errors_read_from_the_outside_in(void **state)
{
	struct dt_error *err = dt_error_os(ENOENT, "open %s", "x");

	err = dt_error_wrap(err, "load library %d", 1);
	assert_int_equal(err->code, DT_ERR_SYSTEM);
	assert_int_equal(err->os_errno, ENOENT);
	assert_string_equal(err->message, "load library 1: open x: No such file or directory");
	assert_null(dt_error_wrap(NULL, "nothing"));
	dt_error_destroy(err);
	dt_error_destroy(NULL);
}

static void errors_describe_privilege(void **state)
{
	struct dt_error *err = dt_error_os(EACCES, "bpf");

	assert_int_equal(err->code, DT_ERR_PRIVILEGE);
	dt_error_destroy(err);
}

static struct dt_error *returns_early(bool *reached_end)
{
	DT_TRY(NULL);
	DT_TRY(dt_error_new(DT_ERR_USAGE, "bad %s", "value"));
	*reached_end = true;
	return NULL;
}

static void try_returns_the_error(void **state)
{
	bool reached_end = false;
	struct dt_error *err = returns_early(&reached_end);

	assert_false(reached_end);
	assert_string_equal(err->message, "bad value");
	dt_error_destroy(err);
}

static void arena_gives_zeroed_aligned_memory(void **state)
{
	dt_cleanup(dt_arena_destroy_p) struct dt_arena *a = dt_arena_create();

	for (size_t size = 0; size < 300000; size = size * 2 + 1) {
		unsigned char *p = dt_arena_alloc(a, size);

		assert_int_equal((uintptr_t)p % 16, 0);
		for (size_t i = 0; i < size; i++)
			assert_int_equal(p[i], 0);
		memset(p, 0xff, size);
	}
	assert_string_equal(dt_arena_strndup(a, "abcdef", 3), "abc");
	assert_string_equal(dt_arena_strdup(a, "abc"), "abc");
	assert_string_equal(dt_arena_printf(a, "%s-%d", "x", 5), "x-5");
	int *numbers = dt_arena_array(a, int, 4);
	assert_int_equal(numbers[3], 0);
}

static void interned_strings_compare_by_pointer(void **state)
{
	dt_cleanup(dt_arena_destroy_p) struct dt_arena *a = dt_arena_create();
	struct dt_intern *t = dt_intern_create(a);
	const char *first = dt_intern(t, "name0");
	char buf[32];

	for (int i = 0; i < MANY; i++) {
		snprintf(buf, sizeof(buf), "name%d", i);
		assert_string_equal(dt_intern(t, buf), buf);
	}
	assert_ptr_equal(dt_intern_n(t, "name0xyz", 5), first);
	assert_int_equal(dt_intern_number(t, "name0"), 1);
	assert_ptr_not_equal(dt_intern(t, "name"), first);
	assert_ptr_equal(dt_intern(t, ""), dt_intern_n(t, "x", 0));
}

static void cleanup_closes_and_frees(void **state)
{
	int fd = open("/dev/null", O_RDONLY | O_CLOEXEC);

	assert_true(fd >= 0);
	dt_close_p(&fd);
	assert_int_equal(fcntl(fd, F_GETFD), -1);
	int none = -1;
	dt_close_p(&none);
	dt_cleanup(dt_free_p) char *nothing = NULL;
	dt_cleanup(dt_free_p) char *something = dt_asprintf("%d", 1);
	assert_null(nothing);
	assert_string_equal(something, "1");
}

/** Taken parts do not overlap, stay in bounds, and are joined again when they are returned. */
static void extents_are_taken_and_joined_again(void **state)
{
	enum { UNITS = 4096, BOUNDARY = 256, PARTS = 200 };
	struct dt_extent taken[PARTS] = {0};
	uint8_t used[UNITS] = {0};
	struct dt_extents e;
	unsigned seed = 1;

	dt_extents_init(&e, UNITS);
	for (int round = 0; round < 20000; round++) {
		struct dt_extent *x = &taken[rand_r(&seed) % PARTS];

		if (x->n) {
			dt_extents_free(&e, x->begin, x->n);
			memset(used + x->begin, 0, x->n);
			x->n = 0;
			continue;
		}
		x->n = 1 + (uint32_t)rand_r(&seed) % 60;
		x->begin = dt_extents_allocate(&e, x->n, BOUNDARY);
		if (x->begin == DT_EXTENT_NONE) {
			x->n = 0;
			continue;
		}
		assert_true(x->begin + x->n <= UNITS);
		assert_int_equal(x->begin / BOUNDARY, (x->begin + x->n - 1) / BOUNDARY);
		for (uint32_t i = 0; i < x->n; i++)
			assert_false(used[x->begin + i]++);
	}
	for (int i = 0; i < PARTS; i++)
		dt_extents_free(&e, taken[i].begin, taken[i].n);
	assert_int_equal(e.free.len, 1);
	assert_int_equal(e.free.data[0].n, UNITS);
	assert_int_equal(dt_extents_allocate(&e, BOUNDARY + 1, BOUNDARY), DT_EXTENT_NONE);
	assert_int_equal(dt_extents_allocate(&e, UNITS + 1, 0), DT_EXTENT_NONE);
	assert_int_equal(dt_extents_allocate(&e, UNITS, 0), 0);
	dt_extents_deinit(&e);
}

/* Returns the words of the line, each in brackets, or the error. */
static const char *words_of(const char *line)
{
	static char text[200];
	struct dt_words words = {0};
	struct dt_error *err = dt_words_split(line, &words);

	*text = '\0';
	for (char **w = words.word; w && *w; w++)
		snprintf(text + strlen(text), sizeof(text) - strlen(text), "[%s]", *w);
	if (err)
		snprintf(text, sizeof(text), "%s", err->message);
	dt_error_destroy(err);
	dt_words_deinit(&words);
	return text;
}

static void words_are_split_as_by_a_shell(void **state)
{
	assert_string_equal(words_of(" ls  -l\t"), "[ls][-l]");
	assert_string_equal(words_of("a'b  c'd \"e 'f'\" ''"), "[ab  cd][e 'f'][]");
	assert_string_equal(words_of("\\' a\\ b \"\\\"\\n\" '\\'"), "['][a b][\"\\n][\\]");
	assert_string_equal(words_of("x?a=1&b=2 a|b ';' \\> 10"), "[x?a=1&b=2][a|b][;][>][10]");
	assert_string_equal(words_of(""), "");
	assert_non_null(strstr(words_of("a 'b"), "no closing '"));
	assert_non_null(strstr(words_of("a | b"), "| is for a shell"));
	assert_non_null(strstr(words_of("a; b"), "a; is for a shell"));
	assert_non_null(strstr(words_of("a 2>&1"), "2>&1 is for a shell"));
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
	    cmocka_unit_test(extents_are_taken_and_joined_again),
	    cmocka_unit_test(vec_grows_and_keeps_order),
	    cmocka_unit_test(vec_holds_compound_values),
	    cmocka_unit_test(map_finds_what_was_put),
	    cmocka_unit_test(map_survives_growth_and_removal),
	    cmocka_unit_test(map_yields_keys_in_order_of_insertion),
	    cmocka_unit_test(hashes_cannot_be_chosen),
	    cmocka_unit_test(hash_of_parts_is_that_of_the_whole),
	    cmocka_unit_test(cpu_lists_are_read),
	    cmocka_unit_test(cpus_come_and_go),
	    cmocka_unit_test(str_builds),
	    cmocka_unit_test(str_escapes),
	    cmocka_unit_test(visible_characters),
	    cmocka_unit_test(glob_matches),
	    cmocka_unit_test(glob_does_not_explode),
	    cmocka_unit_test(errors_read_from_the_outside_in),
	    cmocka_unit_test(errors_describe_privilege),
	    cmocka_unit_test(try_returns_the_error),
	    cmocka_unit_test(arena_gives_zeroed_aligned_memory),
	    cmocka_unit_test(interned_strings_compare_by_pointer),
	    cmocka_unit_test(words_are_split_as_by_a_shell),
	    cmocka_unit_test(cleanup_closes_and_frees),
	};

	return cmocka_run_group_tests_name("base", tests, NULL, NULL);
}

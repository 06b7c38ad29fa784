/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Compares json() of the runtime with a recursive JSON reader, over random texts that are whole,
 * damaged or truncated. Strings have exactly strsize bytes on the heap.
 */
#include "base/mem.h"

#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#include "../../runtime/json.bpf.c"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { ROUNDS = 60000, SIZE = 512 };

// Helpers that the kernel provides to the runtime.

u32 dt_strsize(void)
{
	return SIZE;
}

long bpf_probe_read_kernel_str(void *to, u32 size, const void *from)
{
	const char *s = from;
	size_t n = strnlen(s, size - 1);

	memcpy(to, s, n);
	((char *)to)[n] = '\0';
	return (long)n + 1;
}

long bpf_loop(u32 n, void *callback, void *ctx, u64 flags)
{
	long (*step)(u32 i, void *ctx) = (long (*)(u32, void *))callback;

	for (u32 i = 0; i < n; i++)
		if (step(i, ctx))
			return i + 1;
	return n;
}

static struct dt_string *text, *path, *dst;

// ---- random texts

static size_t length;

static void put_text(const char *s)
{
	length += (size_t)snprintf(text->b + length, SIZE - length, "%s", s);
	if (length >= SIZE)
		length = SIZE - 1;
}

static const char *one_of(const char *const *list, size_t n)
{
	return list[(size_t)rand() % n];
}
#define ONE_OF(list) one_of(list, dt_array_len(list))

static const char *const keys[] = {"\"a\"", "\"b\"", "\"ab\"", "\"\"", "\"a.b\"", "\"\\\"\""};
static const char *const scalars[] = {"0",
				      "12",
				      "-0.5e+3",
				      "1E9",
				      "true",
				      "false",
				      "null",
				      "\"\"",
				      "\"x\"",
				      "\"a\\nb\"",
				      "\"\\u0041\"",
				      "\"\\ud83d\\ude00\"",
				      "\"\\ud83dx\"",
				      "\"\\udc00\"",
				      "\"]}\"",
				      "tru",
				      "01",
				      "1.",
				      "-",
				      "+1",
				      "\"\\q\"",
				      "\"\\u00g0\""};
static const char *const blanks[] = {"", "", "", " ", "\n\t "};

static void random_value(int depth)
{
	int kind = rand() % (depth < 5 ? 4 : 2), n = rand() % 4;

	if (!depth && rand() % 10)
		kind = 2 + rand() % 2;

	put_text(ONE_OF(blanks));
	if (kind < 2) // mostly well-formed scalars
		put_text(rand() % 32 ? scalars[rand() % 15] : ONE_OF(scalars));
	else
		put_text(kind == 2 ? "[" : "{");
	for (int i = 0; kind >= 2 && i < n; i++) {
		put_text(i ? "," : "");
		put_text(ONE_OF(blanks));
		if (kind == 3) {
			put_text(ONE_OF(keys));
			put_text(ONE_OF(blanks));
			put_text(":");
		}
		random_value(depth + 1);
	}
	if (kind >= 2)
		put_text(kind == 2 ? "]" : "}");
	put_text(ONE_OF(blanks));
}

static void random_path(void)
{
	static const char *const parts[] = {"a",   "b",	 "ab", "[0]", "[1]",
					    "[2]", ".a", ".b", "[",   "\""};
	int n = 1 + rand() % 2 + rand() % 2;

	path->b[0] = '\0';
	for (int i = 0; i < n; i++)
		strcat(path->b, ONE_OF(parts));
}

// ---- the simple version

static const char *skip_blanks(const char *p)
{
	return p + strspn(p, " \t\n\r");
}

static bool skip_string(const char **p)
{
	const char *s = *p + 1;

	for (; *s != '"'; s++) {
		if ((unsigned char)*s < ' ')
			return false;
		if (*s != '\\')
			continue;
		s++;
		if (*s == 'u' && strspn(s + 1, "0123456789abcdefABCDEF") >= 4)
			s += 4;
		else if (!*s || !strchr("\"\\/bfnrt", *s))
			return false;
	}
	*p = s + 1;
	return true;
}

static const char *skip_digits(const char *s)
{
	return s + strspn(s, "0123456789");
}

static bool skip_number(const char **p)
{
	const char *s = *p + (**p == '-'), *digits = s;

	s = *s == '0' ? s + 1 : skip_digits(s);
	if (s == digits)
		return false;
	if (*s == '.') {
		digits = s + 1;
		s = skip_digits(digits);
		if (s == digits)
			return false;
	}
	if (*s == 'e' || *s == 'E') {
		digits = s + 1 + (s[1] == '+' || s[1] == '-');
		s = skip_digits(digits);
		if (s == digits)
			return false;
	}
	*p = s;
	return *s;
}

static bool find_element(const char **p, const char *want, int depth);

static bool key_is(const char *key, const char *end, const char **want)
{
	size_t n = strcspn(*want, ".[");
	char plain[SIZE];
	size_t len = 0;

	for (const char *s = key + 1; s < end - 1; s++)
		plain[len++] = *s == '\\' ? (strchr("bfnrtu", *++s) ? '\1' : *s) : *s;
	if (n != len || memcmp(plain, *want, n) != 0)
		return false;
	*want += n;
	return true;
}

/** Skips a container if `want` is NULL, or searches it for `want`. Returns true if it was skipped
 * or the value was found. */
static bool walk_value(const char **p, const char *want, int depth)
{
	bool is_array = **p == '[';
	long index = -1, i = 0;
	char *end;

	if (depth > JSON_DEPTH)
		return false;
	if (want && is_array) {
		if (want[1] < '0' || want[1] > '9')
			return false;
		index = strtol(want + 1, &end, 10);
		if (*end != ']')
			return false;
		want = end + 1;
	} else if (want && depth > 1 && *want == '.') {
		want++;
	}
	*p = skip_blanks(*p + 1);
	if (**p == (is_array ? ']' : '}')) {
		++*p;
		return !want;
	}
	for (;; i++) {
		const char *rest = want;
		bool hit = want && is_array && i == index;

		if (!is_array) {
			const char *key = *p;

			if (*key != '"' || !skip_string(p))
				return false;
			hit = want && key_is(key, *p, &rest);
			*p = skip_blanks(*p);
			if (*(*p)++ != ':')
				return false;
			*p = skip_blanks(*p);
		}
		if (hit)
			return find_element(p, rest, depth);
		if (!find_element(p, NULL, depth))
			return false;
		*p = skip_blanks(*p);
		if (**p == (is_array ? ']' : '}')) {
			++*p;
			return !want;
		}
		if (*(*p)++ != ',')
			return false;
		*p = skip_blanks(*p);
	}
}

static const char *begin;

/** Skips a value if `want` is NULL or "", or finds `want` in it. `begin` is then the beginning of
 * the wanted value. */
static bool find_element(const char **p, const char *want, int depth)
{
	static const char *const words[] = {"true", "false", "null"};

	if (want && *want) {
		if (**p != (*want == '[' ? '[' : '{') || (depth && *want != '[' && *want != '.'))
			return false;
		return walk_value(p, want, depth + 1);
	}
	if (want)
		begin = *p;
	if (**p == '[' || **p == '{')
		return walk_value(p, NULL, depth + 1);
	if (**p == '"')
		return skip_string(p);
	for (size_t i = 0; i < dt_array_len(words); i++) {
		if (!strncmp(*p, words[i], strlen(words[i]))) {
			*p += strlen(words[i]);
			return true;
		}
	}
	return skip_number(p);
}

/** Replaces escapes by their characters, for the strings above only, whole or damaged. */
static void decode_string(char *s)
{
	static const char *const pairs[][2] = {
	    {"\\ud83d\\ude00", "\360\237\230\200"},
	    {"\\ud83d", "\357\277\275"},
	    {"\\ude00", "\357\277\275"},
	    {"\\udc00", "\357\277\275"},
	    {"\\u0041", "A"},
	    {"\\n", "\n"},
	    {"\\\"", "\""},
	    {"\\\\", "\\"},
	};
	char *to = s;

	while (*s) {
		size_t i = 0;

		while (i < dt_array_len(pairs) && strncmp(s, pairs[i][0], strlen(pairs[i][0])) != 0)
			i++;
		if (i == dt_array_len(pairs)) {
			*to++ = *s++;
			continue;
		}
		s += strlen(pairs[i][0]);
		to = stpcpy(to, pairs[i][1]);
	}
	*to = '\0';
}

static void naive_json(char *want)
{
	const char *p = skip_blanks(text->b);

	want[0] = '\0';
	if (!find_element(&p, path->b, 0))
		return;
	if (*begin == '"') {
		snprintf(want, SIZE, "%.*s", (int)(p - begin - 2), begin + 1);
		decode_string(want);
	} else {
		snprintf(want, SIZE, "%.*s", (int)(p - begin), begin);
	}
}

static void elements_are_those_of_a_recursive_reader(void **state)
{
	char want[SIZE];
	struct dt_json json;
	size_t found = 0;

	for (int i = 0; i < ROUNDS; i++) {
		length = 0;
		memset(text->b, 1, SIZE);
		random_value(0);
		if (rand() % 4 == 0 && length)
			text->b[(size_t)rand() % length] = "[]{},:\"\\ x"[rand() % 10];
		if (rand() % 4 == 0)
			text->b[(size_t)rand() % (length + 1)] = '\0';
		random_path();
		memset(&json, 0xa5, sizeof(json));
		dt_json(dst, text, path, &json);
		naive_json(want);
		if (strcmp(dst->b, want) != 0)
			print_message("element %s of %s\n", path->b, text->b);
		assert_string_equal(dst->b, want);
		found += *want != '\0';
	}
	assert_true(found > ROUNDS / 100);
}

static void nesting_is_bounded(void **state)
{
	struct dt_json json;

	for (int deep = JSON_DEPTH - 1; deep <= JSON_DEPTH; deep++) {
		length = 0;
		put_text("[");
		for (int i = 0; i < deep; i++)
			put_text("[");
		for (int i = 0; i < deep; i++)
			put_text("]");
		put_text(", 7]");
		strcpy(path->b, "[1]");
		dt_json(dst, text, path, &json);
		assert_string_equal(dst->b, deep < JSON_DEPTH ? "7" : "");
	}
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
	    cmocka_unit_test(elements_are_those_of_a_recursive_reader),
	    cmocka_unit_test(nesting_is_bounded),
	};

	// struct dt_string is declared with the largest strsize; only SIZE bytes may be touched.
	text = malloc(SIZE);
	path = malloc(SIZE);
	dst = malloc(SIZE);
	int failed = cmocka_run_group_tests(tests, NULL, NULL);
	free(text);
	free(path);
	free(dst);
	return failed;
}

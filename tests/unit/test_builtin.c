/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tests of src/builtin and of its runtime functions. The C code that clang compiles to BPF is
 * compiled here for the host and compared with simple versions over random strings and numbers.
 * Strings have exactly strsize bytes on the heap, so the sanitizer detects every access outside.
 */
#include "abi/aggs.h"
#include "abi/buckets.h"
#include "abi/layout.h"
#include "builtin/builtin.h"
#include "builtin/vars/uregs.h"
#include "lang/compile.h"
#include "types/btf/offsets.h"

// Generated code calls these functions; no header declares them.
#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#include "../../runtime/aggs.bpf.c"
#include "../../runtime/inet.bpf.c"
#include "../../runtime/numbers.bpf.c"
#include "../../runtime/paths.bpf.c"
#include "../../runtime/strings.bpf.c"
#include "../../runtime/tasks.bpf.c"
#include "types/btf/source.h"

#include <arpa/inet.h>
#include <linux/btf.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { ROUNDS = 20000, SIZE = 256 };

static struct dt_string *a, *b, *dst;
static char want[4 * SIZE];

// Helpers that the kernel provides to the runtime.

u32 dt_strsize(void)
{
	return SIZE;
}

long bpf_probe_read_kernel_str(void *to, u32 size, const void *from)
{
	const char *s = from;
	char *d = to;
	u32 n = 0;

	while (n + 1 < size && s[n]) {
		d[n] = s[n];
		n++;
	}
	d[n] = '\0';
	return n + 1;
}

long bpf_probe_read_kernel(void *to, u32 size, const void *src)
{
	if ((uintptr_t)src < 4096)
		return -14; // EFAULT
	memcpy(to, src, size);
	return 0;
}

long bpf_map_delete_elem(void *map, const void *key)
{
	return 0;
}

long bpf_probe_read_user(void *to, u32 size, const void *src)
{
	memcpy(to, src, size);
	return 0;
}

long bpf_loop(u32 n, void *callback, void *ctx, u64 flags)
{
	long (*step)(u32 i, void *ctx) = (long (*)(u32, void *))callback;

	for (u32 i = 0; i < n; i++) {
		if (step(i, ctx))
			return i + 1;
	}
	return n;
}

/** Writes a random string over the alphabet; the bytes after its NUL are random. */
static void randomize_string(struct dt_string *s, size_t max, const char *alphabet)
{
	size_t n = rand() % (rand() % 4 ? 12 : max + 1);

	memset(s->b, rand() | 1, SIZE);
	for (size_t i = 0; i < n; i++)
		s->b[i] = alphabet[rand() % strlen(alphabet)];
	s->b[n] = '\0';
}

static void randomize_both(void)
{
	static const char *const alphabets[] = {"ab", "/.a", "/.aZ19-x "};
	const char *alphabet = alphabets[rand() % dt_array_len(alphabets)];

	randomize_string(a, SIZE - 1, alphabet);
	randomize_string(b, rand() % 2 ? 3 : SIZE - 1, alphabet);
	memset(dst, 0, SIZE);
}

static int64_t random_number(void)
{
	uint64_t v = (uint64_t)rand() << 33 ^ (uint64_t)rand() << 11 ^ (uint64_t)rand();

	return (int64_t)v >> rand() % 64;
}

static int64_t random_position(void)
{
	return rand() % 2 ? rand() % 20 - 10 : rand() % (3 * SIZE) - SIZE;
}

/** Asserts that the result is this string, followed by zeros only. */
static void assert_result(const char *text)
{
	size_t len = strlen(text);

	assert_string_equal(dst->b, text);
	for (size_t i = len; i < SIZE; i++)
		assert_int_equal(dst->b[i], 0);
	memset(dst, 0, SIZE);
}

static void naive_join(const char *s, const char *t)
{
	size_t n = 0;

	while (*s && n < SIZE - 1)
		want[n++] = *s++;
	while (*t && n < SIZE - 1)
		want[n++] = *t++;
	want[n] = '\0';
}

static void naive_substr(const char *s, int64_t start, int64_t count)
{
	int64_t len = strlen(s), from = start < 0 ? len + start : start;
	int64_t to = count < 0 ? len + count : from + count;
	size_t n = 0;

	for (int64_t i = 0; i < len; i++) {
		if (i >= from && i < to)
			want[n++] = s[i];
	}
	want[n] = '\0';
}

static void naive_basename(const char *s)
{
	size_t len = strlen(s), start;

	while (len > 1 && s[len - 1] == '/')
		len--;
	for (start = len; start && s[start - 1] != '/';)
		start--;
	if (!len || start == len)
		strcpy(want, len ? "/" : ".");
	else
		snprintf(want, sizeof(want), "%.*s", (int)(len - start), s + start);
}

static void naive_dirname(const char *s)
{
	size_t len = strlen(s);

	while (len > 1 && s[len - 1] == '/')
		len--;
	while (len && s[len - 1] != '/')
		len--;
	while (len > 1 && s[len - 1] == '/')
		len--;
	snprintf(want, sizeof(want), "%.*s%s", (int)len, s, len ? "" : ".");
}

static void naive_cleanpath(const char *s)
{
	size_t n = 0;

	do {
		while (*s == '/') {
			if (s[1] == '/') {
				s += 1;
			} else if (!strncmp(s, "/./", 3)) {
				s += 2;
			} else if (!strncmp(s, "/../", 4)) {
				s += 3;
				while (n && want[--n] != '/')
					;
			} else if (!strcmp(s, "/..")) {
				s += 3;
				while (n && want[--n] != '/')
					;
				want[n++] = '/';
			} else {
				break;
			}
		}
		want[n++] = *s;
	} while (*s++);
}

static int64_t naive_index(const char *s, const char *sub, int64_t start)
{
	int64_t len = strlen(s), sub_len = strlen(sub);

	for (int64_t i = start < 0 ? 0 : start > len ? len : start; i + sub_len <= len; i++) {
		if (!strncmp(s + i, sub, sub_len))
			return i;
	}
	return -1;
}

static int64_t naive_rindex(const char *s, const char *sub, int64_t start)
{
	int64_t found = -1, len = strlen(s), sub_len = strlen(sub);

	for (int64_t i = 0; i + sub_len <= len && i <= start; i++) {
		if (!strncmp(s + i, sub, sub_len))
			found = i;
	}
	return !sub_len && found < 0 ? 0 : found;
}

static void ipv6_addresses_are_those_of_the_c_library(void **state)
{
	struct dt_in6 address;
	char text[INET6_ADDRSTRLEN];

	for (int i = 0; i < ROUNDS; i++) {
		for (size_t w = 0; w < sizeof(address); w += 2) {
			bool zero = rand() % 2;

			address.b[w] = zero || rand() % 3 == 0 ? 0 : rand();
			address.b[w + 1] = zero ? 0 : rand();
		}
		if (rand() % 4 == 0)
			memset(address.b, 0, 10);
		if (rand() % 4 == 0)
			memset(address.b + 10, 0xff, 2);
		memset(dst, 0, SIZE);
		dt_inet_ntoa6(dst, &address);
		assert_result(inet_ntop(AF_INET6, &address, text, sizeof(text)));
	}
}

/** The next token is that of strtok(), for a string with its own state. */
static void tokens_are_those_of_the_c_library(void **state)
{
	for (int i = 0; i < ROUNDS; i++) {
		struct dt_token token = {1};
		char *rest = NULL, *want_token;

		randomize_both();
		strcpy(want, a->b);
		want_token = strtok_r(want, b->b, &rest);
		for (;; want_token = strtok_r(NULL, b->b, &rest)) {
			dst->b[0] = 'x';
			dt_strtok(dst, a, b, &token);
			assert_string_equal(dst->b, want_token ? want_token : "");
			if (!want_token)
				break;
		}
	}
}

static void strings_are_joined_and_cut(void **state)
{
	for (int i = 0; i < ROUNDS; i++) {
		int64_t start = random_position(), count = random_position();

		randomize_both();
		assert_int_equal(dt_strlen(a), strlen(a->b));
		dt_strjoin(dst, a, b);
		naive_join(a->b, b->b);
		assert_result(want);
		dt_substr(dst, a, start, count);
		naive_substr(a->b, start, count);
		assert_result(want);
		dt_substr(dst, a, start, INT64_MAX);
		naive_substr(a->b, start, SIZE);
		assert_result(want);
	}
}

static void strings_are_searched(void **state)
{
	for (int i = 0; i < ROUNDS; i++) {
		int64_t start = random_position();
		const char *first, *last;

		randomize_both();
		first = strchr(a->b, '.');
		last = strrchr(a->b, '.');
		assert_int_equal(dt_strchr(a, '.', 0), first ? first - a->b : -1);
		assert_int_equal(dt_strchr(a, '.', 1), last ? last - a->b : -1);
		assert_int_equal(dt_index(a, b, start), naive_index(a->b, b->b, start));
		assert_int_equal(dt_rindex(a, b, start), naive_rindex(a->b, b->b, start));
		dt_strtail(dst, a, dt_index(a, b, 0));
		first = strstr(a->b, b->b);
		assert_result(first ? first : "");
	}
}

/* Matches by dynamic programming: a row for each prefix of the pattern. */
static bool naive_match(const char *s, const char *pattern)
{
	static bool row[SIZE + 1];
	size_t len = strlen(s);

	memset(row, 0, sizeof(row));
	row[0] = true;
	for (; *pattern; pattern++) {
		bool before = row[0];

		row[0] = before && *pattern == '*';
		for (size_t i = 1; i <= len; i++) {
			bool above = row[i];

			row[i] = *pattern == '*'
				     ? above || row[i - 1]
				     : before && (*pattern == '?' || *pattern == s[i - 1]);
			before = above;
		}
	}
	return row[len];
}

static void patterns_match_whole_strings(void **state)
{
	for (int i = 0; i < ROUNDS; i++) {
		randomize_both();
		if (i % 2) // a pattern from the string itself
			strcpy(b->b, a->b);
		for (char *c = b->b; *c; c++)
			if (rand() % 3 == 0)
				*c = rand() % 2 ? '*' : '?';
		assert_int_equal(dt_strmatch(a, b), naive_match(a->b, b->b));
	}
}

static void case_is_changed_in_ascii_only(void **state)
{
	strcpy(a->b, "aZ09_{`@[\xe4\xc4");
	dt_strcase(dst, a, 'a');
	assert_result("AZ09_{`@[\xe4\xc4");
	dt_strcase(dst, a, 'A');
	assert_result("az09_{`@[\xe4\xc4");
}

static void paths_are_split(void **state)
{
	for (int i = 0; i < ROUNDS; i++) {
		randomize_both();
		dt_basename(dst, a);
		naive_basename(a->b);
		assert_result(want);
		dt_dirname(dst, a);
		naive_dirname(a->b);
		assert_result(want);
		dt_cleanpath(dst, a);
		naive_cleanpath(a->b);
		assert_result(want);
	}
}

static void numbers_become_text_and_back(void **state)
{
	for (int i = 0; i < ROUNDS; i++) {
		int64_t v = i == 0 ? INT64_MIN : i == 1 ? 0 : random_number();

		dt_lltostr(dst, v, 10);
		snprintf(want, sizeof(want), "%lld", (long long)v);
		assert_result(want);
		dt_lltostr(dst, v, 8);
		snprintf(want, sizeof(want), "%#llo", (long long)v);
		assert_result(want);
		dt_lltostr(a, v, 16);
		snprintf(want, sizeof(want), "0x%llx", (long long)v);
		assert_string_equal(a->b, want);
		assert_int_equal(dt_strtoll(a, 16), v);
		dt_lltostr(a, v, 2 + i % 35);
		if (2 + i % 35 == 10 || (2 + i % 35 != 16 && v >= 0))
			assert_int_equal(dt_strtoll(a, 2 + i % 35), v);
	}
	strcpy(a->b, " \t-12x");
	assert_int_equal(dt_strtoll(a, 10), -12);
	strcpy(a->b, "x1");
	assert_int_equal(dt_strtoll(a, 10), 0);
}

static void addresses_become_text(void **state)
{
	dt_inet_ntoa(dst, 0x0100007f);
	assert_result("127.0.0.1");
	dt_inet_ntoa(dst, 0xffffffff);
	assert_result("255.255.255.255");
	dt_inet_ntoa(dst, 0x0a640900);
	assert_result("0.9.100.10");
}

static unsigned naive_bucket(int64_t v)
{
	unsigned bucket = DT_QUANTIZE_ZERO;

	for (__int128 at = 1; v > 0 && at <= v; at *= 2)
		bucket++;
	for (__int128 at = -1; v < 0 && at >= v && bucket; at *= 2)
		bucket--;
	return bucket;
}

static void quantize_finds_the_power_of_two(void **state)
{
	for (int i = 0; i < ROUNDS; i++) {
		int64_t v = random_number();

		assert_int_equal(dt_quantize_bucket(v), naive_bucket(v));
	}
	for (int shift = 0; shift < 64; shift++) {
		int64_t v = (int64_t)(1ULL << shift);

		assert_int_equal(dt_quantize_bucket(v), naive_bucket(v));
		assert_int_equal(dt_quantize_bucket(v - 1ULL), naive_bucket(v - 1ULL));
		assert_int_equal(dt_quantize_bucket(-(uint64_t)v), naive_bucket(-(uint64_t)v));
	}
	assert_int_equal(dt_quantize_bucket(INT64_MAX), DT_QUANTIZE_BUCKETS - 1);
	assert_int_equal(dt_quantize_bucket(INT64_MIN), 0);
}

/** Searches the buckets that the consumer describes. */
static size_t described_bucket(const struct dt_bucket *buckets, int64_t v)
{
	size_t i = 0;

	while (v > buckets[i].high)
		i++;
	assert_true(v >= buckets[i].low);
	return i;
}

static void percentile_finds_the_described_bucket(void **state)
{
	struct dt_bucket buckets[DT_PERCENTILE_BUCKETS];

	dt_agg_function("percentile")->buckets(NULL, dt_array_len(buckets), buckets);
	for (int i = 0; i < ROUNDS; i++) {
		int64_t v = random_number();

		assert_int_equal(dt_percentile_bucket(v), described_bucket(buckets, v));
	}
	for (size_t i = 0; i < dt_array_len(buckets); i++) {
		assert_int_equal(dt_percentile_bucket(buckets[i].low), i);
		assert_int_equal(dt_percentile_bucket(buckets[i].high), i);
	}
}

static void sums_of_squares_carry(void **state)
{
	struct dt_agg_moments words = {0};
	unsigned __int128 squares = 0;
	uint64_t sum = 0;

	for (int i = 0; i < ROUNDS; i++) {
		int64_t v = i ? random_number() : INT64_MIN;

		dt_agg_stddev(&words, v);
		sum += v;
		squares += (unsigned __int128)((__int128)v * v);
	}
	assert_int_equal(words.count, ROUNDS);
	assert_int_equal(words.sum, sum);
	assert_int_equal(words.squares_low, (uint64_t)squares);
	assert_int_equal(words.squares_high, (uint64_t)(squares >> 64));
}

static void a_word_only_grows(void **state)
{
	struct dt_agg_cell word = {0};

	assert_int_equal(dt_agg_grow(&word, 7), 1);
	assert_int_equal(dt_agg_grow(&word, 5), 1);
	assert_int_equal(word.v, 7);
	assert_int_equal(dt_agg_grow(&word, UINT64_MAX), 1);
	assert_int_equal(word.v, UINT64_MAX);
}

static void log_linear_orders_are_contiguous(void **state)
{
	struct dt_llq_order o = {0};
	int64_t at = 1;
	uint32_t bucket = 1;

	while (dt_llq_next(&o, 10, 0, 6, 20)) {
		assert_int_equal(o.from, at);
		assert_int_equal(o.first, bucket);
		assert_int_equal((o.to - o.from) % o.width, 0);
		at = o.to;
		bucket += o.n;
	}
	assert_int_equal(at, 10000000);
	assert_int_equal(o.first, 1 + 9 + 6 * 18);
	assert_int_equal(dt_llquantize_words(10, 0, 6, 20), 1 + 9 + 6 * 18 + 1);
	assert_int_equal(dt_lquantize_words(-100, 100, 30), 6 + 2);
}

static void log_linear_orders_stop_at_the_end_of_the_numbers(void **state)
{
	struct dt_llq_order o = {0};
	unsigned n = 0;

	while (dt_llq_next(&o, 2, 0, 70, 2))
		n++;
	assert_int_equal(n, 63);
	assert_int_equal(o.from, INT64_MAX);
}

static void link_addresses_have_two_digits_a_byte(void **state)
{
	for (int i = 0; i < 1000; i++) {
		struct dt_link link = {0};
		size_t size = rand() % 21, n = 0;

		for (size_t k = 0; k < sizeof(link.b); k++)
			link.b[k] = k < size ? rand() : 0;
		want[0] = '\0';
		for (size_t k = 0; k < size; k++)
			n += snprintf(want + n, sizeof(want) - n, k ? ":%02x" : "%02x", link.b[k]);
		memset(dst, 0, SIZE);
		dt_link_ntop(dst, &link, size);
		assert_result(want);
	}
}

static void every_builtin_is_documented(void **state)
{
	for (size_t i = 0; i < dt_builtin_registry.n; i++) {
		const struct dt_builtin *x = dt_builtin_registry.list[i];

		assert_non_null(x->name);
		assert_non_null(x->proto);
		assert_true(x->doc && x->doc[strlen(x->doc) - 1] == '.');
		if (x->flags & DT_BF_REFUSED)
			continue;
		assert_non_null(x->example);
		assert_true(x->lowering || !strcmp(x->name, "args"));
		assert_int_equal(x->kind == DT_BUILTIN_AGGREGATION,
				 dt_agg_function(x->name) != NULL);
		for (size_t j = 0; j < i; j++)
			assert_string_not_equal(x->name, dt_builtin_registry.list[j]->name);
	}
}

/** Matches: every probe exists and has six arguments. */
static struct dt_error *match_probes(void *self, struct dt_universe *u,
				     const struct dt_probe_desc *desc, size_t *n,
				     const struct dt_probe_args **args, bool *args_mixed,
				     void **handle)
{
	static const struct dt_type *types[6];
	static const struct dt_probe_args six = {.types = types, .n = dt_array_len(types)};

	for (size_t i = 0; i < dt_array_len(types); i++)
		types[i] = dt_type_basic(u, DT_LONG);
	*n = 1;
	*args = &six;
	*args_mixed = false;
	*handle = NULL;
	return NULL;
}

static void every_example_compiles(void **state)
{
	static const struct dt_probe_source probes = {.match = match_probes};

	for (size_t i = 0; i < dt_builtin_registry.n; i++) {
		const char *text = dt_builtin_registry.list[i]->example;
		struct dt_compile *c = dt_compile_create(SIZE);
		struct dt_source source = {.name = "example", .text = text};
		struct dt_btf_source *kernel = dt_btf_source_create(dt_rawbtf_open);

		dt_universe_add_source(c->types, &dt_register_names);
		dt_universe_add_source(c->types, dt_btf_source_types(kernel));
		source.len = text ? strlen(text) : 0;
		c->builtins = &dt_builtin_registry;
		c->probes = &probes;
		if (text) {
			dt_parse(c, &source, DT_SPEC_PROGRAM);
			dt_sema_check(c);
		}
		dt_vec_foreach (&c->diags.list, d)
			print_error("%s: %s\n", text, d->message);
		assert_int_equal(c->diags.n_errors, 0);
		dt_compile_destroy(c);
		dt_btf_source_destroy(kernel);
	}
}

/** BTF of struct one { int x; char y; } and struct two { …; one at bit offset 64 }. */
struct fixture {
	struct btf_header header;
	struct btf_type number;
	uint32_t number_info;
	struct btf_type one;
	struct btf_member one_members[2];
	char strings[16];
};

static const struct fixture fixture = {
    .header = {.magic = BTF_MAGIC,
	       .version = 1,
	       .hdr_len = sizeof(struct btf_header),
	       .type_len = offsetof(struct fixture, strings) - sizeof(struct btf_header),
	       .str_off = offsetof(struct fixture, strings) - sizeof(struct btf_header),
	       .str_len = 16},
    .number = {.info = BTF_KIND_INT << 24, .size = 4},
    .one = {.name_off = 1, .info = BTF_KIND_STRUCT << 24 | 2, .size = 8},
    .one_members = {{.name_off = 5, .type = 1, .offset = 0},
		    {.name_off = 7, .type = 1, .offset = 32}},
    .strings = "\0one\0x\0y",
};

/** Calls dt_btf_member_offset() on raw BTF instead of the running kernel's. */
static bool find_member(const void *btf, size_t size, const char *name, const char *member,
			uint32_t *ret)
{
	struct dt_rawbtf *b = dt_rawbtf_create(btf, size, NULL);
	const struct btf_type *t;
	bool found = b && dt_rawbtf_first(b, 1 << BTF_KIND_STRUCT, name, &t) &&
		     dt_rawbtf_member(b, t, member, ret);

	dt_rawbtf_destroy(b);
	return found;
}

static void members_are_found_in_type_data(void **state)
{
	uint32_t at = 99;

	assert_true(find_member(&fixture, sizeof(fixture), "one", "y", &at));
	assert_int_equal(at, 4);
	assert_false(find_member(&fixture, sizeof(fixture), "one", "z", &at));
	assert_false(find_member(&fixture, sizeof(fixture), "x", "y", &at));
	assert_int_equal(at, 4);
}

static void damaged_type_data_yield_nothing(void **state)
{
	uint32_t at;

	for (int i = 0; i < ROUNDS; i++) {
		size_t size = rand() % (sizeof(fixture) + 1);
		unsigned char *copy = dt_malloc(size + 1);

		memcpy(copy, &fixture, size);
		for (int n = rand() % 4; size && n; n--)
			copy[rand() % size] = rand();
		find_member(copy, size, "one", "y", &at);
		free(copy);
	}
}

static void words_get_blanks_between_them(void **state)
{
	for (int i = 0; i < ROUNDS; i++) {
		u64 size = rand() % (SIZE + 10), limit = rand() % (SIZE + 10);
		u64 n = size < limit ? size : limit;
		char words[SIZE + 10];

		for (size_t j = 0; j < sizeof(words); j++)
			words[j] = rand() % 3 ? 'a' + rand() % 26 : '\0';
		n = n > SIZE ? SIZE : n;
		for (u64 j = 0; j + 1 < n; j++)
			want[j] = words[j] ? words[j] : ' ';
		want[n ? n - 1 : 0] = '\0';
		dt_copyinwords(dst, (u64)words, size, limit);
		assert_result(want);
	}
}

struct fake_ns {
	u64 unused;
	u32 number;
};

struct fake_pid {
	u32 level;
	struct {
		u32 number;
		struct fake_ns *ns;
	} numbers[3];
};

struct fake_signal {
	struct fake_pid *process;
};

struct fake_task {
	struct fake_task *parent;
	struct fake_signal *signal;
	struct fake_pid *thread;
};

static void numbers_are_those_of_the_namespace(void **state)
{
	static const struct dt_pidns in = {.number = 7,
					   .parent = offsetof(struct fake_task, parent),
					   .signal = offsetof(struct fake_task, signal),
					   .thread = offsetof(struct fake_task, thread),
					   .process = offsetof(struct fake_signal, process),
					   .level = offsetof(struct fake_pid, level),
					   .numbers = offsetof(struct fake_pid, numbers),
					   .ns_number = offsetof(struct fake_ns, number)};
	struct fake_ns host = {.number = 1}, here = {.number = 7}, inner = {.number = 9};
	struct fake_pid outside = {0, {{100, &host}, {5, &here}}}, // level 0: the kernel has no [1]
	    ours = {1, {{200, &host}, {20, &here}}},
			nested = {2, {{300, &host}, {30, &here}, {3, &inner}}},
			thread = {2, {{301, &host}, {31, &here}, {4, &inner}}};
	struct fake_signal of_outside = {&outside}, of_ours = {&ours}, of_nested = {&nested};
	struct fake_task init = {NULL, &of_outside, &outside}, parent = {&init, &of_ours, &ours},
			 task = {&parent, &of_nested, &thread}, ended = {&parent, NULL, NULL};

	assert_int_equal(dt_pidns_task((uintptr_t)&task, DT_PIDNS_PROCESS, &in), 30);
	assert_int_equal(dt_pidns_task((uintptr_t)&task, DT_PIDNS_THREAD, &in), 31);
	assert_int_equal(dt_pidns_task((uintptr_t)&task, DT_PIDNS_PARENT, &in), 20);
	assert_int_equal(dt_pidns_task((uintptr_t)&parent, DT_PIDNS_PARENT, &in), 0);
	assert_int_equal(dt_pidns_task((uintptr_t)&ended, DT_PIDNS_PROCESS, &in), 0);
	assert_int_equal(dt_pidns_task((uintptr_t)&ended, DT_PIDNS_THREAD, &in), 0);
	assert_true(dt_pidns_progenyof((uintptr_t)&task, 20, &in));
	assert_true(dt_pidns_progenyof((uintptr_t)&task, 30, &in));
	assert_false(dt_pidns_progenyof((uintptr_t)&task, 31, &in));
	assert_false(dt_pidns_progenyof((uintptr_t)&task, 5, &in));
	assert_false(dt_pidns_progenyof((uintptr_t)&task, 0, &in));
	assert_false(dt_pidns_progenyof((uintptr_t)&task, 100, &in));
}

static int strings_create(void **state)
{
	a = dt_zalloc(SIZE);
	b = dt_zalloc(SIZE);
	dst = dt_zalloc(SIZE);
	return 0;
}

static int strings_destroy(void **state)
{
	free(a);
	free(b);
	free(dst);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(ipv6_addresses_are_those_of_the_c_library),
	    cmocka_unit_test(tokens_are_those_of_the_c_library),
	    cmocka_unit_test(strings_are_joined_and_cut),
	    cmocka_unit_test(strings_are_searched),
	    cmocka_unit_test(patterns_match_whole_strings),
	    cmocka_unit_test(case_is_changed_in_ascii_only),
	    cmocka_unit_test(paths_are_split),
	    cmocka_unit_test(words_get_blanks_between_them),
	    cmocka_unit_test(numbers_become_text_and_back),
	    cmocka_unit_test(addresses_become_text),
	    cmocka_unit_test(quantize_finds_the_power_of_two),
	    cmocka_unit_test(percentile_finds_the_described_bucket),
	    cmocka_unit_test(sums_of_squares_carry),
	    cmocka_unit_test(a_word_only_grows),
	    cmocka_unit_test(log_linear_orders_are_contiguous),
	    cmocka_unit_test(log_linear_orders_stop_at_the_end_of_the_numbers),
	    cmocka_unit_test(link_addresses_have_two_digits_a_byte),
	    cmocka_unit_test(numbers_are_those_of_the_namespace),
	    cmocka_unit_test(every_builtin_is_documented),
	    cmocka_unit_test(every_example_compiles),
	    cmocka_unit_test(members_are_found_in_type_data),
	    cmocka_unit_test(damaged_type_data_yield_nothing),
	};

	return cmocka_run_group_tests(tests, strings_create, strings_destroy);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Aggregations that are built from data: as text, merged, refused.
 */
#include <dtrace/dtrace.h>

#include <stdio.h>

#include <stdlib.h>
#include <string.h>

static struct dtrace *d;

static void show(const char *what, struct dtrace_error *err)
{
	printf("%s: %s\n", what, err ? dtrace_error_message(err) : "fine");
	dtrace_error_free(err);
}

static void print(const struct dtrace_aggregation *a)
{
	fputs(dtrace_aggregation_show(a, d, false), stdout);
	fputs(dtrace_aggregation_show(a, d, true), stdout);
}

static struct dtrace_aggregation *create(const char *function, const struct dtrace_field *keys,
					 size_t n)
{
	static const int64_t parameters[] = {0, 10, 5};
	struct dtrace_aggregation_info form = {
	    .size = sizeof(form), .name = "a", .function = function, .normal = 2};
	struct dtrace_aggregation *a = NULL;

	if (!strcmp(function, "lquantize")) {
		form.parameters = parameters;
		form.n_parameters = 3;
	}
	show(function, dtrace_aggregation_create(&form, keys, n, &a));
	return a;
}

static void build_values(void)
{
	static const char *const functions[] = {"count", "sum",	   "avg",      "min",
						"max",	 "stddev", "lquantize"};
	static const int64_t counts[] = {1, 0, 2, 4}; // below 0, from 0, from 5, from 10
	struct dtrace_aggregation_value v = {.size = sizeof(v),
					     .has_number = true,
					     .number = -8,
					     .count = 2,
					     .sum = 40,
					     .squares = {1000, 0}};

	for (size_t i = 0; i < sizeof(functions) / sizeof(*functions); i++) {
		struct dtrace_aggregation *a = create(functions[i], NULL, 0),
					  *b = create(functions[i], NULL, 0);

		show("add", dtrace_aggregation_add(a, NULL, &v, counts));
		show("merge", dtrace_aggregation_merge(b, a));
		show("merge again", dtrace_aggregation_merge(b, a));
		print(b);
		dtrace_aggregation_free(a);
		dtrace_aggregation_free(b);
	}
}

static void build_keys(void)
{
	static const struct dtrace_field keys[] = {
	    {.size = sizeof(keys[0]), .kind = DTRACE_STRING},
	    {.size = sizeof(keys[0]), .kind = DTRACE_INTEGER, .is_signed = true, .width = 4},
	    {.size = sizeof(keys[0]), .kind = DTRACE_INTEGER, .width = 8},
	    {.size = sizeof(keys[0]), .kind = DTRACE_BYTES},
	    {.size = sizeof(keys[0]), .kind = DTRACE_SYMBOL},
	    {.size = sizeof(keys[0]), .kind = DTRACE_STACK},
	};
	struct dtrace_datum key[] = {
	    {.bytes = "text", .n_bytes = 4},
	    {.integer = -5},
	    {.integer = -1},
	    {.bytes = "\1\2", .n_bytes = 2},
	    {.bytes = "a`b", .n_bytes = 3},
	    {.bytes = "a`b+1\nc`d+2", .n_bytes = 11},
	};
	struct dtrace_aggregation_value v = {.size = sizeof(v), .has_number = true, .number = 6};
	struct dtrace_aggregation *a = create("sum", keys, 6), *b = create("sum", keys, 5);

	show("add", dtrace_aggregation_add(a, key, &v, NULL));
	key[1].integer = 7;
	show("add another", dtrace_aggregation_add(a, key, &v, NULL));
	show("add once more", dtrace_aggregation_add(a, key, &v, NULL));
	printf("%zu rows\n", dtrace_aggregation_rows(a));
	print(a);
	printf("<%s>\n", dtrace_aggregation_key_text(a, 0, 5));
	show("merge fewer keys", dtrace_aggregation_merge(a, b));
	dtrace_aggregation_free(a);
	dtrace_aggregation_free(b);
}

static void refuse(void)
{
	struct dtrace_field key = {.size = sizeof(key), .kind = DTRACE_INTEGER, .width = 3};
	struct dtrace_aggregation_value v = {.size = sizeof(v)};
	struct dtrace_aggregation_info form = {.size = sizeof(form), .function = "count"};
	struct dtrace_aggregation *a = NULL;
	int64_t parameters[] = {10, 0, 3, INT64_MAX};

	show("no form", dtrace_aggregation_create(NULL, NULL, 0, &a));
	show("no result", dtrace_aggregation_create(&form, NULL, 0, NULL));
	show("no divisor", dtrace_aggregation_create(&form, NULL, 0, &a));
	form.normal = 1;
	show("no keys", dtrace_aggregation_create(&form, NULL, 1, &a));
	show("width", dtrace_aggregation_create(&form, &key, 1, &a));
	key.kind = DTRACE_FLOAT;
	show("float", dtrace_aggregation_create(&form, &key, 1, &a));
	form.function = "nosuch";
	show("function", dtrace_aggregation_create(&form, NULL, 0, &a));
	form.function = "llquantize";
	show("parameters", dtrace_aggregation_create(&form, NULL, 0, &a));
	form.parameters = parameters;
	form.n_parameters = 4;
	show("steps", dtrace_aggregation_create(&form, NULL, 0, &a));
	show("add to none", dtrace_aggregation_add(NULL, NULL, &v, NULL));
	a = create("lquantize", NULL, 0);
	show("no counts", dtrace_aggregation_add(a, NULL, &v, NULL));
	printf("<%s><%s>\n", dtrace_aggregation_show(a, NULL, false),
	       dtrace_aggregation_show(NULL, d, false));
	dtrace_aggregation_free(a);
	show("script without name", dtrace_add_script(d, NULL, "BEGIN"));
	show("script", dtrace_add_script(d, "a name", "BEGIN { nosuch(); }"));
	show("check", dtrace_check(d));
	printf("%d %d\n", dtrace_getopt_text(d, "nosuch") == NULL,
	       dtrace_getopt_text(NULL, "rshell") == NULL);
	dtrace_error_free(dtrace_setopt(d, "rshell", "rsh -x"));
	puts(dtrace_getopt_text(d, "rshell"));
}

int main(void)
{
	show("open", dtrace_open(&d));
	build_values();
	build_keys();
	refuse();
	dtrace_close(d);
	return 0;
}

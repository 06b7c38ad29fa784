/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The types of values are not in the lines, so integers are not padded to the width of their type.
 */
#include "cli/fleet/records.h"

#include "cli/fleet/tables.h"
#include "cli/option.h"

#include <string.h>

enum { MOST_WORDS = 1 << 20 }; // of a record's aggregations

bool dt_record_check(const struct dt_json_value *record, int64_t *time)
{
	int64_t cpu, id;

	return dt_json_integer_member(record, "time", time) && *time >= 0 &&
	       dt_json_integer_member(record, "cpu", &cpu) &&
	       dt_json_integer_member(record, "id", &id) && dt_json_word(record, "function") &&
	       dt_json_word(record, "name") && dt_json_member(record, "output", DT_JSON_ARRAY);
}

static void print_prefix(const struct dt_json_value *record, FILE *out)
{
	int64_t cpu = 0, id = 0;
	char name[512];

	dt_json_integer_member(record, "cpu", &cpu);
	dt_json_integer_member(record, "id", &id);
	snprintf(name, sizeof(name), "%s:%s", dt_json_word(record, "function"),
		 dt_json_word(record, "name"));
	fprintf(out, "%3lld %6lld %32s ", (long long)cpu, (long long)id, name);
}

static void print_frames(const struct dt_json_value *stack, int indent, FILE *out)
{
	fputc('\n', out);
	for (const struct dt_json_value *f = stack->first; f; f = f->next)
		fprintf(out, "%*s%s\n", indent, "", f->kind == DT_JSON_STRING ? f->text : "");
}

static void print_value(const struct dt_json_value *v, struct dtrace *d, bool is_quiet, FILE *out)
{
	const char *bytes = dt_json_word(v, "bytes");

	if (v->kind == DT_JSON_ARRAY) {
		print_frames(v, (int)dt_option(d, "stackindent"), out);
		return;
	}
	if (!is_quiet)
		fputc(' ', out);
	if (v->kind == DT_JSON_STRING)
		fputs(v->text, out);
	else if (v->kind == DT_JSON_NUMBER)
		fprintf(out, "%.*s", (int)v->len, v->text);
	else if (bytes)
		fputs(bytes, out);
}

/** printa() without a format. */
static const char *print_tables(const struct dt_json_value *list, struct dtrace *d, size_t *room,
				FILE *out)
{
	struct dt_tables tables = {.d = d, .room = room};
	const char *wrong = NULL;

	for (const struct dt_json_value *a = list->first; a && !wrong; a = a->next)
		wrong = dt_tables_add(&tables, a, NULL);
	if (!wrong)
		dt_tables_print(&tables, out, false);
	dt_tables_deinit(&tables);
	return wrong ? "sent a record with an aggregation that is wrong" : NULL;
}

const char *dt_record_print(const struct dt_json_value *record, struct dtrace *d, FILE *out)
{
	const struct dt_json_value *list = dt_json_member(record, "output", DT_JSON_ARRAY);
	bool is_quiet = dt_option(d, "quiet");
	size_t room = MOST_WORDS;
	const char *wrong = NULL;

	if (!is_quiet)
		print_prefix(record, out);
	for (const struct dt_json_value *a = list->first; a && !wrong; a = a->next) {
		const struct dt_json_value *tables =
		    dt_json_member(a, "aggregations", DT_JSON_ARRAY);
		const char *action = dt_json_word(a, "action"), *text = dt_json_word(a, "text");

		if (!action)
			return "sent an action without its name";
		if (text)
			fputs(text, out);
		else if (tables)
			wrong = print_tables(tables, d, &room, out);
		else if (strcmp(action, "exit") != 0)
			for (const struct dt_json_value *v = a->first; v; v = v->next)
				if (!strcmp(v->name, "value"))
					print_value(v, d, is_quiet, out);
	}
	if (!is_quiet)
		fputc('\n', out);
	return wrong;
}

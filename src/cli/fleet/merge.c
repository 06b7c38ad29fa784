/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads one line at a time, so the memory depends on the number of keys alone. Skips lines of other
 * types.
 */
#include "cli/fleet/merge.h"

#include "cli/fleet/tables.h"
#include "cli/message.h"
#include "cli/option.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct merge {
	struct dt_cli *c;
	struct dt_tables tables;
	struct dt_json_line line;
	size_t n_records; // that were skipped
	char *text;	  // of a line, for getline()
	size_t size;
};

/** Reports whether the record's clause has only called exit(). The record then has nothing to lose.
 */
static bool only_exits(const struct dt_json_value *record)
{
	const struct dt_json_value *output = dt_json_member(record, "output", DT_JSON_ARRAY);
	const char *action;

	if (!output || !output->n)
		return false;
	for (const struct dt_json_value *v = output->first; v; v = v->next) {
		action = dt_json_word(v, "action");
		if (!action || strcmp(action, "exit") != 0)
			return false;
	}
	return true;
}

/** Adds a line to the tables. Returns false after a message. */
static bool add_line(struct merge *m, const char *path, size_t number, size_t len)
{
	const struct dt_json_value *object = dt_json_read(&m->line, m->text, len);
	const char *type = dt_json_word(object, "type"), *wrong = NULL;

	if (!type)
		return !dt_fail_text("%s:%zu: is no line of -O json", path, number);
	if (!strcmp(type, "aggregation"))
		wrong = dt_tables_add(&m->tables, object, path);
	m->n_records += !strcmp(type, "record") && !only_exits(object);
	if (wrong)
		dt_message("%s:%zu: the aggregation %s", path, number, wrong);
	return !wrong;
}

static bool read_lines(struct merge *m, FILE *in, const char *path)
{
	ssize_t len;

	for (size_t number = 1; (len = getline(&m->text, &m->size, in)) >= 0; number++) {
		if (len && m->text[len - 1] == '\n')
			len--;
		if (len && !add_line(m, path, number, (size_t)len))
			return false;
	}
	if (ferror(in))
		dt_message("failed to read %s: %s", path, strerror(errno));
	return !ferror(in);
}

static bool read_file(struct merge *m, const char *path)
{
	FILE *in = fopen(path, "re");
	bool ok;

	if (!in) {
		dt_message("failed to open %s: %s", path, strerror(errno));
		return false;
	}
	ok = read_lines(m, in, path);
	fclose(in);
	return ok;
}

int dt_merge_files(struct dt_cli *c)
{
	struct merge m = {.c = c, .tables = {.d = c->d, .by_host = dt_option(c->d, "byhost")}};
	const struct dt_words *files = &c->args.operands;
	bool ok = true;

	if (files->n < 2)
		return dt_fail_text("--merge takes files that -O json wrote");
	for (size_t i = 1; i < files->n && ok; i++)
		ok = read_file(&m, files->v[i]);
	if (ok && m.tables.v.len && dt_option(c->d, "oformat") != OFORMAT_JSON)
		fputc('\n', c->out);
	if (ok)
		dt_tables_print(&m.tables, c->out, dt_option(c->d, "oformat") == OFORMAT_JSON);
	if (ok && m.n_records)
		dt_message("--merge left out records: %zu", m.n_records);
	dt_tables_deinit(&m.tables);
	dt_json_line_deinit(&m.line);
	free(m.text);
	return ok ? E_SUCCESS : E_ERROR;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Fuzzes the lines of JSON that other machines send: the reader, and the aggregations and records
 * of what it accepts.
 */
#include "cli/fleet/records.h"
#include "cli/fleet/tables.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_lines(struct dt_tables *t, const char *text, size_t size, FILE *out)
{
	struct dt_json_line line = {0};

	for (const char *end = text + size, *next; text < end; text = next + 1) {
		const struct dt_json_value *object;
		int64_t time;

		next = memchr(text, '\n', (size_t)(end - text));
		next = next ? next : end;
		object = dt_json_read(&line, text, (size_t)(next - text));
		dt_tables_add(t, object, "host");
		if (dt_record_check(object, &time))
			dt_record_print(object, t->d, out);
	}
	dt_json_line_deinit(&line);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static FILE *nowhere;
	struct dt_tables tables = {.by_host = size % 2};

	nowhere = nowhere ? nowhere : fopen("/dev/null", "w");
	if (!nowhere || dtrace_open(&tables.d))
		return 0;
	read_lines(&tables, (const char *)data, size, nowhere);
	dt_tables_print(&tables, nowhere, false);
	dt_tables_print(&tables, nowhere, true);
	dt_tables_deinit(&tables);
	dtrace_close(tables.d);
	return 0;
}

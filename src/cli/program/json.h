/* SPDX-License-Identifier: BSD-2-Clause */
/** Writes JSON objects, a member at a time. */
#ifndef DT_CLI_PROGRAM_JSON_H
#define DT_CLI_PROGRAM_JSON_H

#include <stdbool.h>
#include <stdio.h>

struct dt_json {
	FILE *out;
	bool has_members; // of the object or array that is open
};

/** Writes a bracket that opens an object or an array. `name` is that of the member, or NULL. */
void dt_json_open(struct dt_json *j, const char *name, char bracket);
void dt_json_close(struct dt_json *j, char bracket);
/** Writes a member. Bytes that are not UTF-8 become U+FFFD. If the text is NULL, the
 * object has no such member. */
void dt_json_text(struct dt_json *j, const char *name, const char *text);
void dt_json_number(struct dt_json *j, const char *name, unsigned long long number);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * --explain of the D library's declarations: variables and inlines with their declaring line,
 * types, and members of types, which programs name more often than the types.
 */
#include "lang/ident.h"
#include "session/compile/compile.h"
#include "session/report/report.h"

#include <string.h>

/** Returns the declared variable or inline with this name, or NULL. */
static const struct dt_ident *declared(struct dtrace *d, const char *name)
{
	const struct dt_ident *id = dt_ident_global(d->compile, name);

	return id && id->is_declared && id->declared.source ? id : NULL;
}

/** Returns the line that declares it, and its length. */
static const char *line_of(const struct dt_ident *id, int *len)
{
	const char *line = id->declared.source->text + id->declared.offset;

	while (line > id->declared.source->text && line[-1] != '\n')
		line--;
	*len = (int)strcspn(line, "\n");
	return line;
}

/** Appends the words of the comment that fills the lines before `line`. A comment whose first line
 *  is empty, such as a file's head, describes more than this name. */
static void append_comment(struct dt_str *out, const char *text, const char *line)
{
	const char *end = line - 3, *at = end;

	if (line - text < 5 || strncmp(end, "*/\n", 3) != 0)
		return;
	while (at > text && strncmp(at, "/*", 2) != 0)
		at--;
	if ((at > text && at[-1] != '\n') || at[2] == '\n')
		return;
	for (at += strlen("/* "); at < end; at++) {
		if (*at == '\n')
			at += strspn(at, "\n *") - 1;
		dt_str_append_c(out, *at == '*' ? ' ' : *at);
	}
}

bool dt_session_show_declared(struct dtrace *d, const char *name, FILE *out)
{
	const struct dt_ident *id = declared(d, name);
	dt_cleanup(dt_str_deinit) struct dt_str comment = {0};
	const char *line;
	int len;

	if (!id)
		return false;
	line = line_of(id, &len);
	fprintf(out, "%s: declared by the D library in %s:%u\n", name, id->declared.source->name,
		id->declared.line);
	append_comment(&comment, id->declared.source->text, line);
	if (comment.len) {
		fputs("    ", out);
		dt_session_print_words(out, dt_str_text(&comment),
				       dt_str_text(&comment) + comment.len, 4);
	}
	fprintf(out, "    %.*s\n", len, line);
	return true;
}

/** Returns the library's type with this name, a typedef before a tag, or NULL. */
static const struct dt_type *type_of(struct dtrace *d, const char *name)
{
	static const enum dt_type_kind kinds[] = {DT_TYPE_TYPEDEF, DT_TYPE_STRUCT, DT_TYPE_UNION,
						  DT_TYPE_ENUM};
	const struct dt_type *t = NULL;

	for (size_t i = 0; !t && i < dt_array_len(kinds); i++)
		t = dt_type_lookup(d->compile->types, kinds[i], name);
	return t;
}

/** Reports whether the name is for users: not internal to the library, and not the tag of a type
 * NAME_t. */
static bool is_public(struct dtrace *d, const char *name)
{
	dt_cleanup(dt_free_p) char *type = dt_asprintf("%s_t", name);

	return strncmp(name, "__", 2) != 0 &&
	       (dt_type_lookup(d->compile->types, DT_TYPE_TYPEDEF, name) ||
		!dt_type_lookup(d->compile->types, DT_TYPE_TYPEDEF, type));
}

/** Prints a line for the name, if it is a variable or a type. */
static bool print_name(struct dtrace *d, const char *name, FILE *out)
{
	const struct dt_ident *id = declared(d, name);
	const struct dt_type *t = id ? NULL : type_of(d, name);
	dt_cleanup(dt_str_deinit) struct dt_str text = {0};
	int room = DT_REPORT_WIDTH - DT_REPORT_NAME_WIDTH - 1, len;

	if (id) {
		const char *line = line_of(id, &len);

		fprintf(out, "%-*s %.*s\n", DT_REPORT_NAME_WIDTH, name, len < room ? len : room,
			line);
	} else if (t) {
		dt_type_print(&text, dt_type_resolve(t));
		fprintf(out, "%-*s %s\n", DT_REPORT_NAME_WIDTH, name, dt_str_text(&text));
	}
	return id || t;
}

size_t dt_session_list_declared(struct dtrace *d, const char *pattern, bool behind, FILE *out)
{
	dt_library_names names = {0};
	size_t n = 0;

	dt_session_library_names(d, &names);
	dt_vec_foreach (&names, name) {
		if (!dt_glob_match(pattern, *name) || !is_public(d, *name))
			continue;
		if (!n)
			fprintf(out, "%sdeclared by the D library:\n", behind ? "\n" : "");
		n += print_name(d, *name, out);
	}
	dt_vec_deinit(&names);
	return n;
}

/** Shows the member in every type of the library. */
static bool show_in_all(struct dtrace *d, const char *member, FILE *out)
{
	dt_library_names names = {0};
	bool found = false;

	dt_session_library_names(d, &names);
	dt_vec_foreach (&names, name) {
		const struct dt_type *t = is_public(d, *name) ? type_of(d, *name) : NULL;

		if (t && dt_session_print_member(t, member, out))
			found = true;
	}
	dt_vec_deinit(&names);
	return found;
}

bool dt_session_show_member(struct dtrace *d, const char *topic, FILE *out)
{
	const char *dot = strchr(topic, '.');
	dt_cleanup(dt_free_p) char *name = NULL;
	const struct dt_type *t;

	if (!dot)
		return show_in_all(d, topic, out);
	name = dt_asprintf("%.*s", (int)(dot - topic), topic);
	t = dt_session_find_type(d, name);
	return t && dt_session_print_member(t, dot + 1, out);
}

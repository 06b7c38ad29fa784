/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Definitions of the D library as data: variables and inlines with their declaring line, and types.
 */
#include "lang/ident.h"
#include "session/compile/compile.h"

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
	while (end[-1] == ' ' || end[-1] == '\n')
		end--;
	for (at += strlen("/* "); at < end; at++) {
		if (*at == '\n')
			at += strspn(at, "\n *") - 1;
		dt_str_append_c(out, *at == '*' ? ' ' : *at);
	}
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

/** The caller of dtrace_each_definition(). */
struct visit {
	struct dtrace *d;
	void (*fn)(void *arg, const struct dtrace_definition *f);
	void *arg;
};

static void visit_declared(const struct visit *v, const char *name, const struct dt_ident *id)
{
	int len;
	const char *line = line_of(id, &len);
	dt_cleanup(dt_free_p) char *text = dt_asprintf("%.*s", len, line);
	dt_cleanup(dt_str_deinit) struct dt_str comment = {0};

	append_comment(&comment, id->declared.source->text, line);
	v->fn(v->arg, &(struct dtrace_definition){
			  .size = sizeof(struct dtrace_definition),
			  .name = name,
			  .text = text,
			  .doc = comment.len ? dt_str_text(&comment) : NULL,
			  .file = id->declared.source->name,
			  .line = id->declared.line,
		      });
}

static void visit_type(const struct visit *v, const char *name, const struct dt_type *t)
{
	dt_cleanup(dt_str_deinit) struct dt_str type = {0}, text = {0};

	dt_type_print(&type, t);
	dt_type_print(&text, dt_type_resolve(t));
	v->fn(v->arg, &(struct dtrace_definition){
			  .size = sizeof(struct dtrace_definition),
			  .name = name,
			  .text = dt_str_text(&text),
			  .type = dt_str_text(&type),
		      });
}

static void visit_name(const struct visit *v, const char *name)
{
	const struct dt_ident *id = declared(v->d, name);
	const struct dt_type *t = id ? NULL : type_of(v->d, name);

	if (id)
		visit_declared(v, name, id);
	else if (t)
		visit_type(v, name, t);
}

void dtrace_each_definition(struct dtrace *d, const char *pattern,
			    void (*fn)(void *arg, const struct dtrace_definition *f), void *arg)
{
	if (!d || !pattern || !fn)
		return;
	DT_SESSION_CALL(d);
	const struct visit v = {d, fn, arg};
	bool is_glob = dt_glob_is(pattern);
	dt_library_names names = {0};

	d->output.n_calls++;
	dt_session_library_names(d, &names);
	dt_vec_foreach (&names, name)
		if (is_glob ? dt_glob_match(pattern, *name) && is_public(d, *name)
			    : !strcmp(pattern, *name))
			visit_name(&v, *name);
	d->output.n_calls--;
	dt_vec_deinit(&names);
}

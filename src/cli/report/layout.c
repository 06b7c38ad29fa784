/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * --explain of types: members with offset and size, enumerators with their values.
 */
#include "cli/report/explain.h"

#include "cli/message.h"

#include <stdlib.h>
#include <string.h>

enum { INDENT = 4, PLACE_WIDTH = 19, DECLARED_WIDTH = 26 };

/** Prints a declaration: "int [4]" and "name" become "int name[4]". */
static int print_declared(FILE *out, const char *type, const char *name)
{
	const char *array = strchr(type, '[');
	size_t len = strlen(type);

	if (array == type || strchr(type, '('))
		array = NULL;
	if (array)
		len = (size_t)(array - type);
	while (len && type[len - 1] == ' ')
		len--;
	return fprintf(out, "%.*s%s%s%s", (int)len, type, len && type[len - 1] == '*' ? "" : " ",
		       name, array ? array : "");
}

static void print_place(FILE *out, const struct dtrace_member *m)
{
	unsigned long long bit = m->bit_offset;
	char at[40], wide[40];

	if (m->bit_width) {
		snprintf(at, sizeof(at), "%llu:%llu", bit / 8, bit % 8);
		snprintf(wide, sizeof(wide), "%u bit%s", m->bit_width, m->bit_width > 1 ? "s" : "");
	} else {
		snprintf(at, sizeof(at), "%llu", bit / 8);
		snprintf(wide, sizeof(wide), "%llu", (unsigned long long)m->bytes);
	}
	fprintf(out, "%8s %8s  ", at, wide);
}

/** Prints the lines of a text. The first follows `head`. */
static void print_lines(FILE *out, const char *head, char *text)
{
	char *line;

	while ((line = strsep(&text, "\n")) && (*head || *line)) {
		dt_print_line(out, "%s%s", head, line);
		head = "";
	}
}

/** Prints the row of a member, indented by its depth. */
static void print_member(FILE *out, const struct dtrace_member *m, unsigned depth)
{
	char *head = NULL, *doc = NULL;
	size_t size, indent = PLACE_WIDTH + DECLARED_WIDTH + 2;
	FILE *f = open_memstream(&head, &size);
	int len;

	if (!f)
		return;
	print_place(f, m);
	len = fprintf(f, "%*s", INDENT * (int)depth, "");
	if (m->is_open)
		fprintf(f, "%s {", m->kind == DTRACE_TYPE_UNION ? "union" : "struct");
	else
		len += print_declared(f, m->type, m->name);
	if (len > DECLARED_WIDTH)
		indent += (size_t)(len - DECLARED_WIDTH);
	if (m->doc && !m->is_open)
		fprintf(f, "%*s  ", len < DECLARED_WIDTH ? DECLARED_WIDTH - len : 0, "");
	fclose(f);
	f = open_memstream(&doc, &size);
	if (f && m->doc && !m->is_open)
		dt_explain_words(f, m->doc, m->doc + strlen(m->doc), indent);
	if (f)
		fclose(f);
	print_lines(out, head, doc);
	free(head);
	free(doc);
}

/** The members of a type, while they are printed. */
struct layout {
	FILE *out;
	unsigned depth; // of open structs and unions
};

/** Ends the structs and unions that are deeper. */
static void close_until(struct layout *l, unsigned depth)
{
	while (l->depth > depth)
		fprintf(l->out, "%*s%*s}\n", PLACE_WIDTH, "", INDENT * (int)--l->depth, "");
}

static void add_member(void *arg, const struct dtrace_member *m)
{
	struct layout *l = arg;

	close_until(l, m->depth);
	print_member(l->out, m, m->depth);
	l->depth += m->is_open;
}

static void add_enumerator(void *arg, const struct dtrace_member *m)
{
	struct layout *l = arg;

	fprintf(l->out, "%12lld  %s\n", (long long)m->value, m->name);
}

static void print_title(FILE *out)
{
	fprintf(out, "%8s %8s  MEMBER\n", "OFFSET", "SIZE");
}

static bool is_record(const struct dtrace_type *t)
{
	return t->kind == DTRACE_TYPE_STRUCT || t->kind == DTRACE_TYPE_UNION;
}

bool dt_explain_type(struct dtrace *d, const char *name, FILE *out)
{
	struct dtrace_type t = {.size = sizeof(t)};
	struct layout l = {.out = out};
	bool is_alias;

	if (!dtrace_find_type(d, name, &t))
		return false;
	is_alias = strcmp(t.name, t.definition) != 0;
	dt_print_line(out, "%s%s%s: %llu byte%s", t.name, is_alias ? " is " : "",
		      is_alias ? t.definition : "", (unsigned long long)t.bytes,
		      t.bytes == 1 ? "" : "s");
	if (is_record(&t))
		print_title(out);
	dtrace_each_member(d, name, is_record(&t) ? add_member : add_enumerator, &l);
	close_until(&l, 0);
	return true;
}

/** A member that is looked for. */
struct search {
	struct dtrace *d;
	FILE *out;
	const char *member, *type;
	bool is_found; // in this type
	bool found;    // in any type
};

static void show_member(void *arg, const struct dtrace_member *m)
{
	struct search *s = arg;

	if (s->is_found || strcmp(m->name, s->member) != 0)
		return;
	s->is_found = s->found = true;
	dt_print_line(s->out, "%s: member of %s", s->member, s->type);
	print_title(s->out);
	print_member(s->out, m, 0);
}

static void search_type(struct search *s, const char *name)
{
	struct dtrace_type t = {.size = sizeof(t)};

	if (!dtrace_find_type(s->d, name, &t) || !is_record(&t))
		return;
	s->type = t.name;
	s->is_found = false;
	dtrace_each_member(s->d, name, show_member, s);
}

static void search_definition(void *arg, const struct dtrace_definition *f)
{
	if (f->type)
		search_type(arg, f->type);
}

bool dt_explain_member(struct dtrace *d, const char *topic, FILE *out)
{
	const char *dot = strchr(topic, '.');
	struct search s = {.d = d, .out = out, .member = dot ? dot + 1 : topic};

	if (dot) {
		char *type = strndup(topic, (size_t)(dot - topic));

		if (type && *s.member)
			search_type(&s, type);
		free(type);
	} else if (*topic) {
		dtrace_each_definition(d, "*", search_definition, &s);
	}
	return s.found;
}

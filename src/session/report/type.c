/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Prints the layout of a type: members with offset and size, enumerators with their values. Types
 * are found as in a D program: in the D library, the kernel, the target.
 */
#include "base/text/visible.h"
#include "provider/pid/types.h"
#include "session/process/process.h"
#include "session/report/report.h"

#include <string.h>

enum { INDENT = 4, MAX_DEPTH = 16, PLACE_WIDTH = 19, DECLARED_WIDTH = 26 };

static void print_members(FILE *out, const struct dt_type *t, uint64_t bit, unsigned depth);

/** Prints a declaration: "int [4]" and "name" become "int name[4]". */
static size_t print_declared(FILE *out, const struct dt_type *type, const char *name)
{
	dt_cleanup(dt_str_deinit) struct dt_str text = {0};
	const char *array, *all;
	size_t len;

	dt_type_print(&text, type);
	all = dt_str_text(&text);
	array = strchr(all, '[');
	len = array && array > all && !strchr(all, '(') ? (size_t)(array - all) : strlen(all);
	while (len && all[len - 1] == ' ')
		len--;
	return dt_visible_printf(out, "%.*s%s%s%s", (int)len, all,
				 len && all[len - 1] == '*' ? "" : " ", name,
				 array && !strchr(all, '(') ? array : "");
}

static void print_place(FILE *out, uint64_t bit, const struct dt_member *m, uint64_t size)
{
	char at[40], wide[40];

	if (m->bit_width) {
		snprintf(at, sizeof(at), "%llu:%llu", (unsigned long long)bit / 8,
			 (unsigned long long)bit % 8);
		snprintf(wide, sizeof(wide), "%u bit%s", m->bit_width, m->bit_width > 1 ? "s" : "");
	} else {
		snprintf(at, sizeof(at), "%llu", (unsigned long long)bit / 8);
		snprintf(wide, sizeof(wide), "%llu", (unsigned long long)size);
	}
	fprintf(out, "%8s %8s  ", at, wide);
}

/** Prints a member's description after a declaration of `len` columns. */
static void print_doc(FILE *out, const char *doc, size_t len)
{
	int room = len < DECLARED_WIDTH ? (int)(DECLARED_WIDTH - len) : 0;

	fprintf(out, "%*s  ", room, "");
	dt_session_print_words(out, doc, doc + strlen(doc), PLACE_WIDTH + len + (size_t)room + 2);
}

static void print_member(FILE *out, const struct dt_member *m, uint64_t bit, unsigned depth)
{
	const struct dt_type *t = dt_type_resolve(m->type);
	bool is_open = !m->name && (t->kind == DT_TYPE_STRUCT || t->kind == DT_TYPE_UNION);
	size_t len;

	print_place(out, bit + m->bit_offset, m, t->size);
	fprintf(out, "%*s", INDENT * (int)depth, "");
	if (is_open && depth < MAX_DEPTH) {
		fprintf(out, "%s {\n", t->kind == DT_TYPE_UNION ? "union" : "struct");
		print_members(out, t, bit + m->bit_offset, depth + 1);
		fprintf(out, "%*s%*s}\n", PLACE_WIDTH, "", INDENT * (int)depth, "");
		return;
	}
	len = print_declared(out, m->type, m->name ? m->name : "");
	if (m->doc)
		print_doc(out, m->doc, INDENT * depth + len);
	else
		fputc('\n', out);
}

static void print_members(FILE *out, const struct dt_type *t, uint64_t bit, unsigned depth)
{
	for (size_t i = 0; i < t->n_members; i++)
		print_member(out, &t->members[i], bit, depth);
}

static void print_type(FILE *out, const struct dt_type *named)
{
	dt_cleanup(dt_str_deinit) struct dt_str name = {0}, behind = {0};
	const struct dt_type *t = dt_type_resolve(named);

	dt_type_print(&name, named);
	dt_type_print(&behind, t);
	fputs(dt_str_text(&name), out);
	if (strcmp(dt_str_text(&name), dt_str_text(&behind)) != 0)
		fprintf(out, " is %s", dt_str_text(&behind));
	fprintf(out, ": %llu byte%s", (unsigned long long)t->size, t->size == 1 ? "" : "s");
	if (t->kind == DT_TYPE_STRUCT || t->kind == DT_TYPE_UNION) {
		fprintf(out, "\n%8s %8s  MEMBER\n", "OFFSET", "SIZE");
		print_members(out, t, 0, 0);
		return;
	}
	fputc('\n', out);
	if (t->kind == DT_TYPE_ENUM)
		for (size_t i = 0; i < t->n_enumerators; i++)
			fprintf(out, "%12lld  %s\n", (long long)t->enumerators[i].value,
				t->enumerators[i].name);
}

static const struct dt_type *find_type_of_kind(struct dtrace *d, enum dt_type_kind kind,
					       const char *name)
{
	const struct dt_type *t = dt_type_lookup(d->compile->types, kind, name);

	if (t || !d->targets->list.len)
		return t;
	dt_error_destroy(dt_session_targets_load(d));
	return dt_pid_named_type(&d->registry, dt_session_target(d), kind, name);
}

const struct dt_type *dt_session_find_type(struct dtrace *d, const char *name)
{
	static const struct {
		const char *word;
		enum dt_type_kind kind;
	} tags[] = {
	    {"struct ", DT_TYPE_STRUCT}, {"union ", DT_TYPE_UNION}, {"enum ", DT_TYPE_ENUM}};
	enum dt_type_kind kind = DT_TYPE_TYPEDEF;

	for (size_t i = 0; i < dt_array_len(tags); i++) {
		size_t len = strlen(tags[i].word);

		if (strncmp(name, tags[i].word, len) != 0)
			continue;
		kind = tags[i].kind;
		name += len + strspn(name + len, " ");
		break;
	}
	return find_type_of_kind(d, kind, name);
}

bool dt_session_show_type(struct dtrace *d, const char *name, FILE *out)
{
	const struct dt_type *t = dt_session_find_type(d, name);

	if (t)
		print_type(out, t);
	return t;
}

bool dt_session_print_member(const struct dt_type *named, const char *name, FILE *out)
{
	const struct dt_type *t = dt_type_resolve(named);
	dt_cleanup(dt_str_deinit) struct dt_str of = {0};
	const struct dt_member *m = NULL;
	uint64_t bit;

	if (t->kind == DT_TYPE_STRUCT || t->kind == DT_TYPE_UNION)
		m = dt_type_member(t, name, &bit);
	if (!m)
		return false;
	dt_type_print(&of, named);
	fprintf(out, "%s: member of %s\n%8s %8s  MEMBER\n", name, dt_str_text(&of), "OFFSET",
		"SIZE");
	print_member(out, m, bit - m->bit_offset, 0);
	return true;
}

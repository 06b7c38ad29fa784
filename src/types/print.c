/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Prints types as C declares them: first the part before a declared name, then the part after it.
 * The two functions nest like declarators.
 */
#include "types/types.h"

static void print_left(struct dt_str *out, const struct dt_type *t);
static void print_right(struct dt_str *out, const struct dt_type *t);

static char last_char(const struct dt_str *out)
{
	return out->len ? out->data[out->len - 1] : ' ';
}

/** Prints a blank unless the declarator has already begun. */
static void print_gap(struct dt_str *out)
{
	char c = last_char(out);

	if (c != '*' && c != '(' && c != ' ' && c != ')' && c != ']')
		dt_str_append_c(out, ' ');
}

static void print_quals(struct dt_str *out, unsigned quals)
{
	static const char *const names[] = {"const", "volatile", "restrict", "userland", "percpu"};

	for (unsigned i = 0; i < dt_array_len(names); i++) {
		if (!(quals & (1u << i)))
			continue;
		print_gap(out);
		dt_str_append(out, names[i]);
	}
}

static void print_tagged(struct dt_str *out, enum dt_type_kind kind, const char *tag)
{
	dt_str_append(out, kind == DT_TYPE_UNION  ? "union "
			   : kind == DT_TYPE_ENUM ? "enum "
						  : "struct ");
	dt_str_append(out, tag ? tag : "<anonymous>");
}

static void print_left(struct dt_str *out, const struct dt_type *t)
{
	switch (t->kind) {
	case DT_TYPE_POINTER:
		print_left(out, t->ref);
		print_gap(out);
		if (t->ref->kind == DT_TYPE_ARRAY || t->ref->kind == DT_TYPE_FUNCTION)
			dt_str_append_c(out, '(');
		dt_str_append_c(out, '*');
		break;
	case DT_TYPE_ARRAY:
		print_left(out, t->ref);
		break;
	case DT_TYPE_FUNCTION:
		print_left(out, t->ret);
		break;
	case DT_TYPE_QUALIFIED:
		if (t->ref->kind == DT_TYPE_POINTER) {
			print_left(out, t->ref);
			print_quals(out, t->quals);
		} else {
			print_quals(out, t->quals);
			dt_str_append_c(out, ' ');
			print_left(out, t->ref);
		}
		break;
	case DT_TYPE_STRUCT:
	case DT_TYPE_UNION:
	case DT_TYPE_ENUM:
		print_tagged(out, t->kind, t->name);
		break;
	case DT_TYPE_FORWARD:
		print_tagged(out, t->forward_kind, t->name);
		break;
	default:
		dt_str_append(out, t->name);
		break;
	}
}

static void print_params(struct dt_str *out, const struct dt_type *t)
{
	dt_str_append_c(out, '(');
	for (size_t i = 0; i < t->n_params; i++) {
		dt_str_append(out, i ? ", " : "");
		dt_type_print(out, t->params[i]);
	}
	if (t->varargs)
		dt_str_append(out, t->n_params ? ", ..." : "...");
	else if (!t->n_params)
		dt_str_append(out, "void");
	dt_str_append_c(out, ')');
}

static void print_right(struct dt_str *out, const struct dt_type *t)
{
	switch (t->kind) {
	case DT_TYPE_POINTER:
		if (t->ref->kind == DT_TYPE_ARRAY || t->ref->kind == DT_TYPE_FUNCTION)
			dt_str_append_c(out, ')');
		print_right(out, t->ref);
		break;
	case DT_TYPE_ARRAY:
		print_gap(out);
		if (t->nelems)
			dt_str_printf(out, "[%llu]", (unsigned long long)t->nelems);
		else
			dt_str_append(out, "[]");
		print_right(out, t->ref);
		break;
	case DT_TYPE_FUNCTION:
		print_gap(out);
		print_params(out, t);
		print_right(out, t->ret);
		break;
	case DT_TYPE_QUALIFIED:
		print_right(out, t->ref);
		break;
	default:
		break;
	}
}

void dt_type_print(struct dt_str *out, const struct dt_type *t)
{
	struct dt_str own = {0};

	print_left(&own, t);
	print_right(&own, t);
	dt_str_append(out, dt_str_text(&own));
	dt_str_deinit(&own);
}

const char *dt_type_name(struct dt_arena *a, const struct dt_type *t)
{
	struct dt_str s = {0};

	dt_type_print(&s, t);
	const char *name = dt_arena_strdup(a, dt_str_text(&s));
	dt_str_deinit(&s);
	return name;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Types as data: members with offset and size, enumerators with their values. Types are found as in
 * a D program: in the D library, the kernel, the target.
 */
#include "provider/pid/types.h"
#include "session/process/process.h"

#include <string.h>

enum { MAX_DEPTH = 16 };

static const struct dt_type *find_type_of_kind(struct dtrace *d, enum dt_type_kind kind,
					       const char *name)
{
	const struct dt_type *t = dt_type_lookup(d->compile->types, kind, name);

	if (t || !d->targets->list.len)
		return t;
	dt_error_destroy(dt_session_targets_load(d));
	return dt_pid_named_type(&d->registry, dt_session_target(d), kind, name);
}

static const struct dt_type *find_type(struct dtrace *d, const char *name)
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

/** Returns the type as D writes it. The text lives as long as the session. */
static const char *print_type(struct dtrace *d, const struct dt_type *t)
{
	dt_cleanup(dt_str_deinit) struct dt_str text = {0};

	dt_type_print(&text, t);
	return dt_intern(d->registry.names, dt_str_text(&text));
}

static enum dtrace_type_kind kind_of(const struct dt_type *t)
{
	switch (t->kind) {
	case DT_TYPE_STRUCT:
		return DTRACE_TYPE_STRUCT;
	case DT_TYPE_UNION:
		return DTRACE_TYPE_UNION;
	case DT_TYPE_ENUM:
		return DTRACE_TYPE_ENUM;
	default:
		return DTRACE_TYPE_OTHER;
	}
}

bool dtrace_find_type(struct dtrace *d, const char *name, struct dtrace_type *ret)
{
	if (!d || !name || !ret)
		return false;
	DT_SESSION_CALL(d);
	const struct dt_type *named = find_type(d, name);
	const struct dt_type *t = named ? dt_type_resolve(named) : NULL;

	if (!t)
		return false;
	const struct dtrace_type type = {
	    .size = sizeof(type),
	    .name = print_type(d, named),
	    .definition = print_type(d, t),
	    .kind = kind_of(t),
	    .bytes = t->size,
	};
	dt_api_copy(ret, &type, sizeof(type));
	return true;
}

/** The caller of dtrace_each_member(). */
struct visit {
	struct dtrace *d;
	void (*fn)(void *arg, const struct dtrace_member *m);
	void *arg;
};

static void visit_members(const struct visit *v, const struct dt_type *t, uint64_t bit,
			  unsigned depth)
{
	for (size_t i = 0; i < t->n_members; i++) {
		const struct dt_member *m = &t->members[i];
		const struct dt_type *of = dt_type_resolve(m->type);
		bool is_record = of->kind == DT_TYPE_STRUCT || of->kind == DT_TYPE_UNION;
		bool is_open = !m->name && is_record && depth < MAX_DEPTH;

		v->fn(v->arg, &(struct dtrace_member){
				  .size = sizeof(struct dtrace_member),
				  .name = m->name ? m->name : "",
				  .type = print_type(v->d, m->type),
				  .doc = m->doc,
				  .kind = kind_of(of),
				  .depth = depth,
				  .is_open = is_open,
				  .bit_offset = bit + m->bit_offset,
				  .bit_width = m->bit_width,
				  .bytes = of->size,
			      });
		if (is_open)
			visit_members(v, of, bit + m->bit_offset, depth + 1);
	}
}

bool dtrace_each_member(struct dtrace *d, const char *name,
			void (*fn)(void *arg, const struct dtrace_member *m), void *arg)
{
	if (!d || !name || !fn)
		return false;
	DT_SESSION_CALL(d);
	const struct dt_type *named = find_type(d, name);
	const struct dt_type *t = named ? dt_type_resolve(named) : NULL;
	const struct visit v = {d, fn, arg};

	if (!t)
		return false;
	d->output.n_calls++;
	if (t->kind == DT_TYPE_STRUCT || t->kind == DT_TYPE_UNION)
		visit_members(&v, t, 0, 0);
	for (size_t i = 0; t->kind == DT_TYPE_ENUM && i < t->n_enumerators; i++)
		fn(arg, &(struct dtrace_member){
			    .size = sizeof(struct dtrace_member),
			    .name = t->enumerators[i].name,
			    .type = "",
			    .value = t->enumerators[i].value,
			});
	d->output.n_calls--;
	return true;
}

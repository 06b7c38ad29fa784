/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Shapes, and data of their fields.
 */
#include "consume/data/shape.h"

#include "types/types.h"

#include <string.h>

/** Returns the number of the action's fields that belong to the shape: its arguments. */
static size_t fields_of(const struct dt_action *a)
{
	switch (a->type->shows) {
	case DT_SHOW_VALUE:
	case DT_SHOW_TYPED:
	case DT_SHOW_MEMORY: // the size that may follow only cuts the bytes
		return 1;
	case DT_SHOW_FORMATTED:
		return a->desc->n_fields;
	case DT_SHOW_NOTHING:
	case DT_SHOW_AGGS:
	case DT_SHOW_STATUS:
		break;
	}
	return 0;
}

static void init_shape(struct dt_arena *arena, const struct dt_record_clause *clause,
		       struct dt_shape *s)
{
	const struct dt_clause_desc *d = clause->desc;
	size_t n = 0;

	for (size_t i = 0; i < d->n_actions; i++)
		n += fields_of(&clause->actions[i]);
	s->fields = dt_arena_array(arena, struct dt_shape_field, n + 1);
	const char **names = dt_arena_array(arena, const char *, n + 1);
	for (size_t i = 0; i < d->n_actions; i++) {
		const struct dt_action *a = &clause->actions[i];

		for (size_t k = 0; k < fields_of(a); k++) {
			const struct dt_field *f = &a->desc->fields[k];
			bool is_memory = a->type->shows == DT_SHOW_MEMORY;

			names[s->n_fields] =
			    dt_datum_name(arena, f, a->type->name, names, s->n_fields);
			s->fields[s->n_fields] = (struct dt_shape_field){
			    .kind = is_memory ? DT_DATUM_BYTES : dt_datum_kind(f),
			    .field = f,
			    .action = a,
			    .action_index = i,
			    .arms = a->desc->guard < 0 ? 0 : UINT64_C(1) << a->desc->guard,
			    .type = f->type ? dt_type_name(arena, f->type) : "",
			    .name = names[s->n_fields],
			};
			s->n_fields++;
		}
	}
}

void dt_shapes_init(struct dt_shapes *s, const struct dt_record_clause *clauses, size_t n)
{
	s->arena = dt_arena_create();
	s->v = dt_arena_array(s->arena, struct dt_shape, n + 1);
	s->n = n;
	for (size_t i = 0; i < n; i++) {
		s->v[i].index = i;
		init_shape(s->arena, &clauses[i], &s->v[i]);
	}
}

void dt_shapes_deinit(struct dt_shapes *s)
{
	dt_arena_destroy(s->arena);
}

// A dynamic size can only make the dump shorter.
size_t dt_action_memory_size(const struct dt_action *a, const struct dt_record *r)
{
	const struct dt_field *fields = a->desc->fields;
	int64_t size = fields[0].size;

	if (a->desc->n_fields > 1 && fields[1].kind == DT_FIELD_INT) {
		int64_t limit = dt_field_int(&fields[1], r->payload);

		size = limit < 0 ? 0 : limit < size ? limit : size;
	}
	return (size_t)size;
}

const void *dt_datum_bytes(struct dt_names *names, const struct dt_record *r,
			   const struct dt_shape_field *f, size_t *len)
{
	if (f->kind == DT_DATUM_STRING)
		return dt_field_text(names, f->field, r->payload, len);
	*len = f->action->type->shows == DT_SHOW_MEMORY ? dt_action_memory_size(f->action, r)
							: f->field->size;
	return r->payload + f->field->offset;
}

void dt_datum_show(struct dt_out *out, struct dt_names *names, const struct dt_record *r,
		   const struct dt_shape_field *f)
{
	static const struct dt_value_style style = {.quiet = true, .text_width = DT_TRACE_WIDTH};
	const struct dt_action *a = f->action;

	if (a->type->shows == DT_SHOW_MEMORY)
		dt_value_dump(out, r->payload + f->field->offset, dt_action_memory_size(a, r));
	else if (a->type->shows == DT_SHOW_TYPED)
		dt_value_print_typed(out, names, f->field, r->payload);
	else
		dt_value_print(out, names, f->field, r->payload, &style);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The shape of a clause's records: its data as typed fields, in program order. Results as data (the
 * handler and the batches) have this form. Fields of effects belong to no shape: they become
 * events.
 */
#ifndef DT_CONSUME_DATA_SHAPE_H
#define DT_CONSUME_DATA_SHAPE_H

#include "base/mem.h"
#include "consume/data/action.h"

struct dt_shape_field {
	enum dt_datum_kind kind;
	const struct dt_field *field;
	const struct dt_action *action;
	size_t action_index; // in the clause
	uint64_t arms;	     // bits of dt_record.mask: the record has the field if all are set
	const char *type;    // name of its D type, or ""
	const char *name;    // unique in the shape: the variable's, or "ACTION_NUMBER"
};

struct dt_shape {
	size_t index; // of the clause in dt_program_desc.clauses
	struct dt_shape_field *fields;
	size_t n_fields;
};

struct dt_shapes {
	struct dt_arena *arena;
	struct dt_shape *v; // by clause
	size_t n;
};

/** Reports whether a record with this mask has field number i. */
static inline bool dt_shape_has(const struct dt_shape *s, size_t i, uint64_t mask)
{
	return !(s->fields[i].arms & ~mask);
}

void dt_shapes_init(struct dt_shapes *s, const struct dt_record_clause *clauses, size_t n);
void dt_shapes_deinit(struct dt_shapes *s);

/** Returns the bytes of a STRING or BYTES field. They belong to the record, or to the session. */
const void *dt_datum_bytes(struct dt_names *names, const struct dt_record *r,
			   const struct dt_shape_field *f, size_t *len);
/** Appends the field as text, in the default form of its kind; of print(), as a C initialiser. */
void dt_datum_show(struct dt_out *out, struct dt_names *names, const struct dt_record *r,
		   const struct dt_shape_field *f);

#endif

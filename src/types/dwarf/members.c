/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Members of structs, unions and classes. A base class is a member without a name, so its members
 * are found like those of an anonymous struct in C. Static members have no offset and are skipped,
 * as are virtual bases, whose offset differs between objects.
 */
#include "types/dwarf/internal.h"

#include <dwarf.h>
#include <string.h>

enum { MAX_MEMBERS = 65536 };

/** Finds the member's offset in the struct, in bits. Returns false if it has no fixed offset. */
static bool find_offset(Dwarf_Die *die, bool is_union, struct dt_member *m)
{
	uint64_t bytes = 0, bits, size = m->type->size;

	if (!dt_dwarf_number(die, DW_AT_bit_size, &bits) || bits > 64)
		bits = 0;
	m->bit_width = (unsigned)bits;
	if (dt_dwarf_number(die, DW_AT_data_bit_offset, &m->bit_offset))
		return true;
	if (!dt_dwarf_number(die, DW_AT_data_member_location, &bytes) && !is_union)
		return false;
	m->bit_offset = bytes * 8;
	// The old form is relative to the most significant bit of the storage unit.
	if (m->bit_width && dt_dwarf_number(die, DW_AT_bit_offset, &bits)) {
		dt_dwarf_number(die, DW_AT_byte_size, &size);
		m->bit_offset += size * 8 - bits - m->bit_width;
	}
	return m->bit_offset < UINT64_C(1) << 40;
}

/** Turns a bit-field that crosses its unit into bytes, which can be printed. */
static void fit_bit_field(struct dt_dwarf_source *s, struct dt_member *m)
{
	uint64_t unit = m->type->size * 8;

	if (!m->bit_width || (unit && m->bit_offset % unit + m->bit_width <= unit))
		return;
	uint64_t last = m->bit_offset + m->bit_width + 7;
	m->type = dt_type_array(s->u, dt_type_basic(s->u, DT_UCHAR), last / 8 - m->bit_offset / 8);
	m->bit_offset -= m->bit_offset % 8;
	m->bit_width = 0;
}

static bool make_member(struct dt_dwarf_source *s, Dwarf_Die *die, bool is_union,
			struct dt_member *m)
{
	int tag = dwarf_tag(die);
	const char *name = tag == DW_TAG_member ? dwarf_diename(die) : NULL;

	if (tag != DW_TAG_member && tag != DW_TAG_inheritance)
		return false;
	*m = (struct dt_member){.name = name ? dt_type_intern(s->u, name) : NULL,
				.type = dt_dwarf_type_of(s, die)};
	if (!find_offset(die, is_union, m))
		return false;
	fit_bit_field(s, m);
	return true;
}

void dt_dwarf_complete(void *self, struct dt_type *t)
{
	struct dt_dwarf_source *s = self;
	Dwarf_Die die = s->lazy.data[t->lazy_id], child;
	bool is_union = t->forward_kind == DT_TYPE_UNION;
	dt_vec(struct dt_member) v = {0};
	struct dt_member m, *copy;

	t->lazy = NULL;
	for (int none = dwarf_child(&die, &child); !none && v.len < MAX_MEMBERS;
	     none = dwarf_siblingof(&child, &child))
		if (make_member(s, &child, is_union, &m))
			dt_vec_push(&v, m);
	copy = dt_type_memory(s->u, v.len * sizeof(*copy) + 1);
	if (v.len)
		memcpy(copy, v.data, v.len * sizeof(*copy));
	t->kind = t->forward_kind;
	t->members = copy;
	t->n_members = v.len;
	dt_vec_deinit(&v);
}

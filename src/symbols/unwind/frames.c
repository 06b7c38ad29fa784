/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Uses only rows with a CFA at a fixed distance from the stack or frame pointer, as compilers write
 * them, and ignores signal frames.
 */
#include "symbols/unwind/frames.h"

void dt_frames_init(struct dt_frames *f, const struct dt_elf *e)
{
	*f = (struct dt_frames){.elf = e};
}

void dt_frames_deinit(struct dt_frames *f)
{
	dt_eh_frame_deinit(&f->table);
	*f = (struct dt_frames){0};
}

const struct dt_eh_frame *dt_frames_table(struct dt_frames *f)
{
	if (!f->is_read && f->elf)
		dt_eh_frame_read(&f->table, f->elf);
	f->is_read = true;
	return &f->table;
}

/** Begins with the rows of the function that contains the address. */
static bool begin_rows(struct dt_frames *f, uint64_t addr)
{
	f->function = dt_eh_frame_find(dt_frames_table(f), addr);
	f->row = (struct dt_frame_row){0};
	if (f->function &&
	    (f->function->is_signal || !dt_frame_rows_begin(&f->rows, &f->table, f->function)))
		f->function = NULL;
	return f->function;
}

/** Moves on to the row of an address. */
static bool find_frame_row(struct dt_frames *f, uint64_t addr)
{
	const struct dt_frame_function *fn = f->function;
	bool goes_on = fn && addr - fn->addr < fn->size && addr >= f->row.start;

	if (!goes_on && !begin_rows(f, addr))
		return false;
	while (addr >= f->row.end)
		if (!dt_frame_rows_next(&f->rows, &f->row)) {
			f->function = NULL;
			return false;
		}
	return true;
}

/** Reports whether the function saved the frame pointer below the return address. With a link
 *  register, compilers do this only to set up a frame, and may compute the CFA from the stack
 *  pointer all the same. */
static bool has_record(const struct dt_machine *m, const struct dt_frame_row *row)
{
	return m->link != DT_NO_REG && row->bp.where == DT_FRAME_SAVED &&
	       (uint64_t)row->bp.offset + m->calls.word == (uint64_t)row->ra.offset;
}

bool dt_frames_rule(struct dt_frames *f, uint64_t addr, struct dt_frame_rule *ret)
{
	const struct dt_frame_row *row = &f->row;
	const struct dt_machine *m;
	bool from_bp, in_link;

	if (!find_frame_row(f, addr))
		return false;
	m = dt_machine_of(f->table.is_32bit);
	from_bp = row->cfa_register == (unsigned)m->dwarf_fp;
	in_link = m->link != DT_NO_REG && row->ra.where == DT_FRAME_SAME;
	if (!row->has_cfa || (row->ra.where != DT_FRAME_SAVED && !in_link) ||
	    (!from_bp && row->cfa_register != (unsigned)m->dwarf_sp))
		return false;
	*ret = (struct dt_frame_rule){
	    .start = row->start,
	    .end = row->end,
	    .in_link = in_link,
	    .return_at = in_link ? 0 : row->cfa_offset + row->ra.offset,
	    .from_bp = from_bp,
	    .has_record = !in_link && (from_bp || has_record(m, row)),
	};
	return true;
}

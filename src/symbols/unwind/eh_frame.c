/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * .eh_frame is a list of entries: a CIE says how addresses are written and how all frames begin, an
 * FDE belongs to a CIE and begins with the address and the length of one range of code; then come
 * instructions, which are read in rows.c. Format: the Linux Standard Base, "Exception
 * Frames"; numbers as in DWARF.
 */
#include "symbols/unwind/internal.h"

#include <elf.h>
#include <stdlib.h>

enum {
	SECTION_MAX = 128 << 20, // bytes; the largest browsers have some 30 million
	CIE_MAX = 4096,		 // bytes
	PROGRAM_MAX = 1 << 20,	 // bytes of one function's
	ABSOLUTE = 0x00,	 // how an address counts: upper half of its encoding
	RELATIVE = 0x10,	 // to the place where it stands
	INDIRECT = 0x80,
};

void dt_eh_frame_deinit(struct dt_eh_frame *f)
{
	dt_vec_deinit(&f->functions);
	free(f->data);
	*f = (struct dt_eh_frame){0};
}

/** A number in the form of the low half of a pointer encoding. */
static uint64_t read_number(const struct dt_eh_frame *f, struct dt_cursor *c, uint8_t encoding)
{
	switch (encoding & 0xf) {
	case 0x0:
		return dt_cursor_fixed(c, f->is_32bit ? 4 : 8);
	case 0x1:
		return dt_cursor_uleb(c);
	case 0x2:
		return dt_cursor_fixed(c, 2);
	case 0x3:
		return dt_cursor_fixed(c, 4);
	case 0x4:
	case 0xc:
		return dt_cursor_fixed(c, 8);
	case 0x9:
		return (uint64_t)dt_cursor_sleb(c);
	case 0xa:
		return (uint64_t)(int16_t)dt_cursor_fixed(c, 2);
	case 0xb:
		return (uint64_t)(int32_t)dt_cursor_fixed(c, 4);
	default:
		c->bad = true;
		return 0;
	}
}

uint64_t dt_eh_frame_address(const struct dt_eh_frame *f, struct dt_cursor *c, uint8_t encoding)
{
	uint64_t here = f->addr + (uint64_t)(c->at - f->data);
	uint64_t value = read_number(f, c, encoding);

	switch (encoding & (0x70 | INDIRECT)) {
	case ABSOLUTE:
		break;
	case RELATIVE:
		value += here;
		break;
	default:
		c->bad = true;
	}
	return f->is_32bit ? (uint32_t)value : value;
}

/** What the letters of a CIE's augmentation announce; false: not understood. */
static bool read_augmentation(const struct dt_eh_frame *f, struct dt_cursor *c, const char *letters,
			      struct dt_cie *ret)
{
	dt_cursor_uleb(c); // its length
	for (const char *a = letters; *a; a++) {
		if (*a == 'R')
			ret->encoding = (uint8_t)dt_cursor_fixed(c, 1);
		else if (*a == 'L')
			dt_cursor_fixed(c, 1);
		else if (*a == 'P')
			read_number(f, c, (uint8_t)dt_cursor_fixed(c, 1));
		else if (*a == 'S')
			ret->is_signal = true;
		else if (*a != 'B')
			return false;
	}
	return true;
}

/** The entry whose length stands at `at`; its bytes behind the length. False: none. */
static bool entry_at(const struct dt_eh_frame *f, size_t at, struct dt_cursor *ret)
{
	uint64_t length;

	*ret = (struct dt_cursor){f->data + at, f->data + f->size, false};
	length = dt_cursor_fixed(ret, 4);
	if (ret->bad || !length || length > dt_cursor_left(ret)) // also an entry of 4 GB
		return false;
	ret->end = ret->at + length;
	return true;
}

bool dt_eh_frame_cie(const struct dt_eh_frame *f, size_t at, struct dt_cie *ret)
{
	const char *augmentation;
	struct dt_cursor c, letters;
	uint8_t version;

	*ret = (struct dt_cie){.at = at};
	if (at >= f->size || !entry_at(f, at, &c) || dt_cursor_left(&c) > CIE_MAX ||
	    dt_cursor_fixed(&c, 4) != 0)
		return false;
	version = (uint8_t)dt_cursor_fixed(&c, 1);
	augmentation = dt_cursor_text(&c);
	ret->code_align = dt_cursor_uleb(&c);
	ret->data_align = dt_cursor_sleb(&c);
	ret->ra = version == 1 ? dt_cursor_fixed(&c, 1) : dt_cursor_uleb(&c);
	ret->has_augmentation = *augmentation == 'z';
	if (ret->has_augmentation) {
		letters = c;
		if (!read_augmentation(f, &letters, augmentation + 1, ret))
			return false;
		dt_cursor_skip(&c, dt_cursor_uleb(&c));
	} else if (*augmentation) {
		return false;
	}
	if (!c.bad)
		ret->program = c;
	return !c.bad;
}

bool dt_eh_frame_fde(const struct dt_eh_frame *f, size_t at, struct dt_cie *cie, struct dt_fde *ret)
{
	size_t id_at = at + 4;
	struct dt_cursor c;
	uint64_t id;

	if (at >= f->size || !entry_at(f, at, &c))
		return false;
	id = dt_cursor_fixed(&c, 4);
	if (!id || id > id_at)
		return false;
	// Many follow that belong to the same.
	if ((!cie->program.end || cie->at != id_at - id) && !dt_eh_frame_cie(f, id_at - id, cie))
		return false;
	ret->addr = dt_eh_frame_address(f, &c, cie->encoding);
	ret->size = read_number(f, &c, cie->encoding);
	if (cie->has_augmentation)
		dt_cursor_skip(&c, dt_cursor_uleb(&c));
	ret->program = c;
	return !c.bad && ret->addr && ret->size && dt_cursor_left(&c) <= PROGRAM_MAX;
}

static int compare(const void *pa, const void *pb)
{
	const struct dt_frame_function *a = pa, *b = pb;

	if (a->addr != b->addr)
		return a->addr < b->addr ? -1 : 1;
	return a->entry < b->entry ? -1 : a->entry > b->entry;
}

static void sort(struct dt_eh_frame *f)
{
	bool sorted = true;

	for (size_t i = 1; i < f->functions.len && sorted; i++)
		sorted = f->functions.data[i - 1].addr <= f->functions.data[i].addr;
	if (!sorted)
		qsort(f->functions.data, f->functions.len, sizeof(*f->functions.data), compare);
}

void dt_eh_frame_parse(struct dt_eh_frame *f, uint8_t *data, size_t size, uint64_t addr,
		       bool is_32bit)
{
	struct dt_cursor c;
	struct dt_cie cie = {0};
	struct dt_fde fde;

	*f = (struct dt_eh_frame){.data = data, .size = size, .addr = addr, .is_32bit = is_32bit};
	for (size_t at = 0; at < size && entry_at(f, at, &c); at = (size_t)(c.end - data))
		if (dt_eh_frame_fde(f, at, &cie, &fde))
			dt_vec_push(&f->functions,
				    (struct dt_frame_function){fde.addr, fde.size, (uint32_t)at,
							       cie.is_signal});
	sort(f);
}

void dt_eh_frame_read(struct dt_eh_frame *f, const struct dt_elf *e)
{
	const struct dt_elf_section *s = dt_elf_section(e, ".eh_frame");
	struct dt_span span = dt_elf_span(e, s);
	uint8_t *data = dt_span_load(&span, SECTION_MAX);

	if (data)
		dt_eh_frame_parse(f, data, span.size, s->addr, e->is_32bit);
}

const struct dt_frame_function *dt_eh_frame_find(const struct dt_eh_frame *f, uint64_t addr)
{
	size_t low = 0, high = f->functions.len; // the last one at or below is before `low`

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (f->functions.data[mid].addr <= addr)
			low = mid + 1;
		else
			high = mid;
	}
	if (!low || addr - f->functions.data[low - 1].addr >= f->functions.data[low - 1].size)
		return NULL;
	return &f->functions.data[low - 1];
}

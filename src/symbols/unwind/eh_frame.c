/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * .eh_frame is a list of entries. A CIE holds the encoding of addresses and the initial
 * instructions of all frames. An FDE belongs to a CIE and begins with the address and the length of
 * a range of code; instructions follow, which rows.c reads. Format: the Linux Standard Base,
 * "Exception Frames"; numbers as in DWARF.
 *
 * .debug_frame, for code that was compiled without .eh_frame, has the same entries except for two
 * words: the mark of a CIE, and an FDE's reference to its CIE. It is stored behind .eh_frame.
 * strip(1) moves it to the separate debug file.
 */
#include "symbols/unwind/internal.h"

#include "symbols/elf/separate.h"
#include "symbols/elf/unpack.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

enum {
	SECTION_MAX = 128 << 20, // bytes; the largest browsers have some 30 million
	CIE_MAX = 4096,		 // bytes
	PROGRAM_MAX = 1 << 20,	 // bytes of a function's instructions
	FUNCTIONS_MAX = 1 << 21, // three times those of the largest browsers
	ABSOLUTE = 0x00,	 // base of an address: upper half of its encoding
	RELATIVE = 0x10,	 // to the address's own position
	INDIRECT = 0x80,
};

static const uint32_t debug_mark = UINT32_MAX; // mark of a CIE in .debug_frame; 0 in .eh_frame

void dt_eh_frame_deinit(struct dt_eh_frame *f)
{
	dt_vec_deinit(&f->functions);
	free(f->data);
	*f = (struct dt_eh_frame){0};
}

uint64_t dt_eh_frame_number(const struct dt_eh_frame *f, struct dt_cursor *c, uint8_t encoding)
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
	uint64_t value = dt_eh_frame_number(f, c, encoding);

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

/** Reads the data that the letters of a CIE's augmentation announce. Returns false if a letter is
 *  unknown. */
static bool read_augmentation(const struct dt_eh_frame *f, struct dt_cursor *c, const char *letters,
			      struct dt_cie *ret)
{
	dt_cursor_uleb(c); // its length
	for (const char *a = letters; *a; a++) {
		if (*a == 'R')
			ret->encoding = (uint8_t)dt_cursor_fixed(c, 1);
		else if (*a == 'L')
			ret->pads = (uint8_t)dt_cursor_fixed(c, 1);
		else if (*a == 'P')
			dt_eh_frame_number(f, c, (uint8_t)dt_cursor_fixed(c, 1));
		else if (*a == 'S')
			ret->is_signal = true;
		else if (*a != 'B' && *a != 'G') // signed with key B; tagged stack
			return false;
	}
	return true;
}

/** Finds the bytes of the entry at `at`, behind its length. Returns false if there is none. */
static bool entry_at(const struct dt_eh_frame *f, size_t at, struct dt_cursor *ret)
{
	uint64_t length;

	*ret = (struct dt_cursor){f->data + at, f->data + f->size, false};
	length = dt_cursor_fixed(ret, 4);
	if (ret->bad || !length || length > dt_cursor_left(ret)) // rejects entries of 4 GB too
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
	    dt_cursor_fixed(&c, 4) != (at < f->debug_at ? 0 : debug_mark))
		return false;
	version = (uint8_t)dt_cursor_fixed(&c, 1);
	augmentation = dt_cursor_text(&c);
	if (version >= 4)
		dt_cursor_skip(&c, 2); // sizes of addresses and of segment selectors
	ret->code_align = dt_cursor_uleb(&c);
	ret->data_align = dt_cursor_sleb(&c);
	ret->ra = version == 1 ? dt_cursor_fixed(&c, 1) : dt_cursor_uleb(&c);
	ret->has_augmentation = *augmentation == 'z';
	if (ret->has_augmentation) {
		ret->pads = DT_EH_OMIT;
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

/** Finds the CIE of an FDE by the word behind the FDE's length. Returns false if it is not an FDE.
 */
static bool find_cie(const struct dt_eh_frame *f, size_t at, uint32_t word, size_t *ret)
{
	size_t here = at + 4;

	if (at < f->debug_at) {
		*ret = here - word;
		return word && word <= here;
	}
	*ret = f->debug_at + word;
	return word != debug_mark;
}

/** Skips an FDE's augmentation. Returns the address of a table for exceptions that it has, or 0. */
static uint64_t read_pads(const struct dt_eh_frame *f, struct dt_cursor *c,
			  const struct dt_cie *cie)
{
	uint64_t length = dt_cursor_uleb(c), value = 0;
	struct dt_cursor at = *c, number = *c;

	if (cie->pads != DT_EH_OMIT && dt_eh_frame_number(f, &number, cie->pads))
		value = dt_eh_frame_address(f, &at, cie->pads);
	dt_cursor_skip(c, length);
	return number.bad || at.bad ? 0 : value;
}

bool dt_eh_frame_fde(const struct dt_eh_frame *f, size_t at, struct dt_cie *cie, struct dt_fde *ret)
{
	struct dt_cursor c;
	size_t cie_at;

	if (at >= f->size || !entry_at(f, at, &c))
		return false;
	if (!find_cie(f, at, (uint32_t)dt_cursor_fixed(&c, 4), &cie_at))
		return false;
	// Consecutive FDEs often share their CIE.
	if ((!cie->program.end || cie->at != cie_at) && !dt_eh_frame_cie(f, cie_at, cie))
		return false;
	ret->addr = dt_eh_frame_address(f, &c, cie->encoding);
	ret->size = dt_eh_frame_number(f, &c, cie->encoding);
	ret->pads = 0;
	if (cie->has_augmentation)
		ret->pads = read_pads(f, &c, cie);
	ret->program = c;
	return !c.bad && ret->addr && ret->size && dt_cursor_left(&c) <= PROGRAM_MAX;
}

static int compare_functions(const void *pa, const void *pb)
{
	const struct dt_frame_function *a = pa, *b = pb;

	if (a->addr != b->addr)
		return a->addr < b->addr ? -1 : 1;
	return a->entry < b->entry ? -1 : a->entry > b->entry;
}

static void sort_functions(struct dt_eh_frame *f)
{
	bool sorted = true;

	for (size_t i = 1; i < f->functions.len && sorted; i++)
		sorted = f->functions.data[i - 1].addr <= f->functions.data[i].addr;
	if (!sorted)
		qsort(f->functions.data, f->functions.len, sizeof(*f->functions.data),
		      compare_functions);
}

const struct dt_frame_function *dt_eh_frame_find(const struct dt_eh_frame *f, uint64_t addr)
{
	size_t low = 0, high = f->functions.len; // the last one at or below `addr` is before `low`

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

/** Adds the functions of the entries from `at` on, except those already known from the section
 *  before. */
static void parse_entries(struct dt_eh_frame *f, size_t at, size_t end)
{
	struct dt_eh_frame known = {.functions = {f->functions.data, f->functions.len, 0}};
	dt_vec(struct dt_frame_function) found = {0};
	struct dt_cie cie = {0};
	struct dt_cursor c;
	struct dt_fde fde;

	for (; at < end && f->functions.len + found.len < FUNCTIONS_MAX && entry_at(f, at, &c);
	     at = (size_t)(c.end - f->data))
		if (dt_eh_frame_fde(f, at, &cie, &fde) && !dt_eh_frame_find(&known, fde.addr))
			dt_vec_push(&found, (struct dt_frame_function){
						fde.addr, fde.size, (uint32_t)at, cie.is_signal});
	dt_vec_foreach (&found, fn)
		dt_vec_push(&f->functions, *fn);
	dt_vec_deinit(&found);
	sort_functions(f);
}

void dt_eh_frame_parse(struct dt_eh_frame *f, uint8_t *data, size_t size, size_t debug_at,
		       uint64_t addr, bool is_32bit)
{
	*f = (struct dt_eh_frame){
	    .data = data, .size = size, .debug_at = debug_at, .addr = addr, .is_32bit = is_32bit};
	parse_entries(f, 0, debug_at);
	if (debug_at < size)
		parse_entries(f, debug_at, size);
}

void dt_eh_frame_append(struct dt_eh_frame *f, const void *entries, size_t size)
{
	size_t at = f->size;

	f->data = dt_realloc(f->data, at + size);
	memcpy(f->data + at, entries, size);
	f->size += size;
	parse_entries(f, at, f->size);
}

void dt_eh_frame_add_signal(struct dt_eh_frame *f, uint64_t addr)
{
	if (dt_eh_frame_find(f, addr))
		return;
	dt_vec_push(&f->functions, (struct dt_frame_function){addr, 1, DT_FRAME_NO_ENTRY, true});
	sort_functions(f);
}

/** Returns .debug_frame of the file or of its debug file, which it opens as *separate. If it is
 *  compressed, its bytes are in *unpacked. The caller owns both. */
static struct dt_span debug_frame(const struct dt_elf *e, struct dt_elf **separate,
				  struct dt_file **unpacked)
{
	const struct dt_elf_section *s = dt_elf_section(e, ".debug_frame");
	struct dt_span span;

	if (!s) {
		*separate = dt_separate_find(e, ".debug_frame");
		e = *separate ? *separate : e;
		s = dt_elf_section(e, ".debug_frame");
	}
	span = dt_elf_span(e, s);
	if (!s || !(s->flags & SHF_COMPRESSED))
		return span;
	*unpacked = span.file ? dt_unpack_section(&span, e->is_32bit, SECTION_MAX) : NULL;
	return (struct dt_span){*unpacked, 0, *unpacked ? dt_file_id(*unpacked)->size : 0};
}

void dt_eh_frame_read(struct dt_eh_frame *f, const struct dt_elf *e)
{
	dt_cleanup(dt_file_destroy_p) struct dt_file *unpacked = NULL;
	struct dt_elf *separate = NULL;
	const struct dt_elf_section *s = dt_elf_section(e, ".eh_frame");
	struct dt_span span = dt_elf_span(e, s), debug = debug_frame(e, &separate, &unpacked);
	size_t size = span.file ? span.size : 0, more = debug.file ? debug.size : 0;
	uint8_t *data;

	if (size <= SECTION_MAX && more <= SECTION_MAX - size && size + more) {
		data = dt_malloc(size + more);
		if ((size && !dt_span_read(&span, 0, data, size)) ||
		    (more && !dt_span_read(&debug, 0, data + size, more)))
			free(data);
		else
			dt_eh_frame_parse(f, data, size + more, size, s ? s->addr : 0, e->is_32bit);
	}
	dt_elf_destroy(separate);
}

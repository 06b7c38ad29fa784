/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * .eh_frame is a list of entries: a CIE says how addresses are written, an FDE belongs to a CIE and
 * begins with the address and the length of one range of code. What an FDE says of unwinding is not
 * read. Format: the Linux Standard Base, "Exception Frames"; numbers as in DWARF.
 *
 * Ranges of signal frames (augmentation S) are passed over: that of the C library's __restore_rt
 * begins one byte before its first instruction, because unwinders look at the byte before a return
 * address. Breakpoints by such a range would stand inside of instructions.
 */
#include "symbols/elf/eh_frame.h"

#include <stdbool.h>
#include <string.h>

/** Bytes that are read one after the other; behind the end everything is 0 and `bad` is set. */
struct cursor {
	const uint8_t *begin, *at, *end;
	uint64_t addr; // of `begin`
	unsigned address_size;
	bool bad;
};

static uint64_t read_fixed(struct cursor *c, unsigned size)
{
	uint64_t value = 0;

	if ((size_t)(c->end - c->at) < size) {
		c->bad = true;
		c->at = c->end;
		return 0;
	}
	memcpy(&value, c->at, size);
	c->at += size;
	return value;
}

static uint64_t read_leb(struct cursor *c, bool is_signed)
{
	uint64_t value = 0;
	unsigned shift = 0;
	uint8_t byte;

	do {
		byte = (uint8_t)read_fixed(c, 1);
		if (shift < 64)
			value |= (uint64_t)(byte & 0x7f) << shift;
		shift += 7;
	} while (byte & 0x80 && !c->bad);
	if (is_signed && shift < 64 && byte & 0x40)
		value |= ~UINT64_C(0) << shift;
	return value;
}

/** A number in the form of the low half of a pointer encoding. */
static uint64_t read_number(struct cursor *c, uint8_t encoding)
{
	switch (encoding & 0xf) {
	case 0x0:
		return read_fixed(c, c->address_size);
	case 0x1:
		return read_leb(c, false);
	case 0x2:
		return read_fixed(c, 2);
	case 0x3:
		return read_fixed(c, 4);
	case 0x4:
	case 0xc:
		return read_fixed(c, 8);
	case 0x9:
		return read_leb(c, true);
	case 0xa:
		return (uint64_t)(int16_t)read_fixed(c, 2);
	case 0xb:
		return (uint64_t)(int32_t)read_fixed(c, 4);
	default:
		c->bad = true;
		return 0;
	}
}

/** An address: absolute, or relative to the place where it stands. */
static uint64_t read_address(struct cursor *c, uint8_t encoding)
{
	uint64_t here = c->addr + (uint64_t)(c->at - c->begin);
	uint64_t value = read_number(c, encoding);

	switch (encoding & 0x70) {
	case 0x00:
		return value;
	case 0x10:
		return value + here;
	default:
		c->bad = true;
		return 0;
	}
}

/** How the CIE at that place has its FDEs write addresses; false: not understood. */
static bool read_cie(const struct cursor *all, const uint8_t *at, uint8_t *encoding)
{
	struct cursor c = *all;
	const char *augmentation;
	uint8_t version;

	c.at = at;
	if (read_fixed(&c, 4) == UINT32_MAX || read_fixed(&c, 4) != 0)
		return false;
	version = (uint8_t)read_fixed(&c, 1);
	augmentation = (const char *)c.at;
	while (read_fixed(&c, 1))
		;
	if (c.bad)
		return false;
	*encoding = 0;
	if (*augmentation != 'z')
		return !*augmentation;
	read_leb(&c, false); // code alignment
	read_leb(&c, true);  // data alignment
	if (version == 1)
		read_fixed(&c, 1); // column of the return address
	else
		read_leb(&c, false);
	read_leb(&c, false); // length of what follows
	for (const char *a = augmentation + 1; *a; a++) {
		if (*a == 'R')
			*encoding = (uint8_t)read_fixed(&c, 1);
		else if (*a == 'L')
			read_fixed(&c, 1);
		else if (*a == 'P')
			read_number(&c, (uint8_t)read_fixed(&c, 1));
		else if (*a == 'S')
			return false; // see the head of this file
		else if (*a != 'B')
			break;
	}
	return !c.bad;
}

static void read_fde(struct cursor c, const uint8_t *cie, struct dt_ranges *ret)
{
	struct dt_range r;
	uint8_t encoding;

	if (!read_cie(&c, cie, &encoding))
		return;
	r.addr = read_address(&c, encoding);
	r.size = read_number(&c, encoding & 0xf);
	if (c.address_size == 4)
		r.addr = (uint32_t)r.addr;
	if (!c.bad && r.size && r.addr)
		dt_vec_push(&ret->v, r);
}

void dt_eh_frame_ranges(struct dt_ranges *ret, const uint8_t *data, size_t size, uint64_t addr,
			unsigned address_size)
{
	struct cursor c = {data, data, data + size, addr, address_size, false};

	while (c.at < c.end && !c.bad) {
		uint64_t length = read_fixed(&c, 4);
		const uint8_t *next, *id_at = c.at;
		uint64_t id;

		if (!length || length == UINT32_MAX || length > (uint64_t)(c.end - c.at))
			return; // the end, or an entry of 4 GB
		next = c.at + length;
		id = read_fixed(&c, 4);
		if (id && id <= (uint64_t)(id_at - data))
			read_fde(c, id_at - id, ret);
		c.at = next;
	}
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Parses operands as compilers print them into notes:
 *
 *	operand = [ "-" ] [ digits ] [ "f" ] "@" value | value
 *	value   = register | [ "#" ] sum | "[" register [ "," index ] "]"
 *	index   = [ "#" ] sum | "#:lo12:" sum | register [ "," "lsl" [ "#" ] digit ]
 *	sum     = ( number | symbol ) { ( "+" | "-" ) ( number | symbol ) }
 *
 * The base of ":lo12:" is the page of the symbol, so the operand is at the symbol itself. A tracer
 * cannot read vector registers. Indices of 32 bits are not supported.
 */
#include "arch/operand.h"

#include "arch/aarch64/registers.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

const char dt_operand_brackets[2] = {'[', ']'};

struct reg {
	int offset; // DT_NO_REG: the zero register
	uint8_t size;
};

static void skip_blanks(const char **text)
{
	while (**text == ' ')
		++*text;
}

static bool take(const char **text, const char *word)
{
	size_t len = strlen(word);

	if (strncmp(*text, word, len) != 0)
		return false;
	*text += len;
	return true;
}

/** Parses "x0", "w0", "sp", "wsp", "xzr" or "wzr". Does not advance *text if it is none of them. */
static bool take_register(const char **text, struct reg *ret)
{
	const char *name = *text;
	size_t len = 0;
	char *end;

	while (dt_operand_in_symbol(name[len]))
		len++;
	*ret = (struct reg){DT_NO_REG, *name == 'w' ? 4 : 8};
	if ((len == 2 && !memcmp(name, "sp", 2)) || (len == 3 && !memcmp(name, "wsp", 3))) {
		ret->offset = DT_SP;
	} else if (len >= 2 && len <= 3 && (*name == 'x' || *name == 'w') &&
		   isdigit((unsigned char)name[1])) {
		unsigned long n = strtoul(name + 1, &end, 10);

		if (end != name + len || n > DT_LINK)
			return false;
		ret->offset = DT_X((int)n);
	} else if (len != 3 || (memcmp(name, "xzr", 3) != 0 && memcmp(name, "wzr", 3) != 0)) {
		return false;
	}
	*text += len;
	return true;
}

/** Parses ", lsl 3" after an index. Returns false for 32-bit indices, which are to be extended. */
static bool take_scale(const char **text, const struct reg *index, struct dt_operand *o)
{
	skip_blanks(text);
	if (take(text, ",")) {
		skip_blanks(text);
		if (!take(text, "lsl"))
			return false;
		skip_blanks(text);
		take(text, "#");
		if (**text < '0' || **text > '3')
			return false;
		o->scale = (uint8_t)(1 << (*(*text)++ - '0'));
	}
	return index->size == 8;
}

/** Parses an address after the '['. */
static bool take_address(const char **text, struct dt_operand *o)
{
	struct reg base, index;

	if (!take_register(text, &base) || base.offset == DT_NO_REG || base.size != 8)
		return false;
	o->base = base.offset;
	skip_blanks(text);
	if (take(text, ",")) {
		skip_blanks(text);
		if (take_register(text, &index)) {
			o->index = index.offset;
			if (index.offset == DT_NO_REG || !take_scale(text, &index, o))
				return false;
		} else {
			take(text, "#");
			if (take(text, ":lo12:"))
				o->base = DT_PC;
			if (!dt_operand_take_sum(text, o) || (*o->symbol && o->base != DT_PC))
				return false;
		}
	}
	skip_blanks(text);
	return take(text, "]") && (o->base != DT_PC || *o->symbol);
}

bool dt_operand_take(const char **text, struct dt_operand *o)
{
	struct reg r;

	if (take(text, "[")) {
		o->kind = DT_OPERAND_MEM;
		return take_address(text, o);
	}
	if (take_register(text, &r)) {
		o->kind = r.offset == DT_NO_REG ? DT_OPERAND_CONST : DT_OPERAND_REG;
		o->base = r.offset;
		if (!o->size)
			o->size = r.size;
		return true;
	}
	take(text, "#");
	o->kind = DT_OPERAND_CONST;
	if (!dt_operand_take_sum(text, o))
		return false;
	if (*o->symbol)
		o->kind = DT_OPERAND_ADDR;
	return true;
}

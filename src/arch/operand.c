/* SPDX-License-Identifier: BSD-2-Clause */
#include "arch/operand.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

bool dt_operand_in_symbol(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '.' || c == '$';
}

/** Parses a term: a number or a symbol. Only one symbol is allowed, and it cannot be subtracted. */
static bool take_term(const char **text, bool minus, struct dt_operand *o)
{
	size_t len = 0;

	if (isdigit((unsigned char)**text)) {
		char *end;
		uint64_t n;

		errno = 0;
		n = strtoull(*text, &end, 0);
		if (errno || dt_operand_in_symbol(*end))
			return false;
		*text = end;
		o->disp = (int64_t)((uint64_t)o->disp + (minus ? -n : n));
		return true;
	}
	while (dt_operand_in_symbol((*text)[len]))
		len++;
	if (!len || minus || *o->symbol || len >= sizeof(o->symbol))
		return false;
	memcpy(o->symbol, *text, len);
	o->symbol[len] = '\0';
	*text += len;
	return true;
}

bool dt_operand_take_sum(const char **text, struct dt_operand *o)
{
	bool minus = **text == '-';

	*text += minus || **text == '+';
	while (take_term(text, minus, o)) {
		if (**text != '+' && **text != '-')
			return true;
		minus = **text == '-';
		++*text;
	}
	return false;
}

/** Parses the size before the '@', if present. */
static bool take_size(const char **text, struct dt_operand *o)
{
	const char *p = *text;
	unsigned size = 0;
	bool minus = *p == '-';

	p += minus;
	while (isdigit((unsigned char)*p) && size < 100)
		size = size * 10 + (unsigned)(*p++ - '0');
	o->is_float = *p == 'f';
	p += o->is_float;
	if (*p != '@') {
		o->is_float = false;
		return true;
	}
	*text = p + 1;
	o->is_signed = minus;
	o->size = (uint8_t)size;
	return size == 1 || size == 2 || size == 4 || size == 8;
}

/** Returns the end of the operand: the next blank outside brackets. */
static const char *end_of(const char *text)
{
	for (bool inside = false; *text && (inside || *text != ' '); text++)
		inside =
		    *text == dt_operand_brackets[0] || (inside && *text != dt_operand_brackets[1]);
	return text;
}

bool dt_operand_next(const char **text, struct dt_operand *ret)
{
	const char *p, *end;
	bool ok;

	*ret = (struct dt_operand){.base = DT_NO_REG, .index = DT_NO_REG, .scale = 1};
	while (**text == ' ')
		++*text;
	if (!**text)
		return false;
	p = *text;
	end = end_of(p);
	ok = take_size(&p, ret) && dt_operand_take(&p, ret) && p == end;
	*text = end;
	// The name of a vector register may read like a symbol.
	if (!ok ||
	    (ret->is_float && (ret->kind == DT_OPERAND_CONST || ret->kind == DT_OPERAND_ADDR))) {
		ret->kind = DT_OPERAND_UNREADABLE;
		*ret->symbol = '\0';
	}
	if (ret->size != 1 && ret->size != 2 && ret->size != 4)
		ret->size = 8;
	return true;
}

void dt_operand_resolve(struct dt_operand *o, uint64_t addr, uint64_t pc)
{
	*o->symbol = '\0';
	o->disp = (int64_t)((uint64_t)o->disp + addr - pc);
	if (o->base != DT_NO_REG && o->base != dt_arch.native.pc)
		o->kind = DT_OPERAND_UNREADABLE; // a table addressed absolutely
	o->base = dt_arch.native.pc;
}

bool dt_operand_equal(const struct dt_operand *a, const struct dt_operand *b)
{
	return a->kind == b->kind && a->size == b->size && a->is_signed == b->is_signed &&
	       a->base == b->base && a->index == b->index && a->scale == b->scale &&
	       a->shift == b->shift && a->disp == b->disp;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Parses operands in AT&T syntax, as compilers print them into notes:
 *
 *	operand = [ "-" ] [ digits ] [ "f" ] "@" value | value
 *	value   = "$" sum | "%" register | [ sum ] [ "(" [ "%" register ] [ "," "%" register
 *	          [ "," digit ] ] ")" ]
 *	sum     = ( number | symbol ) { ( "+" | "-" ) ( number | symbol ) }
 *
 * A tracer cannot read thread-local storage (a segment register) or vector registers, so such
 * operands are recognised as unreadable.
 */
#include "arch/operand.h"

#include <ctype.h>
#include <string.h>
#include <sys/user.h>

const char dt_operand_brackets[2] = {'(', ')'};

#define AT(field) offsetof(struct user_regs_struct, field)

struct register_name {
	const char *name;
	uint8_t offset, size, shift;
};

// The eight original registers by their stems, then the ones with other forms.
static const struct {
	char name[4];
	uint8_t offset;
} old_registers[] = {
    {"ax", AT(rax)}, {"bx", AT(rbx)}, {"cx", AT(rcx)}, {"dx", AT(rdx)},
    {"si", AT(rsi)}, {"di", AT(rdi)}, {"bp", AT(rbp)}, {"sp", AT(rsp)},
};

static const uint8_t new_registers[] = {AT(r8),	 AT(r9),  AT(r10), AT(r11),
					AT(r12), AT(r13), AT(r14), AT(r15)};

/** Parses "rax", "eax", "ax", "al", "ah", "sil". */
static bool old_register(const char *name, size_t len, struct register_name *ret)
{
	for (size_t i = 0; i < sizeof(old_registers) / sizeof(*old_registers); i++) {
		const char *stem = old_registers[i].name;
		bool is_letter = stem[1] == 'x';

		ret->offset = old_registers[i].offset;
		ret->shift = 0;
		if (len == 3 && (*name == 'r' || *name == 'e') && !memcmp(name + 1, stem, 2)) {
			ret->size = *name == 'r' ? 8 : 4;
			return true;
		}
		if (len == 2 && !memcmp(name, stem, 2)) {
			ret->size = 2;
			return true;
		}
		ret->size = 1;
		if (is_letter && len == 2 && *name == *stem && (name[1] == 'l' || name[1] == 'h')) {
			ret->shift = name[1] == 'h' ? 8 : 0;
			return true;
		}
		if (!is_letter && len == 3 && !memcmp(name, stem, 2) && name[2] == 'l')
			return true;
	}
	return false;
}

/** Parses "r8", "r8d", "r8w", "r8b" or "r8l". */
static bool new_register(const char *name, size_t len, struct register_name *ret)
{
	size_t n = 0, i = 1;

	if (!len || *name != 'r')
		return false;
	for (; i < len && isdigit((unsigned char)name[i]) && n < 100; i++)
		n = n * 10 + (size_t)(name[i] - '0');
	if (i == 1 || n < 8 || n > 15 || len - i > 1)
		return false;
	ret->offset = new_registers[n - 8];
	ret->shift = 0;
	ret->size = 8;
	if (i < len) {
		static const char suffixes[] = "dwbl", sizes[] = {4, 2, 1, 1};
		const char *s = strchr(suffixes, name[i]);

		if (!s || !*s)
			return false;
		ret->size = (uint8_t)sizes[s - suffixes];
	}
	return true;
}

/** Parses a register after the '%' and advances *text. */
static bool take_register(const char **text, struct register_name *ret)
{
	const char *name = *text;
	size_t len = 0;

	while (isalnum((unsigned char)name[len]))
		len++;
	*text += len;
	if (len == 3 && (!memcmp(name, "rip", 3) || !memcmp(name, "eip", 3))) {
		*ret = (struct register_name){.offset = AT(rip), .size = 8};
		return true;
	}
	return old_register(name, len, ret) || new_register(name, len, ret);
}

static bool take_comma(const char **text)
{
	while (**text == ' ')
		++*text;
	if (**text != ',')
		return false;
	do
		++*text;
	while (**text == ' ');
	return true;
}

/** Parses base, index and scale after the '('. */
static bool take_address(const char **text, struct dt_operand *o)
{
	struct register_name r;

	if (**text == '%') {
		++*text;
		if (!take_register(text, &r) || r.size < 4)
			return false;
		o->base = r.offset;
	}
	if (take_comma(text)) {
		if (**text != '%')
			return false;
		++*text;
		if (!take_register(text, &r) || r.size < 4)
			return false;
		o->index = r.offset;
		if (take_comma(text)) {
			if (!strchr("1248", **text) || !**text)
				return false;
			o->scale = (uint8_t)(*(*text)++ - '0');
		}
	}
	if (**text != ')')
		return false;
	++*text;
	// Without a symbol, the number is relative to the end of an unknown instruction.
	return o->base != (int)AT(rip) || *o->symbol;
}

bool dt_operand_take(const char **text, struct dt_operand *o)
{
	struct register_name r;

	if (**text == '$') {
		++*text;
		o->kind = DT_OPERAND_CONST;
		if (!dt_operand_take_sum(text, o))
			return false;
		if (*o->symbol)
			o->kind = DT_OPERAND_ADDR;
		return true;
	}
	if (**text == '%') {
		++*text;
		if (!take_register(text, &r))
			return false;
		o->kind = DT_OPERAND_REG;
		o->base = r.offset;
		o->shift = r.shift;
		if (!o->size)
			o->size = r.size;
		return true;
	}
	o->kind = DT_OPERAND_MEM;
	if (**text != '(' && !dt_operand_take_sum(text, o))
		return false;
	if (**text == '(') {
		++*text;
		return take_address(text, o);
	}
	if (!*o->symbol) // "5": some compilers print constants without the dollar sign
		o->kind = DT_OPERAND_CONST;
	return true;
}

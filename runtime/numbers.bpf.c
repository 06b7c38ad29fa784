/* SPDX-License-Identifier: (BSD-2-Clause OR GPL-2.0-only) */
/**
 * Converts between numbers and text: strtoll, lltostr, IPv4 addresses. The caller ensures that a
 * base is 2 to 36. Contracts as in strings.bpf.c.
 */
#include "loop.h"

struct parse {
	const struct dt_string *s;
	u64 value;
	u8 base, negative;
	u8 state; // 0: before the sign, 1: before a "0x", 2: after its 0, 3: in the digits
};

static __always_inline u32 digit_of(u8 c)
{
	if ((u8)(c - '0') < 10)
		return c - '0';
	c |= 0x20;
	return (u8)(c - 'a') < 26 ? c - 'a' + 10 : 255;
}

static long parse_step(u32 i, struct parse *p)
{
	u32 digit;
	u8 c;

	if (i >= dt_strsize())
		return 1;
	c = p->s->b[i];
	if (p->state == 0) {
		if (c == ' ' || (u8)(c - '\t') < 5)
			return 0;
		p->state = 1;
		p->negative = c == '-';
		if (c == '-' || c == '+')
			return 0;
	}
	if (p->state == 2 && (c | 0x20) == 'x') {
		p->state = 3;
		return 0;
	}
	p->state = p->state == 1 && p->base == 16 && c == '0' ? 2 : 3;
	digit = digit_of(c);
	if (digit >= p->base)
		return 1;
	p->value = p->value * p->base + digit;
	return 0;
}

/** Returns the number at the start of s, after white space, or 0 if there is none. */
s64 dt_strtoll(const struct dt_string *s, u64 base)
{
	struct parse p = {.s = s, .base = base};

	if (!s)
		return 0;
	dt_forget(p.value, dt_noise(s));
	dt_forget(p.negative, dt_noise(s));
	dt_forget(p.state, dt_noise(s));
	bpf_loop(dt_strsize(), parse_step, &p, 0);
	return p.negative ? -p.value : p.value;
}

enum { DIGITS = 67 }; // 64 binary digits, a prefix of two or a sign, NUL

struct format {
	u64 value;
	u32 base, at;
	char text[DIGITS + 1]; // filled from the end
};

static __always_inline void format_char(struct format *f, char c)
{
	u32 at = f->at - 1;

	if (at < DIGITS)
		f->text[at] = c;
	f->at = at;
}

static long format_digit(u32 i, struct format *f)
{
	u32 digit = f->value % f->base;

	// Computes the position from i, because the verifier would follow a counter value by value.
	f->at = DIGITS - i;
	format_char(f, digit < 10 ? '0' + digit : 'a' + digit - 10);
	f->value /= f->base;
	return !f->value;
}

/** dst = the value as text; signed in base 10, 0 before base 8, 0x before base 16. */
u64 dt_lltostr(struct dt_string *dst, s64 value, u64 base)
{
	u8 negative = base == 10 && value < 0;
	struct format f = {.value = negative ? -(u64)value : (u64)value, .base = base};

	if (!dst || base < 2 || base > 36)
		return 0;
	bpf_loop(64, format_digit, &f, 0);
	if (base == 16)
		format_char(&f, 'x');
	if (base == 16 || (base == 8 && value))
		format_char(&f, '0');
	if (negative)
		format_char(&f, '-');
	if (f.at < DIGITS)
		bpf_probe_read_kernel_str(dst, dt_strsize(), f.text + f.at);
	return 0;
}

static __always_inline void format_octet(struct format *f, u32 octet)
{
	format_char(f, '0' + octet % 10);
	if (octet >= 10)
		format_char(f, '0' + octet / 10 % 10);
	if (octet >= 100)
		format_char(f, '0' + octet / 100);
}

/** dst = an IPv4 address, its first byte lowest, in dotted form. */
u64 dt_inet_ntoa(struct dt_string *dst, u64 address)
{
	struct format f = {.at = DIGITS};

	if (!dst)
		return 0;
	format_octet(&f, address >> 24 & 0xff);
	format_char(&f, '.');
	format_octet(&f, address >> 16 & 0xff);
	format_char(&f, '.');
	format_octet(&f, address >> 8 & 0xff);
	format_char(&f, '.');
	format_octet(&f, address & 0xff);
	if (f.at < DIGITS)
		bpf_probe_read_kernel_str(dst, dt_strsize() < 16 ? dt_strsize() : 16,
					  f.text + f.at);
	return 0;
}

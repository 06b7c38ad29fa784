/* SPDX-License-Identifier: (BSD-2-Clause OR GPL-2.0-only) */
/**
 * IPv6 addresses as text, as RFC 5952 has it: lower case, no leading zeros, the first of the
 * longest runs of at least two zero words as "::", the last 32 bits of an IPv4-mapped or
 * IPv4-compatible address in dotted form. Link addresses. Contracts as in strings.bpf.c.
 */
#include "loop.h"

enum { INET_WORDS = 8, INET_TEXT = 64 }; // at most 45 characters; a power of two bounds positions

/** The address, in network byte order. */
struct dt_in6 {
	u8 b[16];
};

struct inet {
	char text[INET_TEXT];
	const struct dt_in6 *from;
	u32 at;
	u32 start, end; // words of the run of zeros
	u32 words;	// that are written in hexadecimal
};

static __always_inline void inet_put(struct inet *p, char c)
{
	u32 at = p->at;

	if (at < INET_TEXT)
		p->text[at] = c;
	p->at = at + 1;
}

static __always_inline void inet_hex(struct inet *p, u32 digit)
{
	inet_put(p, digit < 10 ? '0' + digit : 'a' + digit - 10);
}

static long word_step(u32 i, struct inet *p)
{
	u32 word, byte = 2 * i;

	if (i >= p->words || byte > 14)
		return 1;
	dt_forget(p->at, dt_noise(p->from));
	if (i >= p->start && i < p->end) {
		if (i == p->start)
			inet_put(p, ':');
		return 0;
	}
	if (i)
		inet_put(p, ':');
	word = p->from->b[byte] << 8 | p->from->b[byte + 1];
	if (word >= 0x1000)
		inet_hex(p, word >> 12);
	if (word >= 0x100)
		inet_hex(p, word >> 8 & 15);
	if (word >= 0x10)
		inet_hex(p, word >> 4 & 15);
	inet_hex(p, word & 15);
	return 0;
}

static long octet_step(u32 i, struct inet *p)
{
	u32 octet;

	if (i >= 4)
		return 1;
	dt_forget(p->at, dt_noise(p->from));
	octet = p->from->b[12 + i];
	inet_put(p, i ? '.' : ':');
	if (octet >= 100)
		inet_put(p, '0' + octet / 100);
	if (octet >= 10)
		inet_put(p, '0' + octet / 10 % 10);
	inet_put(p, '0' + octet % 10);
	return 0;
}

/** The first of the longest runs of zero words. Without branches: the verifier follows each. */
static __always_inline void find_run(struct inet *p)
{
	u64 zeros = 0, run = 0, length = 0;

	for (u32 i = 0; i < INET_WORDS; i++)
		zeros |= ((u64)(p->from->b[2 * i] | p->from->b[2 * i + 1]) - 1) >> 63 << i;
	for (u32 i = 1; i <= INET_WORDS; i++) {
		if (zeros) {
			run = zeros;
			length = i;
		}
		zeros &= zeros >> 1;
	}
	run &= -run;
	p->start = -(run & 0xaa) >> 63 | -(run & 0xcc) >> 63 << 1 | -(run & 0xf0) >> 63 << 2;
	p->end = p->start + length;
	if (length < 2)
		p->start = p->end = INET_WORDS;
}

/** dst = an IPv6 address as text. */
u64 dt_inet_ntoa6(struct dt_string *dst, const struct dt_in6 *from)
{
	struct inet p = {.from = from, .words = INET_WORDS};
	u32 mapped;

	if (!dst || !from)
		return 0;
	find_run(&p);
	mapped = p.end == 5 && from->b[10] == 0xff && from->b[11] == 0xff;
	if (!p.start && (p.end == 6 || mapped))
		p.words = 6;
	dt_forget(p.at, dt_noise(from));
	bpf_loop(INET_WORDS, word_step, &p, 0);
	if (p.words == 6)
		bpf_loop(4, octet_step, &p, 0);
	else if (p.start < INET_WORDS && p.end == INET_WORDS)
		inet_put(&p, ':');
	inet_put(&p, 0);
	bpf_probe_read_kernel_str(dst, dt_strsize(), p.text);
	return 0;
}

/** The hardware address of a network device; the bytes behind it are 0. */
struct dt_link {
	u8 b[24];
};

/** dst = the first `size` bytes, at most 20, in hexadecimal with colons. */
u64 dt_link_ntop(struct dt_string *dst, const struct dt_link *from, u64 size)
{
	struct inet p = {.at = 0};

	if (!dst || !from)
		return 0;
	for (u32 i = 0; i < 20; i++) {
		u8 c = from->b[i];

		if (i >= size)
			break;
		if (i)
			inet_put(&p, ':');
		inet_hex(&p, c >> 4);
		inet_hex(&p, c & 15);
	}
	inet_put(&p, 0);
	bpf_probe_read_kernel_str(dst, dt_strsize(), p.text);
	return 0;
}

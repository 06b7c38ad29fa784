/* SPDX-License-Identifier: (BSD-2-Clause OR GPL-2.0-only) */
/**
 * Formats IPv6 addresses by RFC 5952: lower case, no leading zeros, the first of the longest runs
 * of at least two zero words as "::", the last 32 bits of an IPv4-mapped or IPv4-compatible address
 * in dotted form. Also formats link-layer addresses. Contracts as in strings.bpf.c.
 */
#include "loop.h"

enum { INET_WORDS = 8, INET_TEXT = 64 }; // at most 45 characters; a power of two for masking

/** The address, in network byte order. */
struct dt_in6 {
	u8 b[16];
};

struct inet {
	char text[INET_TEXT];
	const struct dt_in6 *from;
	u32 at;
	u32 start, end; // the run of zero words
	u32 words;	// number of words in hexadecimal
};

/*
 * The verifier follows both arms of a branch on an unknown value through all following code. To
 * avoid branches, an optional character is always stored, and only counted if it is present.
 */

/** Stores the character. It counts if `is_there` is 1, but not if it is 0. */
static __always_inline void inet_put_if(struct inet *p, char c, u32 is_there)
{
	p->text[p->at & (INET_TEXT - 1)] = c;
	p->at += is_there;
}

static __always_inline void inet_put(struct inet *p, char c)
{
	inet_put_if(p, c, 1);
}

/** Returns 1 if a number below 1 << bits is not 0, else 0. */
static __always_inline u32 inet_any(u32 n, u32 bits)
{
	return (n + (1u << bits) - 1) >> bits;
}

static __always_inline void inet_hex_if(struct inet *p, u32 digit, u32 is_there)
{
	inet_put_if(p, '0' + digit + ((digit + 6) >> 4) * ('a' - '0' - 10), is_there);
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
	inet_put_if(p, ':', inet_any(i, 3));
	word = p->from->b[byte] << 8 | p->from->b[byte + 1];
	inet_hex_if(p, word >> 12, inet_any(word >> 12, 4));
	inet_hex_if(p, word >> 8 & 15, inet_any(word >> 8, 8));
	inet_hex_if(p, word >> 4 & 15, inet_any(word >> 4, 12));
	inet_hex_if(p, word & 15, 1);
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
	inet_put_if(p, '0' + octet / 100, inet_any(octet / 100, 2));
	inet_put_if(p, '0' + octet / 10 % 10, inet_any(octet / 10, 5));
	inet_put(p, '0' + octet % 10);
	return 0;
}

/** Finds the first of the longest runs of zero words. A separate function, to free its stack. */
static __attribute__((noinline)) long find_run(struct inet *p)
{
	u64 zeros = 0, run = 0, length = 0;

	for (u32 i = 0; i < INET_WORDS; i++)
		zeros |= ((u64)(p->from->b[2 * i] | p->from->b[2 * i + 1]) - 1) >> 63 << i;
	for (u32 i = 0; i < INET_WORDS; i++) {
		u64 any = inet_any(zeros, INET_WORDS);

		run = (zeros & -any) | (run & (any - 1));
		length += any;
		zeros &= zeros >> 1;
	}
	run &= -run;
	p->start = -(run & 0xaa) >> 63 | -(run & 0xcc) >> 63 << 1 | -(run & 0xf0) >> 63 << 2;
	p->end = p->start + length;
	if (length < 2)
		p->start = p->end = INET_WORDS;
	return 0;
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
	dt_forget(p.start, dt_noise(from)); // merges all paths to this point
	dt_forget(p.end, dt_noise(from));
	dt_forget(p.words, dt_noise(from));
	bpf_loop(INET_WORDS, word_step, &p, 0);
	if (p.words == 6)
		bpf_loop(4, octet_step, &p, 0);
	else if (p.start < INET_WORDS && p.end == INET_WORDS)
		inet_put(&p, ':');
	inet_put(&p, 0);
	bpf_probe_read_kernel_str(dst, dt_strsize(), p.text);
	return 0;
}

/** The hardware address of a network device, padded with zeros. */
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
		inet_hex_if(&p, c >> 4, 1);
		inet_hex_if(&p, c & 15, 1);
	}
	inet_put(&p, 0);
	bpf_probe_read_kernel_str(dst, dt_strsize(), p.text);
	return 0;
}

/* SPDX-License-Identifier: (BSD-2-Clause OR GPL-2.0-only) */
/**
 * String functions: length, joining, cutting, searching, changing case, and the consecutive words
 * of a process, such as its arguments and its environment.
 *
 * Every string is a struct dt_string: strsize + 1 bytes with a NUL within. A result is written to
 * `dst`, which is never one of the arguments. Bytes of `dst` after the NUL do not change, so that a
 * key, which the caller has zeroed, compares equal. Loops are bpf_loop() callbacks, so that
 * verification takes the same time for any strsize; whole strings are copied by the kernel's string
 * read. The NULL checks are for the verifier; callers never pass NULL.
 */
#include "loop.h"

enum { NOT_FOUND = -1 };

struct scan {
	const struct dt_string *s;
	u32 len;
};

static long scan_length(u32 i, struct scan *c)
{
	if (i >= dt_strsize() || !c->s->b[i])
		return 1;
	c->len = i + 1;
	return 0;
}

/** Returns the number of characters before the NUL, at most strsize. */
static __always_inline u32 string_length(const struct dt_string *s)
{
	struct scan c = {.s = s};

	bpf_loop(dt_strsize() - 1, scan_length, &c, 0);
	return c.len;
}

/** dst = the characters [from, to) of s; nothing if the range is empty or outside. */
static __always_inline void copy_range(struct dt_string *dst, const struct dt_string *s, u32 from,
				       u32 to)
{
	u32 size = to - from + 1;

	if (from >= to || from >= dt_strsize() || size > dt_strsize()) {
		dst->b[0] = 0;
		return;
	}
	bpf_probe_read_kernel_str(dst, size, s->b + from);
}

u64 dt_strlen(const struct dt_string *s)
{
	return s ? string_length(s) : 0;
}

struct append {
	struct dt_string *dst;
	const struct dt_string *s;
	u32 at;
};

static long append_byte(u32 i, struct append *c)
{
	u32 to = c->at + i;

	if (i >= dt_strsize() || to >= dt_strsize() - 1)
		return 1;
	if (!c->s->b[i])
		return 1;
	c->dst->b[to] = c->s->b[i];
	return 0;
}

/** dst = a and b joined, truncated to strsize. */
u64 dt_strjoin(struct dt_string *dst, const struct dt_string *a, const struct dt_string *b)
{
	struct append c = {.dst = dst, .s = b};
	long n;
	u32 end;

	if (!dst || !a || !b)
		return 0;
	n = bpf_probe_read_kernel_str(dst, dt_strsize(), a);
	if (n < 1)
		return 0;
	c.at = n - 1;
	end = c.at + bpf_loop(dt_strsize(), append_byte, &c, 0) - 1;
	if (end < dt_strsize())
		dst->b[end] = 0;
	return 0;
}

/**
 * dst = `count` characters of s from `start`, by Perl's rules: a negative start counts from the
 * end, a negative count omits that many characters at the end, and the range is clipped to the
 * string.
 */
u64 dt_substr(struct dt_string *dst, const struct dt_string *s, s64 start, s64 count)
{
	s64 len, end;

	if (!dst || !s)
		return 0;
	len = string_length(s);
	if (start < 0)
		start += len;
	if (count < 0)
		end = len + count;
	else if (start >= len || count >= len - start)
		end = len;
	else
		end = start + count;
	if (start < 0)
		start = 0;
	if (start >= end)
		start = end = 0;
	copy_range(dst, s, start, end);
	return 0;
}

/** dst = the tail of s from `from`; "" if that is negative. */
u64 dt_strtail(struct dt_string *dst, const struct dt_string *s, s64 from)
{
	if (!dst || !s)
		return 0;
	if (from < 0 || from >= dt_strsize())
		dst->b[0] = 0;
	else
		bpf_probe_read_kernel_str(dst, dt_strsize() - from, s->b + from);
	return 0;
}

struct find_char {
	const struct dt_string *s;
	s64 found;
	u8 c, last;
};

static long find_byte(u32 i, struct find_char *f)
{
	if (i >= dt_strsize())
		return 1;
	if ((u8)f->s->b[i] == f->c) {
		f->found = i;
		if (!f->last)
			return 1;
	}
	return !f->s->b[i];
}

/** Returns the position of the first (or last) character c, which may be NUL, or -1. */
s64 dt_strchr(const struct dt_string *s, u64 c, u64 last)
{
	struct find_char f = {.s = s, .found = NOT_FOUND, .c = c, .last = last};

	if (!s)
		return NOT_FOUND;
	bpf_loop(dt_strsize(), find_byte, &f, 0);
	return f.found;
}

struct match {
	const struct dt_string *s, *sub;
	u32 at;
	u32 same; // number of characters of sub that match at `at`
};

static long match_byte(u32 i, struct match *m)
{
	u32 in_s = m->at + i;

	if (i >= dt_strsize() || in_s >= dt_strsize())
		return 1;
	if (!m->sub->b[i] || m->s->b[in_s] != m->sub->b[i])
		return 1;
	m->same = i + 1;
	return 0;
}

struct find {
	struct match m;
	u32 from, len; // start of the search; length of sub
	s64 found;
	u8 backwards;
};

static long find_step(u32 i, struct find *f)
{
	u32 at = f->backwards ? f->from - i : f->from + i;

	if (at >= dt_strsize())
		return 1;
	if (f->m.s->b[at] != f->m.sub->b[0])
		return 0;
	f->m.at = at;
	f->m.same = 0;
	bpf_loop(dt_strsize(), match_byte, &f->m, 0);
	if (f->m.same < f->len)
		return 0;
	f->found = at;
	return 1;
}

/** Returns the position of the first occurrence of sub in s at or after `start`, or -1. */
s64 dt_index(const struct dt_string *s, const struct dt_string *sub, s64 start)
{
	struct find f = {.m = {.s = s, .sub = sub}, .found = NOT_FOUND};
	s64 len;

	if (!s || !sub)
		return NOT_FOUND;
	len = string_length(s);
	f.len = string_length(sub);
	if (start < 0)
		start = 0;
	if (start > len)
		start = len;
	if (!f.len)
		return start;
	if (start + f.len > len)
		return NOT_FOUND;
	f.from = start;
	bpf_loop(len - f.len - start + 1, find_step, &f, 0);
	return f.found;
}

struct glob {
	const struct dt_string *s, *pattern;
	u32 at, in_pattern;
	u32 star_at, behind_star; // where the last * began in s; the rest of the pattern, 0: none
	u8 matches;
};

static long glob_step(u32 i, struct glob *g)
{
	u32 noise = i, at, in_pattern;
	char c, p;

	dt_forget(g->at, noise);
	dt_forget(g->in_pattern, noise);
	dt_forget(g->star_at, noise);
	dt_forget(g->behind_star, noise);
	at = g->at;
	in_pattern = g->in_pattern;
	if (at >= dt_strsize() || in_pattern >= dt_strsize())
		return 1;
	c = g->s->b[at];
	p = g->pattern->b[in_pattern];
	if (p == '*') {
		g->star_at = at;
		g->behind_star = in_pattern + 1;
		g->in_pattern = in_pattern + 1;
		return 0;
	}
	if (!c) {
		g->matches = !p;
		return 1;
	}
	if (p == '?' || p == c) {
		g->at = at + 1;
		g->in_pattern = in_pattern + 1;
		return 0;
	}
	// The last * takes one character more.
	g->star_at = g->star_at + 1;
	g->at = g->star_at;
	g->in_pattern = g->behind_star;
	return !g->behind_star;
}

/** Returns 1 if the whole of s matches the pattern, in which * is any text and ? one character. */
u64 dt_strmatch(const struct dt_string *s, const struct dt_string *pattern)
{
	enum { MAX_STEPS = 1 << 20 }; // a star and a long text
	struct glob g = {.s = s, .pattern = pattern};
	u64 noise, steps;

	if (!s || !pattern)
		return 0;
	noise = dt_noise(s);
	dt_forget(g.at, noise);
	dt_forget(g.in_pattern, noise);
	dt_forget(g.star_at, noise);
	dt_forget(g.behind_star, noise);
	dt_forget(g.matches, noise);
	steps = (u64)(string_length(s) + 1) * (string_length(pattern) + 1);
	bpf_loop(steps < MAX_STEPS ? steps : MAX_STEPS, glob_step, &g, 0);
	return g.matches;
}

/** Returns the position of the last occurrence of sub in s at or before `start`, or -1. */
s64 dt_rindex(const struct dt_string *s, const struct dt_string *sub, s64 start)
{
	struct find f = {.m = {.s = s, .sub = sub}, .found = NOT_FOUND, .backwards = 1};
	s64 last;

	if (!s || !sub)
		return NOT_FOUND;
	f.len = string_length(sub);
	last = (s64)string_length(s) - f.len;
	if (start < last)
		last = start;
	if (!f.len)
		return last < 0 ? 0 : last;
	if (last < 0)
		return NOT_FOUND;
	f.from = last;
	bpf_loop(last + 1, find_step, &f, 0);
	return f.found;
}

struct change {
	struct dt_string *dst;
	const struct dt_string *s;
	u8 from;
};

static long change_case(u32 i, struct change *c)
{
	u8 b;

	if (i >= dt_strsize())
		return 1;
	b = c->s->b[i];
	if ((u8)(b - c->from) < 26)
		b ^= 'a' ^ 'A';
	c->dst->b[i] = b;
	return !b;
}

/** dst = s with the ASCII letters of the alphabet that begins at `from` ('a' or 'A') in the other
 *  case. */
u64 dt_strcase(struct dt_string *dst, const struct dt_string *s, u64 from)
{
	struct change c = {.dst = dst, .s = s, .from = from};

	if (!dst || !s)
		return 0;
	bpf_loop(dt_strsize(), change_case, &c, 0);
	return 0;
}

/** The state of strtok() within a firing. */
struct dt_token {
	u64 next; // position at which to continue, plus 1; 0: no string
};

struct token {
	const struct dt_string *s, *delims;
	u64 set[4]; // a bit for each delimiter
	u32 from, start, end;
	u8 inside;
};

static long note_delimiter(u32 i, struct token *t)
{
	u8 c;

	if (i >= dt_strsize())
		return 1;
	c = t->delims->b[i];
	t->set[c >> 6 & 3] |= 1ULL << (c & 63);
	return !c;
}

static long token_step(u32 i, struct token *t)
{
	u32 at = t->from + i;
	u8 c;

	if (at >= dt_strsize())
		return 1;
	c = t->s->b[at];
	t->end = at;
	// The NUL is in the set.
	if (t->set[c >> 6 & 3] >> (c & 63) & 1)
		return t->inside || !c;
	if (!t->inside)
		t->start = at;
	t->inside = 1;
	return 0;
}

/** dst = the next token of s, up to the next delimiter. Returns 1; 0 if there are no more tokens,
 *  which also forgets the string; a negative number if there is no string. */
s64 dt_strtok(struct dt_string *dst, const struct dt_string *s, const struct dt_string *delims,
	      struct dt_token *state)
{
	struct token t = {.s = s, .delims = delims};
	u64 noise;

	if (!dst || !s || !delims || !state)
		return 0;
	dst->b[0] = 0;
	if (!state->next || state->next > dt_strsize())
		return -1;
	t.from = state->next - 1;
	noise = dt_noise(s);
	for (int i = 0; i < 4; i++)
		dt_forget(t.set[i], noise);
	dt_forget(t.start, noise);
	dt_forget(t.end, noise);
	dt_forget(t.inside, noise);
	bpf_loop(dt_strsize(), note_delimiter, &t, 0);
	bpf_loop(dt_strsize(), token_step, &t, 0);
	state->next = 0;
	if (!t.inside)
		return 0;
	state->next = t.end + 1;
	copy_range(dst, s, t.start, t.end);
	return 1;
}

// ---- words

struct words {
	struct dt_string *dst;
	u32 len;
};

static long separate_word(u32 i, struct words *w)
{
	if (i >= dt_strsize() || i >= w->len)
		return 1;
	if (!w->dst->b[i])
		w->dst->b[i] = ' ';
	return 0;
}

/**
 * dst = the words in `size` bytes of user memory, separated by blanks; the last byte counts as NUL.
 * The result is truncated to `limit` bytes and to strsize, including the NUL. "" if the memory is
 * unreadable.
 */
u64 dt_copyinwords(struct dt_string *dst, u64 addr, u64 size, u64 limit)
{
	struct words w = {.dst = dst};

	if (!dst)
		return 0;
	dst->b[0] = 0;
	if (limit > dt_strsize())
		limit = dt_strsize();
	if (size > limit)
		size = limit;
	if (!size || size > dt_strsize())
		return 0;
	if (bpf_probe_read_user(dst, size, (const void *)addr)) {
		dst->b[0] = 0;
		return 0;
	}
	w.len = size - 1;
	bpf_loop(dt_strsize(), separate_word, &w, 0);
	if (w.len < dt_strsize())
		dst->b[w.len] = 0;
	return 0;
}

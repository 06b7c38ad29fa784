/* SPDX-License-Identifier: (BSD-2-Clause OR GPL-2.0-only) */
/**
 * Functions on paths as text: the last component, the part before it, and the path without "." and
 * "..". They neither follow links nor read the file system. Contracts as in strings.bpf.c.
 */
#include "loop.h"

/** The position of a path's last component, found in one pass over the text. */
struct path {
	const struct dt_string *s;
	u32 start, end;		      // the last component
	u32 before;		      // end of the component before it, or 0
	u8 in_component, rooted, any; // any: the path is not empty
};

static long path_step(u32 i, struct path *p)
{
	u8 c;

	if (i >= dt_strsize())
		return 1;
	c = p->s->b[i];
	if (!c)
		return 1;
	p->any = 1;
	if (c == '/') {
		p->in_component = 0;
		if (!i)
			p->rooted = 1;
		return 0;
	}
	if (!p->in_component) {
		p->before = p->end;
		p->start = i;
		p->in_component = 1;
	}
	p->end = i + 1;
	return 0;
}

/** Passes over s, which is not NULL. */
static __always_inline void scan_path(struct path *p)
{
	u64 noise = dt_noise(p->s);

	dt_forget(p->start, noise);
	dt_forget(p->end, noise);
	dt_forget(p->before, noise);
	dt_forget(p->in_component, noise);
	dt_forget(p->rooted, noise);
	dt_forget(p->any, noise);
	bpf_loop(dt_strsize(), path_step, p, 0);
}

static __always_inline void set_char(struct dt_string *dst, char c)
{
	dst->b[0] = c;
	dst->b[1] = 0;
}

static __always_inline void copy_part(struct dt_string *dst, const struct dt_string *s, u32 from,
				      u32 to)
{
	u32 size = to - from + 1;

	if (from < dt_strsize() && size <= dt_strsize())
		bpf_probe_read_kernel_str(dst, size, s->b + from);
}

/** dst = the last component of s, without trailing slashes; "." or "/" if there is none. */
u64 dt_basename(struct dt_string *dst, const struct dt_string *s)
{
	struct path p = {.s = s};

	if (!dst || !s)
		return 0;
	scan_path(&p);
	if (p.end)
		copy_part(dst, s, p.start, p.end);
	else
		set_char(dst, p.any ? '/' : '.');
	return 0;
}

/** dst = s without its last component and the slashes before it. */
u64 dt_dirname(struct dt_string *dst, const struct dt_string *s)
{
	struct path p = {.s = s};

	if (!dst || !s)
		return 0;
	scan_path(&p);
	if (p.before)
		copy_part(dst, s, 0, p.before);
	else
		set_char(dst, p.rooted ? '/' : '.');
	return 0;
}

/** A path being cleaned: the output, and the part of "/.." that was read but not written yet. */
struct clean {
	struct dt_string *dst;
	const struct dt_string *s;
	u32 len;    // of the output
	u8 pending; // number of characters of "/.."
};

/** Removes a character from the output; stops at a slash. */
static long take_back(u32 i __attribute__((unused)), struct clean *p)
{
	u32 at = p->len - 1;
	char c;

	if (at >= dt_strsize())
		return 1;
	c = p->dst->b[at];
	p->dst->b[at] = 0;
	p->len = at;
	return c == '/';
}

static __always_inline void put_char(struct clean *p, char c)
{
	u32 at = p->len;

	if (at < dt_strsize() - 1) {
		p->dst->b[at] = c;
		p->len = at + 1;
	}
}

static long clean_step(u32 i, struct clean *p)
{
	char c;

	if (i >= dt_strsize())
		return 1;
	dt_forget(p->len, i);
	c = p->s->b[i];
	if (c == '/') {
		if (p->pending == 3)
			bpf_loop(dt_strsize(), take_back, p, 0);
		p->pending = 1;
		return 0;
	}
	if (c == '.' && (p->pending == 1 || p->pending == 2)) {
		p->pending++;
		return 0;
	}
	if (!c && p->pending == 3) {
		bpf_loop(dt_strsize(), take_back, p, 0);
		p->pending = 1;
	}
	if (p->pending)
		put_char(p, '/');
	if (p->pending > 1)
		put_char(p, '.');
	if (p->pending > 2)
		put_char(p, '.');
	p->pending = 0;
	if (c)
		put_char(p, c);
	return !c;
}

/** dst = s without doubled slashes, "/./", "/x/../" and a last "x/.."; a last "/." stays. */
u64 dt_cleanpath(struct dt_string *dst, const struct dt_string *s)
{
	struct clean p = {.dst = dst, .s = s};
	u32 end;

	if (!dst || !s)
		return 0;
	dt_forget(p.len, dt_noise(s));
	dt_forget(p.pending, dt_noise(s));
	bpf_loop(dt_strsize(), clean_step, &p, 0);
	end = p.len;
	if (end < dt_strsize())
		dst->b[end] = 0;
	return 0;
}

/* SPDX-License-Identifier: (BSD-2-Clause OR GPL-2.0-only) */
/**
 * Computes the path of a file from struct path, like the kernel's d_path(): walks up from the
 * directory entry to the root, across mounts, and then down again, writing the names.
 *
 * On the way up it records the entries, at most the DT_PATH_DEPTH that are nearest to the root; a
 * longer path is truncated at its end, like strings. It takes no locks. A concurrent rename of a
 * directory may yield a path that never existed, but every read is safe and every loop is bounded.
 * Unreadable memory ends the path.
 *
 * Decision: docs/dev/decisions/0034-paths-walked-in-runtime.md
 */
#include "loop.h"

enum { CLIMB_MAX = 4096 };

/** Magic numbers of file systems whose files have special names. */
enum {
	PIPE_FS = 0x50495045,
	SOCK_FS = 0x534f434b,
	ANON_FS = 0x09041934,
	PID_FS = 0x50494446,
	NS_FS = 0x6e736673,
};

u64 dt_lltostr(struct dt_string *dst, s64 value, u64 base);

static __always_inline u64 read_pointer(u64 at)
{
	u64 value = 0;

	if (bpf_probe_read_kernel(&value, sizeof(value), (const void *)at))
		return 0;
	return value;
}

struct climb {
	struct dt_path_work *w;
	u64 dentry, mnt, mnt_root; // current position
	u64 root_dentry, root_mnt; // end of the walk
	u32 n;
};

static long climb_step(u32 i, struct climb *c)
{
	const struct dt_path_layout *l = &c->w->layout;
	u64 mount = c->mnt - l->vfsmount, up;

	if (c->dentry == c->root_dentry && c->mnt == c->root_mnt)
		return 1;
	if (c->dentry == c->mnt_root) {
		up = read_pointer(mount + l->mnt_parent);
		if (!up || up == mount)
			return 1;
		c->dentry = read_pointer(mount + l->mountpoint);
		c->mnt = up + l->vfsmount;
		c->mnt_root = read_pointer(c->mnt + l->mnt_root);
		return 0;
	}
	up = read_pointer(c->dentry + l->parent);
	if (!up || up == c->dentry)
		return 1;
	dt_forget(c->n, i);
	c->w->dentries[c->n & (DT_PATH_DEPTH - 1)] = c->dentry;
	c->n++;
	c->dentry = up;
	return 0;
}

/** The text being written, `at` bytes so far; there is always room for another name. */
struct text {
	struct dt_path_work *w;
	u32 at, n; // n: number of entries left
};

static __always_inline void put_char(struct text *t, char c)
{
	u32 at = t->at;

	if (at < DT_PATH_MAX) {
		t->w->text[at] = c;
		t->at = at + 1;
	}
}

/** Appends the name at a kernel address. */
static __always_inline long put_name(struct text *t, u64 name)
{
	u32 at = t->at;
	long got;

	if (at >= DT_PATH_MAX)
		return -1;
	got = bpf_probe_read_kernel_str(t->w->text + at, DT_PATH_NAME, (const void *)name);
	if (got > 0)
		t->at = at + got - 1;
	return got;
}

/** Up to 8 characters as a number, because the runtime cannot have string literals. */
#define CHAR(s, i) ((u64)(sizeof(s) > (i) ? (u8)(s)[sizeof(s) > (i) ? (i) : 0] : 0) << 8 * (i))
#define WORD(s)                                                                        \
	(CHAR(s, 0) | CHAR(s, 1) | CHAR(s, 2) | CHAR(s, 3) | CHAR(s, 4) | CHAR(s, 5) | \
	 CHAR(s, 6) | CHAR(s, 7))

static __always_inline void put_word(struct text *t, u64 word)
{
	for (u32 i = 0; i < 8; i++, word >>= 8)
		if (word & 0xff)
			put_char(t, word & 0xff);
}

static long name_step(u32 i, struct text *t)
{
	dt_forget(t->at, i);
	dt_forget(t->n, i);
	if (!t->n)
		return 1;
	t->n--;
	put_char(t, '/');
	return put_name(t, read_pointer(t->w->dentries[t->n & (DT_PATH_DEPTH - 1)] +
					t->w->layout.name)) < 0;
}

static __always_inline void put_deleted(struct text *t)
{
	put_word(t, WORD(" (delet"));
	put_word(t, WORD("ed)"));
}

static __always_inline void put_number(struct text *t, struct dt_string *spare, u64 number)
{
	put_word(t, WORD(":["));
	dt_lltostr(spare, number, 10);
	put_name(t, (u64)spare);
	put_char(t, ']');
}

/** Writes the name of a file without a directory: pipe:[1234], anon_inode:[eventfd],
 *  /memfd:x (deleted). */
static __always_inline void put_special(struct text *t, struct dt_string *spare, u64 dentry)
{
	const struct dt_path_layout *l = &t->w->layout;
	u64 inode = read_pointer(dentry + l->inode), ino = read_pointer(inode + l->ino);
	u64 name = read_pointer(dentry + l->name),
	    magic = read_pointer(read_pointer(inode + l->sb) + l->magic);

	if (magic == PIPE_FS || magic == SOCK_FS || magic == NS_FS) {
		put_word(t, magic == PIPE_FS   ? WORD("pipe")
			    : magic == SOCK_FS ? WORD("socket")
					       : WORD("ns"));
		put_number(t, spare, ino);
	} else if (magic == ANON_FS || magic == PID_FS) {
		put_word(t, WORD("anon_in"));
		put_word(t, WORD("ode:"));
		if (magic == ANON_FS)
			put_name(t, name);
		else
			put_word(t, WORD("[pidfd]"));
	} else {
		put_char(t, '/');
		put_name(t, name);
		put_deleted(t);
	}
}

static __always_inline u64 is_special(const struct dt_path_layout *l, const struct climb *c)
{
	u64 op = read_pointer(c->dentry + l->op);

	if (!op || !read_pointer(op + l->dname))
		return 0;
	return c->dentry != c->mnt_root || read_pointer(c->dentry + l->parent) != c->dentry;
}

static __always_inline void spell_path(struct climb *c, struct dt_string *dst)
{
	struct text t = {.w = c->w};
	const struct dt_path_layout *l = &c->w->layout;
	u64 deleted = !read_pointer(c->dentry + l->hashed) &&
		      read_pointer(c->dentry + l->parent) != c->dentry;

	dt_forget(t.at, dt_noise(dst));
	c->w->text[0] = 0;
	if (is_special(l, c)) {
		put_special(&t, dst, c->dentry);
	} else {
		dt_forget(c->n, dt_noise(dst));
		bpf_loop(CLIMB_MAX, climb_step, c, 0);
		dt_forget(c->n, dt_noise(dst));
		t.n = c->n;
		if (!t.n)
			put_char(&t, '/');
		bpf_loop(DT_PATH_DEPTH, name_step, &t, 0);
		dt_forget(t.at, dt_noise(dst));
		if (deleted)
			put_deleted(&t);
	}
	if (t.at <= DT_PATH_MAX)
		c->w->text[t.at] = 0;
	bpf_probe_read_kernel_str(dst, dt_strsize(), c->w->text);
}

/** dst = the path of a struct path or, if `mount` is set, of the root of its mount. Returns 0 if
 *  that is no struct path: its entry and its mount are of one file system. */
static __always_inline u64 write_path(struct dt_string *dst, u64 path, u64 root,
				      struct dt_path_work *w, u32 mount)
{
	struct climb c = {.w = w};
	u64 sb;

	dst->b[0] = 0;
	c.mnt = read_pointer(path + w->layout.path_mnt);
	c.mnt_root = c.mnt ? read_pointer(c.mnt + w->layout.mnt_root) : 0;
	c.dentry = mount ? c.mnt_root : read_pointer(path + w->layout.path_dentry);
	sb = c.mnt_root ? read_pointer(c.mnt + w->layout.mnt_sb) : 0;
	if (!sb || !c.dentry || read_pointer(c.dentry + w->layout.dentry_sb) != sb)
		return 0;
	if (root) {
		c.root_mnt = read_pointer(root + w->layout.path_mnt);
		c.root_dentry = read_pointer(root + w->layout.path_dentry);
	}
	spell_path(&c, dst);
	return 1;
}

/**
 * dst = the path of a struct path in kernel memory, relative to the struct path `root`. If `root`
 * is 0 or not above it, the path is relative to the root of its mount namespace. Returns 1, or 0
 * and "" if there is none.
 */
u64 dt_d_path(struct dt_string *dst, u64 path, u64 root, struct dt_path_work *w)
{
	return dst && w ? write_path(dst, path, root, w, 0) : 0;
}

/** dst = the path of the mount point of the path's file system. */
u64 dt_d_mount(struct dt_string *dst, u64 path, u64 root, struct dt_path_work *w)
{
	return dst && w ? write_path(dst, path, root, w, 1) : 0;
}

struct chain {
	u64 at;
	u32 next;
};

static long chain_step(u32 i, struct chain *c)
{
	u64 next = read_pointer(c->at + c->next);

	if (next)
		c->at = next;
	return !next;
}

/** Returns the last of a chain of at most 4,096 structs, linked by their member at offset `next`.
 */
u64 dt_last_of(u64 first, u32 next)
{
	struct chain c = {first, next};

	bpf_loop(CLIMB_MAX, chain_step, &c, 0);
	return c.at;
}

/** dst = the path of a directory entry on a mount (struct vfsmount), relative to the root of the
 *  mount's namespace; "" if either is 0. */
u64 dt_entry_path(struct dt_string *dst, u64 dentry, u64 mnt, struct dt_path_work *w)
{
	struct climb c = {.w = w, .dentry = dentry, .mnt = mnt};

	if (!dst || !w)
		return 0;
	dst->b[0] = 0;
	c.mnt_root = mnt ? read_pointer(mnt + w->layout.mnt_root) : 0;
	if (c.mnt_root && dentry)
		spell_path(&c, dst);
	return 0;
}

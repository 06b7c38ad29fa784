/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Files: getf(), d_path() and d_mount(), inode_dentry(), inode_path() and inode_mount().
 *
 * bpf_d_path() is only available for programs on a few kernel functions, so the runtime walks the
 * directory entries itself. Before each call, the program stores the constant offsets of their
 * members in the runtime's working memory.
 *
 * Decision: docs/dev/decisions/0034-paths-walked-in-runtime.md
 */
#include "builtin/kernel/files.h"

#include "abi/layout.h"
#include "builtin/args.h"
#include "builtin/builtin.h"

#include <stddef.h>
#include <string.h>

static const struct {
	size_t at; // in struct dt_path_layout
	enum dt_kernel_member member;
} path_members[] = {
#define MEMBER(field, member)                                              \
	{                                                                  \
		offsetof(struct dt_path_layout, field), DT_KERNEL_##member \
	}
    MEMBER(path_mnt, PATH_MNT),	      MEMBER(path_dentry, PATH_DENTRY),
    MEMBER(vfsmount, MOUNT_VFSMOUNT), MEMBER(mnt_parent, MOUNT_PARENT),
    MEMBER(mountpoint, MOUNT_POINT),  MEMBER(mnt_root, VFSMOUNT_ROOT),
    MEMBER(mnt_sb, VFSMOUNT_SB),      MEMBER(parent, DENTRY_PARENT),
    MEMBER(name, DENTRY_NAME),	      MEMBER(hashed, DENTRY_HASHED),
    MEMBER(inode, DENTRY_INODE),      MEMBER(op, DENTRY_OP),
    MEMBER(dentry_sb, DENTRY_SB),     MEMBER(dname, DENTRY_DNAME),
    MEMBER(ino, INODE_NUMBER),	      MEMBER(sb, INODE_SB),
    MEMBER(magic, SB_MAGIC),
#undef MEMBER
};

uint32_t dt_path_state(const struct dt_gen *g)
{
	return sizeof(struct dt_path_work);
}

static void store_layout(struct dt_gen *g, dt_reg work)
{
	uint64_t words[sizeof(struct dt_path_layout) / 8] = {0};

	for (size_t i = 0; i < dt_array_len(path_members); i++) {
		uint16_t offset = dt_gen_member(g, path_members[i].member);

		memcpy((char *)words + path_members[i].at, &offset, sizeof(offset));
	}
	for (size_t i = 0; i < dt_array_len(words); i++)
		dt_ir_store(dt_gen_func(g), 8, work, offsetof(struct dt_path_work, layout) + 8 * i,
			    dt_ir_const(dt_gen_func(g), words[i]));
}

dt_reg dt_path_string(struct dt_gen *g, const struct dt_node *n, const char *runtime, dt_reg path,
		      dt_reg root, dt_reg dst, uint32_t cap)
{
	dt_reg whole = dt_result_begin(g, dst, cap), work = dt_gen_state(g, n), found;

	store_layout(g, work);
	found = dt_ir_call(dt_gen_func(g), runtime, 4, whole, path,
			   root ? root : dt_ir_const(dt_gen_func(g), 0), work);
	dt_result_end(g, dst, cap, whole);
	return found;
}

/** Returns *(void **)(base + off), or 0 if the read fails or base is 0. */
static dt_reg read_pointer(struct dt_gen *g, dt_reg base, uint32_t off)
{
	struct dt_ir_func *f = dt_gen_func(g);
	dt_reg to = dt_gen_scratch(g, 8), value = dt_ir_reg(f);
	dt_label end = dt_ir_label(f);

	dt_ir_storei(f, 8, to, 0, 0);
	dt_ir_const_to(f, value, 0);
	dt_ir_branchi(f, DT_IR_EQ, base, 0, end);
	dt_ir_env(f, DT_ENV_READ_KERNEL, to, dt_ir_const(f, 8),
		  dt_ir_bini(f, DT_IR_ADD, base, off));
	dt_ir_mov_to(f, value, dt_ir_load(f, 8, to, 0));
	dt_ir_place(f, end);
	return value;
}

/** Returns base + offset, or 0 if base is 0. */
static dt_reg member_address(struct dt_gen *g, dt_reg base, int32_t offset)
{
	struct dt_ir_func *f = dt_gen_func(g);
	dt_reg ret = dt_ir_reg(f);
	dt_label end = dt_ir_label(f);

	dt_ir_mov_to(f, ret, base);
	dt_ir_branchi(f, DT_IR_EQ, base, 0, end);
	dt_ir_mov_to(f, ret, dt_ir_bini(f, DT_IR_ADD, base, offset));
	dt_ir_place(f, end);
	return ret;
}

dt_reg dt_path_of_process(struct dt_gen *g, enum dt_kernel_member member)
{
	dt_reg task = dt_gen_task_number(g);
	dt_reg fs = read_pointer(g, task, dt_gen_member(g, DT_KERNEL_TASK_FS));

	return member_address(g, fs, (int32_t)dt_gen_member(g, member));
}

/** Writes the path of the argument. Any address is possible, so a missing path raises a fault. */
static void path_argument(struct dt_gen *g, const struct dt_node *n, const char *runtime,
			  dt_reg dst, uint32_t cap)
{
	dt_reg path = dt_arg_value(g, n, 0, 0), found;

	found =
	    dt_path_string(g, n, runtime, path, dt_path_of_process(g, DT_KERNEL_FS_ROOT), dst, cap);
	dt_gen_fault_if(g, DT_FAULT_BADADDR, DT_IR_EQ, found, 0, path);
}

static void d_path_string(struct dt_gen *g, const struct dt_node *n, dt_reg dst, uint32_t cap)
{
	path_argument(g, n, "dt_d_path", dst, cap);
}

static void d_mount_string(struct dt_gen *g, const struct dt_node *n, dt_reg dst, uint32_t cap)
{
	path_argument(g, n, "dt_d_mount", dst, cap);
}

/** Returns the struct vfsmount of the oldest mount of an inode's file system, or 0. */
static dt_reg oldest_mount(struct dt_gen *g, dt_reg inode)
{
	struct dt_ir_func *f = dt_gen_func(g);
	dt_reg sb = read_pointer(g, inode, dt_gen_member(g, DT_KERNEL_INODE_SB));
	dt_reg mount = read_pointer(g, sb, dt_gen_member(g, DT_KERNEL_SB_MOUNTS));
	int32_t vfsmount = (int32_t)dt_gen_member(g, DT_KERNEL_MOUNT_VFSMOUNT);

	// Up to Linux 6.17, s_mounts is a list that begins with the oldest mount, later a chain
	// that ends with it.
	if (dt_gen_has_member(g, DT_KERNEL_MOUNT_INSTANCE))
		vfsmount -= (int32_t)dt_gen_member(g, DT_KERNEL_MOUNT_INSTANCE);
	else
		mount = dt_ir_call(f, "dt_last_of", 2, mount,
				   dt_ir_const(f, dt_gen_member(g, DT_KERNEL_MOUNT_NEXT)));
	return member_address(g, mount, vfsmount);
}

static void entry_string(struct dt_gen *g, const struct dt_node *n, dt_reg dentry, dt_reg mount,
			 dt_reg dst, uint32_t cap)
{
	dt_reg whole = dt_result_begin(g, dst, cap), work = dt_gen_state(g, n);

	store_layout(g, work);
	dt_ir_call(dt_gen_func(g), "dt_entry_path", 4, whole, dentry, mount, work);
	dt_result_end(g, dst, cap, whole);
}

/** Returns the first directory entry of an inode, or 0. */
static dt_reg first_entry(struct dt_gen *g, dt_reg inode)
{
	dt_reg alias = read_pointer(g, inode, dt_gen_member(g, DT_KERNEL_INODE_DENTRY));

	return member_address(g, alias, -(int32_t)dt_gen_member(g, DT_KERNEL_DENTRY_ALIAS));
}

static dt_reg inode_dentry_value(struct dt_gen *g, const struct dt_node *n)
{
	return first_entry(g, dt_arg_value(g, n, 0, 0));
}

static void inode_path_string(struct dt_gen *g, const struct dt_node *n, dt_reg dst, uint32_t cap)
{
	dt_reg inode = dt_arg_value(g, n, 0, 0);

	entry_string(g, n, first_entry(g, inode), oldest_mount(g, inode), dst, cap);
}

static void inode_mount_string(struct dt_gen *g, const struct dt_node *n, dt_reg dst, uint32_t cap)
{
	dt_reg mount = oldest_mount(g, dt_arg_value(g, n, 0, 0));
	dt_reg dentry = read_pointer(g, mount, dt_gen_member(g, DT_KERNEL_VFSMOUNT_ROOT));

	entry_string(g, n, dentry, mount, dst, cap);
}

/** Loads a member of an object that typed pointers lead to. Returns 0 for a bad object. */
static dt_reg typed_member(struct dt_gen *g, dt_reg object, enum dt_kernel_member member,
			   unsigned size)
{
	return dt_ir_load_kernel(dt_gen_func(g), size, object, dt_gen_member(g, member));
}

/** Returns current->files->fdt->fd[n] if n is below max_fds. */
static dt_reg getf_value(struct dt_gen *g, const struct dt_node *n)
{
	struct dt_ir_func *f = dt_gen_func(g);
	dt_reg fd = dt_arg_value(g, n, 0, 0), file = dt_ir_reg(f), files, table, slot;
	dt_label end = dt_ir_label(f);

	dt_ir_const_to(f, file, 0);
	files = typed_member(g, dt_gen_task(g), DT_KERNEL_TASK_FILES, 8);
	table = typed_member(g, files, DT_KERNEL_FILES_TABLE, 8);
	fd = dt_ir_un(f, DT_IR_ZEXT, 4, fd);
	dt_ir_branch(f, DT_IR_GE, fd, typed_member(g, table, DT_KERNEL_TABLE_SIZE, 4), end);
	slot = dt_ir_bin(f, DT_IR_ADD, typed_member(g, table, DT_KERNEL_TABLE_FILES, 8),
			 dt_ir_bini(f, DT_IR_SHL, fd, 3));
	dt_ir_mov_to(f, file, read_pointer(g, slot, 0));
	dt_ir_place(f, end);
	return file;
}

const struct dt_builtin dt_builtin_getf = {
    .name = "getf",
    .since = "1.10",
    .kind = DT_BUILTIN_SUBROUTINE,
    .proto = "struct file * (int)",
    .lowering = &(const struct dt_lowering){.value = getf_value},
    .doc = "The kernel's struct file of a file descriptor of the current process, NULL if it is "
	   "not open.",
    .example = "syscall::read:entry /getf(arg0) != NULL/ { @ = quantize(getf(arg0)->f_pos); }",
};

const struct dt_builtin dt_builtin_d_path = {
    .name = "d_path",
    .since = "1.13",
    .kind = DT_BUILTIN_SUBROUTINE,
    .proto = "string (struct path *)",
    .lowering = &(const struct dt_lowering){.string = d_path_string, .state = dt_path_state},
    .doc = "The path of a kernel's struct path, as the current process would name it; a pointer to "
	   "any other object is a fault.",
    .example = "syscall::read:entry /getf(arg0) != NULL/ { @[d_path(&getf(arg0)->f_path)] = "
	       "count(); }",
};

const struct dt_builtin dt_builtin_d_mount = {
    .name = "d_mount",
    .since = "1.13",
    .kind = DT_BUILTIN_SUBROUTINE,
    .proto = "string (struct path *)",
    .lowering = &(const struct dt_lowering){.string = d_mount_string, .state = dt_path_state},
    .doc = "The mount point of the file system of a kernel's struct path, as the current process "
	   "would name it; a pointer to any other object is a fault.",
    .example = "syscall::read:entry /getf(arg0) != NULL/ { @[d_mount(&getf(arg0)->f_path)] = "
	       "count(); }",
};

const struct dt_builtin dt_builtin_inode_dentry = {
    .name = "inode_dentry",
    .since = "1.13",
    .kind = DT_BUILTIN_SUBROUTINE,
    .proto = "struct dentry * (struct inode *)",
    .lowering = &(const struct dt_lowering){.value = inode_dentry_value},
    .doc = "The directory entry of a kernel's struct inode: the kernel's first, if there are "
	   "several; NULL if there is none.",
    .example = "syscall::read:entry /inode_dentry(getf(arg0)->f_inode) != NULL/ "
	       "{ @[stringof(inode_dentry(getf(arg0)->f_inode)->d_name.name)] = count(); }",
};

const struct dt_builtin dt_builtin_inode_path = {
    .name = "inode_path",
    .since = "1.13",
    .kind = DT_BUILTIN_SUBROUTINE,
    .proto = "string (struct inode *)",
    .lowering = &(const struct dt_lowering){.string = inode_path_string, .state = dt_path_state},
    .doc = "A system-wide path of a kernel's struct inode: if it has several names or mounts, the "
	   "kernel's first; \"\" if there is none.",
    .example = "syscall::read:entry /getf(arg0) != NULL/ { @[inode_path(getf(arg0)->f_inode)] = "
	       "count(); }",
};

const struct dt_builtin dt_builtin_inode_mount = {
    .name = "inode_mount",
    .since = "1.13",
    .kind = DT_BUILTIN_SUBROUTINE,
    .proto = "string (struct inode *)",
    .lowering = &(const struct dt_lowering){.string = inode_mount_string, .state = dt_path_state},
    .doc = "The system-wide path where the file system of a kernel's struct inode is mounted: the "
	   "oldest mount; \"\" if there is none.",
    .example = "syscall::read:entry /getf(arg0) != NULL/ { @[inode_mount(getf(arg0)->f_inode)] = "
	       "count(); }",
};

static void cwd_string(struct dt_gen *g, const struct dt_node *n, dt_reg dst, uint32_t cap)
{
	dt_path_string(g, n, "dt_d_path", dt_path_of_process(g, DT_KERNEL_FS_PWD),
		       dt_path_of_process(g, DT_KERNEL_FS_ROOT), dst, cap);
}

/** Returns the path from the root of the mount namespace. */
static void root_string(struct dt_gen *g, const struct dt_node *n, dt_reg dst, uint32_t cap)
{
	dt_path_string(g, n, "dt_d_path", dt_path_of_process(g, DT_KERNEL_FS_ROOT), 0, dst, cap);
}

const struct dt_builtin dt_builtin_cwd = {
    .name = "cwd",
    .kind = DT_BUILTIN_VARIABLE,
    .proto = "string",
    .lowering = &(const struct dt_lowering){.string = cwd_string, .state = dt_path_state},
    .doc = "The current directory of the process, as it sees it.",
    .example = "syscall::openat:entry { printf(\"%s in %s\\n\", copyinstr(arg1), cwd); }",
};

const struct dt_builtin dt_builtin_root = {
    .name = "root",
    .kind = DT_BUILTIN_VARIABLE,
    .proto = "string",
    .lowering = &(const struct dt_lowering){.string = root_string, .state = dt_path_state},
    .doc = "The root directory of the process: / unless it called chroot(2).",
    .example = "syscall::execve:entry /root != \"/\"/ { trace(root); }",
};

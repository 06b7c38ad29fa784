/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The fsinfo provider: operations on files. args[0] is the file, args[1] the number of bytes that read, write
 * and readdir have moved, args[2] the error number, or 0.
 *
 * File systems of Linux have no tracepoints for their operations. The probes of open files fire in system
 * calls, so they miss io_uring and accesses to mapped memory. The probes of names use kernel
 * functions, if fbt can trace them. A file system may use another one, whose operation is nested in its own;
 * therefore the data of an operation are kept by depth.
 *
 * Decision: docs/dev/decisions/0071-filesystem-operations-by-depth.md
 */

/* The file argument of mmap(); NULL with MAP_ANONYMOUS (0x20). */
inline struct file *__mapped_file = __call_arg4 & 0x20 ? NULL : getf(__call_arg5);

/* The number of bytes that a system call has moved. */
inline int __moved = errno ? 0 : arg1;

/* The error number in a pointer that encodes one, otherwise 0. No address has such a value. */
inline int __error_of[struct dentry *D] = (int64_t)D < 0 && (int64_t)D >= -4095 ? -(int64_t)D : 0;

/*
 * Operations on files: reads, writes, seeks, with the file.
 *
 *	fsinfo:::write { @[args[0]->fi_pathname] = count(); }
 */
provider fsinfo {
	/* Places that scripts of other systems name. */
	alias genunix:fop_read:read, genunix:fop_write:write, genunix:fop_readdir:readdir,
	    genunix:fop_ioctl:ioctl, genunix:fop_fsync:fsync, genunix:fop_seek:seek,
	    genunix:fop_space:space, genunix:fop_map:map, genunix:fop_open:open,
	    genunix:fop_close:close, genunix:fop_create:create, genunix:fop_mkdir:mkdir,
	    genunix:fop_rmdir:rmdir, genunix:fop_remove:remove, genunix:fop_symlink:symlink,
	    genunix:fop_link:link, genunix:fop_rename:rename, genunix:fop_readlink:readlink,
	    genunix:fop_setattr:setattr, genunix:fop_getattr:getattr, genunix:fop_access:access,
	    genunix:fop_lookup:lookup, genunix:fop_getsecattr:getsecattr,
	    genunix:fop_setsecattr:setsecattr, genunix:fop_poll:poll, genunix:fop_frlock:frlock,
	    genunix:fop_shrlock:shrlock, genunix:fop_setfl:setfl, genunix:fop_pathconf:pathconf,
	    genunix:fop_realvp:realvp, genunix:fop_cmp:cmp, genunix:fop_fid:fid,
	    genunix:fop_dump:dump, genunix:fop_dumpctl:dumpctl, genunix:fop_inactive:inactive,
	    genunix:fop_rwlock:rwlock, genunix:fop_rwunlock:rwunlock, genunix:fop_vnevent:vnevent,
	    genunix:fop_addmap:addmap, genunix:fop_delmap:delmap, genunix:fop_dispose:dispose,
	    genunix:fop_getpage:getpage, genunix:fop_pageio:pageio, genunix:fop_putpage:putpage;

	/* An open file was read; the file, the bytes, the error. */
	probe read(struct file *F, int bytes, int error) : (fileinfo_t *F, int bytes, int error) =
	    syscall::read:return, syscall::readv:return, syscall::pread64:return,
	    syscall::preadv:return, syscall::preadv2:return,
	    syscall::copy_file_range:return, syscall::splice:return
		{ getf(__call_arg1), __moved, errno },
	    syscall::sendfile*:return { getf(__call_arg2), __moved, errno };
	/* An open file was written to; the file, the bytes, the error. */
	probe write(struct file *F, int bytes, int error) : (fileinfo_t *F, int bytes, int error) =
	    syscall::write:return, syscall::writev:return, syscall::pwrite64:return,
	    syscall::pwritev:return, syscall::pwritev2:return, syscall::sendfile*:return
		{ getf(__call_arg1), __moved, errno },
	    syscall::copy_file_range:return, syscall::splice:return { getf(__call_arg3), __moved, errno };
	/* A directory was read; the file, the bytes, the error. */
	probe readdir(struct file *F, int bytes, int error) : (fileinfo_t *F, int bytes, int error) =
	    syscall::getdents64:return, syscall::getdents:return
		{ getf(__call_arg1), __moved, errno };
	/* ioctl() on an open file; the file, 0, the error. */
	probe ioctl(struct file *F, int bytes, int error) : (fileinfo_t *F, int bytes, int error) =
	    syscall::ioctl:return
		{ getf(__call_arg1), 0, errno };
	/* An open file was synchronized to its disk; the file, 0, the error. */
	probe fsync(struct file *F, int bytes, int error) : (fileinfo_t *F, int bytes, int error) =
	    syscall::fsync:return, syscall::fdatasync:return
		{ getf(__call_arg1), 0, errno };
	/* The position of an open file was set; the file, 0, the error. */
	probe seek(struct file *F, int bytes, int error) : (fileinfo_t *F, int bytes, int error) =
	    syscall::lseek:return
		{ getf(__call_arg1), 0, errno };
	/* The size or allocation of an open file was changed; the file, 0, the error. */
	probe space(struct file *F, int bytes, int error) : (fileinfo_t *F, int bytes, int error) =
	    syscall::ftruncate:return, syscall::fallocate:return
		{ getf(__call_arg1), 0, errno };
	/* An open file was mapped; the file, 0, the error. */
	probe map(struct file *F, int bytes, int error) : (fileinfo_t *F, int bytes, int error) =
	    syscall:?64:mmap:return, syscall:?32:mmap2:return
	    /__mapped_file != NULL/ { __mapped_file, 0, errno };
	/* A file was opened; the file, 0, the error. */
	probe open(struct file *F, int bytes, int error) : (fileinfo_t *F, int bytes, int error) =
	    syscall::open:return, syscall::openat:return, syscall::openat2:return,
	    syscall::creat:return { errno ? NULL : getf(arg1), 0, errno };
	/* A descriptor is about to be closed; the file, 0, 0. */
	probe close(struct file *F, int bytes, int error) : (fileinfo_t *F, int bytes, int error) =
	    syscall::close:entry /getf(arg0) != NULL/ { getf(arg0), 0, 0 };

	/*
	 * open() made a file; the file, 0, 0.
	 *
	 * 0x100000 is FMODE_CREATED.
	 */
	probe create(struct file *F, int bytes, int error) : (fileinfo_t *F, int bytes, int error) =
	    syscall::open:return, syscall::openat:return, syscall::openat2:return,
	    syscall::creat:return /!errno && (getf(arg1)->f_mode & 0x100000)/ { getf(arg1), 0, 0 };

	fbt::vfs_mkdir:entry, fbt::vfs_rmdir:entry, fbt::vfs_unlink:entry, fbt::vfs_symlink:entry
	{
		self->names++;
		self->name[self->names] = args[2];
	}
	fbt::vfs_link:entry { self->names++; self->name[self->names] = args[3]; }
	fbt::vfs_rename:entry { self->names++; self->name[self->names] = args[0]->old_dentry; }
	fbt::vfs_readlink:entry { self->names++; self->name[self->names] = args[0]; }
	fbt::notify_change:entry { self->names++; self->name[self->names] = args[1]; }

	/*
	 * A directory was made; the file, 0, the error.
	 *
	 * Since Linux 6.15 the function returns the directory or an error, before an error's number.
	 */
	probe mkdir(struct dentry *F, int bytes, int error) : (fileinfo_t *F, int bytes, int error) =
	    fbt::vfs_mkdir:return /self->names/ { self->name[self->names], 0, -args[1] }
	    else fbt::vfs_mkdir:return
	    /self->names/ { self->name[self->names], 0, __error_of[args[1]] };
	/* A directory was removed; the file, 0, the error. */
	probe rmdir(struct dentry *F, int bytes, int error) : (fileinfo_t *F, int bytes, int error) =
	    fbt::vfs_rmdir:return /self->names/ { self->name[self->names], 0, -args[1] };
	/* A file other than a directory was removed; the file, 0, the error. */
	probe remove(struct dentry *F, int bytes, int error) : (fileinfo_t *F, int bytes, int error) =
	    fbt::vfs_unlink:return /self->names/ { self->name[self->names], 0, -args[1] };
	/* A symbolic link was made; the file, 0, the error. */
	probe symlink(struct dentry *F, int bytes, int error) : (fileinfo_t *F, int bytes, int error) =
	    fbt::vfs_symlink:return /self->names/ { self->name[self->names], 0, -args[1] };
	/* A file was given another name; the file by that name, 0, the error. */
	probe link(struct dentry *F, int bytes, int error) : (fileinfo_t *F, int bytes, int error) =
	    fbt::vfs_link:return /self->names/ { self->name[self->names], 0, -args[1] };
	/* A file was renamed; the file, by its new name if it has it, 0, the error. */
	probe rename(struct dentry *F, int bytes, int error) : (fileinfo_t *F, int bytes, int error) =
	    fbt::vfs_rename:return /self->names/ { self->name[self->names], 0, -args[1] };
	/* A symbolic link was read; the file, 0, the error. */
	probe readlink(struct dentry *F, int bytes, int error) : (fileinfo_t *F, int bytes, int error) =
	    fbt::vfs_readlink:return /self->names/ { self->name[self->names], 0, args[1] < 0 ? -args[1] : 0 };
	/* Attributes of a file were changed: mode, owner, size, times; the file, 0, the error. */
	probe setattr(struct dentry *F, int bytes, int error) : (fileinfo_t *F, int bytes, int error) =
	    fbt::notify_change:return /self->names/ { self->name[self->names], 0, -args[1] };

	fbt::vfs_mkdir:return, fbt::vfs_rmdir:return, fbt::vfs_unlink:return, fbt::vfs_symlink:return,
	fbt::vfs_link:return, fbt::vfs_rename:return, fbt::vfs_readlink:return, fbt::notify_change:return
	/self->names/
	{
		self->name[self->names] = 0;
		self->names--;
	}

	/* The function inside vfs_getattr(), which compilers inline into some callers. */
	fbt::vfs_getattr_nosec:entry { self->asked++; self->asks[self->asked] = args[0]->dentry; }
	/* Attributes of a file were read; the file, 0, the error. */
	probe getattr(struct dentry *F, int bytes, int error) : (fileinfo_t *F, int bytes, int error) =
	    fbt::vfs_getattr_nosec:return /self->asked/ { self->asks[self->asked], 0, -args[1] };
	fbt::vfs_getattr_nosec:return /self->asked/ { self->asks[self->asked] = 0; self->asked--; }

	/* 16 is MAY_ACCESS: it is access() that asks. */
	fbt::inode_permission:entry
	{
		self->tried++;
		self->tries[self->tried] = args[2] & 16 ? inode_dentry(args[1]) : NULL;
	}
	/* A permission was checked; the file, 0, the error. */
	probe access(struct dentry *F, int bytes, int error) : (fileinfo_t *F, int bytes, int error) =
	    fbt::inode_permission:return /self->tried && self->tries[self->tried]/ { self->tries[self->tried], 0, -args[1] };
	fbt::inode_permission:return /self->tried/ { self->tries[self->tried] = 0; self->tried--; }

	fbt::filename_lookup:entry { self->found = args[3]; }
	/* A path was looked up, other than to open, make or remove a file; the file, 0, the error. */
	probe lookup(struct dentry *F, int bytes, int error) : (fileinfo_t *F, int bytes, int error) =
	    fbt::filename_lookup:return /self->found/ { args[1] ? NULL : self->found->dentry, 0, -args[1] };
	fbt::filename_lookup:return { self->found = 0; }

	probe getsecattr() = "Linux does not report the file: syscall::*getxattr: has the path";
	probe setsecattr() = "Linux does not report the file: syscall::*setxattr: has the path";
	probe poll() = "one call polls many files: see syscall::poll:, syscall::epoll_wait:";
	probe frlock() = "see syscall::fcntl:, sdt:filelock::";
	probe shrlock() = "Linux has no share reservations";
	probe setfl() = "see syscall::fcntl:";
	probe pathconf() = "Linux has no such operation: the C library answers";
	probe realvp() = "Linux has no such operation: an inode has none below it";
	probe cmp() = "Linux has no such operation: inodes are compared by their addresses";
	probe fid() = "Linux has no tracepoint in its file systems' operations";
	probe dump() = "Linux has no such operation: kexec dumps";
	probe dumpctl() = "Linux has no such operation: kexec dumps";
	probe inactive() = "Linux has no tracepoint in its file systems' operations";
	probe rwlock() = "Linux has no such operation: lockstat:::rw-block waits for inodes, too";
	probe rwunlock() = "Linux has no such operation: lockstat:::rw-block waits for inodes, too";
	probe vnevent() = "Linux has no such operation";
	probe addmap() = "Linux has no tracepoint in its file systems' operations";
	probe delmap() = "Linux has no tracepoint in its file systems' operations";
	probe dispose() = "Linux has no tracepoint in its file systems' operations";
	probe getpage() = "Linux has no tracepoint in its file systems' operations";
	probe pageio() = "Linux has no tracepoint in its file systems' operations";
	probe putpage() = "Linux has no tracepoint in its file systems' operations";
};

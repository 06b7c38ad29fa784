/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Open files, from the kernel's struct file. fds[] are those of the current process.
 *
 * A file without a directory (pipe, socket, eventfd, …) has the name that /proc/PID/fd shows, and the
 * directory "<none>". For a descriptor that is not open, all texts are "<none>" and all numbers 0. fi_oflags
 * are the flags of open() that the kernel keeps.
 */
typedef struct file file_t;

typedef struct fileinfo {
	string fi_name; /* The last component of the path; of a pipe or socket what /proc/PID/fd shows. */
	string fi_dirname; /* The path without the last component. */
	string fi_pathname; /* The path, as far as a string holds it. */
	offset_t fi_offset; /* Where the next read or write begins, in bytes; 0 in the io provider. */
	string fi_fs; /* The type of the file system: ext4, tmpfs … */
	string fi_mount; /* Where the file system is mounted. */
	int fi_oflags; /* What open() was given: O_RDONLY, O_CREAT …; 0 in the io provider. */
} fileinfo_t;

/* 1 << 31 is SB_NOUSER: a file system that is not mounted anywhere. */
inline int __file_nowhere[struct file *F] = F == NULL ||
    (F->f_path.mnt->mnt_sb->s_flags & 0x80000000) != 0;

translator fileinfo_t < struct file *F > {
	fi_name = F == NULL ? "<none>" :
	    __file_nowhere[F] || F->f_path.dentry == F->f_path.mnt->mnt_root ?
	    basename(d_path(&F->f_path)) : stringof(F->f_path.dentry->d_name.name);
	fi_dirname = __file_nowhere[F] ? "<none>" : dirname(d_path(&F->f_path));
	fi_pathname = F == NULL ? "<none>" : d_path(&F->f_path);
	fi_offset = F == NULL ? 0 : F->f_pos;
	fi_fs = F == NULL ? "<none>" : stringof(F->f_path.mnt->mnt_sb->s_type->name);
	fi_mount = __file_nowhere[F] ? "<none>" : d_mount(&F->f_path);
	fi_oflags = F == NULL ? 0 : F->f_flags;
};

/*
 * The path of a name in a directory, if the mount through which it was found is not known: the oldest mount
 * of its file system is used. An entry that is its own parent is the root of a file system.
 */
inline int __entry_is_root[struct dentry *D] = D->d_parent == D;
inline string __entry_directory[struct dentry *D] = inode_path(D->d_parent->d_inode);

translator fileinfo_t < struct dentry *D > {
	fi_name = D == NULL ? "<none>" :
	    __entry_is_root[D] ? basename(__entry_directory[D]) : stringof(D->d_name.name);
	fi_dirname = D == NULL ? "<none>" :
	    __entry_is_root[D] ? dirname(__entry_directory[D]) : __entry_directory[D];
	fi_pathname = D == NULL ? "<none>" :
	    __entry_is_root[D] ? __entry_directory[D] :
	    cleanpath(strjoin(strjoin(__entry_directory[D], "/"), stringof(D->d_name.name)));
	fi_offset = 0;
	fi_fs = D == NULL ? "<none>" : stringof(D->d_sb->s_type->name);
	fi_mount = D == NULL ? "<none>" : inode_mount(D->d_parent->d_inode);
	fi_oflags = 0;
};

inline fileinfo_t fds[int fd] = xlate<fileinfo_t>(getf(fd));

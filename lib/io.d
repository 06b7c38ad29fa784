/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Flags of open() (O_; those that differ between processors are in machine.d) and of buffers (bufinfo_t.b_flags), and the io provider: I/O of block
 * devices and NFS clients.
 *
 * Decision: docs/dev/decisions/0062-io-start-at-two-tracepoints.md
 */
inline int O_RDONLY = 0;
inline int O_WRONLY = 1;
inline int O_RDWR = 2;
inline int O_ACCMODE = 3;
inline int O_CREAT = 0100;
inline int O_EXCL = 0200;
inline int O_NOCTTY = 0400;
inline int O_TRUNC = 01000;
inline int O_APPEND = 02000;
inline int O_NONBLOCK = 04000;
inline int O_NDELAY = 04000;
inline int O_DSYNC = 010000;
inline int O_ASYNC = 020000;
inline int O_NOATIME = 01000000;
inline int O_CLOEXEC = 02000000;
inline int O_SYNC = 04010000;
inline int O_RSYNC = 04010000;
inline int O_PATH = 010000000;

/* unlinkat(2) with it removes a directory. */
inline int AT_REMOVEDIR = 0x200;

inline int B_BUSY = 0x1;
inline int B_DONE = 0x2;
inline int B_ERROR = 0x4;
inline int B_PAGEIO = 0x10;
inline int B_PHYS = 0x20;
inline int B_READ = 0x40;
inline int B_WRITE = 0x100;
inline int B_ASYNC = 0x400;

/*
 * I/O of block devices, from the kernel's struct bio or struct request.
 *
 * b_addr is 0, because the data are pages that need no address. Block numbers count sectors of 512 bytes.
 * b_error is the errno of a complete request.
 */
typedef struct bufinfo {
	int b_flags; /* B_READ or B_WRITE, with B_ASYNC if no thread waits, B_ERROR if it failed. */
	size_t b_bcount; /* How many bytes are transferred. */
	caddr_t b_addr; /* Always NULL: the data are pages, which need no address. */
	uint64_t b_lblkno; /* The same as b_blkno. */
	uint64_t b_blkno; /* The sector of 512 bytes at which it begins. */
	size_t b_resid; /* The bytes that were not transferred: all of them if it failed. */
	size_t b_bufsize; /* The same as b_bcount. */
	caddr_t b_iodone; /* The kernel's function that is called on completion. */
	int b_error; /* The error's number if it has failed, else 0. */
	dev_t b_edev; /* The number of the device; getmajor() and getminor() split it. */
} bufinfo_t;

/* An odd operation transfers data to the device; a flush (2) transfers none. */
inline int __block_flags[uint32_t operation] =
    (operation & 1 ? B_WRITE : (operation & 0xff) == 2 ? 0 : B_READ) |
    (operation & (1 << __REQ_SYNC) ? 0 : B_ASYNC);

/* Requests without data (a flush) belong to no partition. */
inline struct block_device *__request_device[struct request *R] =
    R->part == NULL ? R->q->disk->part0 : R->part;

/* blk_status_t */
inline int __block_error[int status] = status == 0 ? 0 :
    status == 1 ? ENOTSUP : status == 2 ? ETIMEDOUT : status == 3 ? ENOSPC :
    status == 4 ? ENOLINK : status == 5 ? EREMOTEIO : status == 6 ? EBADE :
    status == 7 ? ENODATA : status == 8 ? EILSEQ : status == 9 ? ENOMEM :
    status == 12 ? EAGAIN : EIO;

translator bufinfo_t < struct bio *B > {
	b_flags = __block_flags[B->bi_opf] | (B->bi_status ? B_ERROR : 0);
	b_bcount = B->bi_iter.bi_size;
	b_addr = NULL;
	b_lblkno = B->bi_iter.bi_sector;
	b_blkno = B->bi_iter.bi_sector;
	b_resid = 0;
	b_bufsize = B->bi_iter.bi_size;
	b_iodone = (caddr_t)B->bi_end_io;
	b_error = __block_error[B->bi_status];
	b_edev = B->bi_bdev == NULL ? 0 : B->bi_bdev->bd_dev;
};

translator bufinfo_t < struct request *R > {
	b_flags = __block_flags[R->cmd_flags];
	b_bcount = R->__data_len;
	b_addr = NULL;
	b_lblkno = R->__sector;
	b_blkno = R->__sector;
	b_resid = 0;
	b_bufsize = R->__data_len;
	b_iodone = (caddr_t)R->end_io;
	b_error = 0;
	b_edev = __request_device[R]->bd_dev;
};

/*
 * Block devices. dev_name is the driver, dev_statname the disk or partition as in /proc/diskstats,
 * dev_pathname its node. Without a device all are "<none>". dev_name is "<unknown>" for a device that is on
 * no bus.
 */
typedef struct devinfo {
	int dev_major; /* The major number of the device. */
	int dev_minor; /* The minor number of the device. */
	int dev_instance; /* The minor number of the disk, whose partitions follow it. */
	string dev_name; /* The name of the driver; <unknown> for a device that is on no bus. */
	string dev_statname; /* The name of the disk or partition, as in /proc/diskstats. */
	string dev_pathname; /* The path of its node in /dev. */
} devinfo_t;

translator devinfo_t < struct block_device *D > {
	dev_major = D == NULL ? 0 : getmajor(D->bd_dev);
	dev_minor = D == NULL ? 0 : getminor(D->bd_dev);
	dev_instance = D == NULL ? 0 : D->bd_disk->first_minor;
	dev_name = D == NULL ? "<none>" :
	    D->bd_disk->part0->bd_device.parent == NULL ||
	    D->bd_disk->part0->bd_device.parent->driver == NULL ? "<unknown>" :
	    stringof(D->bd_disk->part0->bd_device.parent->driver->name);
	dev_statname = D == NULL ? "<none>" : stringof(D->bd_device.kobj.name);
	dev_pathname = D == NULL ? "<none>" :
	    strjoin("/dev/", stringof(D->bd_device.kobj.name));
};

/* The same, through the pointer to the device in a struct bio or struct request. */
translator devinfo_t < struct bio *B > : B->bi_bdev { };
translator devinfo_t < struct request *R > : __request_device[R] { };

/*
 * The io provider: reads and writes of block devices and NFS servers.
 *
 * Most devices take requests of one or several merged struct bio. Devices without a queue of requests (md,
 * dm, zram) take each bio separately and make new ones for the devices below. Neither struct keeps its status
 * until the end, so the status is a separate argument: arg1 of the translators here. arg2 gives the type of
 * arg0: 0 a request, 1 a bio, 2 a read of an NFS client, 3 its write.
 *
 * The types of an NFS client belong to a module, so only the origins name them; the other arguments contain
 * their data. If an answer has a part of the data, the client requests the rest under the same address. The
 * request's args are then those of the rest, from args.offset on; io_start is where the whole begins.
 */
inline int __nfs_is_whole[int status, uint64_t count, uint64_t asked] =
    status < 0 || count == 0 || count >= asked;
inline uint64_t __nfs_size[uint64_t start, uint64_t rest, uint64_t count] =
    rest > start ? rest - start + count : count;

/*
 * Requests of block devices and NFS clients, with the file and their errors.
 *
 *	io:::start { @[args[1]->dev_statname, args[2]->fi_pathname] = sum(args[0]->b_bcount); }
 */
provider io {
	/* Places that scripts of other systems name. */
	alias genunix:bdev_strategy:start, genunix:biodone:done, genunix:biowait:wait-start,
	    genunix:biowait:wait-done, nfs:nfs*_bio:start, nfs:nfs*_bio:done;

	/* A request is handed to its device's driver or an NFS server; the request, the device, the file. */
	probe start(struct io_event *E, int status, int kind, struct inode *I, uint64_t offset,
	    uint64_t size, uint64_t left) :
	    (bufinfo_t *E, devinfo_t *E, fileinfo_t *E) =
	    sdt:block::block_rq_issue { (struct io_event *)args[0], 0, 0, NULL, 0, 0, 0 },
	    sdt:block::block_bio_queue
	    /args[0]->bi_bdev->bd_queue->mq_ops == NULL/ { (struct io_event *)args[0], 0, 1, NULL, 0, 0, 0 },
	    sdt:nfs::nfs_initiate_read
		{ (struct io_event *)args[0], 0, 2, args[0]->inode, args[0]->io_start, args[0]->args.count, 0 },
	    sdt:nfs::nfs_initiate_write
		{ (struct io_event *)args[0], 0, 3, args[0]->inode, args[0]->io_start, args[0]->args.count, 0 }
	    else
	    sdt:block::block_rq_issue { (struct io_event *)args[0], 0, 0, NULL, 0, 0, 0 },
	    sdt:block::block_bio_queue
	    /args[0]->bi_bdev->bd_queue->mq_ops == NULL/ { (struct io_event *)args[0], 0, 1, NULL, 0, 0, 0 };

	/*
	 * A request is complete, or has failed (B_ERROR, b_error); the same.
	 *
	 * The current thread is whatever was interrupted. A write of nothing (REQ_OP_WRITE is 1)
	 * asked for a flush: that is a request of its own.
	 */
	probe done(struct io_event *E, int status, int kind, struct inode *I, uint64_t offset,
	    uint64_t size, uint64_t left) :
	    (bufinfo_t *E, devinfo_t *E, fileinfo_t *E) =
	    sdt:block::block_rq_complete
	    /args[2] == args[0]->__data_len && (args[2] || (args[0]->cmd_flags & 0xff) != 1)/
		{ (struct io_event *)args[0], args[1], 0, NULL, 0, 0, 0 },
	    sdt:block::block_bio_complete
	    /args[1]->bi_bdev->bd_queue->mq_ops == NULL/
		{ (struct io_event *)args[1], args[1]->bi_status, 1, NULL, 0, 0, 0 },
	    sdt:nfs::nfs_readpage_done
	    /args[1]->res.eof || __nfs_is_whole[args[0]->tk_status, args[1]->res.count, args[1]->args.count]/
		{ (struct io_event *)args[1], args[0]->tk_status < 0 ? -args[0]->tk_status : 0, 2, args[1]->inode,
		  args[1]->io_start, __nfs_size[args[1]->io_start, args[1]->args.offset, args[1]->args.count],
		  args[1]->args.count - args[1]->res.count },
	    sdt:nfs::nfs_writeback_done
	    /__nfs_is_whole[args[0]->tk_status, args[1]->res.count, args[1]->args.count]/
		{ (struct io_event *)args[1], args[0]->tk_status < 0 ? -args[0]->tk_status : 0, 3, args[1]->inode,
		  args[1]->io_start, __nfs_size[args[1]->io_start, args[1]->args.offset, args[1]->args.count],
		  args[1]->args.count - args[1]->res.count }
	    else
	    sdt:block::block_rq_complete
	    /args[2] == args[0]->__data_len && (args[2] || (args[0]->cmd_flags & 0xff) != 1)/
		{ (struct io_event *)args[0], args[1], 0, NULL, 0, 0, 0 },
	    sdt:block::block_bio_complete
	    /args[1]->bi_bdev->bd_queue->mq_ops == NULL/
		{ (struct io_event *)args[1], args[1]->bi_status, 1, NULL, 0, 0, 0 };

	fbt::submit_bio_wait:entry { self->waited = arg0; }

	/* The current thread makes a request and waits for it; the request, the device, the file. */
	probe wait__start(struct io_event *E, int status, int kind, struct inode *I, uint64_t offset,
	    uint64_t size, uint64_t left) :
	    (bufinfo_t *E, devinfo_t *E, fileinfo_t *E) =
	    fbt::submit_bio_wait:entry { (struct io_event *)arg0, 0, 1, NULL, 0, 0, 0 }
	    else "Linux does not report which request a thread waits for, and this kernel does not let fbt trace submit_bio_wait(); sched:::sleep has all";
	/* That request is complete, or has failed; the same, without the bytes transferred. */
	probe wait__done(struct io_event *E, int status, int kind, struct inode *I, uint64_t offset,
	    uint64_t size, uint64_t left) :
	    (bufinfo_t *E, devinfo_t *E, fileinfo_t *E) =
	    fbt::submit_bio_wait:return
	    /self->waited/
		{ (struct io_event *)self->waited, ((struct bio *)self->waited)->bi_status, 1, NULL, 0, 0, 0 }
	    else "Linux does not report which request a thread waits for, and this kernel does not let fbt trace submit_bio_wait(); sched:::on-cpu has all";

	fbt::submit_bio_wait:return { self->waited = 0; }
};

struct io_event;
inline int __event_is_nfs = arg2 >= 2;
inline struct inode *__event_inode = (struct inode *)arg3;
inline struct bio *__event_bio[struct io_event *E] = (struct bio *)E;
inline struct request *__event_request[struct io_event *E] = (struct request *)E;
inline struct block_device *__event_device[struct io_event *E] =
    arg2 ? __event_bio[E]->bi_bdev : __request_device[__event_request[E]];
inline size_t __event_size[struct io_event *E] =
    __event_is_nfs ? arg5 :
    arg2 ? __event_bio[E]->bi_iter.bi_size : __event_request[E]->__data_len;
inline uint64_t __event_sector[struct io_event *E] =
    __event_is_nfs ? arg4 >> 9 :
    arg2 ? __event_bio[E]->bi_iter.bi_sector :
    __event_request[E]->__data_len ? __event_request[E]->__sector : 0; /* of a flush it is -1 */

translator bufinfo_t < struct io_event *E > {
	b_flags = (__event_is_nfs ? (arg2 == 2 ? B_READ : B_WRITE) :
	    __block_flags[arg2 ? __event_bio[E]->bi_opf : __event_request[E]->cmd_flags]) |
	    (arg1 ? B_ERROR : 0);
	b_bcount = __event_size[E];
	b_addr = NULL;
	b_lblkno = __event_sector[E];
	b_blkno = __event_sector[E];
	b_resid = arg1 ? __event_size[E] : __event_is_nfs ? arg6 : 0;
	b_bufsize = __event_size[E];
	b_iodone = (caddr_t)(__event_is_nfs ? 0 : arg2 ? (uintptr_t)__event_bio[E]->bi_end_io :
	    (uintptr_t)__event_request[E]->end_io);
	b_error = __event_is_nfs ? arg1 : __block_error[arg1];
	b_edev = __event_is_nfs ? __event_inode->i_sb->s_dev : __event_device[E]->bd_dev;
};

inline devinfo_t __event_devinfo[struct io_event *E] = xlate<devinfo_t>(__event_device[E]);
translator devinfo_t < struct io_event *E > {
	dev_major = __event_is_nfs ? getmajor(__event_inode->i_sb->s_dev) : __event_devinfo[E].dev_major;
	dev_minor = __event_is_nfs ? getminor(__event_inode->i_sb->s_dev) : __event_devinfo[E].dev_minor;
	dev_instance = __event_is_nfs ? getminor(__event_inode->i_sb->s_dev) :
	    __event_devinfo[E].dev_instance;
	dev_name = __event_is_nfs ? "nfs" : __event_devinfo[E].dev_name;
	dev_statname = __event_is_nfs ?
	    strjoin("nfs", lltostr(getminor(__event_inode->i_sb->s_dev))) :
	    __event_devinfo[E].dev_statname;
	dev_pathname = __event_is_nfs ? "<nfs>" : __event_devinfo[E].dev_pathname;
};

/*
 * The file of a direct request is the file of the system call. The bio leads to it if the file system uses
 * the kernel's iomap (ext4, xfs, f2fs …), whose struct begins with its kiocb. The first parts of a split bio
 * lead to the last part. A function that the kernel lacks has address 0.
 */
inline struct bio *__data_bio[struct io_event *E] = arg2 ? __event_bio[E] : __event_request[E]->bio;
inline struct bio *__data_call[struct io_event *E] =
    (uintptr_t)__data_bio[E]->bi_end_io == (uintptr_t)&`bio_chain_endio ?
    (struct bio *)__data_bio[E]->bi_private : __data_bio[E];
inline int __data_is_direct[struct io_event *E] = __data_bio[E] != NULL && __data_bio[E]->bi_end_io != NULL &&
    (uintptr_t)__data_call[E]->bi_end_io == (uintptr_t)&`iomap_dio_bio_end_io;
inline struct inode *__direct_inode[struct io_event *E] =
    (*(struct kiocb **)__data_call[E]->bi_private)->ki_filp->f_inode;

/*
 * The file of another request is that of its first page, if the page is in the page cache. It is unknown for
 * swapping and for a file system's own data, whose pages belong to the block device (0x62646576 is
 * BDEVFS_MAGIC). A page cache's address has its highest bits set and its lowest clear.
 */
inline struct address_space *__data_mapping[struct io_event *E] =
    __data_bio[E] == NULL || __data_bio[E]->bi_vcnt == 0 ? NULL :
    __data_bio[E]->bi_io_vec->bv_page->mapping;
inline struct inode *__cached_inode[struct io_event *E] = __data_mapping[E]->host;
inline int __data_is_cached[struct io_event *E] = (uintptr_t)__data_mapping[E] >> 56 == 0xff &&
    ((uintptr_t)__data_mapping[E] & 7) == 0 && __cached_inode[E]->i_dentry.first != NULL &&
    __cached_inode[E]->i_sb->s_magic != 0x62646576;

inline struct inode *__data_inode[struct io_event *E] = __event_is_nfs ? __event_inode :
    __data_is_direct[E] ? __direct_inode[E] :
    __data_is_cached[E] ? __cached_inode[E] : NULL;
inline int __data_has_file[struct io_event *E] = __data_inode[E] != NULL;

/* A path may be longer than a string, so name and directory are not derived from it. */
translator fileinfo_t < struct io_event *E > {
	fi_name = !__data_has_file[E] ? "<unknown>" :
	    stringof(inode_dentry(__data_inode[E])->d_name.name);
	fi_dirname = !__data_has_file[E] ? "<unknown>" :
	    inode_path(inode_dentry(__data_inode[E])->d_parent->d_inode);
	fi_pathname = !__data_has_file[E] ? "<unknown>" : inode_path(__data_inode[E]);
	fi_offset = 0;
	fi_fs = !__data_has_file[E] ? "<unknown>" : stringof(__data_inode[E]->i_sb->s_type->name);
	fi_mount = !__data_has_file[E] ? "<unknown>" : inode_mount(__data_inode[E]);
	fi_oflags = 0;
};

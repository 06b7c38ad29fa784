/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What open() takes, what a buffer that is read or written is said to be (bufinfo_t.b_flags), and
 * the I/O of block devices.
 * The O_ flags are those of Linux on x86-64.
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
inline int O_DIRECT = 040000;
inline int O_LARGEFILE = 0100000;
inline int O_DIRECTORY = 0200000;
inline int O_NOFOLLOW = 0400000;
inline int O_NOATIME = 01000000;
inline int O_CLOEXEC = 02000000;
inline int O_SYNC = 04010000;
inline int O_RSYNC = 04010000;
inline int O_PATH = 010000000;
inline int O_TMPFILE = 020200000;

inline int B_BUSY = 0x1;
inline int B_DONE = 0x2;
inline int B_ERROR = 0x4;
inline int B_PAGEIO = 0x10;
inline int B_PHYS = 0x20;
inline int B_READ = 0x40;
inline int B_WRITE = 0x100;
inline int B_ASYNC = 0x400;

/*
 * I/O of block devices: the request as the kernel's struct bio or struct request describe it.
 *
 * b_addr is 0, as the data are pages that need have no address. Block numbers are sectors of 512
 * bytes. b_error is an errno, of a struct bio that is complete.
 */
typedef struct bufinfo {
	int b_flags;
	size_t b_bcount;
	caddr_t b_addr;
	uint64_t b_lblkno;
	uint64_t b_blkno;
	size_t b_resid;
	size_t b_bufsize;
	caddr_t b_iodone;
	int b_error;
	dev_t b_edev;
} bufinfo_t;

/* An odd operation transfers data to the device. */
inline int block_flags[uint32_t operation] = (operation & 1 ? B_WRITE : B_READ) |
    (operation & (1 << __REQ_SYNC) ? 0 : B_ASYNC);

/* blk_status_t */
inline int block_error[int status] = status == 0 ? 0 :
    status == 1 ? ENOTSUP : status == 2 ? ETIMEDOUT : status == 3 ? ENOSPC :
    status == 4 ? ENOLINK : status == 5 ? EREMOTEIO : status == 6 ? EBADE :
    status == 7 ? ENODATA : status == 8 ? EILSEQ : status == 9 ? ENOMEM :
    status == 12 ? EAGAIN : EIO;

translator bufinfo_t < struct bio *B > {
	b_flags = block_flags[B->bi_opf] | (B->bi_status ? B_ERROR : 0);
	b_bcount = B->bi_iter.bi_size;
	b_addr = NULL;
	b_lblkno = B->bi_iter.bi_sector;
	b_blkno = B->bi_iter.bi_sector;
	b_resid = 0;
	b_bufsize = B->bi_iter.bi_size;
	b_iodone = (caddr_t)B->bi_end_io;
	b_error = block_error[B->bi_status];
	b_edev = B->bi_bdev == NULL ? 0 : B->bi_bdev->bd_dev;
};

translator bufinfo_t < struct request *R > {
	b_flags = block_flags[R->cmd_flags];
	b_bcount = R->__data_len;
	b_addr = NULL;
	b_lblkno = R->__sector;
	b_blkno = R->__sector;
	b_resid = 0;
	b_bufsize = R->__data_len;
	b_iodone = (caddr_t)R->end_io;
	b_error = 0;
	b_edev = R->part == NULL ? 0 : R->part->bd_dev;
};

/*
 * Block devices. dev_name is the driver, dev_statname the disk or partition as /proc/diskstats
 * names it, dev_pathname its node. "<none>" stands where there is no device, "<unknown>" for the
 * driver of a device that is not on any bus.
 */
typedef struct devinfo {
	int dev_major;
	int dev_minor;
	int dev_instance;
	string dev_name;
	string dev_statname;
	string dev_pathname;
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

/* The same through the pointer at the device that a struct bio or struct request has. */
translator devinfo_t < struct bio *B > {
	dev_major = xlate<devinfo_t>(B->bi_bdev).dev_major;
	dev_minor = xlate<devinfo_t>(B->bi_bdev).dev_minor;
	dev_instance = xlate<devinfo_t>(B->bi_bdev).dev_instance;
	dev_name = xlate<devinfo_t>(B->bi_bdev).dev_name;
	dev_statname = xlate<devinfo_t>(B->bi_bdev).dev_statname;
	dev_pathname = xlate<devinfo_t>(B->bi_bdev).dev_pathname;
};

translator devinfo_t < struct request *R > {
	dev_major = xlate<devinfo_t>(R->part).dev_major;
	dev_minor = xlate<devinfo_t>(R->part).dev_minor;
	dev_instance = xlate<devinfo_t>(R->part).dev_instance;
	dev_name = xlate<devinfo_t>(R->part).dev_name;
	dev_statname = xlate<devinfo_t>(R->part).dev_statname;
	dev_pathname = xlate<devinfo_t>(R->part).dev_pathname;
};

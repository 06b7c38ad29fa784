/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What open() takes, and what a buffer that is read or written is said to be (bufinfo_t.b_flags).
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

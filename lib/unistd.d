/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How a reader or writer asks for a lock (rw-* probes of lockstat), and lseek()'s origins.
 */
inline int RW_WRITER = 0;
inline int RW_READER = 1;

inline int SEEK_SET = 0;
inline int SEEK_CUR = 1;
inline int SEEK_END = 2;
inline int SEEK_DATA = 3;
inline int SEEK_HOLE = 4;

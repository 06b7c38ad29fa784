/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Arguments of the rw-* probes of lockstat, for readers and writers; origins of lseek().
 */
inline int RW_WRITER = 0;
inline int RW_READER = 1;

inline int SEEK_SET = 0;
inline int SEEK_CUR = 1;
inline int SEEK_END = 2;
inline int SEEK_DATA = 3;
inline int SEEK_HOLE = 4;

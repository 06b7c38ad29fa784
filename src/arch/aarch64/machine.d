/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The processor's part of the D library: flags of open() that have other values elsewhere, and the arguments of a system
 * call at its return.
 */
inline int O_DIRECT = 0200000;
inline int O_LARGEFILE = 0400000;
inline int O_DIRECTORY = 040000;
inline int O_NOFOLLOW = 0100000;
inline int O_TMPFILE = 020040000;

/* The result is in R_X0. */
inline int __call_arg1 = uregs[R_ORIG_X0];
inline int __call_arg2 = uregs[R_X1];
inline int __call_arg3 = uregs[R_X2];
inline int __call_arg4 = uregs[R_X3];
inline int __call_arg5 = uregs[R_X4];

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The processor's part of the D library: flags of open() that have other values elsewhere, and the arguments of a system
 * call at its return.
 */
inline int O_DIRECT = 040000;
inline int O_LARGEFILE = 0100000;
inline int O_DIRECTORY = 0200000;
inline int O_NOFOLLOW = 0400000;
inline int O_TMPFILE = 020200000;

/* The call's registers are unchanged. 2 is TS_COMPAT, a call of the 32-bit ABI. */
inline int __call_is_32 = curthread->thread_info.status & 2;
inline int __call_arg1 = __call_is_32 ? uregs[R_RBX] : uregs[R_RDI];
inline int __call_arg2 = __call_is_32 ? uregs[R_RCX] : uregs[R_RSI];
inline int __call_arg3 = uregs[R_RDX];
inline int __call_arg4 = __call_is_32 ? uregs[R_RSI] : uregs[R_R10];
inline int __call_arg5 = __call_is_32 ? uregs[R_RDI] : uregs[R_R8];

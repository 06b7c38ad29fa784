/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * System calls as one instruction of the function that makes them: RAW_CALL(number), with an
 * argument RAW_CALL1, with six RAW_CALL6. A stack at their probes begins in that function.
 */
#pragma once

#ifdef __x86_64__
#define RAW_CALL(number)                                    \
	({                                                  \
		long result_;                               \
		__asm__ volatile("syscall"                  \
				 : "=a"(result_)            \
				 : "a"((long)(number))      \
				 : "rcx", "r11", "memory"); \
		result_;                                    \
	})
#define RAW_CALL1(number, a)                                           \
	({                                                             \
		long result_;                                          \
		__asm__ volatile("syscall"                             \
				 : "=a"(result_)                       \
				 : "a"((long)(number)), "D"((long)(a)) \
				 : "rcx", "r11", "memory");            \
		result_;                                               \
	})
#define RAW_CALL6(number, a, b, c, d, e, f)                                             \
	({                                                                              \
		long result_;                                                           \
		register long d_ __asm__("r10") = (long)(d);                            \
		register long e_ __asm__("r8") = (long)(e);                             \
		register long f_ __asm__("r9") = (long)(f);                             \
		__asm__ volatile("syscall"                                              \
				 : "=a"(result_)                                        \
				 : "a"((long)(number)), "D"((long)(a)), "S"((long)(b)), \
				   "d"((long)(c)), "r"(d_), "r"(e_), "r"(f_)            \
				 : "rcx", "r11", "memory");                             \
		result_;                                                                \
	})
#else
#define RAW_CALL(number)     RAW_CALL1(number, 0)
#define RAW_CALL1(number, a) RAW_CALL6(number, a, 0, 0, 0, 0, 0)
#define RAW_CALL6(number, a, b, c, d, e, f)                                             \
	({                                                                              \
		register long n_ __asm__("x8") = (long)(number);                        \
		register long a_ __asm__("x0") = (long)(a);                             \
		register long b_ __asm__("x1") = (long)(b);                             \
		register long c_ __asm__("x2") = (long)(c);                             \
		register long d_ __asm__("x3") = (long)(d);                             \
		register long e_ __asm__("x4") = (long)(e);                             \
		register long f_ __asm__("x5") = (long)(f);                             \
		__asm__ volatile("svc 0"                                                \
				 : "+r"(a_)                                             \
				 : "r"(n_), "r"(b_), "r"(c_), "r"(d_), "r"(e_), "r"(f_) \
				 : "memory");                                           \
		a_;                                                                     \
	})
#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/* cflags: -O2 -fomit-frame-pointer -fno-optimize-sibling-calls -static-pie -fPIE */
// The same without libraries, wherever the kernel puts it.
#include "altstack.c"

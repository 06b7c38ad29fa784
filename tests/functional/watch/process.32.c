/* SPDX-License-Identifier: BSD-2-Clause */
/* needs: x86-64 */
/* The same in 32 bits. */
#include "process.c"

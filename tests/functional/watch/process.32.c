/* SPDX-License-Identifier: BSD-2-Clause */
/* The same in 32 bits. */
#include "process.c"

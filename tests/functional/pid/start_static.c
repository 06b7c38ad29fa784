/* SPDX-License-Identifier: BSD-2-Clause */
/* cflags: -static */
#include "start.c"

/* SPDX-License-Identifier: BSD-2-Clause */
/* cflags: -no-pie -fno-pic */
#include "notes.c"

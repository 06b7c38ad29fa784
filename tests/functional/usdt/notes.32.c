/* SPDX-License-Identifier: BSD-2-Clause */
/* needs: x86-64 */
/* cflags: -no-pie -fno-pic */
#include "notes.c"

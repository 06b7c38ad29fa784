/* SPDX-License-Identifier: BSD-2-Clause */
/* cflags: -Wl,-z,noseparate-code */
#include "memfd.c"

// SPDX-License-Identifier: BSD-2-Clause
// count.c, linked statically.
/* cflags: -static */
#include "count.c"

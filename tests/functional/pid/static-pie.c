// SPDX-License-Identifier: BSD-2-Clause
// count.c, linked statically and loaded anywhere.
/* cflags: -static-pie */
#include "count.c"

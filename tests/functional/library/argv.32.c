/* SPDX-License-Identifier: BSD-2-Clause */
/* needs: x86-64 */
#include "argv.c"

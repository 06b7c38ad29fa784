/* SPDX-License-Identifier: BSD-2-Clause */
#include "exec32.c"

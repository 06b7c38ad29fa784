/* SPDX-License-Identifier: BSD-2-Clause */
#include "argv.c"

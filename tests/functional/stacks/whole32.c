/* SPDX-License-Identifier: BSD-2-Clause */
/* cflags: -O2 -fomit-frame-pointer -fno-optimize-sibling-calls */
#include "whole32.32.c"

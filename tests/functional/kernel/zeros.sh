#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# What is 0 in the kernel's memory is told from what cannot be read.
"$DTRACE" -q -s "$SRCDIR/_zeros.d" 2>/dev/null
# output:
# 0
# 0 1 0
# 1 0
# 1 1
# 1 1
# 1 1
# 1 1
#

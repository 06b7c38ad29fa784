#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# Zeros in the kernel's memory are distinguished from unreadable memory.
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

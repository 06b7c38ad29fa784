#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# By frame pointers: a frame after a function without a frame pointer is marked; framed() is missing.
"$DTRACE" -q -x ustackmode=fp -c "$WORKLOAD" -n '
syscall::getppid:entry /pid == $target/ { ustack(2); @[ustack(2)] = count(); }
END { setopt("stackindent", "1"); }' | sed 's/+0x[0-9a-f]*$//'
# output:
#
#               uncertain`bare
#             ? uncertain`main
#
#
#  uncertain`bare
#  ? uncertain`main
#                 1

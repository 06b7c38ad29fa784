#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# Addresses of one kind stay apart.
"$DTRACE" -q -c "$WORKLOADS/frames" -n '
syscall::getppid:entry /pid == $target/ {
	uaddr(ucaller); printf("|\n"); @[uaddr(ucaller)] = count(); @[uaddr(ucaller + 1)] = count(); }' |
	sed 's/+0x[0-9a-f]*/+/g; s/  *|/|/'
# output:
#   frames`middle+|
#   frames`middle+|
#
#   frames`middle+                                                 2
#   frames`middle+                                                 2

#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# Addresses of one function are one key.
"$DTRACE" -q -c "$WORKLOADS/frames" -n '
syscall::getppid:entry /pid == $target/ {
	usym(ucaller); printf("|\n"); @[usym(ucaller)] = count(); @[usym(ucaller + 1)] = count(); }' |
	sed 's/+0x[0-9a-f]*/+/g; s/  *|/|/'
# output:
#   frames`middle|
#   frames`middle|
#
#   frames`middle                                                     4

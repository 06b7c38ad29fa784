#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# Addresses of one object are one key.
"$DTRACE" -q -c "$WORKLOADS/frames" -n '
syscall::getppid:entry /pid == $target/ {
	umod(ucaller); printf("|\n"); @[umod(ucaller)] = count(); @[umod(ucaller + 1)] = count(); }
END { printa(@); printa("%A %@d\n", @); }' |
	sed 's/+0x[0-9a-f]*/+/g; s/  *|/|/'
# output:
#   frames|
#   frames|
#
#   frames                                                            4
# frames 4
#

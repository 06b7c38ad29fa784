#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# ucaller, also as an argument of printf's %A.
"$DTRACE" -q -c "$WORKLOADS/frames" -n '
syscall::getppid:entry /pid == $target/ {
	printf("%A %A\n", ucaller, uaddr(ucaller)); @[usym(ucaller), ustack(1)] = count();
}' | sed 's/+0x[0-9a-f]*/+/g; s/ *$//'
# output:
# frames`middle+ frames`middle+
# frames`middle+ frames`middle+
#
#   frames`middle
#               frames`innermost+
#                 2

#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# As action, as argument, as key: frames by name. Offsets are the compiler's.
"$DTRACE" -q -c "$WORKLOADS/frames" -n '
syscall::getppid:entry /pid == $target/ { ustack(3); @[ustack(2)] = count(); }
syscall::getppid:return /pid == $target && !n++/ { printf("%k|", ustack(1)); trace(ustack(1)); }' |
	sed 's/+0x[0-9a-f]*$//'
# output:
#
#               frames`innermost
#               frames`middle
#               frames`outermost
#
#               frames`innermost
# |
#               frames`innermost
#
#               frames`innermost
#               frames`middle
#               frames`outermost
#
#
#               frames`innermost
#               frames`middle
#                 2

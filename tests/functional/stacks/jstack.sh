#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# The depth has its own option; stackindent applies.
"$DTRACE" -q -x jstackframes=2 -x ustackframes=1 -x stackindent=4 -c "$WORKLOADS/frames" -n '
syscall::getppid:entry /pid == $target && !n++/ { jstack(); ustack(); jstack(1, 100); }' |
	sed 's/+0x[0-9a-f]*$//'
# output:
#
#     frames`innermost
#     frames`middle
#
#     frames`innermost
#
#     frames`innermost
#

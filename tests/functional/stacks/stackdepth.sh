#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# stackdepth, ustackdepth
out=$("$DTRACE" -q -c "$WORKLOADS/frames" -n '
syscall::getppid:entry /pid == $target/ {
	ok = ustackdepth >= 4 && ustackdepth < 20 && stackdepth >= 2 && stackdepth < 20;
	printf("%d\n", ok); }')
[ "$out" = "1
1" ] || { echo "$out"; exit 1; }
# output:

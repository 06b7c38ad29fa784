#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# As many frames as ustack() shows.
"$DTRACE" -q -c "$WORKLOADS/frames" -n '
syscall::getppid:entry /pid == $target && !n++/ { printf("%d", ustackdepth); ustack(100); }' >"$TMPDIR/out"
n=$(head -1 "$TMPDIR/out")
[ "$n" -ge 4 ] && [ "$(grep -c '^ ' "$TMPDIR/out")" = "$n" ] || { cat "$TMPDIR/out"; exit 1; }
# output:

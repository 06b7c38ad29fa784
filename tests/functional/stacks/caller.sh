#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# The frame after the first frame of stack().
"$DTRACE" -q -c "$WORKLOADS/frames" -n '
syscall::getppid:entry /pid == $target && !n++/ { printf("%a", caller); stack(2); }' >"$TMPDIR/out"
grep -q vmlinux "$TMPDIR/out" && [ "$(sed -n '3s/ *//p' "$TMPDIR/out")" = "$(head -1 "$TMPDIR/out")" ] || { cat "$TMPDIR/out"; exit 1; }
# output:

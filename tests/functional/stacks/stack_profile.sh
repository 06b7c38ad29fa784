#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# A profile probe's stack begins where the kernel was interrupted; a user stack in a kernel thread
# is empty, without a fault.
"$DTRACE" -q -n '
profile-997 /arg0 && !n++/ { printf("%x ", arg0); printf("%a", arg0); stack(1); }
profile-997 /n && !pid/ { ustack(); exit(0); }
tick-10s { exit(0); }
ERROR { exit(1); }' >"$TMPDIR/out" || exit 1
read -r _ name <"$TMPDIR/out"
[ "$(sed -n '2s/ *//p' "$TMPDIR/out")" = "$name" ] || { cat "$TMPDIR/out"; exit 1; }
# output:

# SPDX-License-Identifier: BSD-2-Clause
#
# Functions known only from .eh_frame are probed. The return from signal handlers, whose
# range there begins one byte early, is not probed: handlers return.
"$DTRACE" -c "$WORKLOAD" -n 'pid$target:a.out:0x*: { @ = count(); } pid$target:a.out:handle: { @ = count(); }' \
	> "$TMPDIR/out" 2>&1
grep -qx 100 "$TMPDIR/out" && grep -q 'exited with status 9' "$TMPDIR/out" || { cat "$TMPDIR/out"; exit 1; }
# output:

# SPDX-License-Identifier: BSD-2-Clause
#
# timeout: 60
# What only .eh_frame tells of is probed, and the way back from signal handlers, whose range there
# begins one byte early, is left alone: handlers return.
"$DTRACE" -c "$WORKLOAD" -n 'pid$target:a.out:0x*: { @ = count(); } pid$target:a.out:handle: { @ = count(); }' \
	> "$TMPDIR/out" 2>&1
grep -qx 100 "$TMPDIR/out" && grep -q 'exited with status 9' "$TMPDIR/out" || { cat "$TMPDIR/out"; exit 1; }

# SPDX-License-Identifier: BSD-2-Clause
#
# Every instruction of a program with signal handlers is probed: its output and status stay the
# same.
"$DTRACE" -c "$WORKLOAD" -o "$TMPDIR/count" -n 'pid$target:a.out:: { @ = count(); }' 2> "$TMPDIR/err"
grep -q 'exited with status 7' "$TMPDIR/err" || { cat "$TMPDIR/err"; exit 1; }
# output:
# n 3 1

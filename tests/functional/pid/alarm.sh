# SPDX-License-Identifier: BSD-2-Clause
#
# timeout: 60
# Every instruction of a program with signal handlers is probed: its output stays the
# same.
output=$("$DTRACE" -q -c "$WORKLOAD" -n 'pid$target:a.out:: { @ = count(); } END { trunc(@); }' 2>/dev/null)
grep -qx 'n 3 1' <<<"$output" || { echo "the program printed: $output"; exit 1; }
"$DTRACE" -c "$WORKLOAD" -n 'pid$target:a.out:: { @ = count(); }' 2>&1 | grep -q 'exited with status 7'

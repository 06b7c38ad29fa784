# SPDX-License-Identifier: BSD-2-Clause
#
# A fault is reported with its address, and fires ERROR.
"$DTRACE" -q -c "$WORKLOAD" -s _fault.d 2> "$TMPDIR/err" | grep .
grep -o 'invalid address (.*) in action #1' "$TMPDIR/err"
# output:
# fault 1 at 10
# fault 1 at 0
# invalid address (0x10) in action #1
# invalid address (0x0) in action #1

# SPDX-License-Identifier: BSD-2-Clause
#
# Pages that are not resident: a pid probe waits for them, a system call's entry cannot, and says what can.
"$DTRACE" -q -c "$WORKLOAD" -s _absent.d 2> "$TMPDIR/err" | grep .
grep -o 'invalid address (.*) in action #[0-9]*.*' "$TMPDIR/err" | sed 's/([^)]*)/(…)/; s/offset [0-9]*/offset N/'

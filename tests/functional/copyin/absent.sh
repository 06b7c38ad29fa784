# SPDX-License-Identifier: BSD-2-Clause
#
# Pages that are not resident: a pid probe waits for them, a system call's entry cannot, and says what can.
"$DTRACE" -q -c "$WORKLOAD" -s _absent.d 2> "$TMPDIR/err" | grep .
grep -o 'invalid address (.*) in action #[0-9]*.*' "$TMPDIR/err" | sed 's/([^)]*)/(…)/; s/offset [0-9]*/offset N/'
# output:
# never touched
# 1234567 89
# across a page
# never touched, 1234567
# never touched
# fault 1
# fault 1
# return: /absent
# invalid address (…) in action #1 at DIF offset N; that is memory of a process: copyin() and copyinstr() read it, where it is resident
# invalid address (…) in action #2 at DIF offset N; its page may not be resident yet: keep the address, and read at return

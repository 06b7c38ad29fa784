# SPDX-License-Identifier: BSD-2-Clause
# A forbidden store in _alloca.d is an "invalid address" of its clause; the other clauses run.
"$DTRACE" -s _alloca.d 2> "$TMPDIR/errors" || exit
grep -c 'invalid address (0x.*) in action' "$TMPDIR/errors"
! grep -v 'invalid address' "$TMPDIR/errors"
# output:
# 1 1
# a
# fault 1
# fault 1
# fault 1
# ab
# fault 1
# fault 1
# xyz
#
# 5

# SPDX-License-Identifier: BSD-2-Clause
# What _alloca.d stores where it may not is an "invalid address" of its clause; the rest goes on.
"$DTRACE" -s _alloca.d 2> "$TMPDIR/errors" || exit
grep -c 'invalid address (0xf.*) in action' "$TMPDIR/errors"
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

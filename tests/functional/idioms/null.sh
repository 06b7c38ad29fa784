# SPDX-License-Identifier: BSD-2-Clause
# The output of each clause of _null.d for missing strings.
"$DTRACE" -x nowarn -s _null.d 2> "$TMPDIR/errors" || exit
grep -c 'invalid address (0x0) in action' "$TMPDIR/errors"
! grep -v 'invalid address (0x0)' "$TMPDIR/errors"
# output:
# 1 1 1 1
# 1 1 1 1
# [][]
# fault 1 at 0
# fault 1 at 0
# fault 1 at 0
# fault 1 at 0
# fault 1 at 0
# fault 1 at 0
# fault 1 at 0
# fault 1 at 0
# fault 1 at 0
# fault 1 at 0
# 1 1 1 set
# fault 1 at 0
# fault 1 at 0
# fault 1 at 0
# fault 1 at 0
# [back][][][back] 1
# =value ck lo
# 1 1
# one ,two three 1
# fault 1 at 0
# 1 1 0
# fault 1 at 0
# fault 1 at 0
# fault 1 at 0
# fault 1 at 0
#
# 19

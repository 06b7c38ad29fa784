# SPDX-License-Identifier: BSD-2-Clause
# What each clause of _null.d makes of strings that are not there.
"$DTRACE" -x nowarn -s _null.d 2> "$TMPDIR/errors" || exit
grep -c 'invalid address (0x0) in action' "$TMPDIR/errors"
! grep -v 'invalid address (0x0)' "$TMPDIR/errors"

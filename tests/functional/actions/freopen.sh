# SPDX-License-Identifier: BSD-2-Clause
#
# Output goes to the file until freopen("") brings it back.
"$DTRACE" -q -w -s _freopen.d "$TMPDIR/out" | grep .
cat "$TMPDIR/out.7"
# output:
# one
# three
# two

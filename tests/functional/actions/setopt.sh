# SPDX-License-Identifier: BSD-2-Clause
#
# After setopt() only the program's own output is printed: no probe before "quiet".
"$DTRACE" -s _setopt.d > "$TMPDIR/out"
grep -c :BEGIN "$TMPDIR/out"
grep -o quiet "$TMPDIR/out"
# output:
# 1
# quiet

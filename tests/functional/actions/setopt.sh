# SPDX-License-Identifier: BSD-2-Clause
#
# From setopt() on, nothing is printed but what the program prints: no probe before "quiet".
"$DTRACE" -s _setopt.d > "$TMPDIR/out"
grep -c :BEGIN "$TMPDIR/out"
grep -o quiet "$TMPDIR/out"
# output:
# 1
# quiet

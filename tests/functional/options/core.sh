# SPDX-License-Identifier: BSD-2-Clause
#
# Options of the command itself: core permits core files, cppargs goes to
# the preprocessor.
(ulimit -Hc 0; "$DTRACE" -qx core -n 'BEGIN { printf("core\n"); exit(0); }' 2> /dev/null) | grep .
echo 'BEGIN { printf("%d\n", VALUE); exit(0); }' > "$TMPDIR/x.d"
"$DTRACE" -qC -x cppargs=-DVALUE=42 -s "$TMPDIR/x.d" | grep .
# output:
# core
# 42

# SPDX-License-Identifier: BSD-2-Clause
# A reader that goes away ends dtrace in silence, also when there is nothing to print.
. "$SRCDIR/_common.sh"
$DTRACE -qn 'BEGIN { printf("1\n2\n"); }' 2>&1 | head -1; echo "${PIPESTATUS[@]}"
$DTRACE -qn 'syscall::: /pid == $pid/ { printf("x\n"); }' 2>&1 | head -1; echo "${PIPESTATUS[@]}"
$DTRACE -qn 'tick-10ms { printf("x\n"); }' 2>&1 | head -1; echo "${PIPESTATUS[@]}"
# output:
# 1
# 0 0
# x
# 0 0
# x
# 0 0

# SPDX-License-Identifier: BSD-2-Clause
#
# Programs that have nothing to trace.
"$DTRACE" -x empty -n '#pragma D option quiet' 2>&1; echo $?
"$DTRACE" -n 'nosuch:::x' 2>&1 | head -1

# SPDX-License-Identifier: BSD-2-Clause
# The first signal: END runs, records and aggregations are printed, after a blank line.
# Under nohup(1) the third of these would be ignored.
[ -n "$HUP_ENDS" ] || HUP_ENDS=1 exec env --default-signal=HUP bash "$0"
. "$SRCDIR/_common.sh"
for signal in INT TERM HUP; do
	start -qn 'BEGIN { printf("ready\n"); @ = count(); } END { printf("end\n"); }'
	kill -$signal "$pid"
	finish
done
start -n 'BEGIN { printf("ready\n"); }' -q -n 'END { exit(5); }'
kill -INT "$pid"
finish
# Rare or slow output does not delay a signal.
mkfifo gate
printf '#!/bin/sh\nkill -INT $PPID\nread x <gate\n' >interrupt; chmod +x interrupt
$DTRACE -x switchrate=3600s -qn 'syscall::: { @ = count(); } END { printf("end\n"); }' -c ./interrupt >out; echo "[$?]"
sed '/^ *[0-9]*$/d' out
echo >gate
# nohup(1)
(trap '' HUP; start -qn 'BEGIN { printf("ready\n"); }'; kill -HUP "$pid"; kill -INT "$pid"; finish)
# output:
#
# end
#
#                 1
# [0]
#
# end
#
#                 1
# [0]
#
# end
#
#                 1
# [0]
#
#
# [5]
# [0]
# end
#
#
# [0]

# SPDX-License-Identifier: BSD-2-Clause
# -Z: a program that matches nothing traces until it is interrupted.
. "$SRCDIR/_common.sh"
show $DTRACE -qn 'nosuch'
start -qZn 'nosuch { exit(1); }' -n 'BEGIN { printf("ready\n"); }'
kill -INT "$pid"
finish
exec {fd}< <(exec "$DTRACE" -Zn 'nosuch { exit(1); }' 2>&1) # no record says when it runs: its notice does
pid=$!
read -r line <&"$fd"; echo "$line"
kill -TERM "$pid"
wait "$pid"; status=$?
[ $status = 0 ] || [ $status = 143 ] && echo ended # 143: before it had begun to trace

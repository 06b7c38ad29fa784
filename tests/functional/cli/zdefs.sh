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
# output:
# $ dtrace -qn nosuch
# 2> dtrace: invalid probe specifier nosuch: probe description :::nosuch does not match any probes
# 2> <program>:1:1: error: probe description :::nosuch does not match any probes
# 2>     1 | nosuch
# 2>       | ^~~~~~
# [1]
#
#
# [0]
# dtrace: description 'nosuch ' matched 0 probes
# ended

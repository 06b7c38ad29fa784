# SPDX-License-Identifier: BSD-2-Clause
# -p: processes that cannot be grabbed, a stopped process, the end of a target.
. "$SRCDIR/_common.sh"
show $DTRACE -n BEGIN -p 4194304
show $DTRACE -n BEGIN -p 0
show $DTRACE -n BEGIN -p -1
show $DTRACE -qn 'BEGIN { printf("%d\n", $target); exit(0); }' -p 1
mkfifo gate
cat <gate & cat=$!
exec 3>gate
show $DTRACE -qn 'BEGIN { printf("%d\n", $target == $1); exit(0); }' -p "$cat" "$cat" | sed "s/$cat/PID/g"
kill -STOP "$cat"
show $DTRACE -qn 'BEGIN { exit(0); }' -p "$cat" | sed "s/$cat/PID/g"
until grep -q '^State:.T' "/proc/$cat/status"; do :; done
echo stopped
start -qn 'BEGIN { printf("ready\n"); } END { printf("end\n"); }' -p "$cat"
kill -KILL "$cat"
finish
"$WORKLOAD" >threads & threads=$! # prints the id of a second thread
until read -r thread <threads; do :; done
show $DTRACE -n BEGIN -p "$thread" | sed "s/$thread/THREAD/g"
kill "$threads"
# output:
# $ dtrace -n BEGIN -p 4194304
# 2> dtrace: failed to grab process N: no such process
# [1]
# $ dtrace -n BEGIN -p 0
# 2> dtrace: invalid pid: 0
# [1]
# $ dtrace -n BEGIN -p -1
# 2> dtrace: invalid pid: -1
# [1]
# $ dtrace -qn BEGIN { printf("%d\n", $target); exit(0); } -p 1
# 1
#
# [0]
# $ dtrace -qn BEGIN { printf("%d\n", $target == $1); exit(0); } -p PID PID
# 1
#
# [0]
# $ dtrace -qn BEGIN { exit(0); } -p PID
#
# [0]
# stopped
# end
#
# [0]
# $ dtrace -n BEGIN -p THREAD
# 2> dtrace: failed to grab process N: it is a thread, not a process
# [1]

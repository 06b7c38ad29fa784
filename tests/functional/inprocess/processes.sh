# SPDX-License-Identifier: BSD-2-Clause
# Signals on an alternate stack, children by fork, vfork and posix_spawn, another program by exec, short threads, and a
# target that is killed. Children are not traced. Each call of the target counts once.
. "$SRCDIR/_inside.sh"
count='pid$target:a.out:first:entry { @[(long)arg0 < 0 ? "handlers" : "calls"] = count(); }'
trace() { as_user "$DTRACE" -q -c "$WORKLOADS/calls $*" -n "$count" 2>&1; }

echo "--- children"
trace fvp 2 1000
echo "--- exec"
trace e 2 1000
echo "--- one thread after the other: more than there are slots"
trace n 2000 10 | awk '/ calls/ { n += $2 } /too many threads/ { n += $2 } END { print n }'
echo "--- killed"
trace k 2 1000
echo "--- signals"
trace s 2 3000000 | awk '
	/signals/ { signals = $2 } /handlers/ { handlers = $2 } / calls/ { print }
	END { print (signals > 100 && signals == handlers) ? "all handlers" : "signals " signals ", counted " handlers }'
# output:
# --- children
#
#   calls                                                          2000
# --- exec
#
#   calls                                                          2000
# --- one thread after the other: more than there are slots
# 20000
# --- killed
#
#   calls                                                          2000
# --- signals
#   calls                                                       6000000
# all handlers

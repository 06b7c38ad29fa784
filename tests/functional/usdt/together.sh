# SPDX-License-Identifier: BSD-2-Clause
# Probes of several providers at one instruction all fire: declared ones, the entry of the function, and its offset 0.
trace() { "$DTRACE" -q -c "$WORKLOAD" -n "$1"' { @[probename, probefunc, substr(probeprov, 0, 3), arg1] = count(); }' 2>&1 | sort; }
entries='pid$target:a.out:[ab][lop]*:entry'
echo "--- with the entry"
trace 'mine$target:::alone, pid$target:a.out:alone:entry'
echo "--- in the other order"
trace 'pid$target:a.out:alone:entry, mine$target:::alone'
echo "--- all"
trace "mine\$target:::, yours\$target:::, $entries, pid\$target:a.out:alone:0, pid\$target:a.out:both:0"
# output:
# --- with the entry
#
#   alone          alone          min                          0               10
#   entry          alone          pid                          3               10
# counters 1 0
# --- in the other order
#
#   alone          alone          min                          0               10
#   entry          alone          pid                          3               10
# counters 1 0
# --- all
#
#   0              alone          pid                          0               10
#   0              both           pid                          0               10
#   alone          alone          min                          0               10
#   apart          apart          min                          0               10
#   apart          apart          you                          0               10
#   both           both           min                          0               10
#   both           both           you                          0               10
#   entry          alone          pid                          3               10
#   entry          apart          pid                          5               10
#   entry          both           pid                          4               10
# counters 1 1

# SPDX-License-Identifier: BSD-2-Clause
# Every call of every thread is counted, for an ordinary user and for root; -v says who runs the programs.
. "$SRCDIR/_inside.sh"
script='pid$target:a.out:first:entry, pid$target:a.out:second:entry { @[probefunc] = count(); }'
as_user "$DTRACE" -q -c "$WORKLOADS/calls - 8 100000" -n "$script"
inside -c "$WORKLOADS/calls - 8 100000" -n "$script"
"$DTRACE" -x engine=inprocess -qv -c "$WORKLOADS/calls - 1 1" -n "$script" 2>&1 |
	sed -n 's/[0-9]*\( itself runs \)pid[0-9]*/N\1pid/p'

echo "--- every function of the program"
as_user "$DTRACE" -q -c "$WORKLOADS/calls - 2 1000" -n 'pid$target:a.out::entry { @[probefunc] = count(); }' 2>&1 |
	grep -E ' (first|second|run|main) '
# output:
#
#   first                                                        800000
#   second                                                       800000
#
#   first                                                        800000
#   second                                                       800000
# dtrace: process N itself runs pid:calls:first:entry and 1 more
# --- every function of the program
#   main                                                              1
#   run                                                               2
#   first                                                          2000
#   second                                                         2000

# SPDX-License-Identifier: BSD-2-Clause
# A child that outlives a session with -x follow keeps its jumps. --status says whose they were, and the next dtrace that traces the
# child removes them. Sites of dtrace's own, such as guards, are not counted as probes.
. "$SRCDIR/_inside.sh"
as_user "$DTRACE" -q -x follow -c "$WORKLOADS/outlived" \
	-n 'pid$target:a.out:work:entry { @[pid == $target, timestamp > 0] = count(); }' >"$TMPDIR/out" 2>"$TMPDIR/err"
child=$(grep -m 1 . "$TMPDIR/out")
say() { sed "s/$child/CHILD/g; s/from process [0-9]*/from process N/; s|  *| |g; s|/.*/||"; }
as_user "$DTRACE" --status 2>/dev/null | grep "$child" | say
as_user "$DTRACE" -p "$child" -n 'BEGIN { exit(0); } pid$target:a.out:work:entry { }' 2>&1 | grep removed | say
as_user "$DTRACE" --status 2>/dev/null | grep -c "$child"
kill "$child"
# output:
#  CHILD - 1 outlived
#  pidCHILD - 1 jumps -
# pid CHILD (outlived): 1 probe inherited from process N, which is not traced any more; dtrace -p CHILD removes them
# dtrace: process CHILD (outlived): removed 1 probe that it inherited from process N
# 0

# SPDX-License-Identifier: BSD-2-Clause
# An ordinary user's --status lists their probes inside processes, and succeeds. A description of all processes names the way
# to trace the target alone.
. "$SRCDIR/_inside.sh"
as=$user
start_target calls w 2 1000
start_tracing 'pid$target:a.out:first:entry { @ = max(timestamp); } tick-10ms /!said++/ { printf("ready\n"); }'
as_user "$DTRACE" --status >"$TMPDIR/status" 2>"$TMPDIR/said"
echo "status $?: $(cat "$TMPDIR/said")"
# The probe, without the sites of dtrace's own.
grep -Ec "^ +$target +$dtrace +1 .*/calls$" "$TMPDIR/status"
echo go >&3
wait "$target" "$dtrace"
as_user "$DTRACE" -q -c "$WORKLOADS/calls - 1 1" -n 'pid*:calls:first:entry' 2>&1 | grep -o 'it is of all processes.*alone'
# output:
# status 0: dtrace: only root can list what the kernel traces
# 1
# it is of all processes; pid$target is of the target alone

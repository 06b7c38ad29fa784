# SPDX-License-Identifier: BSD-2-Clause
# What a killed dtrace has left in a process is shown by --status, and removed by the next dtrace that traces, whatever it traces.
. "$SRCDIR/_inside.sh"
status() {
	$as "$DTRACE" --status 2>&1 | grep -E "^ +$target |^ +pid$target |^pid $target" |
		sed "s/$target/N/g; s/ $dtrace / D /; s/  */ /g; s|/.*/||"
}
for as in env "$user"; do
	echo "--- traced"
	start_target calls w 2 1000
	start_tracing 'pid$target:a.out:first:entry, pid$target:a.out:second:entry { @ = count(); } tick-10ms { printf("ready\n"); }'
	status
	$as "$DTRACE" -n 'BEGIN { exit(0); }' 2>&1 | grep removed
	kill_both
	echo "--- killed"
	status
	echo "--- the next dtrace"
	$as "$DTRACE" -n 'BEGIN { exit(0); }' 2>&1 | grep removed | sed "s/$target/N/"
	status
	ls "$TMPDIR/run"
	echo go >&3
	wait "$target"; echo "status $?"
	unset DTRACE_RUNDIR
	export XDG_RUNTIME_DIR=$TMPDIR/user
	mkdir -m 777 -p "$XDG_RUNTIME_DIR"
done
ls "$TMPDIR/user/dtrace"
# output:
# --- traced
#  N D 2 calls
#  pidN D 1 jumps -
# --- killed
#  N - 2 calls
#  pidN - 1 jumps -
# pid N (calls): 2 probes of a dtrace that was killed; the user's next dtrace that traces removes them
# --- the next dtrace
# dtrace: process N (calls): removed 2 probes of a dtrace that was killed
# status 0
# --- traced
#  N D 2 calls
#  pidN D 1 jumps -
# --- killed
#  N - 2 calls
#  pidN - 1 jumps -
# pid N (calls): 2 probes of a dtrace that was killed; the user's next dtrace that traces removes them
# --- the next dtrace
# dtrace: process N (calls): removed 2 probes of a dtrace that was killed
# status 0

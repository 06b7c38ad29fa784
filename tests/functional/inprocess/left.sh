# SPDX-License-Identifier: BSD-2-Clause
# Tracer and placer are killed at once. The next dtrace that traces the process removes what they have left, and each call counts.
. "$SRCDIR/_inside.sh"
mkfifo "$TMPDIR/in" "$TMPDIR/out" "$TMPDIR/ready"
calls w 2 1000 <"$TMPDIR/in" >"$TMPDIR/out" &
target=$!
exec 3>"$TMPDIR/in" 4<"$TMPDIR/out"
read -r line <&4
"$DTRACE" -x engine=inprocess -q -p "$target" -n 'pid$target:a.out:first:entry { @ = count(); } tick-10ms { printf("ready\n"); }' >"$TMPDIR/ready" &
dtrace=$!
exec 5<"$TMPDIR/ready"
read -r line <&5
read -r placer _ <"/proc/$dtrace/task/$dtrace/children"
kill -KILL "$dtrace" "$placer"; wait "$dtrace" 2>"$TMPDIR/killed"
inside -w -p "$target" -n 'pid$target:a.out:first:entry { @["calls"] = count(); }
	tick-10ms /!begun/ { begun = 1; system("echo go >&3"); }'
wait "$target"; echo "status $?"
# output:
#
#   calls                                                          2000
# status 0

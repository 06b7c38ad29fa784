# SPDX-License-Identifier: BSD-2-Clause
#
# A process that is stopped, traced by two dtraces, or under a debugger is probed like any other.
fail() { echo "$1"; exit 1; }
count='pid$target:stopped:work:entry { @ = count(); }'

"$WORKLOADS/stopped" &
target=$!
until grep -q '^State:.*stopped' /proc/$target/status; do :; done
printf '%s\n' "$count" "tick-10ms /!n++/ { system(\"kill -CONT $target\"); }" > "$TMPDIR/second.d"
printf '%s\n' "$count" "tick-10ms /!n++/ { system(\"$DTRACE -q -w -p $target -s $TMPDIR/second.d > $TMPDIR/second\"); }" > "$TMPDIR/first.d"
"$DTRACE" -q -w -p $target -s "$TMPDIR/first.d" > "$TMPDIR/first" || fail 'the first dtrace'
for n in first second; do
	grep -Eqx ' +100' "$TMPDIR/$n" || fail "$n: $(cat "$TMPDIR/$n")"
done

exec 3< <("$WORKLOADS/stopped" debugged)
read -r debugger target <&3
"$DTRACE" -q -w -p $target -n "$count tick-10ms /!n++/ { system(\"kill -USR1 $debugger\"); }" > "$TMPDIR/third" || fail 'under a debugger'
grep -Eqx ' +100' "$TMPDIR/third" || fail "under a debugger: $(cat "$TMPDIR/third")"
# output:

# SPDX-License-Identifier: BSD-2-Clause
# timeout: 120
# Connections as fast as they can be made, ${CONNECTIONS} of them: all of each one's events, in order, or counted as
# dropped: requested, established at the client's end, then at the server's; closed at both ends.
n=${CONNECTIONS:-$([ -n "${DT_GUEST:-}" ] && echo 200 || echo 2000)}
"$DTRACE" -b 16m -x dynvarsize=4m -s _many.d -c "$WORKLOAD $n" > "$TMPDIR/events" 2> "$TMPDIR/errors" || cat "$TMPDIR/errors"
awk -v n="$n" '
NF == 3 { events[$1 " " $2] = events[$1 " " $2] $3; found++ }
END {
	for (c in events) # a port may be used again
		if (events[c] !~ /^(rea(cs|sc))+$/ && wrong++ < 5)
			print c, events[c]
	print found / n, "events of each,", wrong + 0, "connections without an event or out of order"
}' "$TMPDIR/events"
grep drops "$TMPDIR/errors"
true

# SPDX-License-Identifier: BSD-2-Clause
# timeout: 120
# Connections as fast as they can be made, ${CONNECTIONS} of them: all of each one's events, in order, or counted as
# dropped: requested, established at the client's end, then at the server's; closed at both ends.
. "$SRCDIR/../common/_drops.sh"
n=${CONNECTIONS:-$([ -n "${DT_GUEST:-}" ] && echo 200 || echo 2000)}
"$DTRACE" -b 16m -x dynvarsize=4m -s _many.d -c "$WORKLOAD $n" > "$TMPDIR/events" 2> "$TMPDIR/errors" || cat "$TMPDIR/errors"
awk -v n="$n" -v drops="$(drops "$TMPDIR/errors")" '
NF == 3 { events[$1 " " $2] = events[$1 " " $2] $3; found++ }
END {
	for (c in events) { # a port may be used again
		if (events[c] ~ /^(rea(cs|sc))+$/)
			continue
		incomplete++
		if (length(events[c]) < 5 && events[c] !~ /^r?e?a?(c?s?|s?c?)$/ && wrong++ < 5)
			print c, events[c]
	}
	if (found + drops < 5 * n || incomplete > drops)
		print found, "events of", n, "connections,", incomplete, "not complete,", drops, "drops"
	print "done,", wrong + 0, "out of order"
}' "$TMPDIR/events"

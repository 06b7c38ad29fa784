# SPDX-License-Identifier: BSD-2-Clause
# Connections as fast as they can be made, ${CONNECTIONS} of them: all of each one's events, in order, or counted as
# dropped: requested, established at the client's end, then at the server's; closed at both ends. Where changes of state
# are missing, the machine has run no program for some segments, which interrupted a thread that it hides from tracing.
. "$SRCDIR/../common/_drops.sh"
n=${CONNECTIONS:-$([ -n "${DT_GUEST:-}" ] && echo 200 || echo 2000)}
"$DTRACE" -b 16m -x dynvarsize=4m -s _many.d -c "$WORKLOAD $n" > "$TMPDIR/events" 2> "$TMPDIR/errors" || cat "$TMPDIR/errors"
awk -v n="$n" -v drops="$(drops "$TMPDIR/errors")" '
$1 == "changes" { unseen = 10 * n + 2 - $2; next }
NF == 3 { events[$1 " " $2] = events[$1 " " $2] $3; found++ }
END {
	for (c in events) { # a port may be used again
		if (events[c] ~ /^(rea(cs|sc))+$/)
			continue
		incomplete++
		odd = odd " " c " " events[c]
		if (length(events[c]) < 5 && events[c] !~ /^r?e?a?(c?s?|s?c?)$/ && wrong++ < 5)
			print c, events[c]
	}
	lost = drops + (unseen > 0 ? unseen : 0)
	if (found + lost < 5 * n || incomplete > lost)
		print found, "events of", n, "connections,", incomplete, "not complete,", drops, "drops,", unseen, "unseen:" odd
	print "done,", wrong + 0, "out of order"
}' "$TMPDIR/events"
# output:
# done, 0 out of order

# SPDX-License-Identifier: BSD-2-Clause
#
# timeout: 600
# Every instruction probed for minutes: 600 alarms, then each other use of signals.
alarms=${ALARMS:-600} seconds=${SECONDS_EACH:-15}
"$WORKLOAD" $((alarms < 3 ? alarms : 3)) 1 | sed '/^alarm/d' > "$TMPDIR/want.others"
{ for ((i = 1; i <= alarms; i++)); do echo "alarm $i, counting"; done; cat "$TMPDIR/want.others"; } > "$TMPDIR/want"
# The same program twice: with the shared C library, and with a private copy, probed as well.
cc -std=gnu17 -D_GNU_SOURCE -O1 -static -pthread -o "$TMPDIR/static" ../../functional/pid/signals.c || exit 1
for program in "$WORKLOAD" "$TMPDIR/static"; do
	rm -f "$TMPDIR/count"
	"$DTRACE" -c "$program $alarms $seconds" -o "$TMPDIR/count" -n 'pid$target:a.out:: { @ = count(); }' \
		> "$TMPDIR/got" 2> "$TMPDIR/err" || { cat "$TMPDIR/err"; exit 1; }
	diff "$TMPDIR/want" "$TMPDIR/got" || { cat "$TMPDIR/err"; exit 1; }
	grep -q 'exited with status 7' "$TMPDIR/err" || { cat "$TMPDIR/err"; exit 1; }
	echo "$((alarms / 10 + 4 * seconds)) s, $(sed -nE 's/.*matched ([0-9]+) probes?.*/\1/p' "$TMPDIR/err") probes," \
		"$(awk 'NF { n = $1 } END { print n }' "$TMPDIR/count") firings: output and status unchanged"
done

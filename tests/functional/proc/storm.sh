# SPDX-License-Identifier: BSD-2-Clause
# Many short lives and many signals, whatever the names: every one is seen (_storm.d). A kernel that interrupts
# programs skips firings there, and says how many. One firing is up to two events.
. "$SRCDIR/../common/_drops.sh"
. "$SRCDIR/../common/_expected.sh"
expected _storm.d > "$TMPDIR/expected"
"$DTRACE" -q -c "$WORKLOAD" -s _storm.d > "$TMPDIR/out" 2> "$TMPDIR/err" || { cat "$TMPDIR/err"; exit 1; }
unskipped "$TMPDIR/err"
drops=$(skipped "$TMPDIR/err")
if [ "$drops" = 0 ]; then
	diff "$TMPDIR/expected" "$TMPDIR/out"
	exit
fi
awk -v most=$((2 * drops)) '
	{ gsub(/[^0-9]+/, " ") }
	FNR == NR { for (i = 1; i <= NF; i++) missing += want[FNR, i] = $i; next }
	{ for (i = 1; i <= NF; i++) { missing -= $i; more += $i > want[FNR, i] } }
	END { exit more || missing > most }' "$TMPDIR/expected" "$TMPDIR/out" || { cat "$TMPDIR/out" "$TMPDIR/err"; exit 1; }
# output:

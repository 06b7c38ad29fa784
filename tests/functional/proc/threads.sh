# SPDX-License-Identifier: BSD-2-Clause
# Threads and processes that start and end, all counted (_threads.d), except for reported losses, where one
# thread's program is interrupted by another thread's firing of the same program. One firing is up to two
# events.
. "$SRCDIR/../common/_drops.sh"
. "$SRCDIR/../common/_expected.sh"
expected _threads.d > "$TMPDIR/expected"
"$DTRACE" -q -c "$WORKLOAD" -s _threads.d > "$TMPDIR/out" 2> "$TMPDIR/err" || { cat "$TMPDIR/err"; exit 1; }
drops=$(skipped "$TMPDIR/err")
if [ "$drops" = 0 ]; then
	diff "$TMPDIR/expected" "$TMPDIR/out" && exit
	cat "$TMPDIR/err"
	exit 1
fi
awk -v drops="$drops" '{ n += $3 } END { exit !(n <= 2832 && n + 2 * drops >= 2832) }' "$TMPDIR/out" || { cat "$TMPDIR/out" "$TMPDIR/err"; exit 1; }
# output:

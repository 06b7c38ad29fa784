# SPDX-License-Identifier: BSD-2-Clause
# Records that do not fit are counted: what arrives and what is lost is all. Aggregations that are full count, too.
. "$SRCDIR/_inside.sh"
. "$SRCDIR/../common/_drops.sh"
start_target calls w 4 50000
start_tracing 'pid$target:a.out:first:entry { printf("%d %d\n", arg0, arg1); } tick-10ms /!begun/ { begun = 1; printf("begun\n"); }' -b 4k
cat <&5 >"$TMPDIR/lines" &
kill -STOP "$dtrace" # it reads nothing while the target runs
echo go >&3
wait "$target"
kill -CONT "$dtrace"
wait "$dtrace"; wait $!
grep . "$TMPDIR/lines" >"$TMPDIR/out"
lost=$(drops "$TMPDIR/err") arrived=$(grep -c . "$TMPDIR/out")
[ "$lost" -gt 0 ] && [ $((lost + arrived)) = 200000 ] && echo records add up || { echo "$arrived + $lost"; head "$TMPDIR/err"; }
sort -k1,1n -k2,2n -c "$TMPDIR/out" 2>/dev/null; awk 'seen[$0]++ { exit 1 }' "$TMPDIR/out" && echo no record twice
"$DTRACE" -x engine=inprocess -q -x aggsize=4k -c "$WORKLOADS/calls - 1 50000" -o "$TMPDIR/out" \
	-n 'pid$target:a.out:first:entry { @[arg1] = count(); }' 2>"$TMPDIR/err"
lost=$(drops "$TMPDIR/err") arrived=$(grep -c . "$TMPDIR/out")
[ "$lost" -gt 0 ] && [ $((lost + arrived)) -ge 50000 ] && echo keys add up || { echo "$arrived + $lost"; head "$TMPDIR/err"; }
# output:
# records add up
# no record twice
# keys add up

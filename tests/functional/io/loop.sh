# SPDX-License-Identifier: BSD-2-Clause
# Requests of a loop device: reads, writes, discards, a flush, write-back, and a failing request.
. "$SRCDIR/_load.sh"
[ -e /dev/loop-control ] || load loop
"$WORKLOAD" > "$TMPDIR/said" || { cat "$TMPDIR/said"; exit 77; }
timeout 60 "$DTRACE" -q -s _loop.d -o "$TMPDIR/trace" -c "$WORKLOAD" > "$TMPDIR/said" || exit 1
own=$(awk '{ print $NF; exit }' "$TMPDIR/said")
grep " $own\$" "$TMPDIR/trace" > "$TMPDIR/own"
wc -l < "$TMPDIR/said"
diff "$TMPDIR/said" "$TMPDIR/own"
# output:
# 12

# SPDX-License-Identifier: BSD-2-Clause
# Requests of a loop device: reads, writes, discards, a flush, write-back, and one that fails.
"$WORKLOAD" > "$TMPDIR/said" || { cat "$TMPDIR/said"; exit 77; }
timeout 60 "$DTRACE" -q -s _loop.d -o "$TMPDIR/trace" -c "$WORKLOAD" > "$TMPDIR/said" || exit 1
sed -i '/^$/d' "$TMPDIR/trace"
wc -l < "$TMPDIR/said"
diff "$TMPDIR/said" "$TMPDIR/trace"

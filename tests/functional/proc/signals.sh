# SPDX-License-Identifier: BSD-2-Clause
# Signals and faults: the workload says what the trace must.
timeout 60 "$DTRACE" -q -s _signals.d -o "$TMPDIR/trace" -c "$WORKLOAD" > "$TMPDIR/said" || exit 1
sed -i '/^$/d' "$TMPDIR/trace"
wc -l < "$TMPDIR/said"
diff "$TMPDIR/said" "$TMPDIR/trace"
# output:
# 24

# SPDX-License-Identifier: BSD-2-Clause
# engine: in the kernel, as its probes
#
# The workload prints what the trace must say.
set -e
"$DTRACE" -q -o "$TMPDIR/trace" -c "$WORKLOAD" -s _process.d > "$TMPDIR/said"
[ -s "$TMPDIR/said" ]
grep . "$TMPDIR/trace" | diff "$TMPDIR/said" -
# output:

# SPDX-License-Identifier: BSD-2-Clause
#
# The C library and the trace agree on every form.
set -e
"$DTRACE" -q -o "$TMPDIR/trace" -c "$WORKLOAD" -s _inet_ntop.d > "$TMPDIR/said"
[ -s "$TMPDIR/said" ]
grep . "$TMPDIR/trace" | diff "$TMPDIR/said" -
# output:

# SPDX-License-Identifier: BSD-2-Clause
#
# A short soak, up to the second burst of each thread: totals, losses and output add up. The long soak: tests/soak/run.
[ -z "${DT_GUEST:-}" ] || firings=2000000
WORKLOAD=$WORKLOADS/calls ../../soak/run --firings "${firings:-17000000}" > "$TMPDIR/report" || { cat "$TMPDIR/report"; exit 1; }
# output:

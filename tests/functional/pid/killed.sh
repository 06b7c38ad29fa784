# SPDX-License-Identifier: BSD-2-Clause
#
# kill -9 of the tracer while it attaches, traces and detaches leaves the target as it was.
KILLS=6 FUNCTIONS=20 bash ../../stress/pid/killed.sh > "$TMPDIR/report" || { cat "$TMPDIR/report"; exit 1; }
# output:

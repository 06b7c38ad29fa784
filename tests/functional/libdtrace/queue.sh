# SPDX-License-Identifier: BSD-2-Clause
# While many rows are queued, records stay in the rings; they are due as soon as batches are taken.
build=${DTRACE%/*}
cc -D_GNU_SOURCE -Wall -Wextra -g -I ../../../include -o "$TMPDIR/queue" _queue.c -L "$build" -ldtrace -Wl,-rpath,"$build" || exit 1
"$TMPDIR/queue"
# output:
# 150000 rows, in turns, 0 late

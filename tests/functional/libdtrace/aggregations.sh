# SPDX-License-Identifier: BSD-2-Clause
# Snapshots of aggregations: the words and buckets of each function, merging, keys with their types, lost values.
build=${DTRACE%/*}
cc -D_GNU_SOURCE -Wall -Wextra -g -I ../../../include -o "$TMPDIR/aggregations" _aggregations.c -L "$build" -ldtrace -Wl,-rpath,"$build" || exit 1
"$TMPDIR/aggregations"

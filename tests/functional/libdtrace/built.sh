# SPDX-License-Identifier: BSD-2-Clause
# Aggregations that are built from data: each function and kind of key as a table and as JSON, merged, and refused forms.
build=${DTRACE%/*}
cc -D_GNU_SOURCE -Wall -Wextra -g -I ../../../include -o "$TMPDIR/built" _built.c -L "$build" -ldtrace -Wl,-rpath,"$build" || exit 1
"$TMPDIR/built"

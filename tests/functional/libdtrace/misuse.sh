# SPDX-License-Identifier: BSD-2-Clause
# Wrong use of the library is an error.
build=${DTRACE%/*}
cc -D_GNU_SOURCE -Wall -g -I ../../../include -o "$TMPDIR/misuse" _misuse.c -L "$build" -ldtrace -Wl,-rpath,"$build" || exit 1
"$TMPDIR/misuse" || echo "status $?"

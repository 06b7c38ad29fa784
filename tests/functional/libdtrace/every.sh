# SPDX-License-Identifier: BSD-2-Clause
# timeout: 400
# A call of each function of the headers, in each state of a session, with NULL and wrong numbers, never crashes or hangs.
build=${DTRACE%/*} header=$SRCDIR/../../../include
python3 _every.py "$header"/dtrace/*.h > "$TMPDIR/calls.c" || exit 1
cc -D_GNU_SOURCE -Wall -g -I "$SRCDIR" -I "$header" -o "$TMPDIR/misuse" _every.c "$TMPDIR/calls.c" -L "$build" -ldtrace \
	-Wl,-rpath,"$build" || exit 1
[ "$(grep -c '^static void call_' "$TMPDIR/calls.c")" -gt 70 ] || echo "functions are missing"
cd "$TMPDIR" && ./misuse 2> errors
# output:
# an error or an empty result

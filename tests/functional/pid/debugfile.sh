# SPDX-License-Identifier: BSD-2-Clause
#
# Symbols that were moved to another file are found: by debug link, and compressed in .gnu_debugdata.
fail() { echo "$1"; exit 1; }
traced() { # program
	"$DTRACE" -q -c "$1" -n 'pid$target:a.out:work:entry { @ = count(); }' | grep -Eqx ' +80000'
}
program=$TMPDIR/program
cp "$WORKLOADS/count" "$program"
objcopy --only-keep-debug "$program" "$TMPDIR/symbols"
strip "$program"
traced "$program" 2> /dev/null && fail 'the program was not stripped'
objcopy --add-gnu-debuglink="$TMPDIR/symbols" "$program"
traced "$program" || fail 'not found by debug link'

cp "$WORKLOADS/count" "$program"
objcopy -S --keep-symbol=work "$TMPDIR/symbols" "$TMPDIR/mini"
xz -f "$TMPDIR/mini"
strip "$program"
objcopy --add-section .gnu_debugdata="$TMPDIR/mini.xz" "$program"
traced "$program" || fail 'not found in .gnu_debugdata'
# output:

# SPDX-License-Identifier: BSD-2-Clause
# timeout: 60
# Many short lives and many signals, whatever the names: every one is seen (_storm.d). A kernel that interrupts
# programs loses firings there; then it must say so.
"$DTRACE" -q -c "$WORKLOAD" -s _storm.d > "$TMPDIR/out" 2> "$TMPDIR/err" || { cat "$TMPDIR/err"; exit 1; }
if grep -q 'probe fired inside the program of a probe' "$TMPDIR/err"; then
	echo "this kernel interrupts programs: $(cat "$TMPDIR/err" | tr '\n' ' ')"
	exit 77
fi
cat "$TMPDIR/err"
diff _storm.out "$TMPDIR/out"

# SPDX-License-Identifier: BSD-2-Clause
#
# Processes that map code, fork, execute and end as fast as they can do not prevent
# tracing of others: a library that another process opens meanwhile is probed, and the tracer stays
# small.
flood 2 &
neighbours=$!
"$DTRACE" -q -w -Z -o "$TMPDIR/out" -c "later libm.so.6 $TMPDIR/seen" -n '
pid$target:libm.so.6:cbrt:entry
/!seen++/
{
	printf("%s %s\n", probefunc, probename);
	system("touch '"$TMPDIR/seen"'");
}
profile-97 { @[pid, ustack(2)] = count(); }
pid*:flood:main:entry { @started = count(); }
END { printa("programs started: %@d\n", @started); }' > "$TMPDIR/said" 2>&1 &
tracer=$!
size=0
while kill -0 $tracer 2>/dev/null; do
	now=$(awk '/VmHWM/ { print $2 }' /proc/$tracer/status 2>/dev/null)
	size=${now:-$size}
	sleep 0.05
done
wait $tracer || { cat "$TMPDIR/said"; exit 1; }
kill $neighbours
grep -q '^cbrt[a-z0-9]* entry' "$TMPDIR/out" || { cat "$TMPDIR/out" "$TMPDIR/said"; exit 1; }
[ "$size" -lt 200000 ] || { echo "the tracer took $size KB"; exit 1; }
# output:

# SPDX-License-Identifier: BSD-2-Clause
#
# A library that is opened while tracing is probed as soon as the kernel has told of it, and its
# probes have names of their own. The function has several; the library's table says which is the first.
"$DTRACE" -q -w -Z -o "$TMPDIR/out" -c "$WORKLOAD libm.so.6 $TMPDIR/seen" -n '
pid$target:libm.so.6:cbrt:entry
/!seen++/
{
	printf("%s %s %s\n", probemod, probefunc, probename);
	system("touch '"$TMPDIR/seen"'");
}
pid$target:lib[m].so.6:cbr*:entry, pid$target:libm*:cbrt:return { @[probefunc, probename] = count(); }' > "$TMPDIR/said" 2>&1 ||
	{ cat "$TMPDIR/said"; exit 1; }
grep -q 'libm.so.6 cbrt[a-z0-9]* entry' "$TMPDIR/out" || { echo "not seen"; cat "$TMPDIR/out"; exit 1; }
grep -Eq '^ +cbrt[a-z0-9]* +entry +[1-9]' "$TMPDIR/out" && grep -Eq '^ +cbrt[a-z0-9]* +return +[1-9]' "$TMPDIR/out" || { cat "$TMPDIR/out"; exit 1; }
# output:

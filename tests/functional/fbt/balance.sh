# SPDX-License-Identifier: BSD-2-Clause
# Of every function that a program has called, each call has returned.
. "$SRCDIR/_fbt.sh"
if has_multi; then which='vfs_*'; else which='vfs_f*'; fi
"$DTRACE" -qn "
fbt::$which: /pid == \$target/ { @balance[probefunc] = sum(probename == \"entry\" ? 1 : -1); @fired[probefunc] = count(); }
END { printa(\"%s %@d %@d\n\", @balance, @fired); }" \
	-c "fallocate $TMPDIR/file 1000" -o "$TMPDIR/trace" > "$TMPDIR/said" 2> "$TMPDIR/err" || { cat "$TMPDIR/err"; exit 1; }
grep -v '^dtrace: .* takes about' "$TMPDIR/err"
awk 'NF && $2 != 0 { print "out of balance:", $0 } $1 == "vfs_fallocate"' "$TMPDIR/trace"
awk 'NF { n++ } END { print (n > 1 ? "more than one function" : "one function") }' "$TMPDIR/trace"
exit 0
# output:
# vfs_fallocate 0 2002
# more than one function

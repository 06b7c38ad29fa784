# SPDX-License-Identifier: BSD-2-Clause
# A kernel without probes in its functions: one sentence says so, -l lists none, and with -Z programs compile.
[ -z "$("$DTRACE" -l -P fbt 2> "$TMPDIR/why" | sed 1d)" ] || { echo "this kernel has fbt"; exit 77; }
grep '^dtrace: ' "$TMPDIR/why" | grep -v '^dtrace: fbt is not available here: [^.]*$'
[ "$(wc -l < "$TMPDIR/why")" = 1 ] || { cat "$TMPDIR/why"; exit 1; }
sed 's/^dtrace: //' "$TMPDIR/why" > "$TMPDIR/sentence"
"$DTRACE" -en 'fbt::vfs_read:entry { @[probefunc] = count(); }' 2>&1 | grep -qFf "$TMPDIR/sentence" || exit 1
"$DTRACE" -qZn 'fbt::vfs_read:entry { @[probefunc, arg0] = count(); } fbt:::return { trace(arg1); }
BEGIN { trace("compiled"); exit(0); }'
# output:
# compiled

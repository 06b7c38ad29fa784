# SPDX-License-Identifier: BSD-2-Clause
# The programs of the guide's chapter run, and have something to say.
. "$SRCDIR/_fbt.sh"
awk -v dir="$TMPDIR" '
	!/^    / { file = "" }
	/^    dtrace -/ { file = sprintf("%s/program%d", dir, ++n) }
	file { print > file }' "$SRCDIR/../../../docs/guide/fbt.md"
for program in "$TMPDIR"/program*; do
	sed "1s#^ *dtrace#\"\$DTRACE\" -qc 'fallocate $TMPDIR/file 3'#" "$program" > "$TMPDIR/run"
	bash "$TMPDIR/run" > "$TMPDIR/out" 2> "$TMPDIR/err" < /dev/null || cat "$TMPDIR/err"
	grep -v = "$TMPDIR/out" | grep -q '[^ ]' || sed '1s/^/nothing:/' "$program"
done
ls "$TMPDIR"/program* | wc -l
# output:
# 3

# SPDX-License-Identifier: BSD-2-Clause
# try_chapter NAME COMMAND: runs the programs of a chapter of the guide on the command. Each must say something.
try_chapter() {
	local dir=$TMPDIR/$1 program
	mkdir "$dir"
	awk -v dir="$dir" '
		!/^    / { file = "" }
		/^    dtrace -/ { file = dir "/" ++n }
		file { print > file }' "$SRCDIR/../../../docs/guide/$1.md"
	for program in "$dir"/*; do
		sed "1s#^ *dtrace#\"\$DTRACE\" -c '$2'#" "$program" > "$TMPDIR/run"
		bash "$TMPDIR/run" > "$TMPDIR/out" 2> "$TMPDIR/err" || cat "$TMPDIR/err"
		grep -q '[^ ]' "$TMPDIR/out" || sed '1s/^/nothing:/' "$program"
	done
	echo "$1: $(ls "$dir" | wc -l) programs"
}

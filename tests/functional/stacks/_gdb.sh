# SPDX-License-Identifier: BSD-2-Clause
# At every instruction of a program's functions, when it is reached first, ustack() is the stack that gdb shows,
# frame for frame: prologues, epilogues, frames of any size, calls back from libc.
unset DEBUGINFOD_URLS
here=$(dirname "${BASH_SOURCE[0]}")
total=0 different=0

# Frames of the program alone, a line for each stack: function+0xoffset, the innermost first.
ours() # PROGRAM
{
	"$DTRACE" -q -x ustackframes=100 -c "$1" -n '
		pid$target:a.out:t_*: /probename != "entry" && probename != "return" && !seen[uregs[R_PC]]++/ { ustack(); }' |
		awk -F'`' '/^ *program`/ { f = $2; line = line (line == "" ? "" : " ") f (f ~ /\+/ ? "" : "+0x0") }
			/^$/ { if (line != "") print line; line = "" } END { if (line != "") print line }' | sort
}

compare() # FLAGS OF GCC
{
	gcc "$@" -fno-pie -no-pie "$here/_gdb.c" -o "$TMPDIR/program" 2>"$TMPDIR/errors" || { cat "$TMPDIR/errors"; exit 1; }
	ours "$TMPDIR/program" >"$TMPDIR/ours"
	cut -d' ' -f1 "$TMPDIR/ours" | sort -u >"$TMPDIR/places"
	PLACES=$TMPDIR/places OUT=$TMPDIR/out gdb -nx -batch -x "$here/_gdb.py" "$TMPDIR/program" >"$TMPDIR/log" 2>&1
	sort "$TMPDIR/out" >"$TMPDIR/theirs"
	comm -3 "$TMPDIR/ours" "$TMPDIR/theirs" >"$TMPDIR/differences"
	head -n 4 "$TMPDIR/differences"
	total=$((total + $(wc -l <"$TMPDIR/ours"))) different=$((different + $(wc -l <"$TMPDIR/differences")))
}

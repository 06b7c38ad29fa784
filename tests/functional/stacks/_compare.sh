#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# At every instruction of a program's functions, when it is reached first, ustack() is the stack that another unwinder
# shows, frame for frame: prologues, epilogues, frames of any size, calls back from libc.
unset DEBUGINFOD_URLS
here=$(dirname "${BASH_SOURCE[0]}")
case $(uname -m) in
x86_64) marks=-fcf-protection=none ;;
*) marks=-mbranch-protection=pac-ret+leaf ;; # and all functions sign their return addresses
esac
ways=(-O0 -O1 -O2 -O3 -Os "-O2 -fno-omit-frame-pointer" "-O2 $marks -fno-shrink-wrap")
total=0 different=0

# Frames of the program alone, a line for each stack: function+0xoffset, the innermost first.
ours() # PROGRAM
{
	"$DTRACE" -q -x ustackframes=100 -c "$1" -n '
		pid$target:a.out:t_*: /probename != "entry" && probename != "return" && !seen[uregs[R_PC]]++/ { ustack(); }' |
		awk -F'`' '/^ *program`/ { f = $2; line = line (line == "" ? "" : " ") f (f ~ /\+/ ? "" : "+0x0") }
			/^$/ { if (line != "") print line; line = "" } END { if (line != "") print line }' | sort
}

# Stacks of an unwinder: $PLACES lists the addresses, the stacks are written to $OUT. It skips addresses that it
# cannot unwind, and writes their number to $CUT.
by_gdb() # PROGRAM
{
	gdb -nx -batch -x "$here/_gdb.py" "$1"
}

by_perf() # PROGRAM
{
	python3 "$here/_perf.py" "$1"
}

compare() # UNWINDER FLAGS OF GCC
{
	unwinder=$1
	shift
	gcc "$@" -fno-pie -no-pie "$here/_shapes.c" -o "$TMPDIR/program" 2>"$TMPDIR/errors" || { cat "$TMPDIR/errors"; exit 1; }
	ours "$TMPDIR/program" >"$TMPDIR/all"
	cut -d' ' -f1 "$TMPDIR/all" | sort -u | shuf -n "${PLACES_MAX:-100000}" >"$TMPDIR/places"
	: >"$TMPDIR/cut"
	PLACES=$TMPDIR/places OUT=$TMPDIR/out CUT=$TMPDIR/cut "$unwinder" "$TMPDIR/program" >"$TMPDIR/log" 2>&1
	[ $? != 77 ] || { tail -n 1 "$TMPDIR/log"; exit 77; }
	sort "$TMPDIR/out" >"$TMPDIR/theirs"
	awk -v cut="$TMPDIR/cut" -v places="$TMPDIR/places" '
		BEGIN { while ((getline at <places) > 0) wanted[at]; while ((getline at <cut) > 0) delete wanted[at] }
		$1 in wanted' "$TMPDIR/all" >"$TMPDIR/ours"
	comm -3 "$TMPDIR/ours" "$TMPDIR/theirs" >"$TMPDIR/differences"
	head -n 4 "$TMPDIR/differences"
	total=$((total + $(wc -l <"$TMPDIR/ours"))) different=$((different + $(wc -l <"$TMPDIR/differences")))
}

# Programs of all ways to compile, each place of them.
compare_all() # UNWINDER
{
	for flags in "${ways[@]}"; do
		compare "$1" $flags
	done
	echo "$total instructions, $different different"
	[ "$total" -ge 1000 ] && [ "$different" = 0 ]
}

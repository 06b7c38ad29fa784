#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# needs: aarch64
# Functions of assembly without an unwinding table: at each instruction the callers are known, and no frame is guessed. A
# function whose return address cannot be followed has a guess.
probes=$(printf 'pid$target:a.out:%s:,' leaf framed kept grown shared unknown)
"$DTRACE" -q -x ustackframes=9 -c "$WORKLOAD" -n "${probes%,}"' /probename != "entry" && probename != "return"/ {
	printf("%s", probefunc);
	ustack();
}' | awk '
	/^[a-z]/ { if (n++) print line; line = $1 }
	/assembly`/ { line = line " <" ($1 == "?" ? " ? " $2 : " " $1) }
	END { print line }' | sed 's/+0x[0-9a-f]*//g; s/assembly`//g; s/ < main < _start$//' | LC_ALL=C sort | uniq -c
# output:
#       8 framed < framed < inner < outer
#       8 grown < grown < inner < outer
#       5 kept < kept < inner < outer
#       2 leaf < leaf < framed < inner < outer
#       2 leaf < leaf < inner < outer
#       2 leaf < leaf < shared < inner < outer
#      11 shared < shared < inner < outer
#       5 unknown < unknown < ? outer

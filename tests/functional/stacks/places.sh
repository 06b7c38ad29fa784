#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# At entry, at return and at each instruction of functions with and without a frame, the caller is
# the function that called, and no frame is missing or there twice.
"$DTRACE" -q -x ustackframes=9 -c "$WORKLOAD" -n '
pid$target:a.out:bare:,pid$target:a.out:framed:,pid$target:a.out:moved: {
	printf("%s %A", probefunc, ucaller);
	ustack();
}' | awk '
	/^[a-z]/ { if (n++) print line; line = $1 " " $2; next }
	/places`/ { line = line " < " $1 }
	END { print line }' | sed 's/+0x[0-9a-f]*//g; s/places`//g' | LC_ALL=C sort | uniq -c
# output:
#       6 bare inner < bare < inner < outer < main < _start
#       7 framed inner < framed < inner < outer < main < _start
#       7 framed recursive < framed < recursive < recursive < recursive < main < _start
#       8 moved inner < moved < inner < outer < main < _start

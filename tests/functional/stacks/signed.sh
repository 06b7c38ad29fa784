#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# needs: aarch64
# Functions that sign their return addresses: at each instruction the caller is the function that called, and no frame is
# missing or there twice, by tables and by frame pointers.
for mode in table fp; do
	"$DTRACE" -q -x ustackmode=$mode -x ustackframes=9 -c "$WORKLOAD" -n '
	pid$target:a.out:leaf:,pid$target:a.out:framed:,pid$target:a.out:moved: {
		printf("%s %A", probefunc, ucaller);
		ustack();
	}' | awk '
		/^[a-z]/ { if (n++) print line; line = $1 " " $2; next }
		/signed`/ { line = line " < " $1 }
		END { print line }' | sed 's/+0x[0-9a-f]*//g; s/signed`//g' | LC_ALL=C sort | uniq -c
done
# output:
#       8 framed inner < framed < inner < outer < main < _start
#       5 leaf inner < leaf < inner < outer < main < _start
#       7 moved inner < moved < inner < outer < main < _start
#       8 framed inner < framed < inner < outer < main < _start
#       5 leaf inner < leaf < inner < outer < main < _start
#       7 moved inner < moved < inner < outer < main < _start

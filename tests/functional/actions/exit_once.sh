# SPDX-License-Identifier: BSD-2-Clause
# exit() evaluates its argument once, in BEGIN, in END and in ERROR clauses.
status()
{
	"$DTRACE" -qn "$1" 2>/dev/null
	echo "$1: $?"
}

status 'BEGIN { x = 7; exit(x--) }'
status 'BEGIN { a = 1; exit(a += 5) }'
status 'BEGIN { x = 7; exit(x++) } END { trace(x); }'
status 'BEGIN { exit(0) } END { x = 7; exit(--x) }'
status 'BEGIN { x = 7; trace(*(int *)0); } ERROR { exit(++x) }'
status 'BEGIN { exit(-1) }'
# output:
#
# BEGIN { x = 7; exit(x--) }: 7
#
# BEGIN { a = 1; exit(a += 5) }: 6
# 8
# BEGIN { x = 7; exit(x++) } END { trace(x); }: 7
#
# BEGIN { exit(0) } END { x = 7; exit(--x) }: 6
#
# BEGIN { x = 7; trace(*(int *)0); } ERROR { exit(++x) }: 8
#
# BEGIN { exit(-1) }: 255

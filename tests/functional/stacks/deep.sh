#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# A stack without its outer frames says so, and keys have 127 frames unless the program requests another
# number. Above main() are three frames, of which the last is _start.
probe='syscall::getppid:entry /pid == $target/'
shape() { # from the outermost frame on: its function, those of the program, the others
	tr ';' '\n' | sed 's/^[ ?]*//; s/^deep`/deep /; s/^.*`//; s/+0x.*//; s/ [0-9]*$//' | awk '
		/^\[/ { mark = $0 " " } /deep (fall|main)/ { n++ } /_start$/ { start = "_start " } END { print start mark n }'
}
trace() { # DEPTH OPTIONS…
	"$DTRACE" -q -c "$WORKLOAD $1" "${@:2}"
}

echo "keys"
for depth in 60 124 125 300; do
	trace $depth -O folded -n "$probe { @[ustack()] = count(); }" | shape
done
trace 300 -O folded -x ustackmode=fp -n "$probe { @[ustack()] = count(); }" | shape
trace 300 -n "$probe { @[ustack()] = count(); }" | shape
trace 300 -O folded -n "$probe { @[execname, ustack()] = count(); }" | shape
trace 300 -O folded -n "$probe { @[jstack()] = count(); }" | shape

echo "of a depth that somebody wants"
trace 60 -O folded -n "$probe { @[ustack(9)] = count(); }" | shape
trace 60 -O folded -x ustackframes=9 -n "$probe { @[ustack()] = count(); }" | shape
trace 300 -O folded -n "$probe { @[ustack(200)] = count(); }" | shape
trace 1100 -O folded -n "$probe { @[ustack(1024)] = count(); }" | shape
trace 60 -n "$probe { @[ustack(9)] = count(); }" | shape

echo "records"
for depth in 17 18; do
	trace $depth -n "$probe { ustack(); }" | shape
done
for mode in table fp; do
	trace 30 -x ustackmode=$mode -n "$probe { ustack(); }" | shape
done
trace 60 -n "$probe { ustack(9); }" | shape

echo "pages and JSON"
trace 300 -O flame="$TMPDIR/page" -n "$probe { @[ustack()] = count(); }"
grep -o '"\[truncated\]"' "$TMPDIR/page"
for depth in 17 300; do
	trace $depth -O json -n "$probe { ustack(); @[ustack()] = count(); }" | grep -o '"type":"[ar][a-z]*"\|"truncated":true'
done

echo "the kernel's"
"$DTRACE" -q -O folded -n 'BEGIN { @[stack()] = count(); @[stack(1)] = count(); exit(0); }' |
	sed 's/;.*//; s/.*`//; s/^el0t_64_sync$/entry_SYSCALL_64_after_hwframe/'
"$DTRACE" -q -x stackframes=1 -n 'BEGIN { @[stack()] = count(); stack(); exit(0); }' | grep truncated
true
# output:
# keys
# _start 60
# _start 124
# [truncated] 125
# [truncated] 127
# [truncated] 127
# [truncated] 127
# [truncated] 127
# [truncated] 127
# of a depth that somebody wants
# [truncated] 9
# [truncated] 9
# [truncated] 200
# [truncated] 1024
# 9
# records
# _start 17
# [truncated] 18
# [truncated] 20
# [truncated] 20
# 9
# pages and JSON
# "[truncated]"
# "type":"record"
# "type":"aggregation"
# "type":"record"
# "truncated":true
# "type":"aggregation"
# "truncated":true
# the kernel's
# entry_SYSCALL_64_after_hwframe
# [truncated]

# SPDX-License-Identifier: BSD-2-Clause
# timeout: 400
# Programs do what others rarely do, while the entries and returns of their functions and of the C library are probed: threads are
# cancelled, a filter of system calls comes, text is written and moved, descriptors and rights go, 10,000 signals a second come. Each
# prints the same and ends with the same status as without dtrace.
. "$SRCDIR/_inside.sh"
clause='pid$target:a.out::entry, pid$target:a.out::return, pid$target:libc.so.6::entry, pid$target:libc.so.6::return { @ = count(); }'
for mode in $(unusual); do
	bare=$(as_user "$WORKLOADS/unusual" "$mode" 2>&1; echo "exited with status $?")
	traced=$(as_user "$DTRACE" -x engine=inprocess -o /dev/null -c "$WORKLOADS/unusual $mode" -n "$clause" 2>"$TMPDIR/err"
		grep -o 'exited with status.*\|terminated by.*' "$TMPDIR/err")
	[ "$bare" = "$traced" ] && continue
	echo "$mode: $bare"; echo "traced: $traced"; cat "$TMPDIR/err"
done
# output:

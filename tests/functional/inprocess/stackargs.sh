# SPDX-License-Identifier: BSD-2-Clause
# Arguments on the stack need no system call unless they are in another page than the stack pointer. Memory that a pointer of
# copyin() leads to is read inside the process, too.
. "$SRCDIR/_inside.sh"
both -c "$WORKLOADS/stackargs" -n 'pid$target:a.out:take:entry { @g = sum(arg6); @h = sum(arg7); @n = count(); }'
inside -c "$WORKLOADS/stackargs" -n '
pid$target:a.out:take:entry { @h = sum(arg7); }
syscall::process_vm_readv:entry /pid == $target/ { @calls = count(); }' |
	awk 'NF { n++; calls = $1; if (n == 1) print "sum", $1 } END { print n < 2 || calls < 2000 ? "few calls" : calls " calls" }'
"$DTRACE" -x engine=inprocess -qv -c "$WORKLOADS/calls - 1 2" -n '
pid$target:a.out:second:entry { @ = sum(*(char *)copyin(arg1, 1)); }' 2>&1 | sed -n 's/[0-9]*\( itself runs \)pid[0-9]*/N\1pid/p'
# output:
#
#           1990000
#            990000
#             20000
# status 0
# sum 990000
# few calls
# dtrace: process N itself runs pid:calls:second:entry

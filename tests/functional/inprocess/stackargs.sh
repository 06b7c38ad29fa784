# SPDX-License-Identifier: BSD-2-Clause
# Arguments on the stack need no system call unless they are in another page than the stack pointer.
. "$SRCDIR/_inside.sh"
both -c "$WORKLOADS/stackargs" -n 'pid$target:a.out:take:entry { @g = sum(arg6); @h = sum(arg7); @n = count(); }'
inside -c "$WORKLOADS/stackargs" -n '
pid$target:a.out:take:entry { @h = sum(arg7); }
syscall::process_vm_readv:entry /pid == $target/ { @calls = count(); }' |
	awk 'NF { n++; calls = $1; if (n == 1) print "sum", $1 } END { print n < 2 || calls < 2000 ? "few calls" : calls " calls" }'
# output:
#
#           1990000
#            990000
#             20000
# status 0
# sum 990000
# few calls

# SPDX-License-Identifier: BSD-2-Clause
# traces: nothing
#
# Descriptions as others write them, or with a part too few; an argument where a string is meant; an option that is none.
hint() {
	echo "$*: $("$DTRACE" -en "$@" 2>&1 | sed -n 's/^hint: //p')"
}
hint 'openat { trace(1); }'
hint 'pid$target:libc:malloc { }' -c true
hint 'pid$target:malloc { }' -c true
hint 'pid$target:malloc:return { }' -c true
hint 'syscall::openat:enter { }'
hint 'syscall::openat:exit { }'
hint 'syscall::openat:nosuch { }'
hint 'tcp:::retransmit { }'
hint 'plockstat:::mutex-block { }'
hint 'nosuchserver*:::query-start { }'
hint 'begin { }'
hint 'tick-1second { }'
hint 'profile-97hrz { }'
hint 'tick-5minutes { }'
hint 'tick-1fortnight { }'
hint 'tick-7msecs { }'
hint 'syscall:::entry /execname == $1/ { }' bash
hint 'syscall:::entry { @[$1] = count(); }' bash
hint 'syscall:::entry { @ = count(); }' ./program
hint syscall:::entry /1/ { }
hint 'BEGIN { foo(); }'
hint 'BEGIN { prnt(1); }'
"$DTRACE" -x foo=1 -n BEGIN 2>&1 || true
# output:
# openat { trace(1); }: did you mean syscall::openat:entry?
# pid$target:libc:malloc { } -c true: did you mean pid$target:libc:malloc:entry?
# pid$target:malloc { } -c true: did you mean pid$target::malloc:entry?
# pid$target:malloc:return { } -c true: did you mean pid$target::malloc:return?
# syscall::openat:enter { }: did you mean syscall::openat:entry?
# syscall::openat:exit { }: did you mean syscall::openat:return?
# syscall::openat:nosuch { }: 
# tcp:::retransmit { }: tcp:::retransmit is not available here: use sdt:tcp::tcp_retransmit_skb, which fires when a segment is sent again
# plockstat:::mutex-block { }: plockstat:::mutex-block is not available here: $target is 0 without -c or -p: pid0 names no process
# nosuchserver*:::query-start { }: no running program has such a probe; -Z waits for one
# begin { }: did you mean :::BEGIN?
# tick-1second { }: did you mean :::tick-1sec?
# profile-97hrz { }: did you mean :::profile-97hz?
# tick-5minutes { }: did you mean :::tick-5min?
# tick-1fortnight { }: 
# tick-7msecs { }: did you mean :::tick-7msec?
# syscall:::entry /execname == $1/ { } bash: $$1 is the argument as a string
# syscall:::entry { @[$1] = count(); } bash: $$1 is the argument as a string
# syscall:::entry { @ = count(); } ./program: -c './program' runs and traces a command
# syscall:::entry /1/ { }: put the description and everything after it into one pair of quotes: -n 'syscall::read:entry { ... }'
# BEGIN { foo(); }: 
# BEGIN { prnt(1); }: did you mean print?
# dtrace: failed to set -x foo: Invalid option name (-x help lists them)

# SPDX-License-Identifier: BSD-2-Clause
# The end of a trace without records: one message names the probes that did not fire (-v; otherwise only on
# terminals).
. "$SRCDIR/_common.sh"
silence() { # the program's clauses
	start -qv "$@"
	kill -INT "$pid"
	finish > /dev/null
	grep 'nothing has been recorded' "$TMPDIR/stderr" || echo "no message"
}
ready='tick-20ms { printf("ready\n"); }' # the probes are there
none='pid == -1'
silence -n "$ready" -n syscall:$CALLS:acct:entry
silence -n "$ready" -n 'syscall:'$CALLS':acct:entry { @ = count(); }'
silence -n "$ready" -n 'syscall:'$CALLS':acct:entry { @[pid] = count(); } tick-1s { printa(@); }'
silence -n "$ready" -n "syscall:$CALLS:acct:entry /$none/ { trace(1); } syscall:$CALLS:swapon:entry { self->t = 1; }"
silence -n "$ready" -n "syscall:::entry /$none/ { @a = count(); } syscall:::return /$none/ { @b = count(); }
	syscall::acct: /$none/ { @c = count(); } syscall::swapon: /$none/ { @d = count(); }" | sed 's/([0-9]* probes/(N probes/g'
silence -n "$ready" -n "syscall:$CALLS:fstat:entry /$none/ { trace(1); }"
silence -n "$ready"
silence -n "$ready" -n 'syscall:::entry /pid == $pid/ { @ = count(); }'
silence -n "$ready" -n 'syscall:::entry /pid == $pid/ { printf("call\n"); }'
# However tracing ends.
"$DTRACE" -qvc true -n syscall:$CALLS:acct:entry 2>&1 >/dev/null | grep 'nothing has been recorded'
"$DTRACE" -qvn 'syscall:'$CALLS':acct:entry { @ = count(); } BEGIN { exit(0); }' 2>&1 >/dev/null | grep 'nothing has been recorded'
terminal() { script -qec "$DTRACE $* 'syscall:$CALLS:acct:entry { @ = count(); } tick-10ms { exit(0); }'" /dev/null </dev/null | grep -c 'nothing has'; }
terminal -n
terminal -qn
# Without -v, and not on a terminal.
start -qn "$ready" -n syscall:$CALLS:acct:entry
kill -INT "$pid"
finish > rest
tail -n 1 rest
cat "$TMPDIR/stderr"
# output:
# dtrace: nothing has been recorded: syscall:x64:acct:entry (1 probe) has not fired
# dtrace: nothing has been recorded: syscall:x64:acct:entry (1 probe) has not fired
# dtrace: nothing has been recorded: syscall:x64:acct:entry (1 probe) has not fired
# dtrace: nothing has been recorded: syscall:x64:acct:entry (1 probe) has not fired, or the predicate was false; syscall:x64:swapon:entry (1 probe) has not fired, or recorded nothing
# dtrace: nothing has been recorded: syscall:::entry (N probes) have not fired, or the predicate was false; syscall:::return (N probes) have not fired, or the predicate was false; syscall::acct: (N probes) have not fired, or the predicate was false; and 1 more
# dtrace: nothing has been recorded: syscall:x64:fstat:entry (1 probe) has not fired, or the predicate was false; programs on Linux use fstat64, newfstatat, fstatat64, statx as well
# no message
# no message
# no message
# dtrace: nothing has been recorded: syscall:x64:acct:entry (1 probe) has not fired
# dtrace: nothing has been recorded: syscall:x64:acct:entry (1 probe) has not fired
# 1
# 0
# [0]

#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# The record of a thread that sleeps at a probe delays neither later records of its CPU nor exit(). The record is
# lost, and dtrace reports the loss. It does not wait for the probes: nothing detaches them while a thread sleeps there.
. "$SRCDIR/_silent.sh"

taskset -p -c 0 "$pid" >/dev/null
taskset -p -c 0 $$ >/dev/null
bounded 40 -qn '
	tick-20ms /!said++/ { printf("ready\n"); } /* BEGIN comes before the probes are there */
	pid$1:program:take:entry { printf("%s\n", copyinstr(arg0)); }
	tick-20ms /said && n < 100/ { printf("%d\n", n++); }
	tick-20ms /exiting/ { exit(3); }
	syscall::kill:entry /pid == $2 && arg1 == 0 && n == 100/ { exiting = 1; }' "$pid" $$ >out 2>notices &
tracer=$!
meet $tracer
# The consumer sees later records while it sleeps.
until grep -qx 99 out; do
	kill -0 $tracer || fail "it has ended: $(cat out notices)"
done
while kill -0 $tracer 2>/dev/null; do
	sleep 0.01
done
wait $tracer
status=$?
[ $status -eq 3 ] && cmp -s <(echo ready; seq 0 99) <(grep . out) || fail "status $status: $(cat out notices)"
grep -q '^dtrace: 1 drop (its program still waits for memory that it reads)$' notices || fail "$(cat notices)"
grep 'makes no progress' notices && fail 'it waited until the thread continues'
# Neither does any other exiting process.
bounded 40 -qn 'syscall:::entry { exit(0); }' >out
part
# output:

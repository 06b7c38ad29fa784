#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# A thread that waits at a probe for a page of a silent file system blocks the kernel, which detaches no probe
# meanwhile. dtrace ends nevertheless; the process that detaches the probes does so when it can.
. "$SRCDIR/_silent.sh"

"$DTRACE" -qn '
	tick-20ms /!said++/ { printf("ready\n"); } /* BEGIN comes before the probes are there */
	pid$1:program:take:entry { printf("%s\n", copyinstr(arg0)); }' "$pid" >out 2>notices &
tracer=$!
meet $tracer
kill -INT $tracer
for ((i = 0; i < 1000; i++)); do
	kill -0 $tracer 2>/dev/null || break
	sleep 0.1
done
[ $i -lt 1000 ] || { kill -KILL $tracer; fail 'it has not ended'; }
wait $tracer || fail "$(cat notices)"
part
# output:

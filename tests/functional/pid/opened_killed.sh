#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
#
# timeout: 200
# A target that waits for a tracer continues when the tracer is killed or stopped, and is never
# stopped itself.
. "$SRCDIR/_opened.sh"
program='pid$target:*.so:go:entry { @ = count(); } tick-10ms /!begun++/ { system("echo > begun"); }'
run() { # SIGNAL: what the tracer gets when it is needed
	local target tracer
	rm -f begun start
	mkfifo start
	"$WORKLOADS/opened" - 40 ./one.so ./two.so <start & target=$!
	exec 3>start
	"$DTRACE" -q -Z -w -p $target -n "$program" >out 2>&1 3>&- & tracer=$!
	until [ -e begun ]; do kill -0 $tracer || { cat out; exit 1; }; done
	kill -STOP $tracer # so that a process waits
	exec 3>&-
	until [ "$(ls /proc/$target/task 2>/dev/null | wc -l)" != 1 ]; do :; done # its threads open libraries
	[ $1 = STOP ] || kill -$1 $tracer
	while state=$(sed -n 's/^State:	//p' /proc/$target/status 2>/dev/null) && [[ $state = [RSD]* ]]; do :; done
	[[ $state = [Tt]* ]] && echo "it is stopped"
	wait $target && echo "$1: it goes on"
	kill -KILL $tracer 2>/dev/null
	wait $tracer 2>/dev/null
}
for signal in STOP KILL TERM; do run $signal; done
"$WORKLOADS/opened" 1 ./one.so && echo "and another one runs"
# output:
# STOP: it goes on
# KILL: it goes on
# TERM: it goes on
# and another one runs

#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# A command that lies in a file system which does not answer never starts. The first signal ends dtrace, also where
# signals are to be ignored.
. "$SRCDIR/_common.sh"
serve "$TMPDIR/program"
fall_silent

for how in --ignore-signal=INT --default-signal=INT; do
	env "$how" "$DTRACE" -qn 'BEGIN { }' -c "$TMPDIR/files/file" >out 2>&1 & tracer=$!
	# It waits for the command, which waits.
	until pgrep -P "$tracer" >command; do kill -0 "$tracer" || fail "$(cat out)"; done
	kill -INT "$tracer"
	for ((i = 0; i < 300; i++)); do
		kill -0 "$tracer" 2>/dev/null || break
		sleep 0.1
	done
	[ $i -lt 300 ] || { kill -KILL "$tracer"; fail "it has not ended: $(cat out)"; }
	wait "$tracer"
	[ $? = 130 ] || fail "status $?: $(cat out)"
done
# output:

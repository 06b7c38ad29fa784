#!/bin/bash
# timeout: 60
# SPDX-License-Identifier: BSD-2-Clause
# A thread that waits at a probe for a page of a file system that does not answer holds up the kernel, which removes no
# probe meanwhile. dtrace ends all the same; the process that removes the probes does so when it can.
. "$SRCDIR/_common.sh"
mkdir files
head -c 32768 /dev/zero | tr '\0' x >text
coproc server { exec "$WORKLOADS/hang" "$TMPDIR/files" 65534 "$TMPDIR/text"; }
hang=$server_PID
exec {said}<&"${server[0]}" {to}>&"${server[1]}"
read -r line <&"$said" || { echo 'there is no FUSE'; exit 77; }
trap 'kill $hang $pid 2>/dev/null; umount -l "$TMPDIR/files"' EXIT
mkfifo go
"${as_user[@]}" ./program take files/file <go & pid=$!
exec {go}>go
until grep -q files/file "/proc/$pid/maps"; do kill -0 "$pid"; done
echo >&"$to"
read -r line <&"$said"

"$DTRACE" -qn '
	tick-20ms /!said++/ { printf("ready\n"); } /* BEGIN comes before the probes are there */
	pid$1:program:take:entry { printf("%s\n", copyinstr(arg0)); }' "$pid" >out 2>notices &
tracer=$!
until grep -q ready out; do kill -0 $tracer; done
echo >&"$go"
until read -r line <&"$said" && [ "$line" = "asked by $pid" ]; do
	kill -0 $tracer || fail "it has ended: $(cat out notices)"
done
kill -INT $tracer
for ((i = 0; i < 1000; i++)); do
	kill -0 $tracer 2>/dev/null || break
	sleep 0.1
done
[ $i -lt 1000 ] || { kill -KILL $tracer; fail 'it has not ended'; }
wait $tracer || fail "$(cat notices)"
keeper=$(sed -n 's/.*process \([0-9]*\) removes the probes as soon as it can.*/\1/p' notices)
kill $hang # whoever waits is told that there is no such file
while [ -n "$keeper" ] && kill -0 "$keeper" 2>/dev/null; do :; done
# No breakpoint is left, which would end it.
bounded 20 -qn 'syscall::*nanosleep:return /pid == $1 && n++ >= 20/ { exit(0); }' "$pid"
kill -0 "$pid" || fail 'the program has ended'

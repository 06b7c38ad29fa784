#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# dtrace does not read a growing perf map of 200 MB again for each address, and exit() ends tracing.
. "$SRCDIR/_common.sh"
"${as_user[@]}" bash -c 'exec "$0" grow "/tmp/perf-$$.map"' "$TMPDIR/program" &
pid=$!
until [ "$(readlink /proc/$pid/exe)" = "$TMPDIR/program" ]; do kill -0 $pid; done
until [ "$(stat -c %s "/tmp/perf-$pid.map" 2>/dev/null || echo 0)" -gt 200000000 ]; do kill -0 $pid; done
bounded 30 -qn 'syscall::getppid:entry /pid == $1 && n < 2000/ { n++; printf("%A\n", usym(arg0)); }
syscall::getppid:entry /pid == $1 && n == 2000/ { exit(0); }' "$pid" >addresses
kill $pid
rm "/tmp/perf-$pid.map"
[ "$(grep -c '^0x' addresses)" -ge 2000 ] || fail 'not 2000 addresses'
# output:

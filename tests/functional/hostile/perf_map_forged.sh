#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# dtrace ignores names for another user's code, in a file or behind a link.
. "$SRCDIR/_common.sh"
"$TMPDIR/program" point 1 & pid=$!
until [ "$(readlink /proc/$pid/exe)" = "$TMPDIR/program" ]; do kill -0 $pid; done
shown() {
	bounded 10 -qn 'syscall::getppid:entry /pid == $1/ { printf("%A\n", usym(arg0)); exit(0); }' "$pid"
}
code=$(shown)
rm -f "/tmp/perf-$pid.map"
as_user bash -c "echo '${code#0x} 10 forged' > /tmp/perf-$pid.map"
[ "$(shown)" = "$code" ] || fail 'the name of another user is shown'
rm "/tmp/perf-$pid.map"
echo "${code#0x} 10 linked" >names
ln -s "$TMPDIR/names" "/tmp/perf-$pid.map"
[ "$(shown)" = "$code" ] || fail 'a link was followed'
rm "/tmp/perf-$pid.map"
cp names "/tmp/perf-$pid.map"
[ "$(shown)" = linked ] || fail 'its own name is not shown'
rm "/tmp/perf-$pid.map"
kill $pid

# A program of the user: his own file and that of root are.
start point 1
code=$(shown)
as_user bash -c "echo '${code#0x} 10 own' > /tmp/perf-$pid.map"
[ "$(shown)" = own ] || fail "the user's own name is not shown"
rm "/tmp/perf-$pid.map"
# output:

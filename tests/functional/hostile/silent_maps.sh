#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# A process keeps its mappings locked: a reader of these mappings waits in the kernel. dtrace names the process and
# skips it; everything about other processes continues.
. "$SRCDIR/_common.sh"
head -c 32768 /dev/zero | tr '\0' x >text
serve "$TMPDIR/text"
mkfifo go
install -m 755 "$WORKLOADS/hold" hold
"${as_user[@]}" ./hold files/file <go & pid=$!
exec {go}>go
until grep -q files/file "/proc/$pid/maps"; do kill -0 "$pid" || fail 'the program does not run'; done
./program call >/dev/null &
other=$!
fall_silent
echo >&"$go"
read -r line <&"$said" # what the kernel asks to be written
timeout -s KILL 2 cat "/proc/$pid/maps" >/dev/null &&
	{ echo 'this kernel tells what the process has mapped'; exit 77; }

told="process $pid (hold) keeps its mappings locked: dtrace skips it"
check() { # NAME
	[ "$(grep -c "$told" "$1.err")" = 1 ] || fail "$1: $(cat "$1.err")"
}
refused() { # NAME
	[ "$(cat "$1.status")" = 1 ] || fail "$1: it was traced"
}
# Each waits for the mappings, all at the same time.
begin() { # NAME, arguments of dtrace
	local name=$1
	shift
	{ bounded 20 "$@" >"$name.list" 2>"$name.err"; echo $? >"$name.status"; } &
	begun+=($!)
}
begun=()
begin stacks -n 'syscall::getppid:entry /pid == $1 || pid == $2/ { @[pid, ufunc(arg0), ustack()] = count(); }
	syscall::getppid:entry /pid == $1/ { mine++; } syscall::getppid:entry /pid == $2/ { others++; }
	tick-10ms /mine > 5 && others > 5/ { exit(0); }' "$pid" "$other"
begin list -lvvn 'pid*:program:work:entry'
begin usdt -ln 'some*:::'
begin probed -n 'pid$1:hold:work:entry' "$pid"
begin target -p "$pid" -n 'pid$target:::entry'
begin watched -n 'watch$1:hold:main:w' "$pid"
wait "${begun[@]}"
check stacks
[ "$(cat stacks.status)" = 0 ] || fail "stacks: $(cat stacks.err)"
grep -q 'program`work' stacks.list || fail "the other's stacks have no names: $(cat stacks.list)"
check list
grep -q work list.list || fail "$(cat list.list)"
check usdt
refused probed
grep -q "process $pid cannot be examined: it keeps its mappings locked" probed.err || fail "$(cat probed.err)"
refused target
check target
refused watched
# Each session of a process reports it.
build=${DTRACE%/*}
cc -D_GNU_SOURCE -I "$SRCDIR/../../../include" -o sessions "$SRCDIR/_two_sessions.c" -L "$build" -ldtrace -Wl,-rpath,"$build" ||
	fail 'cannot build'
timeout -s KILL 200 ./sessions "$pid" >sessions.out
for name in first second; do
	grep -q "^$name: $told" sessions.out || fail "sessions: $(cat sessions.out)"
done
# Others are probed, in files that it has not mapped.
bounded 20 -qn 'pid$1:program:work:entry { @[ustack(2)] = count(); n++; } tick-10ms /n > 5/ { exit(0); }' "$other" >stacks 2>notices ||
	fail "another: $(cat notices)"
grep -q 'program`work' stacks || fail "$(cat stacks)"
# It answers again when the mappings are unlocked.
kill "$hang"
bounded 20 -lvvn 'pid$1:hold:work:entry' "$pid" >list 2>notices || fail "$(cat notices)"
grep -q work list || fail "$(cat list)"
# output:

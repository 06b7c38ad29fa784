#!/bin/bash
# timeout: 100
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
check() { # what
	[ "$(grep -c "$told" notices)" = 1 ] || fail "$1: $(cat notices)"
}

bounded 20 -n 'syscall::getppid:entry /pid == $1 || pid == $2/ { @[pid, ufunc(arg0), ustack()] = count(); }
	syscall::getppid:entry /pid == $1/ { mine++; } syscall::getppid:entry /pid == $2/ { others++; }
	tick-10ms /mine > 5 && others > 5/ { exit(0); }' "$pid" "$other" >stacks 2>notices || fail "stacks: $(cat notices)"
check stacks
grep -q 'program`work' stacks || fail "the other's stacks have no names: $(cat stacks)"

bounded 20 -lvvn 'pid*:program:work:entry' >list 2>notices || fail "list: $(cat notices)"
check list
grep -q work list || fail "$(cat list)"
bounded 20 -ln 'some*:::' >list 2>notices
check usdt

bounded 20 -n 'pid$1:hold:work:entry' "$pid" >/dev/null 2>notices && fail 'it was probed'
grep -q "process $pid cannot be examined: it keeps its mappings locked" notices || fail "$(cat notices)"
bounded 20 -p "$pid" -n 'pid$target:::entry' >/dev/null 2>notices && fail 'it was probed'
check target
bounded 20 -n 'watch$1:hold:main:w' "$pid" >/dev/null 2>notices && fail 'it was watched'
# Others are probed, in files that it has not mapped.
bounded 20 -qn 'pid$1:program:work:entry { @[ustack(2)] = count(); n++; } tick-10ms /n > 5/ { exit(0); }' "$other" >stacks 2>notices ||
	fail "another: $(cat notices)"
grep -q 'program`work' stacks || fail "$(cat stacks)"
# It answers again when the mappings are unlocked.
kill "$hang"
bounded 20 -lvvn 'pid$1:hold:work:entry' "$pid" >list 2>notices || fail "$(cat notices)"
grep -q work list || fail "$(cat list)"

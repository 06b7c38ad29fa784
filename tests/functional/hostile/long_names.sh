#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# Names of megabytes are cut: those of functions, of generated code, of probes.
. "$SRCDIR/_common.sh"
head -c 4000000 /dev/zero | tr '\0' n >name
{ printf 'work '; cat name; echo; } >names
objcopy --redefine-syms=names program
[ "$(stat -c %s program)" -gt 4000000 ] || fail 'the name is not in the program'
start call
bounded 10 -qn 'syscall::getppid:entry /pid == $1/ { ustack(); exit(0); }' "$pid" >stack
[ "$(wc -c <stack)" -lt 20000 ] || fail "$(wc -c <stack) bytes of a stack"
grep -q 'program`nnnn' stack || fail 'the name is not shown'
bounded 10 -lqn 'pid$1:program::entry' "$pid" >list || fail 'no list'
[ "$(wc -c <list)" -lt 100000 ] || fail "$(wc -c <list) bytes of a list"
kill "$pid"

start point 1
address() {
	bounded 10 -qn 'syscall::getppid:entry /pid == $1/ { printf("%A\n", usym(arg0)); exit(0); }' "$pid"
}
code=$(address)
{ echo -n "1 10 "; cat name; echo; echo -n "${code#0x} 10 "; head -c 100000 name; echo; } >map
as_user cp map "/tmp/perf-$pid.map"
address >shown
rm "/tmp/perf-$pid.map"
grep -q '^nnnn' shown || fail 'the name of generated code is not shown'
[ "$(wc -c <shown)" -lt 10000 ] || fail "$(wc -c <shown) bytes of a name"
# output:

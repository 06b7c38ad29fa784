#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# If a library is truncated while dtrace reads it, dtrace treats it as unreadable: no signal ends
# dtrace.
. "$SRCDIR/_common.sh"
cp "$(ldd program | sed -n 's/.*libc.so.6 => \(.*\) (.*/\1/p')" library
chmod 666 library
start map "$TMPDIR/library"
for i in 1 2 3 4 5 6 7 8; do
	status=0
	bounded 20 -lqn 'pid$1:library::entry' "$pid" >/dev/null 2>&1 || status=$?
	[ $status -le 1 ] || fail "listing ended with status $status"
	status=0
	bounded 20 -qn 'syscall::getppid:entry /pid == $1 && n++ < 50/ { printf("%A\n", usym(arg0)); @[usym(arg0), ustack()] = count(); }
	syscall::getppid:entry /pid == $1 && n >= 50/ { exit(0); }' "$pid" >/dev/null 2>&1 || status=$?
	[ $status -eq 0 ] || fail "naming ended with status $status"
done
# output:

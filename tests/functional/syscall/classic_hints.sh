# SPDX-License-Identifier: BSD-2-Clause
# needs: x86-64
# A program that names a call which Linux lacks gets a hint; for a call that programs on Linux seldom
# make, -v prints one.
for call in exece rexit fork1 nosuch; do
	"$DTRACE" -en "syscall::$call:entry { }" 2>&1 | grep -E 'error:|hint:'
done
"$DTRACE" -qvn 'syscall::open:entry, syscall::stat:entry, syscall::stat:return, syscall::read:entry { } BEGIN { exit(0); }' 2>&1 |
	grep compat
"$DTRACE" -qn 'syscall::open:entry { } BEGIN { exit(0); }' 2>&1 | grep compat
"$DTRACE" -qv -x compat=classic -n 'syscall::open:entry { } BEGIN { exit(0); }' 2>&1 | grep compat
# A pattern reaches openat(), whose path is another argument.
"$DTRACE" -qn 'syscall::open*:entry /pid == $target/ { trace(copyinstr(arg0)); }' -c 'cat /dev/null' 2>&1 |
	grep -om1 'invalid address.*' | sed 's/offset [0-9]*/offset N/'
"$DTRACE" -x compat=classic -qn 'syscall::open*:entry /pid == $target/ { trace(copyinstr(arg0)); }' -c 'cat /dev/null' 2>&1 |
	grep -om1 /dev/null
"$DTRACE" -x compat=classic -qn 'syscall::open:entry /pid == $target/ { trace(copyinstr(0)); }' -c 'cat /dev/null' 2>&1 |
	grep -om1 'invalid address.*' | sed 's/offset [0-9]*/offset N/'
# output:
# <program>:1:1: error: probe description syscall::exece:entry does not match any probes
# hint: programs on Linux call execve, execveat; -x compat=classic makes the name mean that
# <program>:1:1: error: probe description syscall::rexit:entry does not match any probes
# hint: programs on Linux call exit_group; -x compat=classic makes the name mean that
# <program>:1:1: error: probe description syscall::fork1:entry does not match any probes
# hint: programs on Linux call fork, clone, clone3; -x compat=classic makes the name mean that
# <program>:1:1: error: probe description syscall::nosuch:entry does not match any probes
# dtrace: syscall::open: matches only that call; programs on Linux use openat, openat2 as well (-x compat=classic matches them)
# dtrace: syscall::stat: matches only that call; programs on Linux use stat64, newfstatat, fstatat64, statx as well (-x compat=classic matches them)
# invalid address (0xffffff9c) in action #1 at DIF offset N; that is not an address: arg0 of open is arg1 of openat, or use -x compat=classic
# /dev/null
# invalid address (0x0) in action #1 at DIF offset N

# SPDX-License-Identifier: BSD-2-Clause
# Who names a call that Linux has not gets a hint; of one that programs on Linux seldom make, -v says so.
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

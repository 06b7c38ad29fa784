# SPDX-License-Identifier: BSD-2-Clause
# Who names a call that Linux has not gets a hint; of one that programs on Linux seldom make, -v says so.
for call in exece rexit fork1 nosuch; do
	"$DTRACE" -en "syscall::$call:entry { }" 2>&1 | grep -E 'error:|hint:'
done
"$DTRACE" -qvn 'syscall::open:entry, syscall::stat:entry, syscall::stat:return, syscall::read:entry { } BEGIN { exit(0); }' 2>&1 |
	grep compat
"$DTRACE" -qn 'syscall::open:entry { } BEGIN { exit(0); }' 2>&1 | grep compat
"$DTRACE" -qv -x compat=classic -n 'syscall::open:entry { } BEGIN { exit(0); }' 2>&1 | grep compat
true

# SPDX-License-Identifier: BSD-2-Clause
#
# A list of descriptions with one body is one program. Its probes keep their EPIDs, description by
# description; a probe that matches two of them fires twice; differing args[] are distinguished.
listing() { "$DTRACE" -S -e -n "$1" 2>&1 | grep '^dt_[a-z]*:$' | sort | uniq -c | sed 's/^ *//'; }
echo "one body:"
listing 'syscall::getppid:entry, syscall::getpgid:entry, syscall::getsid:entry { @[probefunc] = count(); }'
echo "args[] of one type, of two:"
listing 'syscall::read:entry, syscall::write:entry { @ = sum(args[2]); }'
listing 'syscall::getsid:entry, syscall::write:entry { @ = sum((int)args[0]); }'
echo "what fires:"
"$DTRACE" -q -c "$WORKLOAD" -n '
syscall:?64:getsid:entry, syscall:?64:getpgid:entry, syscall:?64:getppid:entry, syscall:?64:getpgi*:entry
/pid == $target/
{
	printf("%s %d\n", probefunc, epid);
}'
# output:
# one body:
# 1 dt_syscall:
# args[] of one type, of two:
# 1 dt_syscall:
# 1 dt_dispatch:
# 2 dt_syscall:
# what fires:
# getppid 3
# getpgid 2
# getpgid 4
# getsid 1
#

# SPDX-License-Identifier: BSD-2-Clause
#
# The default report of each fault that can occur.
fault()
{
	"$DTRACE" -qx nowarn -n "BEGIN { $1; } BEGIN { exit(0); }" 2>&1 > /dev/null | sed 's/offset [0-9]*/offset N/'
}
fault 'trace(*(int *)0)'
fault 'trace(*(int *)0x10000)'
fault 'n = 40; trace(lltostr(5, n))'
fault 'n = 0; trace(5 / n)'
fault 'n = 100000; this->p = alloca(n)'
"$DTRACE" -qx nowarn -n 'struct t { int v[4]; }; struct t s; int n; BEGIN { n = 5; trace(s.v[n]); }
BEGIN /(1 / (pid - pid))/ { trace(1); } BEGIN { exit(0); }' 2>&1 > /dev/null | sed 's/offset [0-9]*/offset N/'
# output:
# dtrace: error on enabled probe ID 1 (ID 1: dtrace:::BEGIN): invalid address (0x0) in action #1 at DIF offset N
# dtrace: error on enabled probe ID 1 (ID 1: dtrace:::BEGIN): invalid address (0x10000) in action #1 at DIF offset N; that is memory of a process: copyin() and copyinstr() read it, where it is resident
# dtrace: error on enabled probe ID 1 (ID 1: dtrace:::BEGIN): illegal operation in action #2 at DIF offset N
# dtrace: error on enabled probe ID 1 (ID 1: dtrace:::BEGIN): divide-by-zero in action #2 at DIF offset N
# dtrace: error on enabled probe ID 1 (ID 1: dtrace:::BEGIN): out of scratch space in action #2 at DIF offset N
# dtrace: error on enabled probe ID 1 (ID 1: dtrace:::BEGIN): index out of bounds in action #2 at DIF offset N
# dtrace: error on enabled probe ID 2 (ID 1: dtrace:::BEGIN): divide-by-zero in predicate at DIF offset N

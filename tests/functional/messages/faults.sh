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

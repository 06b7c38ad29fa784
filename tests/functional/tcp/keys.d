/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q -c "twohosts tcp:4 tcp:6" */
/* Bytes by connection. Three addresses, a key of an array below and one here do not fit on the stack together. */
inline int ours[int a, int b] = (a > 7800 && a < 7810 && b > 7900 && b < 7910) ||
    (b > 7800 && b < 7810 && a > 7900 && a < 7910);

tcp:::receive
/ours[args[4]->tcp_sport, args[4]->tcp_dport] && args[3]->tcps_addr != 0/
{
	@[args[3]->tcps_laddr, args[3]->tcps_lport, args[3]->tcps_raddr, args[3]->tcps_rport] =
	    sum(args[2]->ip_plength - args[4]->tcp_offset);
}

END
{
	printa("%s %d, %s %d: %@d\n", @);
}
/* output:
10.77.0.1 7901, 10.77.0.2 7801: 3
fd77::1 7902, fd77::2 7802: 3
10.77.0.2 7801, 10.77.0.1 7901: 5
fd77::2 7802, fd77::1 7902: 5

*/

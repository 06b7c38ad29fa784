/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q -c "twohosts tcp:4 tcp:6 reset:4 reset:6 refused:4 refused:6 timeout:4" */
/*
 * The life of connections between two hosts: sender, receiver and flags of each segment, and the
 * states, in causal order.
 */
inline int ours[int a, int b] = (a > 7800 && a < 7810 && b > 7900 && b < 7910) ||
    (b > 7800 && b < 7810 && a > 7900 && a < 7910);
inline int FLAGS = TH_SYN | TH_RST | TH_FIN;

tcp:::connect-request, tcp:::connect-established, tcp:::connect-refused,
tcp:::accept-established
/ours[args[4]->tcp_sport, args[4]->tcp_dport]/
{
	printf("%s %s %d > %s %d %#x: %s, %s %d - %s %d, local %d %d %d\n", probename,
	    args[2]->ip_saddr, args[4]->tcp_sport, args[2]->ip_daddr, args[4]->tcp_dport,
	    args[4]->tcp_flags, tcp_state_string[args[3]->tcps_state], args[3]->tcps_laddr,
	    args[3]->tcps_lport, args[3]->tcps_raddr, args[3]->tcps_rport, args[3]->tcps_local,
	    args[0]->pkt_addr != 0, args[1]->cs_addr == args[3]->tcps_addr);
}

tcp:::accept-refused
/ours[args[4]->tcp_sport, args[4]->tcp_dport]/
{
	printf("%s %s %d > %s %d %#x\n", probename, args[2]->ip_saddr, args[4]->tcp_sport,
	    args[2]->ip_daddr, args[4]->tcp_dport, args[4]->tcp_flags);
}

tcp:::send, tcp:::receive
/ours[args[4]->tcp_sport, args[4]->tcp_dport] && args[4]->tcp_dport != 7807 &&
    (args[4]->tcp_flags & FLAGS || args[2]->ip_plength > args[4]->tcp_offset)/
{
	printf("    %-8s IPv%d %d > %d %#x, %d bytes, %s\n", probename, args[2]->ip_ver,
	    args[4]->tcp_sport, args[4]->tcp_dport, args[4]->tcp_flags,
	    args[2]->ip_plength - args[4]->tcp_offset, tcp_state_string[args[3]->tcps_state]);
}

/* How often a SYN is repeated differs. It is a timer's interrupt that repeats it and gives up, and some machines run no
   program in that of certain threads: most attempts are seen. */
tcp:::send
/args[4]->tcp_dport == 7807/
{
	syns[args[4]->tcp_sport]++;
}

tcp:::state-change
/args[3]->tcps_rport == 7807 && args[3]->tcps_state == TCP_STATE_CLOSED/
{
	ended++;
	repeated += syns[args[3]->tcps_lport] > 1;
	wrong += args[5]->tcps_state != TCP_STATE_SYN_SENT;
}

END
{
	printf("timeout: %s, %s, %d wrong\n", ended > 4 ? "ended" : lltostr(ended), repeated > 4 ? "more than one SYN" :
	    lltostr(repeated), wrong);
}

/* Some kernels do not know the other end yet when the handshake begins. */
tcp:::state-change
/args[3]->tcps_state == TCP_STATE_SYN_RECEIVED && args[3]->tcps_lport > 7800 &&
    args[3]->tcps_lport < 7810/
{
	printf("  %d: %s <- %s\n", args[3]->tcps_lport, tcp_state_string[args[3]->tcps_state],
	    tcp_state_string[args[5]->tcps_state]);
}

tcp:::state-change
/ours[args[3]->tcps_lport, args[3]->tcps_rport] && args[3]->tcps_state != TCP_STATE_SYN_RECEIVED &&
    (args[3]->tcps_rport != 7807 || args[3]->tcps_state != TCP_STATE_CLOSED)/
{
	printf("  %d, %d: %s <- %s\n", args[3]->tcps_lport, args[3]->tcps_rport,
	    tcp_state_string[args[3]->tcps_state], tcp_state_string[args[5]->tcps_state]);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q -c "twohosts udp:4 udp:6" */
/* timeout: 120 */
/* Datagrams between two hosts: headers, and the sockets at both ends. */
inline int ours[int a, int b] = (a > 7800 && a < 7810 && b > 7900 && b < 7910) ||
    (b > 7800 && b < 7810 && a > 7900 && a < 7910);

udp:::send, udp:::receive
/ours[args[4]->udp_sport, args[4]->udp_dport]/
{
	printf("%-8s IPv%d %s %d > %s %d, %d of %d bytes: %d - %d, %d\n", probename,
	    args[2]->ip_ver, args[2]->ip_saddr, args[4]->udp_sport, args[2]->ip_daddr,
	    args[4]->udp_dport, args[4]->udp_length, args[2]->ip_plength, args[3]->udps_lport,
	    args[3]->udps_rport, args[0]->pkt_addr != 0);
}

/* A server's socket that is not connected has no other end; who receives has both from the datagram. */
udp:::send
/ours[args[4]->udp_sport, args[4]->udp_dport]/
{
	printf("  %s - %s %d\n", args[3]->udps_laddr, args[3]->udps_raddr,
	    args[1]->cs_addr == args[3]->udps_addr && args[1]->cs_addr != 0);
}

udp:::receive
/ours[args[4]->udp_sport, args[4]->udp_dport]/
{
	printf("  %s - %s\n", args[3]->udps_laddr, args[3]->udps_raddr);
}

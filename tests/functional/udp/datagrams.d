/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q -c "twohosts udp:4 udp:6" */
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

/*
 * A server's unconnected socket has no other end; a receiver gets both addresses from the datagram.
 */
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
/* output:
send     IPv4 10.77.0.1 7901 > 10.77.0.2 7801, 19 of 19 bytes: 7901 - 7801, 1
  10.77.0.1 - 10.77.0.2 1
receive  IPv4 10.77.0.1 7901 > 10.77.0.2 7801, 19 of 19 bytes: 7801 - 7901, 1
  10.77.0.2 - 10.77.0.1
send     IPv4 10.77.0.2 7801 > 10.77.0.1 7901, 12 of 12 bytes: 7801 - 0, 1
  10.77.0.2 - 0.0.0.0 1
receive  IPv4 10.77.0.2 7801 > 10.77.0.1 7901, 12 of 12 bytes: 7901 - 7801, 1
  10.77.0.1 - 10.77.0.2
send     IPv6 fd77::1 7902 > fd77::2 7802, 19 of 19 bytes: 7902 - 7802, 1
  fd77::1 - fd77::2 1
receive  IPv6 fd77::1 7902 > fd77::2 7802, 19 of 19 bytes: 7802 - 7902, 1
  fd77::2 - fd77::1
send     IPv6 fd77::2 7802 > fd77::1 7902, 12 of 12 bytes: 7802 - 0, 1
  fd77::2 - :: 1
receive  IPv6 fd77::2 7802 > fd77::1 7902, 12 of 12 bytes: 7902 - 7802, 1
  fd77::1 - fd77::2

*/

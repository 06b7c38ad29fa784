/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q -c "twohosts udp:4 udp:6 refused:4" */
/* Packets between two hosts: both headers, the devices. */

ip:::send, ip:::receive
/args[2]->ip_ver == 4 && (args[4]->ipv4_src & 0xffffff) == htonl(0x0a4d0000)/
{
	printf("%-8s %s %s > %s, %d behind %d: %s %d %#x %d %d, %d, %s %d %d\n", probename,
	    args[3]->if_name, args[2]->ip_saddr, args[2]->ip_daddr, args[2]->ip_plength,
	    args[4]->ipv4_ihl, args[4]->ipv4_protostr, args[4]->ipv4_ttl, args[4]->ipv4_flags,
	    args[4]->ipv4_offset, args[4]->ipv4_length, args[5]->ipv6_plen, args[4]->ipv4_daddr,
	    args[3]->if_local, args[1]->cs_addr != 0 && args[1]->cs_pid == -1);
}

ip:::send, ip:::receive
/args[2]->ip_ver == 6 && substr(args[2]->ip_saddr, 0, 6) == "fd77::"/
{
	printf("%-8s %s %s > %s, %d: %s %d, %d, %s %d %d\n", probename, args[3]->if_name,
	    args[2]->ip_saddr, args[2]->ip_daddr, args[2]->ip_plength, args[5]->ipv6_nextstr,
	    args[5]->ipv6_hlim, args[4]->ipv4_length, args[5]->ipv6_daddr, args[3]->if_local,
	    args[1]->cs_addr != 0 && args[1]->cs_pid == -1);
}
/* output:
send     c0 10.77.0.1 > 10.77.0.2, 19 behind 20: UDP 64 0x2 0 39, 0, 10.77.0.2 0 1
receive  s0 10.77.0.1 > 10.77.0.2, 19 behind 20: UDP 64 0x2 0 39, 0, 10.77.0.2 0 0
send     s0 10.77.0.2 > 10.77.0.1, 12 behind 20: UDP 64 0x2 0 32, 0, 10.77.0.1 0 1
receive  c0 10.77.0.2 > 10.77.0.1, 12 behind 20: UDP 64 0x2 0 32, 0, 10.77.0.1 0 0
send     c0 fd77::1 > fd77::2, 19: UDP 64, 0, fd77::2 0 1
receive  s0 fd77::1 > fd77::2, 19: UDP 64, 0, fd77::2 0 0
send     s0 fd77::2 > fd77::1, 12: UDP 64, 0, fd77::1 0 1
receive  c0 fd77::2 > fd77::1, 12: UDP 64, 0, fd77::1 0 0
send     c0 10.77.0.1 > 10.77.0.2, 40 behind 20: TCP 64 0x2 0 60, 0, 10.77.0.2 0 1
receive  s0 10.77.0.1 > 10.77.0.2, 40 behind 20: TCP 64 0x2 0 60, 0, 10.77.0.2 0 0
send     s0 10.77.0.2 > 10.77.0.1, 20 behind 20: TCP 64 0x2 0 40, 0, 10.77.0.1 0 1
receive  c0 10.77.0.2 > 10.77.0.1, 20 behind 20: TCP 64 0x2 0 40, 0, 10.77.0.1 0 0

*/

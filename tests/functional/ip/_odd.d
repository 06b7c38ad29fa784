/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Packets that end before the headers of UDP or TCP are ip's alone. The first fragment of a datagram
 * has its header. Connections of IPv4 have its addresses, whichever sockets they are between.
 */
inline int ours[string a] = a == "127.77.0.1" || a == "fd78::1";

ip:::send, ip:::receive
/ours[args[2]->ip_saddr] && args[4]->ipv4_protocol != IPPROTO_TCP/
{
	printf("%s %s %d\n", probename, args[2]->ip_ver == 6 ? args[5]->ipv6_nextstr :
	    args[4]->ipv4_protostr, args[2]->ip_plength);
}

ip:::send, ip:::receive
/ours[args[2]->ip_saddr] && args[4]->ipv4_protocol == IPPROTO_TCP && args[2]->ip_plength < 20/
{
	printf("%s %s %d of %s\n", probename, args[4]->ipv4_protostr, args[2]->ip_plength,
	    inet_ntoa(&args[4]->ipv4_hdr->saddr));
}

udp:::send, udp:::receive
/ours[args[2]->ip_saddr]/
{
	printf("  %s to port %d: %d\n", probename, args[4]->udp_dport, args[4]->udp_length);
}

tcp:::send, tcp:::receive
/ours[args[2]->ip_saddr] && args[4]->tcp_sport != 7004 && args[4]->tcp_dport != 7004/
{
	printf("  %s to port %d\n", probename, args[4]->tcp_dport);
}

tcp:::connect-established, tcp:::accept-established
/args[3]->tcps_lport == 7004 || args[3]->tcps_rport == 7004/
{
	printf("  %s %s %s, %d\n", probename, args[3]->tcps_laddr, args[3]->tcps_raddr,
	    args[1]->cs_cid != 0);
	@connections[args[1]->cs_cid] = count();
}

END
{
	printa("%@d\n", @connections);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q -c "twohosts ping:4 ping:6 closed:4 closed:6" */
/* timeout: 120 */
/* Messages between two hosts: echoes and their replies, and what comes back from a closed port. */
inline int ours[string a] =
    substr(a, 0, 8) == "10.77.0." || substr(a, 0, 6) == "fd77::";

icmp:::send, icmp:::receive
/ours[args[2]->ip_saddr] && ours[args[2]->ip_daddr] &&
    !(args[4]->icmp_version == 6 && args[4]->icmp_type > ICMPV6_ECHO_REPLY)/
{
	printf("%-8s %s %s > %s: %d %d.%d %s, %d bytes, %d %d\n", probename, args[3]->if_name,
	    args[2]->ip_saddr, args[2]->ip_daddr, args[4]->icmp_version, args[4]->icmp_type,
	    args[4]->icmp_code, args[4]->icmp_typestr, args[4]->icmp_length, args[4]->icmp_id,
	    args[4]->icmp_seq);
	ok = args[0]->pkt_addr != 0 && args[4]->icmp_hdr->type == args[4]->icmp_type &&
	    args[4]->icmp_checksum == ntohs(args[4]->icmp_hdr->checksum);
	@["the header", ok] = count();
}

/* Only the side that sends has a socket: the kernel answers by its own. */
icmp:::send
/ours[args[2]->ip_daddr] && args[4]->icmp_version == 4 && args[4]->icmp_type == ICMP_ECHO/
{
	printf("  %s %d\n", execname, args[1]->cs_addr != 0);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q -c "twohosts ping:4 ping:6 closed:4 closed:6" */
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
/* output:
send     c0 10.77.0.1 > 10.77.0.2: 4 8.0 echo, 12 bytes, 7901 101
  twohosts 1
receive  s0 10.77.0.1 > 10.77.0.2: 4 8.0 echo, 12 bytes, 7901 101
send     s0 10.77.0.2 > 10.77.0.1: 4 0.0 echo-reply, 12 bytes, 7901 101
receive  c0 10.77.0.2 > 10.77.0.1: 4 0.0 echo-reply, 12 bytes, 7901 101
send     c0 fd77::1 > fd77::2: 6 128.0 echo, 12 bytes, 7902 102
receive  s0 fd77::1 > fd77::2: 6 128.0 echo, 12 bytes, 7902 102
send     s0 fd77::2 > fd77::1: 6 129.0 echo-reply, 12 bytes, 7902 102
receive  c0 fd77::2 > fd77::1: 6 129.0 echo-reply, 12 bytes, 7902 102
send     s0 10.77.0.2 > 10.77.0.1: 4 3.3 unreachable, 47 bytes, 0 0
receive  c0 10.77.0.2 > 10.77.0.1: 4 3.3 unreachable, 47 bytes, 0 0
send     s0 fd77::2 > fd77::1: 6 1.4 unreachable, 67 bytes, 0 0
receive  c0 fd77::2 > fd77::1: 6 1.4 unreachable, 67 bytes, 0 0

  the header                                                1               12
*/

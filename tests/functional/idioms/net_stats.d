/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q -c $WORKLOAD */
/*
 * Counters of the network: variables that mib's probes add to and a table of them, and the same by the probes of packets.
 * A counter that Linux cannot serve would be refused, not 0. The probes of mib run in a network: arg1.
 */
int TCP_out, TCP_in, TCP_segs, UDP_out, UDP_in, IP_out, IP_in;

syscall::close:entry
/pid == $target && (int)arg0 == -1000/
{
	net = (uintptr_t)curthread->nsproxy->net_ns;
}

mib:::tcpOutDataBytes /net && arg1 == net/ { TCP_out += arg0; }
mib:::tcpInDataInorderBytes /net && arg1 == net/ { TCP_in += arg0; }
mib:::tcpOutDataSegs, mib:::tcpRetransSegs /net && arg1 == net/ { TCP_segs += arg0; }
mib:::tcpActiveOpens, mib:::tcpPassiveOpens, mib:::tcpAttemptFails /net && arg1 == net/ { @opens[probename] = sum(arg0); }
mib:::udpOutDatagrams /net && arg1 == net/ { UDP_out += arg0; }
mib:::udpInDatagrams /net && arg1 == net/ { UDP_in += arg0; }
mib:::ipOutRequests /net && arg1 == net/ { IP_out += arg0; }
mib:::ipInReceives /net && arg1 == net/ { IP_in += arg0; }

tcp:::send
/net && pid == $target && args[2]->ip_plength > args[4]->tcp_offset/
{
	@sent["tcp"] = sum(args[2]->ip_plength - args[4]->tcp_offset);
}

udp:::send
/net && pid == $target/
{
	@sent["udp"] = sum(args[4]->udp_length - 8);
}

END
{
	printf("%8s %8s %8s\n", "TCP_out", "TCP_in", "TCP_segs");
	printf("%8d %8d %8d\n", TCP_out, TCP_in, TCP_segs);
	printf("%8s %8s\n%8d %8d\n", "UDP_out", "UDP_in", UDP_out, UDP_in);
	printf("%s\n", IP_out > 0 && IP_out == IP_in ? "all packets arrived" : "lost");
	printa("%s %@d\n", @opens);
	printa("%s %@d bytes\n", @sent);
}
/* output:
 TCP_out   TCP_in TCP_segs
     300      300        3
 UDP_out   UDP_in
       4        4
all packets arrived
tcpAttemptFails 1
tcpPassiveOpens 1
tcpActiveOpens 2
udp 28 bytes
tcp 300 bytes

*/

/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q -x aggsortkey -c "bulk" */
/* The bytes of packets whose headers cannot say their length. A segment that is sent again counts once. */
inline int ours[int port] = port == 7811 || port == 7812;

tcp:::send, tcp:::receive
/ours[args[4]->tcp_dport]/
{
	@[args[4]->tcp_dport, strjoin("tcp:::", probename)] =
	    sum(args[2]->ip_plength - args[4]->tcp_offset);
}

ip:::send, ip:::receive
/args[4]->ipv4_protocol == IPPROTO_TCP && args[4]->ipv4_ihl == 20 &&
    ntohs(((struct tcphdr *)(args[4]->ipv4_hdr + 1))->dest) == 7811/
{
	this->tcp = (struct tcphdr *)(args[4]->ipv4_hdr + 1);
	@[7811, strjoin("ip:::", probename)] = sum(args[2]->ip_plength - (this->tcp->doff << 2));
}

sdt:tcp::tcp_retransmit_skb
/ours[ntohs(args[0]->__sk_common.skc_dport)]/
{
	this->port = ntohs(args[0]->__sk_common.skc_dport);
	this->again = -(int64_t)args[1]->len;
	@[this->port, "tcp:::send"] = sum(this->again);
	@[this->port, "tcp:::receive"] = sum(this->again);
}

sdt:tcp::tcp_retransmit_skb
/ntohs(args[0]->__sk_common.skc_dport) == 7811/
{
	@[7811, "ip:::send"] = sum(-(int64_t)args[1]->len);
	@[7811, "ip:::receive"] = sum(-(int64_t)args[1]->len);
}

END
{
	printa("%d %s: %@d\n", @);
}
/* output:
7811: 20000000 bytes
7812: 20000000 bytes
7811 ip:::receive: 20000000
7811 ip:::send: 20000000
7811 tcp:::receive: 20000000
7811 tcp:::send: 20000000
7812 tcp:::receive: 20000000
7812 tcp:::send: 20000000

*/

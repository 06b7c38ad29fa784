/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The mib provider: the counters of TCP, UDP, IP and ICMP (netstat -s), each a probe that fires when
 * the counter would be incremented. args[0] is the increment, args[1] the network namespace, each of
 * which has counters of its own on Linux. Packets are handled wherever they arrive: the current
 * thread has often nothing to do with them.
 *
 * States of TCP: 1 established, 2 SYN sent, 3 SYN received, 7 closed, 8 close wait, 10 listening.
 */
#pragma D depends_on library tcp.d
#pragma D depends_on library udp.d
#pragma D depends_on library icmp.d

inline struct net *__mib_net_of_sock[struct sock *S] = S->__sk_common.skc_net.net;
inline struct net *__mib_net_of_packet[struct sk_buff *B] = B->dev->nd_net.net;

/*
 * IP has handed a packet to the protocol behind it: that is where the packet begins now. A datagram
 * that is shorter than its header is dropped without a reason.
 */
inline int __mib_is_handed_up[struct sk_buff *B] = B->transport_header > B->network_header &&
    (uintptr_t)B->data == (uintptr_t)B->head + B->transport_header;
inline int __mib_is_bad_udp[struct sk_buff *B, int reason] = reason == SKB_DROP_REASON_UDP_CSUM ||
    (reason == SKB_DROP_REASON_PKT_TOO_SMALL || reason == SKB_DROP_REASON_SOCKET_FILTER ||
    reason == SKB_DROP_REASON_NOT_SPECIFIED && B->len < sizeof (struct udphdr)) &&
    __mib_is_handed_up[B] && __packet_is_udp[__packet_ip[B]];

/* How many segments a device makes of a buffer. What a device has put together counts as one, as the kernel counts. */
inline int __mib_gso[struct sk_buff *B] = ((struct skb_shared_info *)(B->head + B->end))->gso_segs;
inline int __mib_segments[struct sk_buff *B] = __mib_gso[B] ? __mib_gso[B] : 1;
/* The bytes of data of a segment that is at a device; and where tcp_probe has it, which begins with its header. */
inline int __mib_data[struct sk_buff *B, struct tcphdr *T] = B->len - ((char *)T - (char *)B->data) - (T->doff << 2);
inline int __mib_probe_data[struct sk_buff *B] = B->len - (((struct tcphdr *)B->data)->doff << 2);
/* What a segment takes of the numbers: SYN and FIN do, too. */
inline uint32_t __mib_end[struct sk_buff *B, struct tcphdr *T] =
    ntohl(T->seq) + __mib_data[B, T] + T->syn + T->fin;
/* Has all of a segment been sent before? The socket's snd_nxt goes on when a new one has been sent. */
inline int __mib_is_again[struct sk_buff *B, struct tcphdr *T, struct sock *S] = __tcp_is_whole[S] &&
    __mib_end[B, T] != ntohl(T->seq) && (int)(__mib_end[B, T] - __tcp_whole[S]->snd_nxt) <= 0;
/* How far the data of a segment are ahead of what is expected. */
inline int __mib_ahead[struct sock *S, struct sk_buff *B] =
    (int)(ntohl(((struct tcphdr *)B->data)->seq) - ((struct tcp_sock *)S)->rcv_nxt);

inline int __mib_is_icmp[struct iphdr *I] = I->version == 4;
inline int __mib_is_type[struct iphdr *I, struct icmphdr *M, int type] = I->version == 4 && M->type == type;

/*
 * Counters of TCP, UDP, IP and ICMP.
 *
 *	mib:::tcp* { @[probename] = sum(args[0]); }
 */
provider mib {
	/* Places that scripts of other systems name. */
	alias ip:tcp_*:tcp*, ip:udp_*:udp*, ip:icmp_*:icmp*, ip:icmp_*:rawip*, ip:rawip_*:rawip*,
	    ip:ip_*:ip*;

	/* A connection was asked for; 1, the network namespace. */
	probe tcpActiveOpens(int n, struct net *N) =
	    sdt:sock::inet_sock_set_state /args[2] == 2 && args[0]->sk_protocol == 6/
		{ 1, __mib_net_of_sock[(struct sock *)args[0]] };
	/* A connection was accepted by the kernel for a socket that listens; 1, the network namespace. */
	probe tcpPassiveOpens(int n, struct net *N) =
	    sdt:sock::inet_sock_set_state /args[1] == 10 && args[2] == 3 && args[0]->sk_protocol == 6/
		{ 1, __mib_net_of_sock[(struct sock *)args[0]] };
	/* A connection did not come about; 1, the network namespace. */
	probe tcpAttemptFails(int n, struct net *N) =
	    sdt:sock::inet_sock_set_state
	    /(args[1] == 2 || args[1] == 3) && (args[2] == 7 || args[2] == 10) && args[0]->sk_protocol == 6/
		{ 1, __mib_net_of_sock[(struct sock *)args[0]] };
	/* A connection has ended at once, by a reset, on either side; 1, the network namespace. */
	probe tcpEstabResets(int n, struct net *N) =
	    sdt:sock::inet_sock_set_state
	    /(args[1] == 1 || args[1] == 8) && args[2] == 7 && args[0]->sk_protocol == 6/
		{ 1, __mib_net_of_sock[(struct sock *)args[0]] };
	/* A segment with a wrong checksum or too short a header has arrived; 1, the network namespace. */
	probe tcpInErrs(int n, struct net *N) =
	    sdt:tcp::tcp_bad_csum { 1, __mib_net_of_packet[(struct sk_buff *)args[0]] },
	    sdt:skb::kfree_skb
	    /args[2] == SKB_DROP_REASON_PKT_TOO_SMALL && __mib_is_handed_up[args[0]] &&
	    __packet_is_tcp[__packet_ip[args[0]]]/
		{ 1, __mib_net_of_packet[args[0]] };
	/* A segment is sent again; 1, the network namespace. */
	probe tcpRetransSegs(int n, struct net *N) =
	    sdt:tcp::tcp_retransmit_skb /args[2] == 0/ { 1, __mib_net_of_sock[(struct sock *)args[0]] }
	    else sdt:tcp::tcp_retransmit_skb { 1, __mib_net_of_sock[(struct sock *)args[0]] };
	probe tcpOutRsts(int n, struct net *N) = "Linux does not tell of all resets that it sends: tcp:::send";

	/* A datagram has arrived that nobody has a socket for; 1, the network namespace. */
	probe udpNoPorts(int n, struct net *N) =
	    sdt:skb::kfree_skb
	    /args[2] == SKB_DROP_REASON_NO_SOCKET && __packet_is_udp[__packet_ip[args[0]]]/
		{ 1, __mib_net_of_packet[args[0]] };
	/* A datagram was dropped: it is malformed, or the socket cannot take it; 1, the network namespace. */
	probe udpInErrors(int n, struct net *N) =
	    sdt:udp::udp_fail_queue_rcv_skb { 1, __mib_net_of_sock[args[1]] },
	    sdt:skb::kfree_skb /__mib_is_bad_udp[args[0], args[2]]/
		{ 1, __mib_net_of_packet[args[0]] };
	/* A datagram was dropped because the socket's buffer is full; 1, the network namespace. */
	probe udpInOverflows(int n, struct net *N) =
	    sdt:udp::udp_fail_queue_rcv_skb /args[0] == -12/ { 1, __mib_net_of_sock[args[1]] };
	/* A datagram with a wrong checksum has arrived; 1, the network namespace. */
	probe udpInCksumErrs(int n, struct net *N) =
	    sdt:skb::kfree_skb /args[2] == SKB_DROP_REASON_UDP_CSUM/ { 1, __mib_net_of_packet[args[0]] };

	/* A packet has arrived whose protocol is unknown; 1, the network namespace. */
	probe ipInUnknownProtos(int n, struct net *N) =
	    sdt:skb::kfree_skb /args[2] == SKB_DROP_REASON_IP_NOPROTO/ { 1, __mib_net_of_packet[args[0]] };
	/* A packet has arrived whose header is malformed, or has a wrong checksum; 1, the network namespace. */
	probe ipInHdrErrors(int n, struct net *N) =
	    sdt:skb::kfree_skb
	    /args[2] == SKB_DROP_REASON_IP_INHDR || args[2] == SKB_DROP_REASON_IP_CSUM/
		{ 1, __mib_net_of_packet[args[0]] };
	/* A packet has arrived whose header has a wrong checksum; 1, the network namespace. */
	probe ipInCksumErrs(int n, struct net *N) =
	    sdt:skb::kfree_skb /args[2] == SKB_DROP_REASON_IP_CSUM/ { 1, __mib_net_of_packet[args[0]] };

	/* ---- derived from the providers tcp, udp, ip and icmp */

	/* A network device hands IP a segment; 1, the network namespace. */
	probe tcpInSegs(int n, struct net *N) =
	    tcp:::receive { 1, __mib_net_of_packet[(struct sk_buff *)arg0] };
	/* A segment is handed to a network device, or several that the device takes apart, for the first time; their number, the network namespace. */
	probe tcpOutSegs(int n, struct net *N) =
	    tcp:::send /!__mib_is_again[(struct sk_buff *)arg0, (struct tcphdr *)arg3, (struct sock *)arg1]/ { __mib_segments[(struct sk_buff *)arg0], __mib_net_of_packet[(struct sk_buff *)arg0] };
	/* A segment without data is sent: SYN, FIN, RST or an acknowledgement; 1, the network namespace. */
	probe tcpOutControl(int n, struct net *N) =
	    tcp:::send
	    /__mib_data[(struct sk_buff *)arg0, (struct tcphdr *)arg3] == 0 && !__mib_is_again[(struct sk_buff *)arg0, (struct tcphdr *)arg3, (struct sock *)arg1]/ { 1, __mib_net_of_packet[(struct sk_buff *)arg0] };
	/* Data are sent for the first time; the number of segments, the network namespace. */
	probe tcpOutDataSegs(int n, struct net *N) =
	    tcp:::send
	    /__mib_data[(struct sk_buff *)arg0, (struct tcphdr *)arg3] && !__mib_is_again[(struct sk_buff *)arg0, (struct tcphdr *)arg3, (struct sock *)arg1]/
		{ __mib_segments[(struct sk_buff *)arg0], __mib_net_of_packet[(struct sk_buff *)arg0] };
	/* Data are sent for the first time; the bytes, the network namespace. */
	probe tcpOutDataBytes(int n, struct net *N) =
	    tcp:::send
	    /__mib_data[(struct sk_buff *)arg0, (struct tcphdr *)arg3] && !__mib_is_again[(struct sk_buff *)arg0, (struct tcphdr *)arg3, (struct sock *)arg1]/
		{ __mib_data[(struct sk_buff *)arg0, (struct tcphdr *)arg3], __mib_net_of_packet[(struct sk_buff *)arg0] };
	/* Data are sent again; the bytes, the network namespace. */
	probe tcpRetransBytes(int n, struct net *N) =
	    sdt:tcp::tcp_retransmit_skb /args[2] == 0 && args[1]->len/
		{ args[1]->len, __mib_net_of_sock[(struct sock *)args[0]] }
	    else sdt:tcp::tcp_retransmit_skb /args[1]->len/
		{ args[1]->len, __mib_net_of_sock[(struct sock *)args[0]] };
	/* Data arrive that are the next; 1, the network namespace. */
	probe tcpInDataInorderSegs(int n, struct net *N) =
	    sdt:tcp::tcp_probe
	    /__mib_probe_data[(struct sk_buff *)args[1]] && __mib_ahead[(struct sock *)args[0], (struct sk_buff *)args[1]] == 0/
		{ 1, __mib_net_of_sock[(struct sock *)args[0]] };
	/* Data arrive that are the next; 1, the network namespace. */
	probe tcpInInorderSegs(int n, struct net *N) =
	    sdt:tcp::tcp_probe
	    /__mib_probe_data[(struct sk_buff *)args[1]] && __mib_ahead[(struct sock *)args[0], (struct sk_buff *)args[1]] == 0/
		{ 1, __mib_net_of_sock[(struct sock *)args[0]] };
	/* Data arrive that are the next; the bytes, the network namespace. */
	probe tcpInDataInorderBytes(int n, struct net *N) =
	    sdt:tcp::tcp_probe
	    /__mib_probe_data[(struct sk_buff *)args[1]] && __mib_ahead[(struct sock *)args[0], (struct sk_buff *)args[1]] == 0/
		{ __mib_probe_data[(struct sk_buff *)args[1]], __mib_net_of_sock[(struct sock *)args[0]] };
	/* Data arrive that are the next; the bytes, the network namespace. */
	probe tcpInInorderBytes(int n, struct net *N) =
	    sdt:tcp::tcp_probe
	    /__mib_probe_data[(struct sk_buff *)args[1]] && __mib_ahead[(struct sock *)args[0], (struct sk_buff *)args[1]] == 0/
		{ __mib_probe_data[(struct sk_buff *)args[1]], __mib_net_of_sock[(struct sock *)args[0]] };
	/* Data arrive behind a gap; 1, the network namespace. */
	probe tcpInDataUnorderSegs(int n, struct net *N) =
	    sdt:tcp::tcp_probe
	    /__mib_probe_data[(struct sk_buff *)args[1]] && __mib_ahead[(struct sock *)args[0], (struct sk_buff *)args[1]] > 0/
		{ 1, __mib_net_of_sock[(struct sock *)args[0]] };
	/* Data arrive behind a gap; 1, the network namespace. */
	probe tcpInUnorderSegs(int n, struct net *N) =
	    sdt:tcp::tcp_probe
	    /__mib_probe_data[(struct sk_buff *)args[1]] && __mib_ahead[(struct sock *)args[0], (struct sk_buff *)args[1]] > 0/
		{ 1, __mib_net_of_sock[(struct sock *)args[0]] };
	/* Data arrive behind a gap; the bytes, the network namespace. */
	probe tcpInDataUnorderBytes(int n, struct net *N) =
	    sdt:tcp::tcp_probe
	    /__mib_probe_data[(struct sk_buff *)args[1]] && __mib_ahead[(struct sock *)args[0], (struct sk_buff *)args[1]] > 0/
		{ __mib_probe_data[(struct sk_buff *)args[1]], __mib_net_of_sock[(struct sock *)args[0]] };
	/* Data arrive behind a gap; the bytes, the network namespace. */
	probe tcpInUnorderBytes(int n, struct net *N) =
	    sdt:tcp::tcp_probe
	    /__mib_probe_data[(struct sk_buff *)args[1]] && __mib_ahead[(struct sock *)args[0], (struct sk_buff *)args[1]] > 0/
		{ __mib_probe_data[(struct sk_buff *)args[1]], __mib_net_of_sock[(struct sock *)args[0]] };
	/* Data arrive that have all been here before; 1, the network namespace. */
	probe tcpInDataDupSegs(int n, struct net *N) =
	    sdt:tcp::tcp_probe
	    /__mib_probe_data[(struct sk_buff *)args[1]] && __mib_ahead[(struct sock *)args[0], (struct sk_buff *)args[1]] < 0 && __mib_ahead[(struct sock *)args[0], (struct sk_buff *)args[1]] + __mib_probe_data[(struct sk_buff *)args[1]] <= 0/
		{ 1, __mib_net_of_sock[(struct sock *)args[0]] };
	/* Data arrive that have all been here before; 1, the network namespace. */
	probe tcpInDupSegs(int n, struct net *N) =
	    sdt:tcp::tcp_probe
	    /__mib_probe_data[(struct sk_buff *)args[1]] && __mib_ahead[(struct sock *)args[0], (struct sk_buff *)args[1]] < 0 && __mib_ahead[(struct sock *)args[0], (struct sk_buff *)args[1]] + __mib_probe_data[(struct sk_buff *)args[1]] <= 0/
		{ 1, __mib_net_of_sock[(struct sock *)args[0]] };
	/* Data arrive that have all been here before; the bytes, the network namespace. */
	probe tcpInDataDupBytes(int n, struct net *N) =
	    sdt:tcp::tcp_probe
	    /__mib_probe_data[(struct sk_buff *)args[1]] && __mib_ahead[(struct sock *)args[0], (struct sk_buff *)args[1]] < 0 && __mib_ahead[(struct sock *)args[0], (struct sk_buff *)args[1]] + __mib_probe_data[(struct sk_buff *)args[1]] <= 0/
		{ __mib_probe_data[(struct sk_buff *)args[1]], __mib_net_of_sock[(struct sock *)args[0]] };
	/* Data arrive that have all been here before; the bytes, the network namespace. */
	probe tcpInDupBytes(int n, struct net *N) =
	    sdt:tcp::tcp_probe
	    /__mib_probe_data[(struct sk_buff *)args[1]] && __mib_ahead[(struct sock *)args[0], (struct sk_buff *)args[1]] < 0 && __mib_ahead[(struct sock *)args[0], (struct sk_buff *)args[1]] + __mib_probe_data[(struct sk_buff *)args[1]] <= 0/
		{ __mib_probe_data[(struct sk_buff *)args[1]], __mib_net_of_sock[(struct sock *)args[0]] };
	/* Data arrive of which a part has been here before; 1, the network namespace. */
	probe tcpInDataPartDupSegs(int n, struct net *N) =
	    sdt:tcp::tcp_probe
	    /__mib_probe_data[(struct sk_buff *)args[1]] && __mib_ahead[(struct sock *)args[0], (struct sk_buff *)args[1]] < 0 && __mib_ahead[(struct sock *)args[0], (struct sk_buff *)args[1]] + __mib_probe_data[(struct sk_buff *)args[1]] > 0/
		{ 1, __mib_net_of_sock[(struct sock *)args[0]] };
	/* Data arrive of which a part has been here before; 1, the network namespace. */
	probe tcpInPartDupSegs(int n, struct net *N) =
	    sdt:tcp::tcp_probe
	    /__mib_probe_data[(struct sk_buff *)args[1]] && __mib_ahead[(struct sock *)args[0], (struct sk_buff *)args[1]] < 0 && __mib_ahead[(struct sock *)args[0], (struct sk_buff *)args[1]] + __mib_probe_data[(struct sk_buff *)args[1]] > 0/
		{ 1, __mib_net_of_sock[(struct sock *)args[0]] };
	/* Data arrive of which a part has been here before; the bytes, the network namespace. */
	probe tcpInDataPartDupBytes(int n, struct net *N) =
	    sdt:tcp::tcp_probe
	    /__mib_probe_data[(struct sk_buff *)args[1]] && __mib_ahead[(struct sock *)args[0], (struct sk_buff *)args[1]] < 0 && __mib_ahead[(struct sock *)args[0], (struct sk_buff *)args[1]] + __mib_probe_data[(struct sk_buff *)args[1]] > 0/
		{ __mib_probe_data[(struct sk_buff *)args[1]], __mib_net_of_sock[(struct sock *)args[0]] };
	/* Data arrive of which a part has been here before; the bytes, the network namespace. */
	probe tcpInPartDupBytes(int n, struct net *N) =
	    sdt:tcp::tcp_probe
	    /__mib_probe_data[(struct sk_buff *)args[1]] && __mib_ahead[(struct sock *)args[0], (struct sk_buff *)args[1]] < 0 && __mib_ahead[(struct sock *)args[0], (struct sk_buff *)args[1]] + __mib_probe_data[(struct sk_buff *)args[1]] > 0/
		{ __mib_probe_data[(struct sk_buff *)args[1]], __mib_net_of_sock[(struct sock *)args[0]] };
	/* A datagram has arrived for this machine; 1, the network namespace. */
	probe udpInDatagrams(int n, struct net *N) =
	    udp:::receive { 1, __mib_net_of_packet[(struct sk_buff *)arg0] };
	/* A datagram has arrived for this machine; 1, the network namespace. */
	probe udpHCInDatagrams(int n, struct net *N) =
	    udp:::receive { 1, __mib_net_of_packet[(struct sk_buff *)arg0] };
	/* A datagram is handed to a network device; 1, the network namespace. */
	probe udpOutDatagrams(int n, struct net *N) =
	    udp:::send { 1, __mib_net_of_packet[(struct sk_buff *)arg0] };
	/* A datagram is handed to a network device; 1, the network namespace. */
	probe udpHCOutDatagrams(int n, struct net *N) =
	    udp:::send { 1, __mib_net_of_packet[(struct sk_buff *)arg0] };
	/* A network device hands IP a packet; 1, the network namespace. */
	probe ipInReceives(int n, struct net *N) =
	    ip:::receive { 1, __mib_net_of_packet[(struct sk_buff *)arg0] };
	/* A network device hands IP a packet; 1, the network namespace. */
	probe ipIfStatsHCInReceives(int n, struct net *N) =
	    ip:::receive { 1, __mib_net_of_packet[(struct sk_buff *)arg0] };
	/* A packet of this machine's own is handed to a network device; 1, the network namespace. */
	probe ipOutRequests(int n, struct net *N) =
	    ip:::send /__packet_is_made[(struct sk_buff *)arg0]/ { 1, __mib_net_of_packet[(struct sk_buff *)arg0] };
	/* A packet of this machine's own is handed to a network device; 1, the network namespace. */
	probe ipIfStatsHCOutRequests(int n, struct net *N) =
	    ip:::send /__packet_is_made[(struct sk_buff *)arg0]/ { 1, __mib_net_of_packet[(struct sk_buff *)arg0] };
	/* A packet that was forwarded is handed to a network device; 1, the network namespace. */
	probe ipForwDatagrams(int n, struct net *N) =
	    ip:::send /!__packet_is_made[(struct sk_buff *)arg0]/ { 1, __mib_net_of_packet[(struct sk_buff *)arg0] };
	/* A packet that was forwarded is handed to a network device; 1, the network namespace. */
	probe ipIfStatsHCOutForwDatagrams(int n, struct net *N) =
	    ip:::send /!__packet_is_made[(struct sk_buff *)arg0]/ { 1, __mib_net_of_packet[(struct sk_buff *)arg0] };
	/* A message of ICMP is received; 1, the network namespace. */
	probe icmpInMsgs(int n, struct net *N) =
	    icmp:::receive /__mib_is_icmp[(struct iphdr *)arg2]/ { 1, __mib_net_of_packet[(struct sk_buff *)arg0] };
	/* An echo is received; 1, the network namespace. */
	probe icmpInEchos(int n, struct net *N) =
	    icmp:::receive
	    /__mib_is_type[(struct iphdr *)arg2, (struct icmphdr *)arg4, 8]/ { 1, __mib_net_of_packet[(struct sk_buff *)arg0] };
	/* The answer to an echo is received; 1, the network namespace. */
	probe icmpInEchoReps(int n, struct net *N) =
	    icmp:::receive
	    /__mib_is_type[(struct iphdr *)arg2, (struct icmphdr *)arg4, 0]/ { 1, __mib_net_of_packet[(struct sk_buff *)arg0] };
	/* A message is received that a destination cannot be reached; 1, the network namespace. */
	probe icmpInDestUnreachs(int n, struct net *N) =
	    icmp:::receive
	    /__mib_is_type[(struct iphdr *)arg2, (struct icmphdr *)arg4, 3]/ { 1, __mib_net_of_packet[(struct sk_buff *)arg0] };
	/* A message is received that a packet is too large to be forwarded, and must not be taken apart; 1, the network namespace. */
	probe icmpInFragNeeded(int n, struct net *N) =
	    icmp:::receive
	    /__mib_is_type[(struct iphdr *)arg2, (struct icmphdr *)arg4, 3] && ((struct icmphdr *)arg4)->code == 4/ { 1, __mib_net_of_packet[(struct sk_buff *)arg0] };
	/* A message is received that asks for fewer packets; 1, the network namespace. */
	probe icmpInSrcQuenchs(int n, struct net *N) =
	    icmp:::receive
	    /__mib_is_type[(struct iphdr *)arg2, (struct icmphdr *)arg4, 4]/ { 1, __mib_net_of_packet[(struct sk_buff *)arg0] };
	/* A message is received that there is a better way; 1, the network namespace. */
	probe icmpInRedirects(int n, struct net *N) =
	    icmp:::receive
	    /__mib_is_type[(struct iphdr *)arg2, (struct icmphdr *)arg4, 5]/ { 1, __mib_net_of_packet[(struct sk_buff *)arg0] };
	/* A message is received that a packet has been on its way for too long; 1, the network namespace. */
	probe icmpInTimeExcds(int n, struct net *N) =
	    icmp:::receive
	    /__mib_is_type[(struct iphdr *)arg2, (struct icmphdr *)arg4, 11]/ { 1, __mib_net_of_packet[(struct sk_buff *)arg0] };
	/* A message is received that a packet's header is malformed; 1, the network namespace. */
	probe icmpInParmProbs(int n, struct net *N) =
	    icmp:::receive
	    /__mib_is_type[(struct iphdr *)arg2, (struct icmphdr *)arg4, 12]/ { 1, __mib_net_of_packet[(struct sk_buff *)arg0] };
	/* A request for the time is received; 1, the network namespace. */
	probe icmpInTimestamps(int n, struct net *N) =
	    icmp:::receive
	    /__mib_is_type[(struct iphdr *)arg2, (struct icmphdr *)arg4, 13]/ { 1, __mib_net_of_packet[(struct sk_buff *)arg0] };
	/* The time is received that was asked for; 1, the network namespace. */
	probe icmpInTimestampReps(int n, struct net *N) =
	    icmp:::receive
	    /__mib_is_type[(struct iphdr *)arg2, (struct icmphdr *)arg4, 14]/ { 1, __mib_net_of_packet[(struct sk_buff *)arg0] };
	/* A request for the address mask is received; 1, the network namespace. */
	probe icmpInAddrMasks(int n, struct net *N) =
	    icmp:::receive
	    /__mib_is_type[(struct iphdr *)arg2, (struct icmphdr *)arg4, 17]/ { 1, __mib_net_of_packet[(struct sk_buff *)arg0] };
	/* The address mask is received that was asked for; 1, the network namespace. */
	probe icmpInAddrMaskReps(int n, struct net *N) =
	    icmp:::receive
	    /__mib_is_type[(struct iphdr *)arg2, (struct icmphdr *)arg4, 18]/ { 1, __mib_net_of_packet[(struct sk_buff *)arg0] };
	/* A message of ICMP is sent; 1, the network namespace. */
	probe icmpOutMsgs(int n, struct net *N) =
	    icmp:::send /__mib_is_icmp[(struct iphdr *)arg2]/ { 1, __mib_net_of_packet[(struct sk_buff *)arg0] };
	/* An echo is sent; 1, the network namespace. */
	probe icmpOutEchos(int n, struct net *N) =
	    icmp:::send
	    /__mib_is_type[(struct iphdr *)arg2, (struct icmphdr *)arg4, 8]/ { 1, __mib_net_of_packet[(struct sk_buff *)arg0] };
	/* The answer to an echo is sent; 1, the network namespace. */
	probe icmpOutEchoReps(int n, struct net *N) =
	    icmp:::send
	    /__mib_is_type[(struct iphdr *)arg2, (struct icmphdr *)arg4, 0]/ { 1, __mib_net_of_packet[(struct sk_buff *)arg0] };
	/* A message is sent that a destination cannot be reached; 1, the network namespace. */
	probe icmpOutDestUnreachs(int n, struct net *N) =
	    icmp:::send
	    /__mib_is_type[(struct iphdr *)arg2, (struct icmphdr *)arg4, 3]/ { 1, __mib_net_of_packet[(struct sk_buff *)arg0] };
	/* A message is sent that a packet is too large to be forwarded, and must not be taken apart; 1, the network namespace. */
	probe icmpOutFragNeeded(int n, struct net *N) =
	    icmp:::send
	    /__mib_is_type[(struct iphdr *)arg2, (struct icmphdr *)arg4, 3] && ((struct icmphdr *)arg4)->code == 4/ { 1, __mib_net_of_packet[(struct sk_buff *)arg0] };
	/* A message is sent that there is a better way; 1, the network namespace. */
	probe icmpOutRedirects(int n, struct net *N) =
	    icmp:::send
	    /__mib_is_type[(struct iphdr *)arg2, (struct icmphdr *)arg4, 5]/ { 1, __mib_net_of_packet[(struct sk_buff *)arg0] };
	/* A message is sent that a packet has been on its way for too long; 1, the network namespace. */
	probe icmpOutTimeExcds(int n, struct net *N) =
	    icmp:::send
	    /__mib_is_type[(struct iphdr *)arg2, (struct icmphdr *)arg4, 11]/ { 1, __mib_net_of_packet[(struct sk_buff *)arg0] };
	/* A message is sent that a packet's header is malformed; 1, the network namespace. */
	probe icmpOutParmProbs(int n, struct net *N) =
	    icmp:::send
	    /__mib_is_type[(struct iphdr *)arg2, (struct icmphdr *)arg4, 12]/ { 1, __mib_net_of_packet[(struct sk_buff *)arg0] };
	/* A request for the time is sent; 1, the network namespace. */
	probe icmpOutTimestamps(int n, struct net *N) =
	    icmp:::send
	    /__mib_is_type[(struct iphdr *)arg2, (struct icmphdr *)arg4, 13]/ { 1, __mib_net_of_packet[(struct sk_buff *)arg0] };
	/* The time is sent that was asked for; 1, the network namespace. */
	probe icmpOutTimestampReps(int n, struct net *N) =
	    icmp:::send
	    /__mib_is_type[(struct iphdr *)arg2, (struct icmphdr *)arg4, 14]/ { 1, __mib_net_of_packet[(struct sk_buff *)arg0] };
	/* A request for the address mask is sent; 1, the network namespace. */
	probe icmpOutAddrMasks(int n, struct net *N) =
	    icmp:::send
	    /__mib_is_type[(struct iphdr *)arg2, (struct icmphdr *)arg4, 17]/ { 1, __mib_net_of_packet[(struct sk_buff *)arg0] };
	/* The address mask is sent that was asked for; 1, the network namespace. */
	probe icmpOutAddrMaskReps(int n, struct net *N) =
	    icmp:::send
	    /__mib_is_type[(struct iphdr *)arg2, (struct icmphdr *)arg4, 18]/ { 1, __mib_net_of_packet[(struct sk_buff *)arg0] };

	probe tcpListenDrop(int n, struct net *N) = "Linux does not tell why a connection was not accepted";
	probe tcpHalfOpenDrop(int n, struct net *N) = "Linux does not tell why a connection was not accepted";
	probe ipInDelivers(int n, struct net *N) = "no tracepoint counts what arrives: ip:::receive has each packet";
	probe ipIfStatsHCInDelivers(int n, struct net *N) = "no tracepoint counts what arrives: ip:::receive has each packet";
	probe icmpInErrors() = "no tracepoint counts what arrives: args[4]->ipv4_protocol of ip:::receive tells it";
	probe icmpInCksumErrs() = "no tracepoint counts what arrives: args[4]->ipv4_protocol of ip:::receive tells it";
	probe icmpInUnknowns() = "no tracepoint counts what arrives: args[4]->ipv4_protocol of ip:::receive tells it";
	probe icmpInBadRedirects() = "no tracepoint counts what arrives: args[4]->ipv4_protocol of ip:::receive tells it";
	probe icmpInOverflows() = "no tracepoint counts what arrives: args[4]->ipv4_protocol of ip:::receive tells it";
	probe rawipInDatagrams() = "no tracepoint counts what arrives: args[4]->ipv4_protocol of ip:::receive tells it";
	probe rawipInErrors() = "no tracepoint counts what arrives: args[4]->ipv4_protocol of ip:::receive tells it";
	probe rawipInCksumErrs() = "no tracepoint counts what arrives: args[4]->ipv4_protocol of ip:::receive tells it";
	probe rawipInOverflows() = "no tracepoint counts what arrives: args[4]->ipv4_protocol of ip:::receive tells it";
	probe icmpOutErrors() = "no tracepoint counts what is sent: args[4]->ipv4_protocol of ip:::send tells it";
	probe icmpOutDrops() = "no tracepoint counts what is sent: args[4]->ipv4_protocol of ip:::send tells it";
	probe rawipOutDatagrams() = "no tracepoint counts what is sent: args[4]->ipv4_protocol of ip:::send tells it";
	probe rawipOutErrors() = "no tracepoint counts what is sent: args[4]->ipv4_protocol of ip:::send tells it";
	probe icmpOutSrcQuenchs() = "Linux sends no such messages";
	probe ipForwProhibits() = "Linux has no tracepoint where it forwards: ip:::receive and ip:::send have each packet";
	probe ipFragOKs() = "Linux has no tracepoint where it takes packets apart and puts them together";
	probe ipFragFails() = "Linux has no tracepoint where it takes packets apart and puts them together";
	probe ipFragCreates() = "Linux has no tracepoint where it takes packets apart and puts them together";
	probe ipReasmReqds() = "Linux has no tracepoint where it takes packets apart and puts them together";
	probe ipReasmOKs() = "Linux has no tracepoint where it takes packets apart and puts them together";
	probe ipReasmFails() = "Linux has no tracepoint where it takes packets apart and puts them together";
	probe ipReasmDuplicates() = "Linux has no tracepoint where it takes packets apart and puts them together";
	probe ipReasmPartDups() = "Linux has no tracepoint where it takes packets apart and puts them together";
	probe ipReasmTimeout() = "Linux has no tracepoint where it takes packets apart and puts them together";
	probe ipInAddrErrors() = "Linux does not tell why: sdt:skb::kfree_skb has each packet that is dropped";
	probe ipInDiscards() = "Linux does not tell why: sdt:skb::kfree_skb has each packet that is dropped";
	probe ipOutDiscards() = "Linux does not tell why: sdt:skb::kfree_skb has each packet that is dropped";
	probe ipOutNoRoutes() = "Linux does not tell why: sdt:skb::kfree_skb has each packet that is dropped";
	probe ipsecInFailed() = "Linux does not tell why: sdt:skb::kfree_skb has each packet that is dropped";
	probe ipsecInSucceeded() = "Linux does not tell why: sdt:skb::kfree_skb has each packet that is dropped";
	probe udpOutErrors() = "Linux does not tell why: sdt:skb::kfree_skb has each packet that is dropped";
	probe tcpCurrEstab() = "Linux counts connections, and never tells when: tcp:::state-change";
	probe tcpListenDropQ0() = "Linux counts connections, and never tells when: tcp:::state-change";
	probe tcpInAckSegs() = "no tracepoint counts it: tcp:::receive has each segment";
	probe tcpInAckBytes() = "no tracepoint counts it: tcp:::receive has each segment";
	probe tcpInAckUnsent() = "no tracepoint counts it: tcp:::receive has each segment";
	probe tcpInDupAck() = "no tracepoint counts it: tcp:::receive has each segment";
	probe tcpInDataPastWinSegs() = "no tracepoint counts it: tcp:::receive has each segment";
	probe tcpInDataPastWinBytes() = "no tracepoint counts it: tcp:::receive has each segment";
	probe tcpInPastWinSegs() = "no tracepoint counts it: tcp:::receive has each segment";
	probe tcpInPastWinBytes() = "no tracepoint counts it: tcp:::receive has each segment";
	probe tcpInWinProbe() = "no tracepoint counts it: tcp:::receive has each segment";
	probe tcpInWinUpdate() = "no tracepoint counts it: tcp:::receive has each segment";
	probe tcpInClosed() = "no tracepoint counts it: tcp:::receive has each segment";
	probe tcpOutAck() = "no tracepoint counts it: tcp:::send has each segment";
	probe tcpOutAckDelayed() = "no tracepoint counts it: tcp:::send has each segment";
	probe tcpOutUrg() = "no tracepoint counts it: tcp:::send has each segment";
	probe tcpOutWinProbe() = "no tracepoint counts it: tcp:::send has each segment";
	probe tcpOutWinUpdate() = "no tracepoint counts it: tcp:::send has each segment";
	probe tcpOutFastRetrans() = "Linux does not tell why it sends again: tcpRetransSegs has each segment";
	probe tcpOutSackRetransSegs() = "Linux does not tell why it sends again: tcpRetransSegs has each segment";
	probe tcpTimRetrans() = "Linux does not tell why it sends again: tcpRetransSegs has each segment";
	probe tcpTimRetransDrop() = "Linux does not tell why it sends again: tcpRetransSegs has each segment";
	probe tcpTimKeepalive() = "Linux has no tracepoint in the timers of connections";
	probe tcpTimKeepaliveProbe() = "Linux has no tracepoint in the timers of connections";
	probe tcpTimKeepaliveDrop() = "Linux has no tracepoint in the timers of connections";
	probe tcpRttUpdate() = "no tracepoint tells when it is measured: args[3]->tcps_rtt of tcp:::receive";
	probe tcpRttNoUpdate() = "no tracepoint tells when it is measured: args[3]->tcps_rtt of tcp:::receive";
};

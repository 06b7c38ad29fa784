/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The mib provider: the counters of TCP, UDP, IP and ICMP (netstat -s). Each is a probe that fires when the
 * counter is incremented. args[0] is the increment, args[1] the network namespace; on Linux each namespace
 * has its own counters. Packets are handled where they arrive, so the current thread is often unrelated to
 * them.
 *
 * States of TCP: 1 established, 2 SYN sent, 3 SYN received, 7 closed, 8 close wait, 10 listening.
 */
#pragma D depends_on library tcp.d
#pragma D depends_on library udp.d
#pragma D depends_on library icmp.d

inline struct net *__mib_net_of_sock[struct sock *S] = S->__sk_common.skc_net.net;
inline struct net *__mib_net_of_packet[struct sk_buff *B] = B->dev->nd_net.net;

/*
 * IP has passed the packet to the protocol behind it, so the packet now begins there. A datagram shorter than
 * its header is dropped without a reason.
 */
inline int __mib_is_handed_up[struct sk_buff *B] = B->transport_header > B->network_header &&
    (uintptr_t)B->data == (uintptr_t)B->head + B->transport_header;
inline int __mib_is_bad_udp[struct sk_buff *B, int reason] = reason == SKB_DROP_REASON_UDP_CSUM ||
    (reason == SKB_DROP_REASON_PKT_TOO_SMALL || reason == SKB_DROP_REASON_SOCKET_FILTER ||
    reason == SKB_DROP_REASON_NOT_SPECIFIED && B->len < sizeof (struct udphdr)) &&
    __mib_is_handed_up[B] && __packet_is_udp[__packet_ip[B]];

/* The number of segments into which a device divides a buffer. Segments that the device has merged count as one, as in the kernel. */
inline int __mib_gso[struct sk_buff *B] = ((struct skb_shared_info *)(B->head + B->end))->gso_segs;
inline int __mib_segments[struct sk_buff *B] = __mib_gso[B] ? __mib_gso[B] : 1;
/* The bytes of data of a segment: at a device, and at tcp_probe, where the buffer begins with the segment's header. */
inline int __mib_data[struct sk_buff *B, struct tcphdr *T] = B->len - ((char *)T - (char *)B->data) - (T->doff << 2);
inline int __mib_probe_data[struct sk_buff *B] = B->len - (((struct tcphdr *)B->data)->doff << 2);
/* The sequence number behind a segment. SYN and FIN count, too. */
inline uint32_t __mib_end[struct sk_buff *B, struct tcphdr *T] =
    ntohl(T->seq) + __mib_data[B, T] + T->syn + T->fin;
/* 1 if the whole segment was sent before: the socket's snd_nxt advances when a new segment has been sent. */
inline int __mib_is_again[struct sk_buff *B, struct tcphdr *T, struct sock *S] = __tcp_is_whole[S] &&
    __mib_end[B, T] != ntohl(T->seq) && (int)(__mib_end[B, T] - __tcp_whole[S]->snd_nxt) <= 0;
/* The distance between a segment's data and the expected data. */
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

	/* A connection is opened here; 1. */
	probe tcpActiveOpens(int n, struct net *N) =
	    sdt:sock::inet_sock_set_state /args[2] == 2 && args[0]->sk_protocol == 6/
		{ 1, __mib_net_of_sock[(struct sock *)args[0]] };
	/* The kernel accepts a connection for a listening socket; 1. */
	probe tcpPassiveOpens(int n, struct net *N) =
	    sdt:sock::inet_sock_set_state /args[1] == 10 && args[2] == 3 && args[0]->sk_protocol == 6/
		{ 1, __mib_net_of_sock[(struct sock *)args[0]] };
	/* A connection fails to open; 1. */
	probe tcpAttemptFails(int n, struct net *N) =
	    sdt:sock::inet_sock_set_state
	    /(args[1] == 2 || args[1] == 3) && (args[2] == 7 || args[2] == 10) && args[0]->sk_protocol == 6/
		{ 1, __mib_net_of_sock[(struct sock *)args[0]] };
	/* Either side resets a connection; 1. */
	probe tcpEstabResets(int n, struct net *N) =
	    sdt:sock::inet_sock_set_state
	    /(args[1] == 1 || args[1] == 8) && args[2] == 7 && args[0]->sk_protocol == 6/
		{ 1, __mib_net_of_sock[(struct sock *)args[0]] };
	/* A segment with a wrong checksum or a short header arrives; 1. */
	probe tcpInErrs(int n, struct net *N) =
	    sdt:tcp::tcp_bad_csum { 1, __mib_net_of_packet[(struct sk_buff *)args[0]] },
	    sdt:skb::kfree_skb
	    /args[2] == SKB_DROP_REASON_PKT_TOO_SMALL && __mib_is_handed_up[args[0]] &&
	    __packet_is_tcp[__packet_ip[args[0]]]/
		{ 1, __mib_net_of_packet[args[0]] };
	/* A segment is retransmitted; 1. */
	probe tcpRetransSegs(int n, struct net *N) =
	    sdt:tcp::tcp_retransmit_skb /args[2] == 0/ { 1, __mib_net_of_sock[(struct sock *)args[0]] }
	    else sdt:tcp::tcp_retransmit_skb { 1, __mib_net_of_sock[(struct sock *)args[0]] };
	probe tcpOutRsts(int n, struct net *N) = "no tracepoint covers all resets: see tcp:::send";

	/* A datagram without a socket arrives; 1. */
	probe udpNoPorts(int n, struct net *N) =
	    sdt:skb::kfree_skb
	    /args[2] == SKB_DROP_REASON_NO_SOCKET && __packet_is_udp[__packet_ip[args[0]]]/
		{ 1, __mib_net_of_packet[args[0]] };
	/* A malformed datagram, or one that its socket cannot take, is dropped; 1. */
	probe udpInErrors(int n, struct net *N) =
	    sdt:udp::udp_fail_queue_rcv_skb { 1, __mib_net_of_sock[args[1]] },
	    sdt:skb::kfree_skb /__mib_is_bad_udp[args[0], args[2]]/
		{ 1, __mib_net_of_packet[args[0]] };
	/* A datagram is dropped: its socket's buffer is full; 1. */
	probe udpInOverflows(int n, struct net *N) =
	    sdt:udp::udp_fail_queue_rcv_skb /args[0] == -12/ { 1, __mib_net_of_sock[args[1]] };
	/* A datagram with a wrong checksum arrives; 1. */
	probe udpInCksumErrs(int n, struct net *N) =
	    sdt:skb::kfree_skb /args[2] == SKB_DROP_REASON_UDP_CSUM/ { 1, __mib_net_of_packet[args[0]] };

	/* A packet of an unknown protocol arrives; 1. */
	probe ipInUnknownProtos(int n, struct net *N) =
	    sdt:skb::kfree_skb /args[2] == SKB_DROP_REASON_IP_NOPROTO/ { 1, __mib_net_of_packet[args[0]] };
	/* A packet with a malformed header or a wrong checksum arrives; 1. */
	probe ipInHdrErrors(int n, struct net *N) =
	    sdt:skb::kfree_skb
	    /args[2] == SKB_DROP_REASON_IP_INHDR || args[2] == SKB_DROP_REASON_IP_CSUM/
		{ 1, __mib_net_of_packet[args[0]] };
	/* A packet with a wrong checksum arrives; 1. */
	probe ipInCksumErrs(int n, struct net *N) =
	    sdt:skb::kfree_skb /args[2] == SKB_DROP_REASON_IP_CSUM/ { 1, __mib_net_of_packet[args[0]] };

	/* ---- derived from the providers tcp, udp, ip and icmp */

	/* A segment arrives from a device; 1. */
	probe tcpInSegs(int n, struct net *N) =
	    tcp:::receive { 1, __mib_net_of_packet[(struct sk_buff *)arg0] };
	/* New segments are handed to a device; their number. */
	probe tcpOutSegs(int n, struct net *N) =
	    tcp:::send /!__mib_is_again[(struct sk_buff *)arg0, (struct tcphdr *)arg3, (struct sock *)arg1]/ { __mib_segments[(struct sk_buff *)arg0], __mib_net_of_packet[(struct sk_buff *)arg0] };
	/* A segment without data is sent: SYN, FIN, RST or an acknowledgement; 1. */
	probe tcpOutControl(int n, struct net *N) =
	    tcp:::send
	    /__mib_data[(struct sk_buff *)arg0, (struct tcphdr *)arg3] == 0 && !__mib_is_again[(struct sk_buff *)arg0, (struct tcphdr *)arg3, (struct sock *)arg1]/ { 1, __mib_net_of_packet[(struct sk_buff *)arg0] };
	/* New data are sent; segments. */
	probe tcpOutDataSegs(int n, struct net *N) =
	    tcp:::send
	    /__mib_data[(struct sk_buff *)arg0, (struct tcphdr *)arg3] && !__mib_is_again[(struct sk_buff *)arg0, (struct tcphdr *)arg3, (struct sock *)arg1]/
		{ __mib_segments[(struct sk_buff *)arg0], __mib_net_of_packet[(struct sk_buff *)arg0] };
	/* New data are sent; bytes. */
	probe tcpOutDataBytes(int n, struct net *N) =
	    tcp:::send
	    /__mib_data[(struct sk_buff *)arg0, (struct tcphdr *)arg3] && !__mib_is_again[(struct sk_buff *)arg0, (struct tcphdr *)arg3, (struct sock *)arg1]/
		{ __mib_data[(struct sk_buff *)arg0, (struct tcphdr *)arg3], __mib_net_of_packet[(struct sk_buff *)arg0] };
	/* Data are retransmitted; bytes. */
	probe tcpRetransBytes(int n, struct net *N) =
	    sdt:tcp::tcp_retransmit_skb /args[2] == 0 && args[1]->len/
		{ args[1]->len, __mib_net_of_sock[(struct sock *)args[0]] }
	    else sdt:tcp::tcp_retransmit_skb /args[1]->len/
		{ args[1]->len, __mib_net_of_sock[(struct sock *)args[0]] };
	/* Data arrive in order; 1. */
	probe tcpInDataInorderSegs(int n, struct net *N) =
	    sdt:tcp::tcp_probe
	    /__mib_probe_data[(struct sk_buff *)args[1]] && __mib_ahead[(struct sock *)args[0], (struct sk_buff *)args[1]] == 0/
		{ 1, __mib_net_of_sock[(struct sock *)args[0]] };
	/* Data arrive in order; 1. */
	probe tcpInInorderSegs(int n, struct net *N) =
	    sdt:tcp::tcp_probe
	    /__mib_probe_data[(struct sk_buff *)args[1]] && __mib_ahead[(struct sock *)args[0], (struct sk_buff *)args[1]] == 0/
		{ 1, __mib_net_of_sock[(struct sock *)args[0]] };
	/* Data arrive in order; bytes. */
	probe tcpInDataInorderBytes(int n, struct net *N) =
	    sdt:tcp::tcp_probe
	    /__mib_probe_data[(struct sk_buff *)args[1]] && __mib_ahead[(struct sock *)args[0], (struct sk_buff *)args[1]] == 0/
		{ __mib_probe_data[(struct sk_buff *)args[1]], __mib_net_of_sock[(struct sock *)args[0]] };
	/* Data arrive in order; bytes. */
	probe tcpInInorderBytes(int n, struct net *N) =
	    sdt:tcp::tcp_probe
	    /__mib_probe_data[(struct sk_buff *)args[1]] && __mib_ahead[(struct sock *)args[0], (struct sk_buff *)args[1]] == 0/
		{ __mib_probe_data[(struct sk_buff *)args[1]], __mib_net_of_sock[(struct sock *)args[0]] };
	/* Data arrive behind a gap; 1. */
	probe tcpInDataUnorderSegs(int n, struct net *N) =
	    sdt:tcp::tcp_probe
	    /__mib_probe_data[(struct sk_buff *)args[1]] && __mib_ahead[(struct sock *)args[0], (struct sk_buff *)args[1]] > 0/
		{ 1, __mib_net_of_sock[(struct sock *)args[0]] };
	/* Data arrive behind a gap; 1. */
	probe tcpInUnorderSegs(int n, struct net *N) =
	    sdt:tcp::tcp_probe
	    /__mib_probe_data[(struct sk_buff *)args[1]] && __mib_ahead[(struct sock *)args[0], (struct sk_buff *)args[1]] > 0/
		{ 1, __mib_net_of_sock[(struct sock *)args[0]] };
	/* Data arrive behind a gap; bytes. */
	probe tcpInDataUnorderBytes(int n, struct net *N) =
	    sdt:tcp::tcp_probe
	    /__mib_probe_data[(struct sk_buff *)args[1]] && __mib_ahead[(struct sock *)args[0], (struct sk_buff *)args[1]] > 0/
		{ __mib_probe_data[(struct sk_buff *)args[1]], __mib_net_of_sock[(struct sock *)args[0]] };
	/* Data arrive behind a gap; bytes. */
	probe tcpInUnorderBytes(int n, struct net *N) =
	    sdt:tcp::tcp_probe
	    /__mib_probe_data[(struct sk_buff *)args[1]] && __mib_ahead[(struct sock *)args[0], (struct sk_buff *)args[1]] > 0/
		{ __mib_probe_data[(struct sk_buff *)args[1]], __mib_net_of_sock[(struct sock *)args[0]] };
	/* Known data arrive; 1. */
	probe tcpInDataDupSegs(int n, struct net *N) =
	    sdt:tcp::tcp_probe
	    /__mib_probe_data[(struct sk_buff *)args[1]] && __mib_ahead[(struct sock *)args[0], (struct sk_buff *)args[1]] < 0 && __mib_ahead[(struct sock *)args[0], (struct sk_buff *)args[1]] + __mib_probe_data[(struct sk_buff *)args[1]] <= 0/
		{ 1, __mib_net_of_sock[(struct sock *)args[0]] };
	/* Known data arrive; 1. */
	probe tcpInDupSegs(int n, struct net *N) =
	    sdt:tcp::tcp_probe
	    /__mib_probe_data[(struct sk_buff *)args[1]] && __mib_ahead[(struct sock *)args[0], (struct sk_buff *)args[1]] < 0 && __mib_ahead[(struct sock *)args[0], (struct sk_buff *)args[1]] + __mib_probe_data[(struct sk_buff *)args[1]] <= 0/
		{ 1, __mib_net_of_sock[(struct sock *)args[0]] };
	/* Known data arrive; bytes. */
	probe tcpInDataDupBytes(int n, struct net *N) =
	    sdt:tcp::tcp_probe
	    /__mib_probe_data[(struct sk_buff *)args[1]] && __mib_ahead[(struct sock *)args[0], (struct sk_buff *)args[1]] < 0 && __mib_ahead[(struct sock *)args[0], (struct sk_buff *)args[1]] + __mib_probe_data[(struct sk_buff *)args[1]] <= 0/
		{ __mib_probe_data[(struct sk_buff *)args[1]], __mib_net_of_sock[(struct sock *)args[0]] };
	/* Known data arrive; bytes. */
	probe tcpInDupBytes(int n, struct net *N) =
	    sdt:tcp::tcp_probe
	    /__mib_probe_data[(struct sk_buff *)args[1]] && __mib_ahead[(struct sock *)args[0], (struct sk_buff *)args[1]] < 0 && __mib_ahead[(struct sock *)args[0], (struct sk_buff *)args[1]] + __mib_probe_data[(struct sk_buff *)args[1]] <= 0/
		{ __mib_probe_data[(struct sk_buff *)args[1]], __mib_net_of_sock[(struct sock *)args[0]] };
	/* Partly known data arrive; 1. */
	probe tcpInDataPartDupSegs(int n, struct net *N) =
	    sdt:tcp::tcp_probe
	    /__mib_probe_data[(struct sk_buff *)args[1]] && __mib_ahead[(struct sock *)args[0], (struct sk_buff *)args[1]] < 0 && __mib_ahead[(struct sock *)args[0], (struct sk_buff *)args[1]] + __mib_probe_data[(struct sk_buff *)args[1]] > 0/
		{ 1, __mib_net_of_sock[(struct sock *)args[0]] };
	/* Partly known data arrive; 1. */
	probe tcpInPartDupSegs(int n, struct net *N) =
	    sdt:tcp::tcp_probe
	    /__mib_probe_data[(struct sk_buff *)args[1]] && __mib_ahead[(struct sock *)args[0], (struct sk_buff *)args[1]] < 0 && __mib_ahead[(struct sock *)args[0], (struct sk_buff *)args[1]] + __mib_probe_data[(struct sk_buff *)args[1]] > 0/
		{ 1, __mib_net_of_sock[(struct sock *)args[0]] };
	/* Partly known data arrive; bytes. */
	probe tcpInDataPartDupBytes(int n, struct net *N) =
	    sdt:tcp::tcp_probe
	    /__mib_probe_data[(struct sk_buff *)args[1]] && __mib_ahead[(struct sock *)args[0], (struct sk_buff *)args[1]] < 0 && __mib_ahead[(struct sock *)args[0], (struct sk_buff *)args[1]] + __mib_probe_data[(struct sk_buff *)args[1]] > 0/
		{ __mib_probe_data[(struct sk_buff *)args[1]], __mib_net_of_sock[(struct sock *)args[0]] };
	/* Partly known data arrive; bytes. */
	probe tcpInPartDupBytes(int n, struct net *N) =
	    sdt:tcp::tcp_probe
	    /__mib_probe_data[(struct sk_buff *)args[1]] && __mib_ahead[(struct sock *)args[0], (struct sk_buff *)args[1]] < 0 && __mib_ahead[(struct sock *)args[0], (struct sk_buff *)args[1]] + __mib_probe_data[(struct sk_buff *)args[1]] > 0/
		{ __mib_probe_data[(struct sk_buff *)args[1]], __mib_net_of_sock[(struct sock *)args[0]] };
	/* A datagram arrives; 1. */
	probe udpInDatagrams(int n, struct net *N) =
	    udp:::receive { 1, __mib_net_of_packet[(struct sk_buff *)arg0] };
	/* A datagram arrives; 1. */
	probe udpHCInDatagrams(int n, struct net *N) =
	    udp:::receive { 1, __mib_net_of_packet[(struct sk_buff *)arg0] };
	/* A datagram is sent; 1. */
	probe udpOutDatagrams(int n, struct net *N) =
	    udp:::send { 1, __mib_net_of_packet[(struct sk_buff *)arg0] };
	/* A datagram is sent; 1. */
	probe udpHCOutDatagrams(int n, struct net *N) =
	    udp:::send { 1, __mib_net_of_packet[(struct sk_buff *)arg0] };
	/* A packet arrives from a device; 1. */
	probe ipInReceives(int n, struct net *N) =
	    ip:::receive { 1, __mib_net_of_packet[(struct sk_buff *)arg0] };
	/* A packet arrives from a device; 1. */
	probe ipIfStatsHCInReceives(int n, struct net *N) =
	    ip:::receive { 1, __mib_net_of_packet[(struct sk_buff *)arg0] };
	/* This machine sends a packet; 1. */
	probe ipOutRequests(int n, struct net *N) =
	    ip:::send /__packet_is_made[(struct sk_buff *)arg0]/ { 1, __mib_net_of_packet[(struct sk_buff *)arg0] };
	/* This machine sends a packet; 1. */
	probe ipIfStatsHCOutRequests(int n, struct net *N) =
	    ip:::send /__packet_is_made[(struct sk_buff *)arg0]/ { 1, __mib_net_of_packet[(struct sk_buff *)arg0] };
	/* A packet is forwarded; 1. */
	probe ipForwDatagrams(int n, struct net *N) =
	    ip:::send /!__packet_is_made[(struct sk_buff *)arg0]/ { 1, __mib_net_of_packet[(struct sk_buff *)arg0] };
	/* A packet is forwarded; 1. */
	probe ipIfStatsHCOutForwDatagrams(int n, struct net *N) =
	    ip:::send /!__packet_is_made[(struct sk_buff *)arg0]/ { 1, __mib_net_of_packet[(struct sk_buff *)arg0] };
	/* Received: an ICMP message; 1. */
	probe icmpInMsgs(int n, struct net *N) =
	    icmp:::receive /__mib_is_icmp[(struct iphdr *)arg2]/ { 1, __mib_net_of_packet[(struct sk_buff *)arg0] };
	/* Received: an echo; 1. */
	probe icmpInEchos(int n, struct net *N) =
	    icmp:::receive
	    /__mib_is_type[(struct iphdr *)arg2, (struct icmphdr *)arg4, 8]/ { 1, __mib_net_of_packet[(struct sk_buff *)arg0] };
	/* Received: an echo reply; 1. */
	probe icmpInEchoReps(int n, struct net *N) =
	    icmp:::receive
	    /__mib_is_type[(struct iphdr *)arg2, (struct icmphdr *)arg4, 0]/ { 1, __mib_net_of_packet[(struct sk_buff *)arg0] };
	/* Received: destination unreachable; 1. */
	probe icmpInDestUnreachs(int n, struct net *N) =
	    icmp:::receive
	    /__mib_is_type[(struct iphdr *)arg2, (struct icmphdr *)arg4, 3]/ { 1, __mib_net_of_packet[(struct sk_buff *)arg0] };
	/* Received: fragmentation needed; 1. */
	probe icmpInFragNeeded(int n, struct net *N) =
	    icmp:::receive
	    /__mib_is_type[(struct iphdr *)arg2, (struct icmphdr *)arg4, 3] && ((struct icmphdr *)arg4)->code == 4/ { 1, __mib_net_of_packet[(struct sk_buff *)arg0] };
	/* Received: source quench; 1. */
	probe icmpInSrcQuenchs(int n, struct net *N) =
	    icmp:::receive
	    /__mib_is_type[(struct iphdr *)arg2, (struct icmphdr *)arg4, 4]/ { 1, __mib_net_of_packet[(struct sk_buff *)arg0] };
	/* Received: redirect; 1. */
	probe icmpInRedirects(int n, struct net *N) =
	    icmp:::receive
	    /__mib_is_type[(struct iphdr *)arg2, (struct icmphdr *)arg4, 5]/ { 1, __mib_net_of_packet[(struct sk_buff *)arg0] };
	/* Received: time exceeded; 1. */
	probe icmpInTimeExcds(int n, struct net *N) =
	    icmp:::receive
	    /__mib_is_type[(struct iphdr *)arg2, (struct icmphdr *)arg4, 11]/ { 1, __mib_net_of_packet[(struct sk_buff *)arg0] };
	/* Received: parameter problem; 1. */
	probe icmpInParmProbs(int n, struct net *N) =
	    icmp:::receive
	    /__mib_is_type[(struct iphdr *)arg2, (struct icmphdr *)arg4, 12]/ { 1, __mib_net_of_packet[(struct sk_buff *)arg0] };
	/* Received: a timestamp request; 1. */
	probe icmpInTimestamps(int n, struct net *N) =
	    icmp:::receive
	    /__mib_is_type[(struct iphdr *)arg2, (struct icmphdr *)arg4, 13]/ { 1, __mib_net_of_packet[(struct sk_buff *)arg0] };
	/* Received: a timestamp reply; 1. */
	probe icmpInTimestampReps(int n, struct net *N) =
	    icmp:::receive
	    /__mib_is_type[(struct iphdr *)arg2, (struct icmphdr *)arg4, 14]/ { 1, __mib_net_of_packet[(struct sk_buff *)arg0] };
	/* Received: an address mask request; 1. */
	probe icmpInAddrMasks(int n, struct net *N) =
	    icmp:::receive
	    /__mib_is_type[(struct iphdr *)arg2, (struct icmphdr *)arg4, 17]/ { 1, __mib_net_of_packet[(struct sk_buff *)arg0] };
	/* Received: an address mask reply; 1. */
	probe icmpInAddrMaskReps(int n, struct net *N) =
	    icmp:::receive
	    /__mib_is_type[(struct iphdr *)arg2, (struct icmphdr *)arg4, 18]/ { 1, __mib_net_of_packet[(struct sk_buff *)arg0] };
	/* Sent: an ICMP message; 1. */
	probe icmpOutMsgs(int n, struct net *N) =
	    icmp:::send /__mib_is_icmp[(struct iphdr *)arg2]/ { 1, __mib_net_of_packet[(struct sk_buff *)arg0] };
	/* Sent: an echo; 1. */
	probe icmpOutEchos(int n, struct net *N) =
	    icmp:::send
	    /__mib_is_type[(struct iphdr *)arg2, (struct icmphdr *)arg4, 8]/ { 1, __mib_net_of_packet[(struct sk_buff *)arg0] };
	/* Sent: an echo reply; 1. */
	probe icmpOutEchoReps(int n, struct net *N) =
	    icmp:::send
	    /__mib_is_type[(struct iphdr *)arg2, (struct icmphdr *)arg4, 0]/ { 1, __mib_net_of_packet[(struct sk_buff *)arg0] };
	/* Sent: destination unreachable; 1. */
	probe icmpOutDestUnreachs(int n, struct net *N) =
	    icmp:::send
	    /__mib_is_type[(struct iphdr *)arg2, (struct icmphdr *)arg4, 3]/ { 1, __mib_net_of_packet[(struct sk_buff *)arg0] };
	/* Sent: fragmentation needed; 1. */
	probe icmpOutFragNeeded(int n, struct net *N) =
	    icmp:::send
	    /__mib_is_type[(struct iphdr *)arg2, (struct icmphdr *)arg4, 3] && ((struct icmphdr *)arg4)->code == 4/ { 1, __mib_net_of_packet[(struct sk_buff *)arg0] };
	/* Sent: redirect; 1. */
	probe icmpOutRedirects(int n, struct net *N) =
	    icmp:::send
	    /__mib_is_type[(struct iphdr *)arg2, (struct icmphdr *)arg4, 5]/ { 1, __mib_net_of_packet[(struct sk_buff *)arg0] };
	/* Sent: time exceeded; 1. */
	probe icmpOutTimeExcds(int n, struct net *N) =
	    icmp:::send
	    /__mib_is_type[(struct iphdr *)arg2, (struct icmphdr *)arg4, 11]/ { 1, __mib_net_of_packet[(struct sk_buff *)arg0] };
	/* Sent: parameter problem; 1. */
	probe icmpOutParmProbs(int n, struct net *N) =
	    icmp:::send
	    /__mib_is_type[(struct iphdr *)arg2, (struct icmphdr *)arg4, 12]/ { 1, __mib_net_of_packet[(struct sk_buff *)arg0] };
	/* Sent: a timestamp request; 1. */
	probe icmpOutTimestamps(int n, struct net *N) =
	    icmp:::send
	    /__mib_is_type[(struct iphdr *)arg2, (struct icmphdr *)arg4, 13]/ { 1, __mib_net_of_packet[(struct sk_buff *)arg0] };
	/* Sent: a timestamp reply; 1. */
	probe icmpOutTimestampReps(int n, struct net *N) =
	    icmp:::send
	    /__mib_is_type[(struct iphdr *)arg2, (struct icmphdr *)arg4, 14]/ { 1, __mib_net_of_packet[(struct sk_buff *)arg0] };
	/* Sent: an address mask request; 1. */
	probe icmpOutAddrMasks(int n, struct net *N) =
	    icmp:::send
	    /__mib_is_type[(struct iphdr *)arg2, (struct icmphdr *)arg4, 17]/ { 1, __mib_net_of_packet[(struct sk_buff *)arg0] };
	/* Sent: an address mask reply; 1. */
	probe icmpOutAddrMaskReps(int n, struct net *N) =
	    icmp:::send
	    /__mib_is_type[(struct iphdr *)arg2, (struct icmphdr *)arg4, 18]/ { 1, __mib_net_of_packet[(struct sk_buff *)arg0] };

	probe tcpListenDrop(int n, struct net *N) = "Linux does not report the reason";
	probe tcpHalfOpenDrop(int n, struct net *N) = "Linux does not report the reason";
	probe ipInDelivers(int n, struct net *N) = "no tracepoint: ip:::receive has each packet";
	probe ipIfStatsHCInDelivers(int n, struct net *N) = "no tracepoint: ip:::receive has each packet";
	probe icmpInErrors() = "no tracepoint: args[4]->ipv4_protocol of ip:::receive selects the packets";
	probe icmpInCksumErrs() = "no tracepoint: args[4]->ipv4_protocol of ip:::receive selects the packets";
	probe icmpInUnknowns() = "no tracepoint: args[4]->ipv4_protocol of ip:::receive selects the packets";
	probe icmpInBadRedirects() = "no tracepoint: args[4]->ipv4_protocol of ip:::receive selects the packets";
	probe icmpInOverflows() = "no tracepoint: args[4]->ipv4_protocol of ip:::receive selects the packets";
	probe rawipInDatagrams() = "no tracepoint: args[4]->ipv4_protocol of ip:::receive selects the packets";
	probe rawipInErrors() = "no tracepoint: args[4]->ipv4_protocol of ip:::receive selects the packets";
	probe rawipInCksumErrs() = "no tracepoint: args[4]->ipv4_protocol of ip:::receive selects the packets";
	probe rawipInOverflows() = "no tracepoint: args[4]->ipv4_protocol of ip:::receive selects the packets";
	probe icmpOutErrors() = "no tracepoint: args[4]->ipv4_protocol of ip:::send selects the packets";
	probe icmpOutDrops() = "no tracepoint: args[4]->ipv4_protocol of ip:::send selects the packets";
	probe rawipOutDatagrams() = "no tracepoint: args[4]->ipv4_protocol of ip:::send selects the packets";
	probe rawipOutErrors() = "no tracepoint: args[4]->ipv4_protocol of ip:::send selects the packets";
	probe icmpOutSrcQuenchs() = "Linux sends none";
	probe ipForwProhibits() = "no tracepoint: ip:::receive and ip:::send have each packet";
	probe ipFragOKs() = "Linux has no tracepoint for fragments";
	probe ipFragFails() = "Linux has no tracepoint for fragments";
	probe ipFragCreates() = "Linux has no tracepoint for fragments";
	probe ipReasmReqds() = "Linux has no tracepoint for fragments";
	probe ipReasmOKs() = "Linux has no tracepoint for fragments";
	probe ipReasmFails() = "Linux has no tracepoint for fragments";
	probe ipReasmDuplicates() = "Linux has no tracepoint for fragments";
	probe ipReasmPartDups() = "Linux has no tracepoint for fragments";
	probe ipReasmTimeout() = "Linux has no tracepoint for fragments";
	probe ipInAddrErrors() = "Linux does not report the reason: sdt:skb::kfree_skb has each dropped packet";
	probe ipInDiscards() = "Linux does not report the reason: sdt:skb::kfree_skb has each dropped packet";
	probe ipOutDiscards() = "Linux does not report the reason: sdt:skb::kfree_skb has each dropped packet";
	probe ipOutNoRoutes() = "Linux does not report the reason: sdt:skb::kfree_skb has each dropped packet";
	probe ipsecInFailed() = "Linux does not report the reason: sdt:skb::kfree_skb has each dropped packet";
	probe ipsecInSucceeded() = "Linux does not report the reason: sdt:skb::kfree_skb has each dropped packet";
	probe udpOutErrors() = "Linux does not report the reason: sdt:skb::kfree_skb has each dropped packet";
	probe tcpCurrEstab() = "no tracepoint: see tcp:::state-change";
	probe tcpListenDropQ0() = "no tracepoint: see tcp:::state-change";
	probe tcpInAckSegs() = "no tracepoint: tcp:::receive has each segment";
	probe tcpInAckBytes() = "no tracepoint: tcp:::receive has each segment";
	probe tcpInAckUnsent() = "no tracepoint: tcp:::receive has each segment";
	probe tcpInDupAck() = "no tracepoint: tcp:::receive has each segment";
	probe tcpInDataPastWinSegs() = "no tracepoint: tcp:::receive has each segment";
	probe tcpInDataPastWinBytes() = "no tracepoint: tcp:::receive has each segment";
	probe tcpInPastWinSegs() = "no tracepoint: tcp:::receive has each segment";
	probe tcpInPastWinBytes() = "no tracepoint: tcp:::receive has each segment";
	probe tcpInWinProbe() = "no tracepoint: tcp:::receive has each segment";
	probe tcpInWinUpdate() = "no tracepoint: tcp:::receive has each segment";
	probe tcpInClosed() = "no tracepoint: tcp:::receive has each segment";
	probe tcpOutAck() = "no tracepoint: tcp:::send has each segment";
	probe tcpOutAckDelayed() = "no tracepoint: tcp:::send has each segment";
	probe tcpOutUrg() = "no tracepoint: tcp:::send has each segment";
	probe tcpOutWinProbe() = "no tracepoint: tcp:::send has each segment";
	probe tcpOutWinUpdate() = "no tracepoint: tcp:::send has each segment";
	probe tcpOutFastRetrans() = "Linux does not report the reason: tcpRetransSegs has each segment";
	probe tcpOutSackRetransSegs() = "Linux does not report the reason: tcpRetransSegs has each segment";
	probe tcpTimRetrans() = "Linux does not report the reason: tcpRetransSegs has each segment";
	probe tcpTimRetransDrop() = "Linux does not report the reason: tcpRetransSegs has each segment";
	probe tcpTimKeepalive() = "Linux has no tracepoint for timers of connections";
	probe tcpTimKeepaliveProbe() = "Linux has no tracepoint for timers of connections";
	probe tcpTimKeepaliveDrop() = "Linux has no tracepoint for timers of connections";
	probe tcpRttUpdate() = "no tracepoint: see args[3]->tcps_rtt of tcp:::receive";
	probe tcpRttNoUpdate() = "no tracepoint: see args[3]->tcps_rtt of tcp:::receive";
};
